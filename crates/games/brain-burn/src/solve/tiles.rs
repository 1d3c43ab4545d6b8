//! The beam over tiles alone.

use super::board::{BEHIND, CELLS, HOLE, MIRROR, NOWHERE, NULL, Tiles, inverse};
use super::heuristic::Tables;
use bagatelle_search::beam::{Beam, Fixed, Sink, Space};

/// A node of the beam.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    tiles: Tiles,
    last: u8,
}

pub struct TileSpace<'a> {
    pub tables: &'a Tables,
    pub keys: Keys,
    pub value: Option<&'a super::value::Value>,
}

/// Random numbers for hashing positions: one for every kind of tile in every cell (Zobrist 1970).
pub struct Keys([[u64; CELLS]; 21]);

pub fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

impl Keys {
    pub fn new(seed: u64) -> Self {
        let mut keys = [[0; CELLS]; 21];
        for (tile, row) in keys.iter_mut().enumerate() {
            for (cell, key) in row.iter_mut().enumerate() {
                *key = mix(seed ^ mix((tile * CELLS + cell) as u64));
            }
        }
        Self(keys)
    }
}

impl Space for TileSpace<'_> {
    type Node = Node;
    type Scratch = ();

    fn scratch(&self) {}

    #[inline]
    fn expand<S: Sink>(&self, node: &Node, _depth: u32, _scratch: &mut (), sink: &mut S) {
        let cells = &node.tiles.cells;
        let hole = node.tiles.hole as usize;
        let addresses = self.tables.addresses(cells);
        let (plain, mirrored) = self.tables.sums(&addresses);
        let acc = self.value.map(|v| v.sums(cells));
        let mut hash = 0;
        for (cell, &tile) in cells.iter().enumerate() {
            if tile != HOLE {
                hash ^= self.keys.0[tile as usize][cell];
            }
        }
        for action in 0..4u8 {
            let from = BEHIND[hole][action as usize];
            if from == NOWHERE || action == node.last {
                continue;
            }
            let tile = cells[from as usize];
            let keys = &self.keys.0[tile as usize];
            let child_hash = hash ^ keys[from as usize] ^ keys[hole];
            if !sink.is_new(child_hash) {
                continue;
            }
            let slot = if tile == NULL {
                let before = cells[..from as usize].iter().filter(|&&tile| tile == NULL).count();
                self.tables.slot(20 + before as u8)
            } else {
                self.tables.slot(tile)
            };
            let a = addresses.plain[slot.group as usize];
            let b = addresses.mirrored[slot.mirror_group as usize];
            let a2 = a + slot.stride * (hole as i32 - i32::from(from));
            let b2 = b + slot.mirror_stride * (i32::from(MIRROR[hole]) - i32::from(MIRROR[from as usize]));
            let plain = plain - self.tables.moves(a) + self.tables.moves(a2);
            let mirrored = mirrored - self.tables.moves(b) + self.tables.moves(b2);
            let bound = plain.max(mirrored);
            if bound == 0 {
                let mut child = node.tiles;
                child.slide(action);
                if child.is_solved() {
                    sink.goal(action);
                    continue;
                }
            }
            if let (Some(v), Some(acc)) = (self.value, &acc) {
                let out = v.child(acc, tile, from as usize, hole, bound, bound - plain.min(mirrored));
                sink.offer(action, (bound * 32 + out).max(0) as u16);
                continue;
            }
            sink.offer(action, (bound * 32) as u16 + (plain.min(mirrored) * 8) as u16);
        }
    }

    #[inline]
    fn child(&self, node: &Node, action: u8) -> Node {
        let mut tiles = node.tiles;
        tiles.slide(action);
        Node { tiles, last: inverse(action) }
    }
}

/// One beam of fixed width.
pub fn solve_fixed(tables: &Tables, value: Option<&super::value::Value>, position: &super::Position, width: usize) -> Option<(usize, u64)> {
    let space = TileSpace { tables, keys: Keys::new(1), value };
    let root = Node { tiles: Tiles::of(position), last: 4 };
    let outcome = Beam::new().search(&space, root, 300, width, 1, &mut Fixed(width));
    outcome.ways.first().map(|way| (way.len(), outcome.scored))
}

pub fn solve_way(tables: &Tables, value: Option<&super::value::Value>, tiles: Tiles, width: usize) -> Option<Vec<u8>> {
    let space = TileSpace { tables, keys: Keys::new(1), value };
    let root = Node { tiles, last: 4 };
    Beam::new().search(&space, root, 300, width, 1, &mut Fixed(width)).ways.pop()
}
