//! The unbounded square grid: cells, where a tile may land, and when the tiles form the ring.
//!
//! A tile lands beside another one, so twenty-four moves reach at most 26 cells from the middle. The tiles in
//! play are therefore laid out, when needed, as 64 rows of 64 bits with the origin at bit 32 of row 32.

use bagatelle_piecepack::Tile;
use std::fmt;

/// How far from the middle a tile can come: the first square reaches 2 cells, and each of 24 moves one
/// further.
pub(crate) const REACH: i8 = 2 + Tile::COUNT as i8;

/// A cell of the grid: `x` to the right, `y` up, the origin in the gap of the first square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Steps to the right of the origin.
    pub x: i8,
    /// Steps above the origin.
    pub y: i8,
}

impl Cell {
    /// The cell at `x`, `y`.
    #[must_use]
    pub const fn new(x: i8, y: i8) -> Cell {
        Cell { x, y }
    }

    /// The four cells that share a full edge with this one, as far as coordinates reach.
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        [(1, 0), (0, 1), (-1, 0), (0, -1)]
            .into_iter()
            .filter_map(move |(dx, dy)| Some(Cell::new(self.x.checked_add(dx)?, self.y.checked_add(dy)?)))
    }

    /// Whether the two cells share a full edge.
    #[must_use]
    pub fn touches(self, other: Cell) -> bool {
        i16::from(self.x).abs_diff(other.x.into()) + i16::from(self.y).abs_diff(other.y.into()) == 1
    }

    /// Whether the cell is one of the ring around `centre`.
    #[must_use]
    pub fn is_on_ring(self, centre: Cell) -> bool {
        let far = |a: i8, b: i8| i16::from(a).abs_diff(b.into());
        far(self.x, centre.x).max(far(self.y, centre.y)) == 3
    }

    /// The twenty-four cells of the first square, row by row from the top left.
    pub fn square() -> impl Iterator<Item = Cell> {
        (-2..=2)
            .rev()
            .flat_map(|y| (-2..=2).map(move |x| Cell::new(x, y)))
            .filter(|&cell| cell != Cell::new(0, 0))
    }

    /// The twenty-four cells of the ring around `centre`, clockwise from its top left corner.
    pub fn ring(centre: Cell) -> impl Iterator<Item = Cell> {
        let top = (-3..3).map(|i| (i, 3));
        let right = (-3..3).map(|i| (3, -i));
        let bottom = (-3..3).map(|i| (-i, -3));
        let left = (-3..3).map(|i| (-3, i));
        top.chain(right)
            .chain(bottom)
            .chain(left)
            .map(move |(dx, dy)| Cell::new(centre.x.saturating_add(dx), centre.y.saturating_add(dy)))
    }

    /// Row and bit, for cells that tiles can reach or touch.
    #[inline]
    fn place(self) -> Option<(usize, u64)> {
        let within = -31..=31;
        (within.contains(&self.x) && within.contains(&self.y)).then(|| self.place_near())
    }

    /// Row and bit of a cell where a tile lies.
    #[inline]
    fn place_near(self) -> (usize, u64) {
        ((i32::from(self.y) + 32) as usize & 63, 1 << ((i32::from(self.x) + 32) & 63))
    }
}

/// `3,-1`
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A set of cells. All of them are in the rows from `low` to `high`.
#[derive(Clone, Debug)]
pub struct Cells {
    rows: [u64; 64],
    low: usize,
    high: usize,
}

impl Cells {
    /// No cells, with room in the given rows.
    #[inline]
    fn none(low: usize, high: usize) -> Cells {
        Cells { rows: [0; 64], low: low.max(1), high: high.min(62) }
    }

    /// Whether `cell` is one of them.
    #[must_use]
    pub fn holds(&self, cell: Cell) -> bool {
        cell.place().is_some_and(|(row, bit)| self.rows[row] & bit != 0)
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows[self.low..=self.high].iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows[self.low..=self.high].iter().all(|&row| row == 0)
    }

