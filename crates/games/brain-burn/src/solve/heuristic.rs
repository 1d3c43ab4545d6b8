//! Pattern databases for the tiles: what is certainly left to do.
//!
//! The twenty tiles that have a place of their own are cut into five groups of four, the nulls are a sixth; each group
//! has a table of 25^4 bytes ([`bagatelle_search::pdb`]). As the goal is its own mirror image, looking up the mirrored position in the
//! same tables gives the sum over a second division into groups; the larger of the two sums counts.

use super::board::{BEHIND, CELLS, HOLE, MIRROR, NOWHERE, NULL, Tiles};
use bagatelle_search::pdb::{Board, PatternDb, PatternGoal};

/// Groups of tiles, the nulls included.
const GROUPS: usize = 6;
/// Entries of one group's table.
const SIZE: usize = 25 * 25 * 25 * 25;
/// The tiles of each group: four squares of two by two, and the last column.
const TILES: [[u8; 4]; 5] = [[0, 1, 5, 6], [2, 3, 7, 8], [10, 11, 15, 16], [12, 13, 17, 18], [4, 9, 14, 19]];

/// The tables of all groups, one after another.
pub struct Tables {
    moves: Vec<u8>,
    /// `slots[tile]`: start of the group's table, and the tile's stride in it; the same for the tile's mirror image.
    slots: [Slot; 24],
}

/// Where a tile is found in the tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    /// Number of the group.
    pub group: u8,
    /// Number of the mirror image's group.
    pub mirror_group: u8,
    /// What the address changes by when the tile moves up by one cell number.
    pub stride: i32,
    /// The same in the mirror image.
    pub mirror_stride: i32,
}

/// Addresses of a position in the tables of the groups: as it is, and mirrored.
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    pub plain: [i32; GROUPS],
    pub mirrored: [i32; GROUPS],
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

impl Tables {
    /// Builds the tables: about a tenth of a second, 2.3 MB.
    #[must_use]
    pub fn new() -> Self {
        let board = Board::grid(5, 5);
        let row_five = 0b11111 << 20;
        let mut moves = Vec::with_capacity(GROUPS * SIZE);
        let mut slots = [Slot::default(); 24];
        for (group, tiles) in TILES.iter().enumerate() {
            let goal = PatternGoal { tiles: tiles.to_vec(), holes: row_five };
            moves.append(&mut PatternDb::build(&board, &[goal]).into_table());
            for (place, &tile) in tiles.iter().enumerate() {
                slots[tile as usize].group = group as u8;
                slots[tile as usize].stride = 25i32.pow(place as u32);
            }
        }
        for tile in 0..20 {
            let mirror = slots[MIRROR[tile] as usize];
            slots[tile].mirror_group = mirror.group;
            slots[tile].mirror_stride = mirror.stride;
        }
        let mut goals = Vec::new();
        for hole in 20..25u8 {
            let cells: Vec<u8> = (20..25).filter(|&cell| cell != hole).collect();
            for order in 0..256usize {
                let places = [order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6];
                if places.iter().fold(0, |mask, place| mask | 1 << place) == 15 {
                    goals.push(PatternGoal { tiles: places.map(|place| cells[place]).to_vec(), holes: 1 << hole });
                }
            }
        }
        moves.append(&mut PatternDb::build(&board, &goals).into_table());
        for (place, slot) in slots[20..].iter_mut().enumerate() {
            let stride = 25i32.pow(place as u32);
            *slot = Slot { group: 5, mirror_group: 5, stride, mirror_stride: stride };
        }
        Self { moves, slots }
    }

    /// Where a tile (0 to 19) or one of the nulls (20 to 23) is found.
    #[inline]
    pub fn slot(&self, tile: u8) -> &Slot {
        &self.slots[tile as usize]
    }

    /// The moves left for one group.
    #[inline]
    pub fn moves(&self, address: i32) -> i32 {
        i32::from(self.moves[address as usize])
    }

    /// The addresses of a position; the nulls count as 20 to 23 in the order of their cells.
    #[inline]
    pub fn addresses(&self, cells: &[u8; CELLS]) -> Addresses {
        let mut plain = [0; GROUPS];
        for (group, address) in plain.iter_mut().enumerate() {
            *address = (group * SIZE) as i32;
        }
        let mut addresses = Addresses { plain, mirrored: plain };
        let mut nulls = 20;
        for (cell, &tile) in cells.iter().enumerate() {
            let tile = match tile {
                HOLE => continue,
                NULL => {
                    nulls += 1;
                    nulls - 1
                }
                tile => tile,
            };
            let slot = &self.slots[tile as usize];
            addresses.plain[slot.group as usize] += slot.stride * cell as i32;
            addresses.mirrored[slot.mirror_group as usize] += slot.mirror_stride * i32::from(MIRROR[cell]);
        }
        addresses
    }

    /// The two sums.
    pub fn sums(&self, addresses: &Addresses) -> (i32, i32) {
        let sum = |addresses: &[i32; GROUPS]| addresses.iter().map(|&address| self.moves(address)).sum();
        (sum(&addresses.plain), sum(&addresses.mirrored))
    }

    /// Slides that are certainly needed.
    pub fn bound(&self, tiles: &Tiles) -> u32 {
        let (plain, mirrored) = self.sums(&self.addresses(&tiles.cells));
        plain.max(mirrored) as u32
    }
}
