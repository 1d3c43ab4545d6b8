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
    /// The part with the heap and the places around it, without the hands.
    pub lattice: [i32; 4],
}

/// The height of a hand, with the air around it.
const HAND: i32 = 64;
/// How far apart the tiles of a hand stand, and the gap after each five of them.
const PITCH: i32 = 22;
const GAP: i32 = 10;
/// Half the height of what a hand lies on.
pub(super) const HALF: i32 = 27;

impl Frame {
    /// The frame around the heap. It moves in steps of two cells, so that it rests while the heap grows a little, and keeps
    /// its proportions, so that the page around it rests, too.
    pub fn around(position: &State, near: Seat) -> Frame {
        let (x0, y0, x1, y1) = position.heap().bounds().unwrap_or((0, 0, 1, 0));
        let snap = |low: i32, high: i32, least: i32| {
            let (mut low, mut high) = ((low - 2).div_euclid(2) * 2, (high + 4).div_euclid(2) * 2);
            while high - low < least {
                low -= 1;
                high += 1;
            }
            (low, high)
        };
        let ((left, right), (bottom, top)) = (snap(x0, x1, 12), snap(y0, y1, 8));
        let (wide, high) = ((right - left) * CELL, (top - bottom) * CELL + 2 * HAND);
        // Four to three, and as wide as a hand.
        let part = ((wide + 3) / 4).max((high + 2) / 3).max(140);
        let (width, height) = (4 * part, 3 * part);
        let across = |low: i32, high: i32| ((low - 3) * CELL, (high - low + 7) * CELL);
        let ((lattice_left, lattice_width), (lattice_bottom, lattice_height)) =
            (across(x0, x1), across(y0, y1));
        Frame {
            near,
            left: left * CELL - (width - wide) / 2,
            top: -top * CELL - HAND - (height - high) / 2,
            width,
            height,
            lattice: [lattice_left, -lattice_bottom - lattice_height, lattice_width, lattice_height],
        }
    }

    /// The middle of what a hand lies on.
    pub fn hand(&self, seat: Seat) -> (i32, i32) {
        let y = if seat == self.near { self.top + self.height - HAND / 2 } else { self.top + HAND / 2 };
        (self.left + self.width / 2, y)
    }
}

/// How far to the right of the middle the `n`th of `of` tiles in a hand stands.
pub(super) fn in_hand(n: u32, of: u32) -> i32 {
    let at = |n: u32| n as i32 * PITCH + n as i32 / 5 * GAP;
    at(n) - at(of.max(1) - 1) / 2
}

/// The middle of a tile at rest, in drawing units.
pub(crate) fn middle(tile: Tile) -> (i32, i32) {
    point(Moment::at(tile))
}

/// The middle of a tile at some moment, in drawing units.
pub(super) fn point(moment: Moment) -> (i32, i32) {
    (moment.x * CELL / 2, -moment.y * CELL / 2)
}