    /// The cells, row by row from below.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        let cell = |row: usize, bit: u32| Cell::new(bit as i8 - 32, row as i8 - 32);
        (self.low..=self.high).flat_map(move |row| {
            let mut rest = self.rows[row];
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < 64).then(|| cell(row, bit))
            })
        })
    }

    /// The lowest cell, and of these the leftmost.
    fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells of a row that touch one of these.
    #[inline]
    fn beside(&self, row: usize) -> u64 {
        self.rows[row] << 1 | self.rows[row] >> 1 | self.rows[row - 1] | self.rows[row + 1]
    }

    /// All cells that are reached from one of these by steps inside `within`.
    fn flood(mut self, within: &Cells) -> Cells {
        loop {
            let mut grown = self.clone();
            for row in self.low..=self.high {
                grown.rows[row] |= self.beside(row) & within.rows[row];
            }
            if grown.rows == self.rows {
                return self;
            }
            self = grown;
        }
    }
}

/// The cells to which the tile that lies at `from` may move: empty, not its own, beside another tile, and so
/// that afterwards every tile touches another. With `one_group` all tiles must be connected afterwards.
///
/// What is looked at is the table while the tile is in the air. If it leaves tiles behind that touch nothing,
/// the cell must touch each of them; if it leaves several groups behind and they must be one, the cell must
/// touch each group.
#[must_use]
pub fn landings(cells: &[Cell; Tile::COUNT], from: Cell, one_group: bool) -> Cells {
    let (from_row, from_bit) = from.place_near();
    let (mut low, mut high) = (63, 0);
    let mut others = [0u64; 64];
    for &cell in cells {
        let (row, bit) = cell.place_near();
        others[row] |= bit;
        low = low.min(row);
        high = high.max(row);
    }
    others[from_row] &= !from_bit;
    let others = Cells { rows: others, low, high };

    let mut open = Cells::none(low.saturating_sub(1), high + 1);
    let mut lonely = Cells::none(low, high);
    let mut stranded = 0;
    for row in open.low..=open.high {
        let beside = others.beside(row);
        open.rows[row] = beside & !others.rows[row];
        lonely.rows[row] = others.rows[row] & !beside;
        stranded |= lonely.rows[row];
    }
    open.rows[from_row] &= !from_bit;
    if stranded != 0 {
        for cell in lonely.iter() {
            let mut group = Cells::none(low, high);
            let (row, bit) = cell.place_near();
            group.rows[row] = bit;
            keep_beside(&mut open, &group);
        }
    }
    if one_group {
        let mut rest = others;
        while let Some(cell) = rest.first() {
            let mut group = Cells::none(low, high);
            let (row, bit) = cell.place_near();
            group.rows[row] = bit;
            let group = group.flood(&rest);
            for row in low..=high {
                rest.rows[row] &= !group.rows[row];
            }
            keep_beside(&mut open, &group);
        }
    }
    open
}

/// Keeps the cells of `open` that touch one of `group`.
fn keep_beside(open: &mut Cells, group: &Cells) {
    for row in open.low..=open.high {
        open.rows[row] &= group.beside(row);
    }
}

/// The middle of the hollow 7x7 square that the tiles form, if they do.
#[must_use]
pub fn ring_of(cells: &[Cell; Tile::COUNT]) -> Option<Cell> {
    let mut least = cells[0];
    let mut most = cells[0];
    for cell in &cells[1..] {
        least = Cell::new(least.x.min(cell.x), least.y.min(cell.y));
        most = Cell::new(most.x.max(cell.x), most.y.max(cell.y));
    }
    let size = (i16::from(most.x) - i16::from(least.x), i16::from(most.y) - i16::from(least.y));
    // Twenty-four different cells on an edge of twenty-four cells fill it.
    let edge = |c: &Cell| c.x == least.x || c.x == most.x || c.y == least.y || c.y == most.y;
    (size == (6, 6) && cells.iter().all(edge)).then(|| Cell::new(least.x + 3, least.y + 3))
}
