//! Additive pattern databases that know where the hole is, with one bit for each entry.
//!
//! As in [`crate::pdb`], a value is the least number of moves of the pattern's own tiles. Here it belongs to
//! a placement of the tiles *and* the region of free cells in which the hole may roam: such states form a
//! graph in which each edge is one move and can be taken back. So neighbours differ by at most one; on a
//! board whose cells have two colours, by exactly one. Then one bit is enough: the value of a state and the
//! bit of its neighbour give the neighbour's value (Clausecker and Reinefeld 2019, "Zero-aware pattern
//! databases with 1-bit compression for sliding tile puzzles"). It is the second bit of the value; the first
//! is the colour.
//!
//! Tiles of a pattern may be equal. Entries are ranked densely: the cells that are taken ([`Cells`]), the
//! region of the hole, and the order of the tiles in these cells, their *word* ([`Words`]). The effect of a
//! move on a word depends only on how many tiles it passes, which makes building quick: all words of a set
//! of cells are moved together.

use crate::pdb::Board;

/// The most cells of a board.
const MOST_CELLS: usize = 26;
/// A mask of cells is looked up in two parts; this is the first.
const LOW: u32 = 13;
/// Marks what is not reached while a table is built.
const UNREACHED: u8 = u8::MAX;

/// All sets of this many cells of a board, with the regions of the remaining cells.
#[derive(Clone, Debug)]
pub struct Cells {
    board: Board,
    count: usize,
    /// The number of a set is the sum of two entries, one for each part of its mask.
    low: Vec<u32>,
    high: Vec<u32>,
    sets: Vec<Set>,
    blocks: usize,
}

/// A set of taken cells.
#[derive(Clone, Copy, Debug, Default)]
struct Set {
    /// The number of its first region among the regions of all sets.
    block: u32,
    /// The region of each free cell: a bit in each plane.
    planes: [u32; 3],
}

impl Set {
    #[inline]
    fn region(&self, cell: u8) -> u32 {
        let bit = |plane: usize| self.planes[plane] >> cell & 1;
        bit(0) | bit(1) << 1 | bit(2) << 2
    }
}

fn choose(n: usize, k: usize) -> u32 {
    if k > n {
        return 0;
    }
    (0..k).fold(1u64, |product, i| product * (n - i) as u64 / (i as u64 + 1)) as u32
}

impl Cells {
    /// The sets of `count` cells.
    ///
    /// # Panics
    /// When the board has more than 26 cells or not more than `count`.
    #[must_use]
    pub fn new(board: &Board, count: usize) -> Self {
        let cells = board.cells();
        assert!(count < cells && cells <= MOST_CELLS, "{count} of {cells} cells");
        // The number of a set: for its members in rising order, the sum of the sets that end before each.
        let rank = |mask: u32, first: u32, before: usize| {
            (0..LOW)
                .filter(|bit| mask >> bit & 1 == 1)
                .enumerate()
                .map(|(place, bit)| choose((first + bit) as usize, before + place + 1))
                .sum::<u32>()
        };
        let members = |mask: u32| mask.count_ones() as usize;
        let low = (0..1 << LOW).map(|mask| if members(mask) <= count { rank(mask, 0, 0) } else { 0 });
        let high = (0..1 << LOW)
            .map(|mask| count.checked_sub(members(mask)).map_or(0, |before| rank(mask, LOW, before)));
        let mut new = Self {
            board: board.clone(),
            count,
            low: low.collect(),
            high: high.collect(),
            sets: Vec::with_capacity(choose(cells, count) as usize),
            blocks: 0,
        };
        for mask in new.masks() {
            let mut set = Set { block: new.blocks as u32, planes: [0; 3] };
            let mut free = board.all() & !mask;
            let mut region = 0u32;
            while free != 0 {
                let reached = board.region(free & free.wrapping_neg(), free);
                assert!(region < 8, "at most eight regions");
                for (bit, plane) in set.planes.iter_mut().enumerate() {
                    *plane |= if region >> bit & 1 == 1 { reached } else { 0 };
                }
                free &= !reached;
                region += 1;
            }
            new.blocks += region as usize;
            new.sets.push(set);
        }
        new
    }

