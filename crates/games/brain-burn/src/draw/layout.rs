//! Where things lie in the picture, and where they belong.

use bagatelle_core::present::Value;
use bagatelle_piecepack::{Rank, Suit, Tile};

/// The distance from the middle of a well to the middle of the next.
pub(super) const PITCH: usize = 102;
/// The width of the frame.
pub(super) const FRAME: usize = 34;
/// How far the picture goes on beyond the tray, for its shadow.
pub(super) const MARGIN: usize = 5;
/// Where the wells begin.
pub(super) const INSET: usize = MARGIN + FRAME;
/// The width of the whole picture.
pub(super) const WIDTH: usize = 2 * INSET + 5 * PITCH;
/// The height of the whole picture: below the tray its front can be seen.
pub(super) const HEIGHT: usize = WIDTH + 10;

/// A cell in words.
pub(crate) fn place(cell: usize) -> impl Value {
    ("row ", cell / 5 + 1, ", column ", cell % 5 + 1)
}

/// The middle of a cell.
pub(super) fn middle(cell: usize) -> (f32, f32) {
    let at = |step: usize| (INSET + PITCH / 2 + PITCH * step) as f32;
    (at(cell % 5), at(cell / 5))
}

/// The suit and rank that belong in a cell, which in the last row is any null.
pub(super) fn home(cell: usize) -> Option<(Suit, Rank)> {
    Some((Suit::from_index(cell / 5)?, Rank::from_index(cell % 5 + 1)?))
}

/// Whether a tile lies where it belongs.
pub(super) fn is_home(tile: Tile, cell: usize) -> bool {
    match home(cell) {
        Some((suit, rank)) => tile == Tile::new(suit, rank),
        None => tile.rank == Rank::Null,
    }
}
