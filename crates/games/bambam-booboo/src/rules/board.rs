//! Where tiles may go: all places at once, on bit boards laid around the heap.
//!
//! A place is a bit at the tile's smaller cell, in a grid for lying and a grid for standing tiles. The board
//! is a window with its own origin, so that coordinates may be of any size and sign; around the heap it
//! leaves [`MARGIN`] empty cells, enough for a tile to touch the heap from outside, to take one step away
//! from it, and to begin any form there. Four sizes of window exist: most heaps fit the smallest, and forty
//! tiles in one group never need more than the largest. Each has its own compiled code; the module for
//! browsers, which must be small, does without the second.

use super::grid::{Grid, Word};
use super::places::Places;
use crate::options::{Contact, Entry};
use crate::state::heap::{Heap, Slots, each_slot, owner};
use crate::tile::{DIRECTIONS, Tile, Way};
use bagatelle_core::Seat;

/// Empty cells around the heap.
pub const MARGIN: i32 = 4;

/// Runs `$body` with `$board` bound to the board of `$heap`, of the smallest size that holds it.
macro_rules! on_board {
    ($heap:expr, $board:ident => $body:expr) => {{
        let heap: &$crate::state::heap::Heap = $heap;
        let (x0, y0, x1, y1) = heap.bounds().unwrap_or((0, 0, 0, 0));
        let margin = 1 + 2 * $crate::rules::board::MARGIN;
        let (width, height) = (x1 - x0 + margin, y1 - y0 + margin);
        if width <= 32 && height <= 24 {
            let $board = $crate::rules::board::Board::<u32, 24>::new(heap, x0, y0);
            $body
        } else if !cfg!(target_arch = "wasm32") && width <= 32 && height <= 32 {
            let $board = $crate::rules::board::Board::<u32, 32>::new(heap, x0, y0);
            $body
        } else if width <= 64 && height <= 64 {
            let $board = $crate::rules::board::Board::<u64, 64>::new(heap, x0, y0);
            $body
        } else {
            let $board = $crate::rules::board::Board::<u128, 128>::new(heap, x0, y0);
            $body
        }
    }};
}
pub(crate) use on_board;

/// The tiles in a window of the lattice.
#[derive(Clone, Copy, Debug)]
pub struct Board<W, const N: usize> {
    /// The coordinates of bit (0, 0) on the lattice.
    origin: (i32, i32),
    /// Covered cells.
    pub(super) covered: Grid<W, N>,
    /// The tiles by seat, then by way: a bit at the smaller cell of each.
    tiles: [[Grid<W, N>; 2]; 2],
}

impl<W: Word, const N: usize> Board<W, N> {
    /// The board of a heap whose tiles have their least coordinates at `x`, `y`.
    #[inline]
    pub fn new(heap: &Heap, x: i32, y: i32) -> Self {
        let mut board =
            Board { origin: (x - MARGIN, y - MARGIN), covered: Grid::EMPTY, tiles: [[Grid::EMPTY; 2]; 2] };
        for (slot, tile) in heap.tiles() {
            let (x, y) = board.bit(tile);
            board.tiles[owner(slot).index()][tile.way as usize].set(x, y);
            board.covered.set(x, y);
            match tile.way {
                Way::H => board.covered.set(x + 1, y),
                Way::V => board.covered.set(x, y + 1),
            }
        }
        board
    }

    /// The tiles of one seat, by way.
    #[inline]
    pub fn tiles_of(&self, seat: Seat) -> &[Grid<W, N>; 2] {
        &self.tiles[seat.index()]
    }

    /// Whether a tile of this seat lies at exactly this place.
    #[inline]
    pub fn is_of(&self, seat: Seat, tile: Tile) -> bool {
        let (x, y) = self.bit(tile);
        self.tiles[seat.index()][tile.way as usize].get(x, y)
    }

    /// The bit of a place.
    #[inline]
    pub fn bit(&self, tile: Tile) -> (u32, u32) {
        ((tile.x - self.origin.0) as u32, (tile.y - self.origin.1) as u32)
    }

    /// The bits of the cells of a place.
    #[inline]
    pub fn cells(&self, tile: Tile) -> [(u32, u32); 2] {
        tile.cells().map(|(x, y)| ((x - self.origin.0) as u32, (y - self.origin.1) as u32))
    }

    /// The place that a bit stands for.
    #[inline]
    pub fn place(&self, x: u32, y: u32, way: Way) -> Tile {
        Tile::new(self.origin.0 + x as i32, self.origin.1 + y as i32, way)
    }

