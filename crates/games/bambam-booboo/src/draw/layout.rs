//! Where things lie in the picture.

use super::route::Moment;
use crate::state::State;
use crate::tile::Tile;
use bagatelle_core::Seat;
use bagatelle_core::present::svg::steady;

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
/// How far the frame moves, at least, where it moves.
const STEP: i32 = 4 * CELL;
/// Half the width of what a hand lies in.
pub(super) const HALF: i32 = 28;

/// How far around the heap tiles may come to lie.
const AROUND: i32 = 2 * CELL;

impl Frame {
    /// The frame around the heap. It rests until the heap leaves no room in it, and grows in few steps. In
    /// a picture that stands alone, the heap is in the middle.
    pub fn around(position: &State, near: Seat, alone: bool) -> Frame {
        let (x0, y0, x1, y1) = position.heap().bounds().unwrap_or((0, 0, 0, 0));
        // From the middle of the first tiles.
        let (left, right) = ((x0 - 1) * CELL - AROUND, x1 * CELL + AROUND);
        let (top, bottom) = (-y1 * CELL - AROUND, (1 - y0) * CELL + AROUND);
        let mut part = LENGTH / 3;
        // Four to three, and as high as a hand.
        let (width, height, (x, y)) = loop {
            let (width, height) = (4 * part, 3 * part);
            let across = steady(left, right, width / 2 - HAND, STEP);
            if let Some(middle) = across.zip(steady(top, bottom, height / 2, STEP)) {
                let own = ((left + right) / 2, (top + bottom) / 2);
                break (width, height, if alone { own } else { middle });
            }
            part += part / 4;
        };
        let (left, top) = (x + CELL - width / 2, y - CELL - height / 2);
        let lattice = [left + HAND, top, width - 2 * HAND, height];
        Frame { near, left, top, width, height, lattice }
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
