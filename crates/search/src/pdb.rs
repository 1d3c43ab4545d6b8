//! Additive pattern databases for sliding tiles.
//!
//! A *pattern* is a handful of tiles; all others are blank. The database holds, for every placement of the
//! pattern's tiles, the smallest number of moves *of these tiles* that brings them home, whatever the hole
//! has to do meanwhile. As only the moves of its own tiles are counted, the values of patterns that share no
//! tile may be added and the sum still never exceeds the true distance (Korf and Felner 2002, "Disjoint
//! pattern database heuristics", Artificial Intelligence 134).
//!
//! The table is built backwards from the goals. Moving the hole through blank tiles costs nothing, so a
//! search node is a placement together with the *region* in which the hole may roam; every edge costs one
//! move and plain breadth-first search does.

/// A board of at most 32 cells: which cells adjoin which.
#[derive(Clone, Debug)]
pub struct Board {
    neighbours: Vec<u32>,
}

impl Board {
    /// A board from the neighbours of each cell, as bit masks.
    ///
    /// # Panics
    /// When there are more than 32 cells.
    #[must_use]
    pub fn new(neighbours: Vec<u32>) -> Self {
        assert!(neighbours.len() <= 32, "a board has at most 32 cells");
        Self { neighbours }
    }

    /// A rectangle of `rows` by `cols` cells, numbered row by row.
    #[must_use]
    pub fn grid(rows: usize, cols: usize) -> Self {
        let mut neighbours = vec![0; rows * cols];
        for (cell, neighbours) in neighbours.iter_mut().enumerate() {
            let (row, col) = (cell / cols, cell % cols);
            if row > 0 {
                *neighbours |= 1 << (cell - cols);
            }
            if row + 1 < rows {
                *neighbours |= 1 << (cell + cols);
            }
            if col > 0 {
                *neighbours |= 1 << (cell - 1);
            }
            if col + 1 < cols {
                *neighbours |= 1 << (cell + 1);
            }
        }
        Self::new(neighbours)
    }

    /// The number of cells.
    #[must_use]
    #[inline]
    pub fn cells(&self) -> usize {
        self.neighbours.len()
    }

    /// All cells, as a bit mask.
    #[must_use]
    #[inline]
    pub fn all(&self) -> u32 {
        if self.cells() == 32 { u32::MAX } else { (1 << self.cells()) - 1 }
    }

    /// The cells that adjoin one.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, cell: u8) -> u32 {
        self.neighbours[usize::from(cell)]
    }

    /// The cells that are an even number of steps from the first one.
    #[must_use]
    pub fn dark(&self) -> u32 {
        let mut dark = 1;
        loop {
            let around = |mask: u32| {
                let near = self.neighbours.iter().enumerate().filter(|&(cell, _)| mask >> cell & 1 == 1);
                near.fold(0, |sum, (_, &cells)| sum | cells)
            };
            let more = dark | around(around(dark));
            if more == dark {
                return dark;
            }
            dark = more;
        }
    }

    /// The cells of `free` that can be reached from `start` without leaving `free`.
    #[must_use]
    #[inline]
    pub fn region(&self, start: u32, free: u32) -> u32 {
        let mut region = start;
        let mut front = start;
        while front != 0 {
            let mut next = 0;
            while front != 0 {
                next |= self.neighbours[front.trailing_zeros() as usize];
                front &= front - 1;
            }
            front = next & free & !region;
            region |= front;
        }
        region
    }
}

/// One way to have the pattern's tiles at home.
#[derive(Clone, Debug)]
pub struct PatternGoal {
    /// The cell of each tile of the pattern.
    pub tiles: Vec<u8>,
    /// The cells in which the hole may be, as a bit mask.
    pub holes: u32,
}

/// The least number of moves of the pattern's tiles from every placement of theirs.
///
/// A placement is addressed by `sum(cell[i] * stride(i))`, so that a move of one tile changes the address by
/// a difference that is known beforehand.
#[derive(Clone, Debug)]
pub struct PatternDb {
    radix: usize,
    tiles: usize,
    moves: Vec<u8>,
}

/// Marks placements that cannot be (two tiles in one cell) or from which no goal can be reached.
pub const UNREACHED: u8 = u8::MAX;

impl PatternDb {
    /// Builds the table. Takes `cells ^ tiles` bytes, and five times as many while it is being built.
    ///
    /// # Panics
    /// When `goals` is empty or its entries have different numbers of tiles, or when a cell is not on the
    /// board.
    #[must_use]
    pub fn build(board: &Board, goals: &[PatternGoal]) -> Self {
        let radix = board.cells();
        let tiles = goals[0].tiles.len();
        let size = radix.pow(u32::try_from(tiles).expect("a pattern has few tiles"));
        let strides: Vec<usize> = (0..tiles).map(|tile| radix.pow(tile as u32)).collect();
        let all = if radix == 32 { u32::MAX } else { (1 << radix) - 1 };
        let mut moves = vec![UNREACHED; size];
        let mut reached = vec![0u32; size];
        let mut layer: Vec<(u32, u32)> = Vec::new();

        for goal in goals {
            assert_eq!(goal.tiles.len(), tiles, "every goal places all tiles of the pattern");
            let address: usize =
                goal.tiles.iter().zip(&strides).map(|(&cell, stride)| cell as usize * stride).sum();
            let taken = goal.tiles.iter().fold(0u32, |mask, &cell| mask | 1 << cell);
            let mut holes = goal.holes & all & !taken;
            while holes != 0 {
                let hole = holes & holes.wrapping_neg();
                let region = board.region(hole, all & !taken);
                holes &= !region;
                if reached[address] & hole == 0 {
                    reached[address] |= region;
                    moves[address] = 0;
                    layer.push((address as u32, region));
                }
            }
        }

        let mut depth = 0u8;
        let mut next = Vec::new();
        let mut cells = vec![0usize; tiles];
        while !layer.is_empty() {
            depth += 1;
            for &(address, region) in &layer {
                let mut rest = address as usize;
                let mut taken = 0u32;
                for cell in &mut cells {
                    *cell = rest % radix;
                    rest /= radix;
                    taken |= 1 << *cell;
                }
                for (&from, &stride) in cells.iter().zip(&strides) {
                    let mut targets = board.neighbours[from] & region;
                    while targets != 0 {
                        let to = targets.trailing_zeros() as usize;
                        targets &= targets - 1;
                        let moved = address as usize + to * stride - from * stride;
                        if reached[moved] & (1 << from) != 0 {
                            continue;
                        }
                        let free = all & !(taken & !(1 << from) | 1 << to);
                        let roam = board.region(1 << from, free);
                        reached[moved] |= roam;
                        if moves[moved] == UNREACHED {
                            moves[moved] = depth;
                        }
                        next.push((moved as u32, roam));
                    }
                }
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut next);
        }
        Self { radix, tiles, moves }
    }

