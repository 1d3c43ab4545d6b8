//! Connect four on the 7x6 board: a game whose counts are well known, to check the core and its pages and to
//! measure its speed.
//!
//! Bit boards with one spare bit on top of each column (Tromp's layout): bit `7 * column + row`, row 0 at the
//! bottom.

mod page;
mod schema;

use bagatelle_core::{Game, NoOptions, Outcome, ParseError, Rng, Seat, Turn, open_game};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The lowest cell of each column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;

/// Which columns are open, as bits, to these columns in order and their number.
static OPEN: [([Drop; 7], u8); 128] = {
    let mut all = [([Drop(0); 7], 0); 128];
    let mut set = 0;
    while set < 128 {
        let mut column = 0;
        while column < 7 {
            if set >> column & 1 != 0 {
                let (columns, count) = &mut all[set];
                columns[*count as usize] = Drop(column);
                *count += 1;
            }
            column += 1;
        }
        set += 1;
    }
    all
};

/// The rules.
#[derive(Debug)]
pub struct ConnectFour(NoOptions);

/// A position: the discs of the seat to act, all discs, and whether the last disc made four in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    mover: u64,
    all: u64,
    plies: u8,
    won: bool,
}

/// Drop a disc into a column, 0 to 6; written `1` to `7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drop(u8);

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Drop {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Drop, ParseError> {
        match text.as_bytes() {
            [c @ b'1'..=b'7'] => Ok(Drop(c - b'1')),
            _ => Err(ParseError::new(text, "a column, 1 to 7")),
        }
    }
}

/// Why a disc cannot be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// Six discs are in the column.
    #[error("the column is full")]
    Full,
    /// Four in a row are there, or the board is full.
    #[error("the game is over")]
    Over,
}

/// Nothing can be wrong with the one set-up there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {}

#[inline]
fn four(discs: u64) -> bool {
    let fours = |step: u32| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step))
    };
    // All four directions at once: a branch for each takes longer.
    fours(1) | fours(6) | fours(7) | fours(8) != 0
}

impl Board {
    /// The cell into which the next disc of a column falls; the spare bit above the column if it is full.
    #[inline]
    fn landing(&self, column: u8) -> u64 {
        (self.all + (1 << (7 * column))) & (0x7f << (7 * column))
    }

    /// The seat whose disc lies in a cell, row 0 at the bottom.
    #[must_use]
    pub fn disc(&self, column: u8, row: u8) -> Option<Seat> {
        let cell = 1 << (7 * column + row);
        let owner = if self.mover & cell != 0 { self.plies & 1 } else { 1 - (self.plies & 1) };
        (self.all & cell != 0).then_some(Seat(owner))
    }

    #[inline]
    fn open(&self, column: u8) -> bool {
        self.all & (1 << (7 * column + 5)) == 0
    }

    /// The columns that are not full; none once four are in a row.
    #[inline]
    fn open_columns(&self) -> &'static [Drop] {
        if self.won {
            return &[];
        }
        // Bit `7 * column` is moved to bit `42 + column`; what the product has besides is above or below
        // these seven.
        let (columns, count) =
            &OPEN[((!self.all >> 5 & BOTTOM).wrapping_mul(0x0410_4104_1040) >> 42 & 127) as usize];
        &columns[..usize::from(*count)]
    }
}

impl Game for ConnectFour {
    open_game!();
    const ID: &'static str = "connect-four";
    type Options = NoOptions;
    type DealOptions = NoOptions;
    type Setup = NoOptions;
    type State = Board;
    type Action = Drop;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &NoOptions) -> Result<Self, SetupError> {
        Ok(ConnectFour(*options))
    }

    fn options(&self) -> &NoOptions {
        &self.0
    }

    fn fixed_setup(&self) -> Option<NoOptions> {
        Some(NoOptions {})
    }

    fn deal(&self, _options: &NoOptions, _rng: &mut Rng) -> Result<NoOptions, SetupError> {
        Ok(NoOptions {})
    }

    fn start(&self, _setup: &NoOptions) -> Result<Board, SetupError> {
        Ok(Board { mover: 0, all: 0, plies: 0, won: false })
    }

    fn seats(&self, _state: &Board) -> u8 {
        2
    }

    #[inline]
    fn turn(&self, state: &Board) -> Turn {
        if state.won || state.plies == 42 { Turn::Over } else { Turn::Seat(Seat(state.plies & 1)) }
    }

    #[inline]
    fn legal(&self, state: &Board, out: &mut Vec<Drop>) {
        out.clear();
        out.extend_from_slice(state.open_columns());
    }

    #[inline]
    fn count_legal(&self, state: &Board) -> usize {
        state.open_columns().len()
    }

    #[inline]
    fn random_legal(&self, state: &Board, rng: &mut Rng, _buffer: &mut Vec<Drop>) -> Option<Drop> {
        rng.choose(state.open_columns()).copied()
    }

    fn check(&self, state: &Board, Drop(column): Drop) -> Result<(), Illegal> {
        match self.turn(state) {
            Turn::Seat(_) if state.open(column) => Ok(()),
            Turn::Seat(_) => Err(Illegal::Full),
            _ => Err(Illegal::Over),
        }
    }

    #[inline]
    fn apply(&self, state: &mut Board, Drop(column): Drop) {
        let disc = state.landing(column);
        state.won = four(state.mover | disc);
        state.mover ^= state.all;
        state.all |= disc;
        state.plies += 1;
    }

    fn outcome(&self, state: &Board) -> Option<Outcome> {
        match self.turn(state) {
            Turn::Over if state.won => Some(Outcome::won(Seat(1 - (state.plies & 1)), "four in a row")),
            Turn::Over => Some(Outcome::without_winner("a draw: the board is full")),
            _ => None,
        }
    }
}
