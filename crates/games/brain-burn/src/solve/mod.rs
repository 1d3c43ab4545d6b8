//! The solver: a good solution at once, better ones with time, and a bound below which none can be.
//!
//! Read on in this order:
//!
//! * `position`: what goes in and comes out,
//! * `search`: what is tried when, within the caller's budget,
//! * `tiles`: the beam over tiles, ranked by `value` (a small network) above `tables` (pattern databases),
//! * `swaps`: which swaps bring the coins home along given slides,
//! * `joint`: tiles and coins together, for positions that are nearly solved,
//! * `bound`: lower bounds with proof,
//! * `fallback`: the way that is always there,
//! * `board` and `pace`: small things that these share.
//!
//! In a random deal the coins cost no slide at all: some 97 slides offer far more ways of swapping than there are
//! layouts of coins. So the solver first looks for short ways of the tiles and plans the swaps along them.
//!
//! There is no clock here, no thread that the caller did not ask for, and no file: the tables are built by [`Solver::new`] in a
//! fifth of a second.

mod board;
mod bound;
mod fallback;
mod joint;
mod pace;
mod position;
mod search;
mod swaps;
mod tables;
#[cfg(test)]
mod testing;
mod tiles;
pub mod value;

pub use position::{Position, PositionError};
pub use search::{Limits, Solution};

use crate::rules::{Action, Direction};
use tables::Tables;
use tiles::Keys;
use value::{Value, Weights};

/// The solver's tables and weights. Made once, used from as many threads as one likes.
pub struct Solver {
    tables: Tables,
    value: Value,
    keys: Keys,
    coin_keys: Keys,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl Solver {
    /// Builds the tables (a fifth of a second on one core, 2.5 MB).
    #[must_use]
    pub fn new() -> Self {
        Self::with_weights(&Weights::embedded())
    }

    /// A solver with another value network, for those who train one.
    ///
    /// # Panics
    /// When the number of weights is not [`Weights::COUNT`].
    #[must_use]
    pub fn with_weights(weights: &Weights) -> Self {
        Self {
            tables: Tables::new(),
            value: Value::new(weights),
            keys: Keys::new(0x7469_6c65),
            coin_keys: Keys::new(0x636f_696e),
        }
    }
}
