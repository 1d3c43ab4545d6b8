//! The patterns: which tiles are counted together, and the tables of their moves.

use super::super::board::{CELLS, MIRROR, NULL};
use bagatelle_search::pdb::Board;
use bagatelle_search::region_pdb::{self, Cells, Home, RegionPdb, Words};

/// A position is looked up as it is and mirrored: the goal is its own mirror image.
pub(crate) const VIEWS: usize = 2;

/// The tiles cut into `G` patterns of equal size, each tile in one, in rising order; all nulls are in the
/// last. As all patterns take as many cells, they share the sets of cells.
pub(crate) type Division<const G: usize> = [&'static [u8]; G];

/// The division of the large tables. Of those tried, it needs the fewest positions for a proof.
pub(crate) const LARGE: Division<4> = [
    &[0, 1, 5, 6, 10, 11],
    &[2, 3, 4, 7, 8, 9],
    &[12, 13, 14, 17, 18, 19],
    &[15, 16, NULL, NULL, NULL, NULL],
];

/// In which columns the hole ends: the even ones or the odd ones. As each slide takes the hole to a cell of
/// the other colour, the number of slides is then even or odd, and so is each pattern's part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Even,
    Odd,
}

impl Class {
    pub(crate) const ALL: [Self; 2] = [Self::Even, Self::Odd];

    /// The class of the solutions with this many slides, from where the hole is.
    pub(crate) fn of(slides: u32, hole: u8) -> Self {
        Self::ALL[(slides + u32::from(hole)) as usize % 2]
    }
}

/// The tables of all patterns: one for each, except that the pattern with the nulls has two, one for each
/// class.
pub(crate) struct Patterns<const G: usize> {
    division: Division<G>,
    cells: Cells,
    distinct: Words,
    with_nulls: Words,
    bits: Vec<u8>,
}

impl<const G: usize> Patterns<G> {
    fn without_tables(division: Division<G>) -> Self {
        let labels =
            |group: usize| division[group].iter().map(|&tile| label(division[group], tile)).collect();
        let [distinct, with_nulls] = [0, G - 1].map(labels).map(|labels: Vec<u8>| Words::new(&labels));
        let cells = Cells::new(&Board::grid(5, 5), division[0].len());
        Self { division, cells, distinct, with_nulls, bits: Vec::new() }
    }

    /// With the tables that [`build`] made, if the number of bytes is right.
    pub(crate) fn new(division: Division<G>, bits: Vec<u8>) -> Option<Self> {
        let empty = Self::without_tables(division);
        (bits.len() == empty.end(G + 1)).then_some(Self { bits, ..empty })
    }

    fn words(&self, table: usize) -> &Words {
        if table < G - 1 { &self.distinct } else { &self.with_nulls }
    }

    /// The end of the first `tables` tables.
    fn end(&self, tables: usize) -> usize {
        (0..tables).map(|table| region_pdb::bytes(&self.cells, self.words(table))).sum()
    }

    /// The table of a pattern.
    pub(crate) fn table(&self, group: usize, class: Class) -> RegionPdb<'_> {
        let table = if group == G - 1 { group + class as usize } else { group };
        let bits = &self.bits[self.end(table)..self.end(table + 1)];
        RegionPdb { cells: &self.cells, words: self.words(table), bits }
    }

    /// How a pattern's tiles may lie at home.
    pub(crate) fn homes(&self, group: usize, class: Class) -> Vec<Home> {
        let tiles = self.division[group];
        let own = tiles.iter().filter(|&&tile| tile < NULL);
        let own: Vec<(u8, u8)> = own.map(|&tile| (label(tiles, tile), tile)).collect();
        if own.len() == tiles.len() {
            return vec![Home { tiles: own, holes: 0b11111 << 20 }];
        }
        let home = |hole: u8| {
            let nulls = (20..CELLS as u8).filter(|&cell| cell != hole).map(|cell| (label(tiles, NULL), cell));
            Home { tiles: own.iter().copied().chain(nulls).collect(), holes: 1 << hole }
        };
        (20..CELLS as u8).filter(|hole| hole % 2 == class as u8).map(home).collect()
    }

    /// The group and the label of a tile in a view.
    pub(crate) fn place(&self, view: usize, tile: u8) -> (usize, u8) {
        let tile = if tile < NULL { seen(view, tile) } else { tile };
        let group = self.division.iter().position(|tiles| tiles.contains(&tile));
        let group = group.expect("each tile is in a pattern");
        (group, label(self.division[group], tile))
    }
}

/// A tile's label within its pattern.
fn label(pattern: &[u8], tile: u8) -> u8 {
    pattern.iter().position(|&other| other == tile).expect("a tile of the pattern") as u8
}

/// A cell, or a tile that has a place of its own, in a view.
pub(crate) fn seen(view: usize, cell: u8) -> u8 {
    if view == 1 { MIRROR[cell as usize] } else { cell }
}

/// Builds the tables of a division; `progress` is told what share is done and ends the work by returning
/// `false`.
pub(crate) fn build<const G: usize>(
    division: Division<G>,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Option<Vec<u8>> {
    let empty = Patterns::without_tables(division);
    let all = empty.end(G + 1) as f64;
    let mut bits = Vec::with_capacity(empty.end(G + 1));
    for table in 0..=G {
        let group = table.min(G - 1);
        let homes = empty.homes(group, Class::ALL[table - group]);
        let (begun, size) = (bits.len() as f64, (empty.end(table + 1) - empty.end(table)) as f64);
        let mut told = |done, total| progress((begun + size * done as f64 / total as f64) / all);
        bits.append(&mut region_pdb::build(&empty.cells, empty.words(table), &homes, &mut told)?);
    }
    Some(bits)
}
