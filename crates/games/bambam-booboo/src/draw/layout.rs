//! Where things lie in the picture.

use super::route::Moment;
use crate::state::State;
use crate::tile::Tile;
use bagatelle_core::Seat;

/// The width of a cell, in the units of the drawing.
pub const CELL: i32 = 40;

/// What part of the plane is shown: left, top, width, height, in drawing units.
pub(super) struct Frame {
    /// Whose hand lies below.
    pub near: Seat,
    pub left: i32,
    pub top: i32,
    pub width: i32,
    pub height: i32,
}

/// The height of a hand, with the air around it.
const HAND: i32 = 3 * CELL;
/// How far apart the tiles of a hand lie; they overlap.
pub(super) const PITCH: i32 = 27;

impl Frame {
    /// The frame around the heap. It moves in steps of two cells, so that it rests while the heap grows a little, and keeps
    /// its proportions, so that the page around it rests, too.
    pub fn around(position: &State, near: Seat) -> Frame {
        let (x0, y0, x1, y1) = position.heap().bounds().unwrap_or((0, 0, 1, 0));
        let snap = |low: i32, high: i32, least: i32| {
            let (mut low, mut high) = ((low - 3).div_euclid(2) * 2, (high + 5).div_euclid(2) * 2);
            while high - low < least {
                low -= 1;
                high += 1;
            }
            (low, high)
        };
        let ((left, right), (bottom, top)) = (snap(x0, x1, 16), snap(y0, y1, 8));
        let (wide, high) = ((right - left) * CELL, (top - bottom) * CELL + 2 * HAND);
        // Eight to seven: the least width to the least height.
        let part = (wide / 8).max((high + 6) / 7);
        let (width, height) = (8 * part, 7 * part);
        Frame {
            near,
            left: left * CELL - (width - wide) / 2,
            top: -top * CELL - HAND - (height - high) / 2,
            width,
            height,
        }
    }

    /// Where the `n`th of `of` tiles in a hand stands.
    pub fn in_hand(&self, seat: Seat, n: usize, of: usize) -> (i32, i32) {
        let x = self.left + self.width / 2 + (2 * n as i32 + 1 - of as i32) * PITCH / 2;
        let y = if seat == self.near { self.top + self.height - HAND / 2 } else { self.top + HAND / 2 };
        (x, y)
    }
}

/// The middle of a tile at rest, in drawing units.
pub(crate) fn middle(tile: Tile) -> (i32, i32) {
    point(Moment::at(tile))
}

/// The middle of a tile at some moment, in drawing units.
pub(super) fn point(moment: Moment) -> (i32, i32) {
    (moment.x * CELL / 2, -moment.y * CELL / 2)
}
