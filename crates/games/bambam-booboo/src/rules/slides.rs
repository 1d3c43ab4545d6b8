//! Where a tile that lies on the table may be slid: all places at once, or one of them.
//!
//! A slide to another place is straight, or there is a moment at which the tile comes loose, and one from
//! which it comes back. Between two stops only the flanks of a tile can touch, so a step is such a moment if
//! neither of its stops has a contact of the flanks, or if its second stop touches nothing.

use super::board::{Board, beside, ends, flanks};
use super::grid::{Grid, Word};
use super::places::Places;
use crate::options::{Contact, Reconnect};
use crate::tile::{DIRECTIONS, Tile, Way};

impl<W: Word, const N: usize> Board<W, N> {
    /// The cells that can be reached from beyond all tiles.
    pub fn outside(&self) -> Grid<W, N> {
        let [left, right, down, up] = self.sight();
        (left | right | down | up).fill(!self.covered)
    }

    /// The cells that the tiles, which form one group, enclose, if there is room for a tile among them.
    ///
    /// An area of one cell has no place for a tile. Nor can a tile that is lifted beside such areas come
    /// loose within them: two of them have no common side, so there is not the room for one step that its
    /// flanks need.
    #[inline]
    pub fn enclosed(&self) -> Option<Grid<W, N>> {
        let covered = self.covered;
        let columns = covered | covered.at(-1, 0);
        let rows = covered | covered.at(0, -1);
        // Euler's formula: corners less sides and cells are 1 less one for each area within.
        let cells = covered.ones() + (columns | columns.at(0, -1)).ones();
        if cells == columns.ones() + rows.ones() + 1 {
            return None;
        }
        let inner = !covered & !self.outside();
        let room = (inner & inner.at(1, 0)) | (inner & inner.at(0, 1));
        (!room.is_empty()).then_some(inner)
    }

    /// Where `tile`, which has been lifted off this board, may be slid: to valid contact at another place, by
    /// one straight slide, or by two with a loose moment between them. `enclosed` is [`Board::enclosed`]
    /// before the tile was lifted.
    #[inline]
    pub fn slides(
        &self,
        tile: Tile,
        contact: Contact,
        reconnect: Reconnect,
        enclosed: Option<&Grid<W, N>>,
    ) -> Places<W, N> {
        let mut out = Places([Grid::EMPTY; 2]);
        let (way, here) = (tile.way, self.bit(tile));
        if self.comes_loose(here, way) {
            let near = Near::new(self);
            out = self.reconnections(tile, &near.loosable(), reconnect, enclosed);
            self.straight(here, way, |x, y| out.0[way as usize].set(x, y));
            out = out.and(&near.free).and(&self.contacts(contact));
        } else {
            self.straight(here, way, |x, y| {
                if self.has_contact((x, y), way, contact) {
                    out.0[way as usize].set(x, y);
                }
            });
        }
        out.0[way as usize].clear(here.0, here.1);
        out
    }

    /// Whether [`Board::slides`] has a place that touches a tile.
    #[inline]
    pub fn may_slide(
        &self,
        tile: Tile,
        to: Tile,
        contact: Contact,
        reconnect: Reconnect,
        enclosed: Option<&Grid<W, N>>,
    ) -> bool {
        let (here, there) = (self.bit(tile), self.bit(to));
        let [(x, y), (u, v)] = self.cells(to);
        let free = !self.covered.get(x, y) && !self.covered.get(u, v);
        if to == tile || !free || !self.has_contact(there, to.way, contact) {
            return false;
        }
        let mut reached = false;
        if to.way == tile.way && (to.x == tile.x || to.y == tile.y) {
            self.straight(here, tile.way, |x, y| reached |= (x, y) == there);
        }
        reached
            || self.comes_loose(here, tile.way)
                && (reconnect == Reconnect::Straight || self.comes_loose(there, to.way))
                && self.area(tile, enclosed).is_none_or(|area| area.get(there.0, there.1))
                && (reconnect == Reconnect::Area
                    || self.has(&self.slides(tile, contact, reconnect, enclosed), to))
    }

    /// Where a tile that came loose may come to rest again, contact aside: `tile` has been lifted, `loosable`
    /// is this board's.
    #[inline]
    pub fn reconnections(
        &self,
        tile: Tile,
        loosable: &Places<W, N>,
        reconnect: Reconnect,
        enclosed: Option<&Grid<W, N>>,
    ) -> Places<W, N> {
        let area = self.area(tile, enclosed);
        let outside = area.is_none_or(|area| area.get(0, 0));
        let within = match (reconnect, outside) {
            (Reconnect::Straight, true) => self.corridors(),
            _ => *loosable,
        };
        match area {
            Some(area) => Places(within.0.map(|places| places & area)),
            None => within,
        }
    }

