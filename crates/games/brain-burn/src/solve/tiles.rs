//! The beam over tiles alone: where the slides of a random deal come from.
//!
//! In a random deal the coins cost no slide (see [`super::swaps`]), so what is sought is a shortest way for the tiles. Nodes are ranked
//! by the value network; the pattern databases drop those that cannot beat the best way known.

use super::board::{BEHIND, CELLS, HOLE, MIRROR, NOWHERE, NULL, Tiles, inverse, mix};
use super::tables::Tables;
use super::value::{SCALE, Value};
use bagatelle_search::beam::{Sink, Space};
use std::sync::atomic::{AtomicU32, Ordering};

/// A node of the beam.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub tiles: Tiles,
    /// The action that would take the last slide back; 4 at the root.
    pub back: u8,
}

/// Random numbers for hashing positions: one for every kind of tile in every cell (Zobrist 1970, "A new hashing method
/// with application for game playing").
pub(crate) struct Keys([[u64; CELLS]; 21]);

impl Keys {
    /// The keys of a seed.
    pub fn new(seed: u64) -> Self {
        let mut keys = [[0; CELLS]; 21];
        for (tile, row) in keys.iter_mut().enumerate() {
            for (cell, key) in row.iter_mut().enumerate() {
                *key = mix(seed ^ mix((tile * CELLS + cell) as u64));
            }
        }
        Self(keys)
    }

    /// The key of a tile in a cell.
    #[inline]
    pub fn key(&self, tile: u8, cell: u8) -> u64 {
        self.0[tile as usize][cell as usize]
    }

    /// The hash of a position's tiles. The hole follows from the rest.
    #[inline]
    pub fn hash(&self, tiles: &Tiles) -> u64 {
        let mut hash = 0;
        for (cell, &tile) in tiles.cells.iter().enumerate() {
            if tile != HOLE {
                hash ^= self.0[tile as usize][cell];
            }
        }
        hash
    }
}

/// The tiles' state space.
pub(crate) struct TileSpace<'a> {
    pub tables: &'a Tables,
    pub value: &'a Value,
    pub keys: &'a Keys,
    /// The length to beat.
    pub best: &'a AtomicU32,
    /// Upper limit of the random number added to every score, as a power of two less one: reruns meet other nodes.
    pub noise: u64,
    /// Decides these random numbers.
    pub salt: u64,
}

impl Space for TileSpace<'_> {
    type Node = Node;
    type Scratch = ();

    fn scratch(&self) {}

    #[inline]
    fn expand<S: Sink>(&self, node: &Node, depth: u32, _scratch: &mut (), sink: &mut S) {
        let Tiles { cells, hole } = &node.tiles;
        let hole = *hole;
        let addresses = self.tables.addresses(cells);
        let sums = self.tables.sums(&addresses);
        let hidden = self.value.hidden(cells);
        let hash = self.keys.hash(&node.tiles);
        let room = self.best.load(Ordering::Relaxed).saturating_sub(depth + 1) as i32;
        for action in 0..4u8 {
            let from = BEHIND[hole as usize][action as usize];
            if from == NOWHERE || action == node.back {
                continue;
            }
            let tile = cells[from as usize];
            let (plain, mirrored) = self.tables.slid(&addresses, sums, cells, from, hole);
            let bound = plain.max(mirrored);
            if bound >= room {
                continue;
            }
            // Every way home is welcome, also one to a goal that is known: the coins may like it better.
            if bound == 0 {
                let mut child = node.tiles;
                child.slide(action);
                if child.is_solved() {
                    sink.goal(action);
                    continue;
                }
            }
            let hash = hash ^ self.keys.key(tile, from) ^ self.keys.key(tile, hole);
            if !sink.is_new(hash) {
                continue;
            }
            let more = self.value.after(&hidden, tile, from, hole, bound, bound - plain.min(mirrored));
            let score = bound * SCALE
                + more
                + ((hash ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & self.noise) as i32;
            sink.offer(action, score.clamp(0, i32::from(u16::MAX)) as u16);
        }
    }

    #[inline]
    fn child(&self, node: &Node, action: u8) -> Node {
        let mut tiles = node.tiles;
        tiles.slide(action);
        Node { tiles, back: inverse(action) }
    }
}

impl Tiles {
    /// The mirror image. Its solutions are those of the original with left and right exchanged ([`mirrored`]).
    pub fn mirrored(&self) -> Self {
        let mut cells = [HOLE; CELLS];
        for (cell, &tile) in self.cells.iter().enumerate() {
            cells[MIRROR[cell] as usize] = if tile < NULL { MIRROR[tile as usize] } else { tile };
        }
        Self { cells, hole: MIRROR[self.hole as usize] }
    }
}

/// The mirror image of an action.
pub(crate) fn mirrored(action: u8) -> u8 {
    [0, 1, 3, 2][action as usize]
}