    /// The masks of all sets, in the order of their numbers.
    fn masks(&self) -> impl Iterator<Item = u32> + use<> {
        let first = (1u32 << self.count) - 1;
        let all = self.board.all();
        // The next mask with as many bits (Gosper, HAKMEM 175).
        std::iter::successors(Some(first), |mask| {
            let (last, ripple) = (mask & mask.wrapping_neg(), mask + (mask & mask.wrapping_neg()));
            Some(ripple | (((mask ^ ripple) >> 2) / last))
        })
        .take_while(move |mask| mask & !all == 0)
    }

    /// The number of the region around a free cell, among the regions of all sets.
    #[must_use]
    #[inline]
    pub fn block(&self, mask: u32, hole: u8) -> usize {
        let set = &self.sets[self.number(mask)];
        (set.block + set.region(hole)) as usize
    }

    #[inline]
    fn number(&self, mask: u32) -> usize {
        const PART: u32 = (1 << LOW) - 1;
        (self.low[(mask & PART) as usize] + self.high[(mask >> LOW & PART) as usize]) as usize
    }
}

/// The orders in which the tiles of a pattern can follow each other, and what moves do to them.
#[derive(Clone, Debug)]
pub struct Words {
    length: usize,
    words: Vec<Vec<u8>>,
    /// For the places that a tile leaves and takes, and each word: the word after that.
    moved: Vec<u16>,
}

impl Words {
    /// The orders of some labels, which may include equal ones.
    ///
    /// # Panics
    /// When there are more than 65,535 orders.
    #[must_use]
    pub fn new(labels: &[u8]) -> Self {
        let mut word = labels.to_vec();
        word.sort_unstable();
        let mut words = vec![word.clone()];
        // The next order, as a dictionary has them.
        while let Some(place) = (1..word.len()).rev().find(|&place| word[place - 1] < word[place]) {
            let other = (place..word.len()).rev().find(|&other| word[other] > word[place - 1]);
            word.swap(place - 1, other.expect("the neighbour is greater"));
            word[place..].reverse();
            words.push(word.clone());
        }
        assert!(words.len() <= usize::from(u16::MAX), "{} orders", words.len());
        let length = labels.len();
        let mut moved = Vec::with_capacity(length * length * words.len());
        for from in 0..length {
            for to in 0..length {
                for word in &words {
                    let mut after = word.clone();
                    let label = after.remove(from);
                    after.insert(to, label);
                    moved.push(words.binary_search(&after).expect("an order of the labels") as u16);
                }
            }
        }
        Self { length, words, moved }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.len()
    }

    /// The word after a tile has gone from one place among the tiles to another.
    #[must_use]
    #[inline]
    pub fn moved(&self, word: u16, from: usize, to: usize) -> u16 {
        self.moved[(from * self.length + to) * self.words.len() + usize::from(word)]
    }

    /// The word of tiles, given as label and cell, and the mask of their cells.
    ///
    /// # Panics
    /// When the labels are not those of the words.
    #[must_use]
    #[inline]
    pub fn read(&self, tiles: &[(u8, u8)]) -> (u32, u16) {
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable_by_key(|&(_, cell)| cell);
        let word: Vec<u8> = tiles.iter().map(|&(label, _)| label).collect();
        let mask = tiles.iter().fold(0, |mask, &(_, cell)| mask | 1 << cell);
        (mask, self.words.binary_search(&word).expect("the labels of the words") as u16)
    }
}

/// A way to have the tiles of a pattern at home: label and cell of each, and the cells in which the hole may
/// then be.
#[derive(Clone, Debug)]
pub struct Home {
    /// Label and cell of each tile.
    pub tiles: Vec<(u8, u8)>,
    /// A bit for each cell.
    pub holes: u32,
}

/// The table of a pattern.
#[derive(Debug)]
pub struct RegionPdb<'a> {
    /// The sets of cells that the pattern's tiles can take.
    pub cells: &'a Cells,
    /// The orders of the pattern's tiles.
    pub words: &'a Words,
    /// The entries, eight in a byte, the first in the lowest bit.
    pub bits: &'a [u8],
}