    /// Whether `places` has this one; a place beyond the window is in no set.
    pub fn has(&self, places: &Places<W, N>, tile: Tile) -> bool {
        let inside = |v: i32, origin: i32, size: i32| (0..size).contains(&v.saturating_sub(origin));
        let (x, y) = self.bit(tile);
        inside(tile.x, self.origin.0, W::WIDTH as i32)
            && inside(tile.y, self.origin.1, N as i32)
            && places.0[tile.way as usize].get(x, y)
    }

    /// Calls `each` with all places of a set.
    #[inline]
    pub fn each(&self, places: &Places<W, N>, mut each: impl FnMut(Tile)) {
        for way in Way::BOTH {
            places.0[way as usize].each(|x, y| each(self.place(x, y, way)));
        }
    }

    /// The board without one of its tiles.
    #[inline]
    #[must_use]
    pub fn lifted(&self, tile: Tile, seat: Seat) -> Self {
        let mut board = *self;
        let (x, y) = board.bit(tile);
        board.tiles[seat.index()][tile.way as usize].clear(x, y);
        board.covered.clear(x, y);
        match tile.way {
            Way::H => board.covered.clear(x + 1, y),
            Way::V => board.covered.clear(x, y + 1),
        }
        board
    }

    /// Places whose two cells are empty.
    #[inline(always)]
    pub fn free(&self) -> Places<W, N> {
        let empty = !self.covered;
        Places([empty & empty.at(1, 0), empty & empty.at(0, 1)])
    }

    /// Places in valid contact with a tile (free or not).
    #[inline(always)]
    pub fn contacts(&self, contact: Contact) -> Places<W, N> {
        match contact {
            Contact::Side => touching(&self.covered),
            Contact::Aligned => {
                let lying = self.tiles[0][0] | self.tiles[1][0];
                let standing = self.tiles[0][1] | self.tiles[1][1];
                let ends = ends(&self.covered);
                // Standing tiles with an end on a long side of a lying one, lying tiles exactly above or
                // below; and the same turned. What is left out is the brick contact.
                let posts = standing.at(0, 1) | standing.at(0, -2);
                let beams = lying.at(1, 0) | lying.at(-2, 0);
                Places([
                    ends[0] | posts | posts.at(1, 0) | lying.at(0, 1) | lying.at(0, -1),
                    ends[1] | beams | beams.at(0, 1) | standing.at(1, 0) | standing.at(-1, 0),
                ])
            }
        }
    }

    /// Whether a place, at least two cells from the window's edges, is in valid contact with a tile (free or
    /// not).
    #[inline]
    pub fn has_contact(&self, (x, y): (u32, u32), way: Way, contact: Contact) -> bool {
        let covered = &self.covered;
        if contact == Contact::Side {
            return DIRECTIONS.iter().any(|&towards| beside(covered, (x, y), way, towards));
        }
        let lies = |x: u32, y: u32| self.tiles[0][0].get(x, y) || self.tiles[1][0].get(x, y);
        let stands = |x: u32, y: u32| self.tiles[0][1].get(x, y) || self.tiles[1][1].get(x, y);
        // As in `contacts`.
        match way {
            Way::H => {
                let posts = |x| stands(x, y + 1) || stands(x, y - 2);
                let ends = covered.get(x - 1, y) || covered.get(x + 2, y);
                ends || posts(x) || posts(x + 1) || lies(x, y + 1) || lies(x, y - 1)
            }
            Way::V => {
                let beams = |y| lies(x + 1, y) || lies(x - 2, y);
                let ends = covered.get(x, y - 1) || covered.get(x, y + 2);
                ends || beams(y) || beams(y + 1) || stands(x + 1, y) || stands(x - 1, y)
            }
        }
    }

    /// Cells from which the straight way out is free, to the left, right, down and up in turn, the cell
    /// included.
    #[inline(always)]
    pub(super) fn sight(&self) -> [Grid<W, N>; 4] {
        let mut sight = [Grid::EMPTY; 4];
        let (mut under, mut over) = (W::ZERO, W::ZERO);
        for y in 0..N {
            let row = self.covered.0[y];
            sight[0].0[y] = row.below();
            sight[1].0[y] = row.above();
            under = under | row;
            sight[2].0[y] = !under;
            over = over | self.covered.0[N - 1 - y];
            sight[3].0[N - 1 - y] = !over;
        }
        sight
    }

    /// Free places from which at least one straight corridor leads beyond all tiles.
    #[inline(always)]
    pub fn corridors(&self) -> Places<W, N> {
        let [left, right, down, up] = self.sight();
        let lying = |g: Grid<W, N>| g & g.at(1, 0);
        let standing = |g: Grid<W, N>| g & g.at(0, 1);
        // The last column and row are not in sight of their neighbours beyond the window; nothing ever rests
        // there.
        Places([
            lying(left) | lying(right) | lying(down) | lying(up),
            standing(left) | standing(right) | standing(down) | standing(up),
        ])
    }

