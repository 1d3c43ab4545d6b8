//! What the player does: pick a coin, move its tile, or put the coin back.

use crate::board::Cell;
use bagatelle_piecepack::Suit;

/// Which of a suit's two visible coins is picked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// The one in front of the stack, value up.
    Front,
    /// The top one of the stack, suit up.
    Top,
}

/// What the player does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Pick a coin: `pick:Sf` (front), `pick:St` (top of the stack).
    Pick(Suit, Source),
    /// Move the tile of the coin in hand to a cell: `move:3,-1`.
    Move(Cell),
    /// Put the coin in hand under its stack and use up a chance: `reject`.
    Reject,
}