/// The number of bytes of a pattern's table.
#[must_use]
pub fn bytes(cells: &Cells, words: &Words) -> usize {
    (cells.blocks * words.count()).div_ceil(8)
}

/// Builds the table of a pattern: the bits. While being built, it takes a byte for each entry. After each
/// step, `progress` gets the number of finished entries, and ends the work by returning `false`.
#[must_use]
pub fn build(
    cells: &Cells,
    words: &Words,
    homes: &[Home],
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Option<Vec<u8>> {
    let count = words.count();
    let mut moves = vec![UNREACHED; cells.blocks * count];
    // The blocks that have entries of this step, and of the next.
    let mut active = vec![false; cells.blocks];
    for home in homes {
        let (mask, word) = words.read(&home.tiles);
        for hole in
            (0..MOST_CELLS as u8).filter(|&cell| home.holes & !mask & cells.board.all() & 1 << cell != 0)
        {
            let block = cells.block(mask, hole);
            moves[block * count + usize::from(word)] = 0;
            active[block] = true;
        }
    }
    let total = moves.len() as u64;
    let mut done = 0;
    let mut here = Vec::with_capacity(count);
    for depth in 0..UNREACHED {
        let mut next = vec![false; cells.blocks];
        for (mask, set) in cells.masks().zip(&cells.sets) {
            let mut free = cells.board.all() & !mask;
            let mut block = set.block as usize;
            while free != 0 {
                let region = cells.board.region(free & free.wrapping_neg(), free);
                free &= !region;
                if active[block] {
                    let entries = &moves[block * count..(block + 1) * count];
                    here.clear();
                    here.extend((0..count as u16).filter(|&word| entries[usize::from(word)] == depth));
                    done += here.len() as u64;
                    spread(cells, words, &mut moves, &mut next, depth + 1, (mask, region), &here);
                }
                block += 1;
            }
        }
        if !progress(done, total) {
            return None;
        }
        if !next.contains(&true) {
            break;
        }
        active = next;
    }
    let mut bits = vec![0u8; bytes(cells, words)];
    for (byte, entries) in bits.iter_mut().zip(moves.chunks(8)) {
        *byte = entries.iter().rev().fold(0, |byte, entry| byte << 1 | entry >> 1 & 1);
    }
    Some(bits)
}

/// Makes each move of a set's tiles into a region, for all words that have just been reached.
fn spread(
    cells: &Cells,
    words: &Words,
    moves: &mut [u8],
    next: &mut [bool],
    depth: u8,
    (mask, region): (u32, u32),
    here: &[u16],
) {
    let count = words.count();
    let mut taken = mask;
    for place in 0..cells.count {
        let from = taken.trailing_zeros();
        taken &= taken - 1;
        let mut targets = cells.board.neighbours(from as u8) & region;
        while targets != 0 {
            let to = targets.trailing_zeros();
            targets &= targets - 1;
            let rest = mask & !(1 << from);
            let place_after = (rest & ((1 << to) - 1)).count_ones() as usize;
            let block = cells.block(rest | 1 << to, from as u8);
            let entries = &mut moves[block * count..(block + 1) * count];
            let map = &words.moved[(place * words.length + place_after) * count..][..count];
            let mut any = false;
            for &word in here {
                let entry = &mut entries[usize::from(map[usize::from(word)])];
                if *entry == UNREACHED {
                    *entry = depth;
                    any = true;
                }
            }
            next[block] |= any;
        }
    }
}

impl RegionPdb<'_> {
    /// The second bit of the number of moves from a placement, with the hole in a cell.
    #[must_use]
    #[inline]
    pub fn bit(&self, mask: u32, word: u16, hole: u8) -> u8 {
        let entry = self.cells.block(mask, hole) * self.words.count() + usize::from(word);
        self.bits[entry >> 3] >> (entry & 7) & 1
    }

    /// The number of moves of a neighbour, given that of a state and the neighbour's bit.
    #[must_use]
    #[inline]
    pub fn step(moves: u8, bit: u8) -> u8 {
        if (moves + 1) >> 1 & 1 == bit { moves + 1 } else { moves - 1 }
    }

    /// The number of moves from a placement, found by walking home.
    ///
    /// # Panics
    /// When no way leads home, as may be with a table of another pattern.
    #[must_use]
    #[inline]
    pub fn moves(&self, tiles: &[(u8, u8)], hole: u8, homes: &[Home]) -> u8 {
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable();
        let mut hole = hole;
        let is_home = |tiles: &[(u8, u8)], hole: u8| {
            let (mask, word) = self.words.read(tiles);
            homes.iter().any(|home| {
                (mask, word) == self.words.read(&home.tiles)
                    && (0..MOST_CELLS as u8).any(|cell| {
                        home.holes & !mask & 1 << cell != 0
                            && self.cells.block(mask, cell) == self.cells.block(mask, hole)
                    })
            })
        };
        // Two neighbouring states differ by one, so the bits of three in a row tell up from down once one is
        // known. The path home needs no known value: of the two numbers of moves modulo four that the colour
        // allows, the bit names one.
        let home_colour = homes.first().map_or(0, |home| self.colours(&home.tiles));
        let mut count = 0;
        let low = (self.colours(&tiles) ^ home_colour) & 1;
        let (mask, word) = self.words.read(&tiles);
        let mut modulo = self.bit(mask, word, hole) << 1 | low;
        while !is_home(&tiles, hole) {
            assert!(count < UNREACHED, "no way leads home");
            let wanted = modulo.wrapping_sub(1) & 3;
            let next = self.neighbours(&tiles, hole).into_iter().find(|(tiles, hole)| {
                let (mask, word) = self.words.read(tiles);
                self.bit(mask, word, *hole) == wanted >> 1
            });
            (tiles, hole) = next.expect("a way leads home");
            modulo = wanted;
            count += 1;
        }
        count
    }

    /// The number of tiles on cells of one colour.
    fn colours(&self, tiles: &[(u8, u8)]) -> u8 {
        let dark = self.cells.board.dark();
        tiles.iter().filter(|&&(_, cell)| dark >> cell & 1 == 1).count() as u8
    }

    /// The states that are one move of the pattern's tiles away.
    fn neighbours(&self, tiles: &[(u8, u8)], hole: u8) -> Vec<(Vec<(u8, u8)>, u8)> {
        let board = &self.cells.board;
        let free = tiles.iter().fold(board.all(), |free, &(_, cell)| free & !(1 << cell));
        let region = board.region(1 << hole, free);
        let mut all = Vec::new();
        for (index, &(label, from)) in tiles.iter().enumerate() {
            for to in (0..MOST_CELLS as u8).filter(|&to| board.neighbours(from) & region & 1 << to != 0) {
                let mut after = tiles.to_vec();
                after[index] = (label, to);
                all.push((after, from));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::{PatternDb, PatternGoal};
    use std::collections::HashMap;

    /// All ways to place labels on a board, with a hole that is free.
    fn placements(board: &Board, labels: &[u8]) -> Vec<(Vec<(u8, u8)>, u8)> {
        let cells = board.cells() as u8;
        let mut all = vec![Vec::new()];
        for &label in labels {
            all = all
                .into_iter()
                .flat_map(|placed: Vec<(u8, u8)>| {
                    (0..cells).filter_map(move |cell| {
                        let free = placed.iter().all(|&(_, taken)| taken != cell);
                        free.then(|| placed.iter().copied().chain([(label, cell)]).collect())
                    })
                })
                .collect();
        }
        let with_hole = |tiles: Vec<(u8, u8)>| {
            let free = (0..cells).filter(|&cell| tiles.iter().all(|&(_, taken)| taken != cell));
            free.map(|hole| (tiles.clone(), hole)).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(with_hole).collect()
    }

    #[test]
    fn the_least_over_all_holes_is_what_the_plain_table_says() {
        let board = Board::grid(3, 3);
        let home = Home { tiles: vec![(0, 0), (1, 1), (2, 4)], holes: 0b1_1000_0000 };
        let (cells, words) = (Cells::new(&board, 3), Words::new(&[0, 1, 2]));
        let homes = [home];
        let bits = build(&cells, &words, &homes, &mut |done, total| done <= total).unwrap();
        let table = RegionPdb { cells: &cells, words: &words, bits: &bits };
        let plain = PatternDb::build(&board, &[PatternGoal { tiles: vec![0, 1, 4], holes: 0b1_1000_0000 }]);
        let mut least = HashMap::new();
        let mut regions_differ = false;
        for (tiles, hole) in placements(&board, &[0, 1, 2]) {
            let moves = table.moves(&tiles, hole, &homes);
            let entry = least.entry([0, 1, 2].map(|tile: usize| tiles[tile].1)).or_insert(moves);
            regions_differ |= moves != *entry;
            *entry = moves.min(*entry);
        }
        assert!(regions_differ && least.len() == 9 * 8 * 7);
        for (tiles, moves) in least {
            assert_eq!(plain.at(&tiles), moves, "{tiles:?}");
        }
    }

    #[test]
    fn a_pattern_of_all_tiles_is_exact_also_if_some_are_equal() {
        // Five tiles on two rows of three; the last three are equal.
        let board = Board::grid(2, 3);
        let labels = [0, 1, 2, 2, 2];
        let homes = [Home { tiles: labels.into_iter().zip(0..).collect(), holes: 1 << 5 }];
        let (cells, words) = (Cells::new(&board, 5), Words::new(&labels));
        assert_eq!(words.count(), 20);
        let bits = build(&cells, &words, &homes, &mut |_, _| true).unwrap();
        assert_eq!(bits.len(), bytes(&cells, &words));
        let table = RegionPdb { cells: &cells, words: &words, bits: &bits };

        // Distances of whole positions, by breadth-first search on what lies in each cell.
        let mut distances = HashMap::from([([0u8, 1, 2, 2, 2, 9], 0u8)]);
        let mut layer = vec![[0u8, 1, 2, 2, 2, 9]];
        for depth in 1.. {
            let mut next = Vec::new();
            for state in &layer {
                let hole = state.iter().position(|&tile| tile == 9).unwrap();
                for from in (0..6).filter(|&from| board.neighbours(hole as u8) >> from & 1 == 1) {
                    let mut child = *state;
                    child.swap(hole, from);
                    distances.entry(child).or_insert_with(|| {
                        next.push(child);
                        depth
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        assert_eq!(distances.len(), 6 * 20, "equal tiles make all orders possible");
        for (state, distance) in distances {
            let tiles = state.iter().zip(0..).filter(|&(&tile, _)| tile != 9);
            let tiles: Vec<(u8, u8)> = tiles.map(|(&tile, cell)| (tile, cell)).collect();
            let hole = state.iter().position(|&tile| tile == 9).unwrap() as u8;
            assert_eq!(table.moves(&tiles, hole, &homes), distance, "{state:?}");
            for (tiles, hole) in table.neighbours(&tiles, hole) {
                let (mask, word) = words.read(&tiles);
                let moves = RegionPdb::step(distance, table.bit(mask, word, hole));
                assert_eq!(moves, table.moves(&tiles, hole, &homes));
            }
        }
    }

    #[test]
    fn sets_are_numbered_one_after_another() {
        let cells = Cells::new(&Board::grid(5, 5), 6);
        for (number, mask) in cells.masks().enumerate() {
            assert_eq!((cells.number(mask), mask.count_ones()), (number, 6));
        }
        assert_eq!(cells.sets.len(), 177_100);
    }

    #[test]
    fn a_word_follows_its_tile() {
        let words = Words::new(&[0, 1, 2, 2]);
        let (mask, word) = words.read(&[(0, 3), (1, 8), (2, 5), (2, 1)]);
        assert_eq!(mask, 0b1_0010_1010);
        // The tile in cell 3, the second in order, goes after the one in cell 5.
        assert_eq!(words.moved(word, 1, 2), words.read(&[(0, 6), (1, 8), (2, 5), (2, 1)]).1);
        assert_eq!(words.moved(word, 3, 3), word);
    }
}
