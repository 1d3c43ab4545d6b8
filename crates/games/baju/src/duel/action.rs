//! What a player does in the duel.

use crate::pieces::Space;

/// An action of the duel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A button from the supply on an empty space: `5@b3`.
    Place {
        /// The button's value.
        value: u8,
        /// Where it goes.
        at: Space,
    },
    /// A button to another space, in exchange for what lies there: `b3c4`.
    Move {
        /// Where the button is.
        from: Space,
        /// Where it goes.
        to: Space,
    },
}