    /// Where a new tile may be placed.
    #[inline]
    pub fn placements(&self, contact: Contact, entry: Entry) -> Places<W, N> {
        let ways = match entry {
            Entry::Straight => self.corridors(),
            Entry::Around => self.ways_in(),
        };
        ways.and(&self.contacts(contact))
    }

    /// Places with side contact to some tile of a group.
    pub fn touching(&self, heap: &Heap, group: Slots) -> Places<W, N> {
        let mut cells = Grid::EMPTY;
        for slot in each_slot(group) {
            for (x, y) in self.cells(heap.tile(slot)) {
                cells.set(x, y);
            }
        }
        touching(&cells)
    }

    /// Places where one more tile of `seat` would complete a winning form (free or not). See
    /// [`FORMS`](crate::state::forms::FORMS); a form is two square blocks of two parallel tiles each, not
    /// both lying along it, or a block between two ends.
    #[inline(never)]
    pub fn winning(&self, seat: Seat) -> Places<W, N> {
        let [h, v] = self.tiles[seat.index()];
        let (hh, vv) = (h & h.at(0, 1), v & v.at(1, 0));
        let blocks = hh | vv;
        let (beside, upon) = (blocks.at(2, 0) | blocks.at(-2, 0), blocks.at(0, 2) | blocks.at(0, -2));
        // The same for a place that is the second tile of its block: the block begins one cell before it.
        let (beside1, upon1) = (blocks.at(1, 0) | blocks.at(-3, 0), blocks.at(0, 1) | blocks.at(0, -3));
        let (vv_beside, hh_upon) = (vv.at(2, 0) | vv.at(-2, 0), hh.at(0, 2) | hh.at(0, -2));
        let (v_ends, h_ends) = (v.at(-1, 0) & v.at(2, 0), h.at(0, -1) & h.at(0, 2));
        let h_mates = vv_beside | v_ends;
        let v_mates = hh_upon | h_ends;
        let lying = (h.at(0, 1) & (upon | h_mates))
            | (h.at(0, -1) & (upon1 | h_mates.at(0, -1)))
            | (vv.at(0, 1) & h.at(0, 3))
            | (vv.at(0, -2) & h.at(0, -3));
        let standing = (v.at(1, 0) & (beside | v_mates))
            | (v.at(-1, 0) & (beside1 | v_mates.at(-1, 0)))
            | (hh.at(1, 0) & v.at(3, 0))
            | (hh.at(-2, 0) & v.at(-3, 0));
        Places([lying, standing])
    }
}

/// Whether a cell is covered that lies on one side of a place.
#[inline(always)]
pub(super) fn beside<W: Word, const N: usize>(
    covered: &Grid<W, N>,
    (x, y): (u32, u32),
    way: Way,
    towards: (i32, i32),
) -> bool {
    match (way, towards) {
        (Way::H, (-1, _)) => covered.get(x - 1, y),
        (Way::H, (1, _)) => covered.get(x + 2, y),
        (Way::H, (_, -1)) => covered.either(x, y - 1),
        (Way::H, _) => covered.either(x, y + 1),
        (Way::V, (_, -1)) => covered.get(x, y - 1),
        (Way::V, (_, 1)) => covered.get(x, y + 2),
        (Way::V, (-1, _)) => covered.get(x - 1, y) || covered.get(x - 1, y + 1),
        (Way::V, _) => covered.get(x + 1, y) || covered.get(x + 1, y + 1),
    }
}

/// Places whose short sides touch a covered cell.
#[inline(always)]
pub(super) fn ends<W: Word, const N: usize>(covered: &Grid<W, N>) -> [Grid<W, N>; 2] {
    [covered.at(-1, 0) | covered.at(2, 0), covered.at(0, -1) | covered.at(0, 2)]
}

/// Places whose long sides touch a covered cell.
#[inline(always)]
pub(super) fn flanks<W: Word, const N: usize>(covered: &Grid<W, N>) -> [Grid<W, N>; 2] {
    let (rows, columns) = (covered.at(0, 1) | covered.at(0, -1), covered.at(1, 0) | covered.at(-1, 0));
    [rows | rows.at(1, 0), columns | columns.at(0, 1)]
}

/// Places with side contact to a covered cell.
#[inline(always)]
fn touching<W: Word, const N: usize>(covered: &Grid<W, N>) -> Places<W, N> {
    let (ends, flanks) = (ends(covered), flanks(covered));
    Places([ends[0] | flanks[0], ends[1] | flanks[1]])
}
