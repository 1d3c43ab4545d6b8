//! The beam over tiles alone: where the slides of a random deal come from.
//!
//! In a random deal the coins cost no slide (see [`super::swaps`]), so the goal is a shortest path for the
//! tiles. Nodes are ranked by the value network; the pattern databases drop those that cannot beat the best
//! known path.

use super::board::{BEHIND, CELLS, HOLE, MIRROR, NOWHERE, NULL, Tiles, inverse, mix};
use super::tables::{Standing, Tables};
use super::value::{SCALE, Slide, Value};
use bagatelle_search::beam::{Sink, Space};
use std::sync::atomic::{AtomicU32, Ordering};

/// A node of the beam, with everything that is kept up to date rather than worked out again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    hash: u64,
    standing: Standing,
    /// The tiles, the nulls being told apart as 20 to 23.
    cells: [u8; CELLS],
    hole: u8,
    /// The action that would take the last slide back; 4 at the root.
    back: u8,
}

/// Random numbers for hashing positions: one for every kind of tile in every cell (Zobrist 1970, "A new
/// hashing method with application for game playing").
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
        self.0[tile.min(NULL) as usize][cell as usize]
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
    /// Upper limit of the random number added to every score, as a power of two less one: reruns meet
    /// different nodes.
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
        let Node { cells, hole, standing, .. } = node;
        let room = self.best.load(Ordering::Relaxed).saturating_sub(depth + 1);
        // A slide brings a sum down by one at most.
        let last = standing.sums[0].max(standing.sums[1]) <= 1;
        // All new children first, so that the processor can wait for the memory of all at once.
        let mut slides = [Slide::default(); 4];
        let mut told = [(0, 0); 4];
        let mut count = 0;
        for action in 0..4u8 {
            let (from, to) = (BEHIND[*hole as usize][action as usize], *hole);
            if from == NOWHERE || action == node.back {
                continue;
            }
            // Every way home is welcome, even one to a known goal: it may suit the coins better.
            if last && self.child(node, action).is_solved() {
                sink.goal(action);
                continue;
            }
            let tile = cells[from as usize];
            let [plain, mirrored] = self.tables.change(standing, tile, action).sums;
            let (bound, other) = (plain.max(mirrored), plain.min(mirrored));
            if u32::from(bound) >= room {
                continue;
            }
            let hash = node.hash ^ self.keys.key(tile, from) ^ self.keys.key(tile, to);
            slides[count] = Slide { tile, from, to, bound, other };
            told[count] = (action, hash);
            count += usize::from(sink.is_new(hash));
        }
        let mut values = [0; 4];
        self.value.after_each(cells, &slides[..count], &mut values);
        for i in 0..count {
            let (action, hash) = told[i];
            let noise = (hash ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & self.noise;
            let score = i32::from(slides[i].bound) * SCALE + values[i] + noise as i32;
            sink.offer(action, score.clamp(0, i32::from(u16::MAX)) as u16);
        }
    }

    #[inline]
    fn child(&self, node: &Node, action: u8) -> Node {
        let mut child = *node;
        let (from, to) = (BEHIND[node.hole as usize][action as usize], node.hole);
        let tile = node.cells[from as usize];
        child.standing.take(&self.tables.change(&node.standing, tile, action));
        child.hash ^= self.keys.key(tile, from) ^ self.keys.key(tile, to);
        child.cells[to as usize] = tile;
        child.cells[from as usize] = HOLE;
        child.hole = from;
        child.back = inverse(action);
        child
    }
}

impl Node {
    fn is_solved(&self) -> bool {
        Tiles { cells: self.cells, hole: self.hole }.is_solved()
    }
}

impl TileSpace<'_> {
    /// The node to begin with.
    pub fn root(&self, tiles: &Tiles) -> Node {
        let mut cells = tiles.cells;
        for (number, null) in cells.iter_mut().filter(|tile| **tile == NULL).enumerate() {
            *null += number as u8;
        }
        let standing = self.tables.standing(&tiles.cells);
        Node { hash: self.keys.hash(tiles), standing, cells, hole: tiles.hole, back: 4 }
    }
}

impl Tiles {
    /// The mirror image. Its solutions are those of the original with left and right exchanged
    /// ([`mirrored`]).
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

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, deal};
    use super::super::value::Weights;
    use super::*;

    #[test]
    fn what_is_kept_up_to_date_is_what_would_be_worked_out_anew() {
        let (value, keys) = (Value::new(&Weights::embedded()), Keys::new(1));
        let best = AtomicU32::new(0);
        let space = TileSpace {
            tables: Tables::shared(),
            value: &value,
            keys: &keys,
            best: &best,
            noise: 0,
            salt: 0,
        };
        for seed in 0..10 {
            let mut random = Random(seed);
            let mut tiles = Tiles::of(&deal(seed));
            let mut node = space.root(&tiles);
            for _ in 0..200 {
                let action = random.below(4) as u8;
                if BEHIND[tiles.hole as usize][action as usize] == NOWHERE {
                    continue;
                }
                tiles.slide(action);
                node = space.child(&node, action);
                let anew = space.root(&tiles);
                assert_eq!((node.hash, node.hole), (anew.hash, anew.hole));
                assert_eq!(node.standing.sums, anew.standing.sums);
                assert_eq!(
                    node.cells.map(|tile| if tile < HOLE { tile.min(NULL) } else { tile }),
                    tiles.cells
                );
            }
        }
    }
}
