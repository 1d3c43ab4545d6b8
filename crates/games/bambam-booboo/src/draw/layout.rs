//! Where things lie in the picture.

use super::route::Moment;
use crate::state::State;
use crate::tile::Tile;
use bagatelle_core::Seat;

/// The width of a cell, in the units of the drawing.
pub const CELL: i32 = 40;

/// What part of the plane is shown: left, top, width, height, in drawing units.
pub(super) struct Frame {
    /// Whose hand lies on the right.
    pub near: Seat,
    pub left: i32,
    pub top: i32,
    pub width: i32,
    pub height: i32,
    /// The part with the heap and the places around it, without the hands.
    pub lattice: [i32; 4],
}

/// The width of a hand, with the air around it.
const HAND: i32 = 72;
/// How far apart the tiles of a hand lie, and the gap after each five of them.
const PITCH: i32 = 22;
const GAP: i32 = 10;
/// The length of a hand of twenty tiles, with some air.
const LENGTH: i32 = 520;
/// Half the width of what a hand lies in.
pub(super) const HALF: i32 = 28;

impl Frame {
    /// The frame around the heap. It moves in steps of two cells, so that it rests while the heap grows a
    /// little, and keeps its proportions, so that the page around it rests, too.
    pub fn around(position: &State, near: Seat) -> Frame {
        let (x0, y0, x1, y1) = position.heap().bounds().unwrap_or((0, 0, 1, 0));
        let snap = |low: i32, high: i32| ((low - 2).div_euclid(2) * 2, (high + 4).div_euclid(2) * 2);
        let ((left, right), (bottom, top)) = (snap(x0, x1), snap(y0, y1));
        let (wide, high) = ((right - left) * CELL + 2 * HAND, (top - bottom) * CELL);
        // Four to three, and as high as a hand.
        let part = ((wide + 3) / 4).max((high + 2) / 3).max(LENGTH / 3);
        let (width, height) = (4 * part, 3 * part);
        let around = |low: i32, high: i32| ((low - 3) * CELL, (high - low + 7) * CELL);
        let ((x, lattice_width), (y, lattice_height)) = (around(x0, x1), around(y0, y1));
        Frame {
            near,
            left: (left + right) * CELL / 2 - width / 2,
            top: -(bottom + top) * CELL / 2 - height / 2,
            width,
            height,
            lattice: [x, -y - lattice_height, lattice_width, lattice_height],
        }
    }

    /// The middle of what a hand lies in: on the right for the near seat, on the left for the other.
    pub fn hand(&self, seat: Seat) -> (i32, i32) {
        let x = if seat == self.near { self.left + self.width - HAND / 2 } else { self.left + HAND / 2 };
        (x, self.top + self.height / 2)
    }
}

/// How far below the middle the `n`th of `of` tiles in a hand lies; the last one lies highest.
pub(super) fn in_hand(n: u32, of: u32) -> i32 {
    let at = |n: u32| n as i32 * PITCH + n as i32 / 5 * GAP;
    at(of.max(1) - 1) / 2 - at(n)
}

/// The middle of a tile at rest, in drawing units.
pub(crate) fn middle(tile: Tile) -> (i32, i32) {
    point(Moment::at(tile))
}

/// The middle of a tile at some moment, in drawing units.
pub(super) fn point(moment: Moment) -> (i32, i32) {
    (moment.x * CELL / 2, -moment.y * CELL / 2)
}
