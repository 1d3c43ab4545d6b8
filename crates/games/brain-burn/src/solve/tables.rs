//! Pattern databases for the tiles: a lower bound on the remaining moves.
//!
//! The twenty tiles with a fixed place are divided into five groups of four, and the nulls are a sixth; each
//! group has a table of 25^4 bytes ([`bagatelle_search::pdb`]). As the goal is its own mirror image, looking
//! up the mirrored position in the same tables gives the sum over a second division into groups; the larger
//! of the two sums counts.

use super::board::{CELLS, MIRROR, NULL, Tiles};
use bagatelle_search::pdb::{Board, PatternDb, PatternGoal};

/// Groups of tiles, the nulls included.
const GROUPS: usize = 6;
/// Entries of one group's table.
const SIZE: usize = 25 * 25 * 25 * 25;
/// The tiles of each group: four squares of two by two, and the last column.
const TILES: [[u8; 4]; 5] = [[0, 1, 5, 6], [2, 3, 7, 8], [10, 11, 15, 16], [12, 13, 17, 18], [4, 9, 14, 19]];

/// The tables of all groups, one after another.
pub(crate) struct Tables {
    moves: Vec<u8>,
    /// `slots[tile]`: start of the group's table, and the tile's stride in it; the same for the tile's mirror
    /// image.
    slots: [Slot; 24],
}

/// Where a tile is found in the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    /// Number of the group.
    pub group: u8,
    /// Number of the mirror image's group.
    pub mirror_group: u8,
    /// By how much the address changes when the number of the tile's cell grows by one.
    pub stride: i32,
    /// The same in the mirror image.
    pub mirror_stride: i32,
}

/// Addresses of a position in the tables of the groups: as it is, and mirrored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addresses {
    pub plain: [i32; GROUPS],
    pub mirrored: [i32; GROUPS],
}

/// Where a position stands in the tables, kept up to date from slide to slide. It is made of bytes, since a
/// beam keeps many of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// The addresses, plain and mirrored, in three bytes each.
    addresses: [[[u8; 3]; GROUPS]; 2],
    /// What each group's table says there.
    moves: [[u8; GROUPS]; 2],
    /// The two sums.
    pub sums: [u8; 2],
}

/// What a slide would change in a [`Standing`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    group: [u8; 2],
    address: [i32; 2],
    moves: [u8; 2],
    /// The two sums after it.
    pub sums: [u8; 2],
}

impl Standing {
    /// Applies the change.
    #[inline]
    pub fn take(&mut self, change: &Change) {
        for view in 0..2 {
            let group = change.group[view] as usize;
            self.addresses[view][group] = three_bytes(change.address[view]);
            self.moves[view][group] = change.moves[view];
        }
        self.sums = change.sums;
    }
}