    /// Free places outside to which a tile can be slid from a place where it touches nothing. The tiles form
    /// one group.
    // Apart from what is played most, whose code is faster without it.
    #[inline(never)]
    pub(super) fn ways_in(&self) -> Places<W, N> {
        let loosable = Near::new(self).loosable();
        match self.enclosed() {
            Some(inner) => Places(loosable.0.map(|places| places & !inner)),
            None => loosable,
        }
    }

    /// The area in which a lifted tile lay, if it came loose there; `None` if that is all there is. Its
    /// places need no more than their smaller cell in it: the other one is a free neighbour.
    pub fn area(&self, tile: Tile, enclosed: Option<&Grid<W, N>>) -> Option<Grid<W, N>> {
        // Lifting a tile only joins areas: without room enclosed before, all is outside now.
        let enclosed = enclosed?;
        let (at, way) = (self.bit(tile), tile.way);
        if !DIRECTIONS.iter().any(|&towards| beside(enclosed, at, way, towards)) {
            return Some(!*enclosed);
        }
        let mut seed = Grid::EMPTY;
        seed.set(at.0, at.1);
        Some(seed.fill(!self.covered))
    }

    /// Calls `each` with the stops of straight slides from a free place that touches a tile, or touched the
    /// one that was lifted, as far as the window reaches.
    #[inline]
    fn straight(&self, (x, y): (u32, u32), way: Way, mut each: impl FnMut(u32, u32)) {
        for (dx, dy) in DIRECTIONS {
            let (mut x, mut y) = (x, y);
            // The last places of the window are left out: nothing touches them.
            while (1..W::WIDTH - 2).contains(&x)
                && (1..N as u32 - 2).contains(&y)
                && !beside(&self.covered, (x, y), way, (dx, dy))
            {
                (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                each(x, y);
            }
        }
    }

    /// Whether a straight slide from a free place that touches a tile, or touched the one that was lifted,
    /// leads to a moment without side contact.
    #[inline]
    pub(super) fn comes_loose(&self, (x, y): (u32, u32), way: Way) -> bool {
        let touches = |at, towards| beside(&self.covered, at, way, towards);
        DIRECTIONS.iter().any(|&(dx, dy)| {
            let clear = |at| !touches(at, (dy, dx)) && !touches(at, (-dy, -dx));
            let mut at = (x, y);
            let mut was = clear(at);
            // It ends before the window does: a tile beyond all others is loose.
            while !touches(at, (dx, dy)) {
                at = (at.0.wrapping_add_signed(dx), at.1.wrapping_add_signed(dy));
                let is = clear(at);
                if is && (was || !touches(at, (dx, dy)) && !touches(at, (-dx, -dy))) {
                    return true;
                }
                was = is;
            }
            false
        })
    }
}

/// What is around the places of a board: those that are free, and those whose short or long sides touch a
/// covered cell.
struct Near<W, const N: usize> {
    free: Places<W, N>,
    ends: [Grid<W, N>; 2],
    flanks: [Grid<W, N>; 2],
}

impl<W: Word, const N: usize> Near<W, N> {
    #[inline(always)]
    fn new(board: &Board<W, N>) -> Self {
        Near { free: board.free(), ends: ends(&board.covered), flanks: flanks(&board.covered) }
    }

    /// Free places from which a straight slide leads to a moment without side contact.
    #[inline(always)]
    fn loosable(&self) -> Places<W, N> {
        // Moving along its length the long sides are the flanks, across it the ends are.
        let clear = |way: usize| (self.free.0[way] & !self.flanks[way], self.free.0[way] & !self.ends[way]);
        let ((h_along, h_across), (v_along, v_across)) = (clear(0), clear(1));
        Places([
            self.towards(0, &h_along, -1, 0)
                | self.towards(0, &h_along, 1, 0)
                | self.towards(0, &h_across, 0, -1)
                | self.towards(0, &h_across, 0, 1),
            self.towards(1, &v_across, -1, 0)
                | self.towards(1, &v_across, 1, 0)
                | self.towards(1, &v_along, 0, -1)
                | self.towards(1, &v_along, 0, 1),
        ])
    }

    /// The places of tiles which lie this way that come loose in one direction; at those of `clear` the
    /// flanks touch nothing.
    #[inline(always)]
    fn towards(&self, way: usize, clear: &Grid<W, N>, dx: i32, dy: i32) -> Grid<W, N> {
        let free = self.free.0[way];
        let alone = free & !(self.ends[way] | self.flanks[way]);
        let step = (*clear & clear.at(dx, dy)) | (free & alone.at(dx, dy));
        step.smear(free, dx, dy)
    }
}
