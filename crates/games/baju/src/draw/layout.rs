//! Where things lie in the picture.

use crate::pieces::Space;

/// The width of every picture, and the height of the board.
pub(super) const WIDTH: i32 = 560;
/// The distance between the middles of neighbouring spaces.
pub(super) const PITCH: i32 = 128;
/// From the edge of the board to the middle of the first space.
const EDGE: i32 = (WIDTH - 3 * PITCH) / 2;
/// The height of a supply and the gap to the board.
pub(super) const SUPPLY: i32 = 84;

/// The middle of a space on the board.
pub(super) fn middle(space: Space) -> (i32, i32) {
    (EDGE + PITCH * i32::from(space.column()), EDGE + PITCH * i32::from(space.row()))
}

/// How far from the left the button with a value lies in a supply.
pub(super) fn in_supply(value: u8) -> i32 {
    WIDTH / 2 + (2 * i32::from(value) - 9) * 33
}