#[inline]
fn three_bytes(address: i32) -> [u8; 3] {
    let [one, two, three, _] = address.to_le_bytes();
    [one, two, three]
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

impl Tables {
    /// Builds the tables: about a tenth of a second, 2.3 MB.
    #[must_use]
    pub(crate) fn new() -> Self {
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
                    goals.push(PatternGoal {
                        tiles: places.map(|place| cells[place]).to_vec(),
                        holes: 1 << hole,
                    });
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

    /// The moves left for one group.
    #[inline]
    pub(crate) fn moves(&self, address: i32) -> i32 {
        i32::from(self.moves[address as usize])
    }

    /// The addresses of a position; the nulls count as 20 to 23 in the order of their cells.
    #[inline]
    pub(crate) fn addresses(&self, cells: &[u8; CELLS]) -> Addresses {
        // The cell of every tile; the nulls are told apart by their order.
        let mut places = [0u8; 32];
        let mut nulls = 0;
        for (cell, &tile) in cells.iter().enumerate() {
            let null = u8::from(tile == NULL);
            places[((tile + null * nulls) & 31) as usize] = cell as u8;
            nulls += null;
        }
        let address = |group: usize, tiles: [u8; 4]| {
            let [a, b, c, d] = tiles.map(i32::from);
            (group * SIZE) as i32 + a + 25 * (b + 25 * (c + 25 * d))
        };
        let mut addresses = Addresses { plain: [0; GROUPS], mirrored: [0; GROUPS] };
        for (group, tiles) in TILES.into_iter().enumerate() {
            addresses.plain[group] = address(group, tiles.map(|tile| places[tile as usize]));
            let mirrored = tiles.map(|tile| MIRROR[(places[MIRROR[tile as usize] as usize]) as usize & 31]);
            addresses.mirrored[group] = address(group, mirrored);
        }
        let nulls = [20, 21, 22, 23].map(|null: usize| places[null]);
        addresses.plain[5] = address(5, nulls);
        addresses.mirrored[5] = address(5, nulls.map(|cell| MIRROR[cell as usize]));
        addresses
    }

    /// The two sums.
    pub(crate) fn sums(&self, addresses: &Addresses) -> (i32, i32) {
        let sum = |addresses: &[i32; GROUPS]| addresses.iter().map(|&address| self.moves(address)).sum();
        (sum(&addresses.plain), sum(&addresses.mirrored))
    }

    /// The two sums after the tile in cell `from` has slid into the hole, which was `to`.
    #[inline]
    pub(crate) fn slid(
        &self,
        addresses: &Addresses,
        (plain, mirrored): (i32, i32),
        cells: &[u8; CELLS],
        from: u8,
        to: u8,
    ) -> (i32, i32) {
        let mut tile = cells[from as usize];
        if tile == NULL {
            tile += cells[..from as usize].iter().filter(|&&tile| tile == NULL).count() as u8;
        }
        let slot = &self.slots[tile as usize];
        let mirror = |cell: u8| i32::from(MIRROR[cell as usize]);
        let one = addresses.plain[slot.group as usize];
        let two = addresses.mirrored[slot.mirror_group as usize];
        let one_after = one + slot.stride * (i32::from(to) - i32::from(from));
        let two_after = two + slot.mirror_stride * (mirror(to) - mirror(from));
        (plain - self.moves(one) + self.moves(one_after), mirrored - self.moves(two) + self.moves(two_after))
    }

    /// Where a position stands; the nulls count as in [`Tables::addresses`].
    pub(crate) fn standing(&self, cells: &[u8; CELLS]) -> Standing {
        let Addresses { plain, mirrored } = self.addresses(cells);
        let addresses = [plain, mirrored];
        let moves = addresses.map(|addresses| addresses.map(|address| self.moves[address as usize]));
        let addresses = addresses.map(|addresses| addresses.map(three_bytes));
        Standing { addresses, moves, sums: moves.map(|moves| moves.iter().sum()) }
    }

    /// What it changes there when a tile slides by an action. The nulls are told apart, as 20 to 23.
    #[inline]
    pub(crate) fn change(&self, standing: &Standing, tile: u8, action: u8) -> Change {
        // By how much the number of the tile's cell grows, up, down, left, and right, and the same in the
        // mirror image.
        const STEPS: [[i32; 2]; 4] = [[-5, -5], [5, 5], [-1, 1], [1, -1]];
        let slot = &self.slots[tile as usize];
        let group = [slot.group, slot.mirror_group];
        let stride = [slot.stride, slot.mirror_stride];
        let mut change = Change { group, address: [0; 2], moves: [0; 2], sums: standing.sums };
        for view in 0..2 {
            let group = group[view] as usize;
            let [one, two, three] = standing.addresses[view][group];
            let address =
                i32::from_le_bytes([one, two, three, 0]) + stride[view] * STEPS[action as usize][view];
            let moves = self.moves[address as usize];
            change.address[view] = address;
            change.moves[view] = moves;
            change.sums[view] = change.sums[view] + moves - standing.moves[view][group];
        }
        change
    }

    /// The slides that are certainly needed.
    pub(crate) fn bound(&self, tiles: &Tiles) -> u32 {
        let (plain, mirrored) = self.sums(&self.addresses(&tiles.cells));
        plain.max(mirrored) as u32
    }
}

#[cfg(test)]
impl Tables {
    /// The tables, built once for all tests.
    pub fn shared() -> &'static Self {
        static TABLES: std::sync::OnceLock<Tables> = std::sync::OnceLock::new();
        TABLES.get_or_init(Self::new)
    }
}
