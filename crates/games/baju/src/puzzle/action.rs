//! What a player does in the puzzle.

use crate::pieces::Space;

/// A move: the button on one space goes to another and swaps places with the button there: `b3c4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// Where the button is that moves.
    pub from: Space,
    /// Where it goes.
    pub to: Space,
}
