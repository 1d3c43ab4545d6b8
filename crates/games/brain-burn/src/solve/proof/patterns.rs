//! The patterns: which tiles are counted together, and the tables of their moves.
//!
//! Each pattern takes six cells, so all share the same sets of cells. Three have six tiles with a place of their own; the
//! last has two of them and the nulls, and a table for each [`Class`] of solutions.

use super::super::board::{CELLS, MIRROR, NULL};
use bagatelle_search::pdb::Board;
use bagatelle_search::region_pdb::{self, Cells, Home, RegionPdb, Words};

/// The tiles of each pattern, in rising order; each tile is in one.
const PATTERNS: [[u8; 6]; GROUPS] =
    [[0, 1, 5, 6, 10, 11], [2, 3, 4, 7, 8, 9], [12, 13, 14, 17, 18, 19], [15, 16, NULL, NULL, NULL, NULL]];
/// How many patterns there are.
pub(crate) const GROUPS: usize = 4;
/// A position is looked up as it is and mirrored: the goal is its own mirror image.
pub(crate) const VIEWS: usize = 2;
/// The tables: one for each pattern, and a second one for that with the nulls.
const TABLES: usize = GROUPS + 1;
const WITH_NULLS: usize = GROUPS - 1;

/// In which columns the hole ends: the even ones or the odd ones. As each slide takes the hole to a cell of the other colour, the number of
/// slides is then even or odd, and each pattern's part of it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Even,
    Odd,
}

impl Class {
    pub(crate) const ALL: [Self; 2] = [Self::Even, Self::Odd];

    /// That of the solutions of so many slides, from where the hole is.
    pub(crate) fn of(slides: u32, hole: u8) -> Self {
        Self::ALL[(slides + u32::from(hole)) as usize % 2]
    }
}

/// The tables of all patterns.
pub(crate) struct Patterns {
    cells: Cells,
    distinct: Words,
    with_nulls: Words,
    bits: Vec<u8>,
}

impl Patterns {
    /// Without tables.
    fn empty() -> Self {
        Self {
            cells: Cells::new(&Board::grid(5, 5), 6),
            distinct: Words::new(&[0, 1, 2, 3, 4, 5]),
            with_nulls: Words::new(&[0, 1, 2, 2, 2, 2]),
            bits: Vec::new(),
        }
    }

    /// With the tables that [`build`] made, if that many bytes can be them.
    pub(crate) fn new(bits: Vec<u8>) -> Option<Self> {
        let empty = Self::empty();
        (bits.len() == empty.ends(TABLES)).then_some(Self { bits, ..empty })
    }

    fn words(&self, table: usize) -> &Words {
        if table < WITH_NULLS { &self.distinct } else { &self.with_nulls }
    }

    /// Where the first tables end.
    fn ends(&self, tables: usize) -> usize {
        (0..tables).map(|table| region_pdb::bytes(&self.cells, self.words(table))).sum()
    }

    /// The table of a pattern.
    pub(crate) fn table(&self, group: usize, class: Class) -> RegionPdb<'_> {
        let table = if group == WITH_NULLS { group + class as usize } else { group };
        RegionPdb {
            cells: &self.cells,
            words: self.words(table),
            bits: &self.bits[self.ends(table)..self.ends(table + 1)],
        }
    }
}

/// Builds the tables; `progress` is told what share is done and ends the work by `false`.
pub(crate) fn build(progress: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>> {
    let empty = Patterns::empty();
    let all = empty.ends(TABLES) as f64;
    let mut bits = Vec::with_capacity(empty.ends(TABLES));
    for table in 0..TABLES {
        let group = table.min(WITH_NULLS);
        let homes = homes(group, Class::ALL[table - group]);
        let (begun, size) = (bits.len() as f64, region_pdb::bytes(&empty.cells, empty.words(table)) as f64);
        let mut told = |done, total| progress((begun + size * done as f64 / total as f64) / all);
        bits.append(&mut region_pdb::build(&empty.cells, empty.words(table), &homes, &mut told)?);
    }
    Some(bits)
}

/// A tile's label within its pattern.
fn label(group: usize, tile: u8) -> u8 {
    PATTERNS[group].iter().position(|&other| other == tile).expect("a tile of the pattern") as u8
}

/// How a pattern's tiles may lie at home.
pub(crate) fn homes(group: usize, class: Class) -> Vec<Home> {
    let own = PATTERNS[group].into_iter().filter(|&tile| tile < NULL);
    let own: Vec<(u8, u8)> = own.map(|tile| (label(group, tile), tile)).collect();
    if group != WITH_NULLS {
        return vec![Home { tiles: own, holes: 0b11111 << 20 }];
    }
    let home = |hole: u8| {
        let nulls = (20..CELLS as u8).filter(|&cell| cell != hole).map(|cell| (label(group, NULL), cell));
        Home { tiles: own.iter().copied().chain(nulls).collect(), holes: 1 << hole }
    };
    (20..CELLS as u8).filter(|hole| hole % 2 == class as u8).map(home).collect()
}

/// A cell, or a tile, in a view.
#[inline]
pub(crate) fn seen(view: usize, cell: u8) -> u8 {
    if view == 1 && cell < CELLS as u8 { MIRROR[cell as usize] } else { cell }
}

/// The group and the label of a tile in a view.
pub(crate) fn place(view: usize, tile: u8) -> (usize, u8) {
    let tile = if tile < NULL { seen(view, tile) } else { tile };
    let group = PATTERNS.iter().position(|tiles| tiles.contains(&tile)).expect("each tile is in a pattern");
    (group, label(group, tile))
}