    /// What the address changes by when tile number `tile` of the pattern moves up by one cell number.
    #[must_use]
    #[inline]
    pub fn stride(&self, tile: usize) -> usize {
        debug_assert!(tile < self.tiles);
        self.radix.pow(tile as u32)
    }

    /// The number of moves from the placement at `address`, or [`UNREACHED`].
    #[must_use]
    #[inline]
    pub fn get(&self, address: usize) -> u8 {
        self.moves[address]
    }

    /// The number of moves when tile `i` of the pattern is in `cells[i]`, or [`UNREACHED`].
    #[must_use]
    #[inline]
    pub fn at(&self, cells: &[u8]) -> u8 {
        let address: usize =
            cells.iter().enumerate().map(|(tile, &cell)| cell as usize * self.stride(tile)).sum();
        self.moves[address]
    }

    /// The whole table, one byte per address.
    #[must_use]
    pub fn table(&self) -> &[u8] {
        &self.moves
    }

    /// The table itself, for a caller that lays out several in a row.
    #[must_use]
    pub fn into_table(self) -> Vec<u8> {
        self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distances of the 8-puzzle's whole state space by plain breadth-first search, counting the moves of all
    /// tiles.
    fn eight_puzzle_distances() -> std::collections::HashMap<[u8; 9], u8> {
        let mut distances = std::collections::HashMap::new();
        let goal = [0, 1, 2, 3, 4, 5, 6, 7, 8u8];
        distances.insert(goal, 0);
        let mut layer = vec![goal];
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for state in layer {
                let hole = state.iter().position(|&tile| tile == 8).unwrap();
                for other in 0..9 {
                    let apart = (hole / 3usize).abs_diff(other / 3) + (hole % 3usize).abs_diff(other % 3);
                    if apart == 1 {
                        let mut child = state;
                        child.swap(hole, other);
                        if let std::collections::hash_map::Entry::Vacant(entry) = distances.entry(child) {
                            entry.insert(depth);
                            next.push(child);
                        }
                    }
                }
            }
            layer = next;
        }
        distances
    }

    #[test]
    fn sums_of_disjoint_patterns_never_exceed_the_distance() {
        let board = Board::grid(3, 3);
        let goal = |tiles: &[u8]| PatternGoal { tiles: tiles.to_vec(), holes: 1 << 8 };
        let left = PatternDb::build(&board, &[goal(&[0, 1, 2, 3])]);
        let right = PatternDb::build(&board, &[goal(&[4, 5, 6, 7])]);
        let (mut sum, mut total, mut above_manhattan) = (0u32, 0u32, 0);
        for (state, distance) in eight_puzzle_distances() {
            let mut cells = [0u8; 9];
            for (cell, &tile) in state.iter().enumerate() {
                cells[tile as usize] = cell as u8;
            }
            let bound = left.at(&cells[0..4]) + right.at(&cells[4..8]);
            assert!(bound <= distance, "{state:?}: {bound} > {distance}");
            let manhattan: u8 = (0..8u8)
                .map(|tile| {
                    (tile / 3).abs_diff(cells[tile as usize] / 3)
                        + (tile % 3).abs_diff(cells[tile as usize] % 3)
                })
                .sum();
            assert!(bound >= manhattan);
            above_manhattan += u32::from(bound > manhattan);
            sum += u32::from(bound);
            total += u32::from(distance);
        }
        assert!(above_manhattan > 100_000 && sum * 10 > total * 7, "{above_manhattan} {sum} {total}");
    }

    #[test]
    fn a_pattern_of_all_tiles_is_exact() {
        // Three tiles on a 2 by 2 board: every placement with the hole is one state, so the count of own
        // moves is the distance.
        let board = Board::grid(2, 2);
        let db = PatternDb::build(&board, &[PatternGoal { tiles: vec![0, 1, 2], holes: 0b1000 }]);
        let reached: Vec<u8> = db.table().iter().copied().filter(|&moves| moves != UNREACHED).collect();
        assert_eq!(reached.len(), 12, "half of the 24 arrangements");
        assert_eq!(reached.iter().max(), Some(&6));
        assert_eq!(db.at(&[0, 1, 3]), 1);
    }

    #[test]
    fn several_goals_give_the_nearest() {
        let board = Board::grid(1, 4);
        let goals = [PatternGoal { tiles: vec![0], holes: !0 }, PatternGoal { tiles: vec![3], holes: !0 }];
        let db = PatternDb::build(&board, &goals);
        assert_eq!([0, 1, 2, 3].map(|cell| db.at(&[cell])), [0, 1, 1, 0]);
    }
}
