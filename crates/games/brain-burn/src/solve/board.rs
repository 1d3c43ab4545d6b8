//! The board as the solver sees it: cells, tiles and slides as small numbers.
//!
//! Cells are numbered row by row from the top left, 0 to 24. A tile is numbered by the cell it belongs in:
//! suit times five plus value minus one, 0 to 19; the four nulls are all [`NULL`]; the empty cell is
//! [`HOLE`]. A slide is named by the direction in which the *tile* moves; as an action it is a number 0 to 3
//! ([`Direction`]).

use crate::action::Direction;

/// Cells.
pub(crate) const CELLS: usize = 25;
/// Any of the four null tiles.
pub(crate) const NULL: u8 = 20;
/// The empty cell.
pub(crate) const HOLE: u8 = 24;
/// No cell, where a cell is expected.
pub(crate) const NOWHERE: u8 = 25;

/// The tiles of a position: what lies in each cell, and where the hole is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tiles {
    /// What lies in each cell; [`HOLE`] in one of them.
    pub cells: [u8; CELLS],
    /// The empty cell.
    pub hole: u8,
}

/// `BEHIND[hole][action]`: the cell whose tile slides into the hole by this action, or [`NOWHERE`].
pub(crate) const BEHIND: [[u8; 4]; CELLS] = {
    let mut behind = [[NOWHERE; 4]; CELLS];
    let mut hole = 0;
    while hole < CELLS {
        let (row, col) = (hole / 5, hole % 5);
        if row < 4 {
            behind[hole][Direction::Up as usize] = hole as u8 + 5;
        }
        if row > 0 {
            behind[hole][Direction::Down as usize] = hole as u8 - 5;
        }
        if col < 4 {
            behind[hole][Direction::Left as usize] = hole as u8 + 1;
        }
        if col > 0 {
            behind[hole][Direction::Right as usize] = hole as u8 - 1;
        }
        hole += 1;
    }
    behind
};

/// `MIRROR[cell]`: the cell in the board's mirror image (left and right changed). The same for tiles 0 to 19.
pub(crate) const MIRROR: [u8; CELLS] = {
    let mut mirror = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        mirror[cell] = (cell / 5 * 5 + 4 - cell % 5) as u8;
        cell += 1;
    }
    mirror
};

/// The action that takes a slide back.
pub(crate) const fn inverse(action: u8) -> u8 {
    action ^ 1
}

/// The cell on the other side of `cell` in a direction, or [`NOWHERE`].
pub(crate) fn towards(cell: u8, direction: Direction) -> u8 {
    BEHIND[cell as usize][inverse(direction as u8) as usize]
}

impl Tiles {
    /// Whether every tile is where it belongs.
    pub fn is_solved(&self) -> bool {
        self.hole >= 20 && self.cells[..20].iter().enumerate().all(|(cell, &tile)| tile as usize == cell)
    }

    /// Slides a tile into the hole; the action must be possible. Returns the cell that the tile left.
    pub fn slide(&mut self, action: u8) -> u8 {
        let from = BEHIND[self.hole as usize][action as usize];
        self.cells[self.hole as usize] = self.cells[from as usize];
        self.cells[from as usize] = HOLE;
        self.hole = from;
        from
    }
}

/// Mixes the bits of a number (the finalizer of splitmix64, Steele et al. 2014).
pub(crate) fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
