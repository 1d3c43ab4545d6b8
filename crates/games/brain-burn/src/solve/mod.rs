//! The solver: a good solution at once, better ones with time, and a lower bound for all of them.
//!
//! Read on in this order:
//!
//! * `position`: what goes in and comes out,
//! * `search`: the order of the methods, within the caller's budget,
//! * `tiles`: the beam over tiles, ranked by `value` (a small network) above `tables` (pattern databases),
//! * `swaps`: which swaps bring the coins home along given slides,
//! * `joint`: tiles and coins together, for positions that are nearly solved,
//! * `bound`: lower bounds with proof,
//! * `proof`: the same with large tables, if they are given ([`LargeTables`]): many deals are proved
//!   outright,
//! * `fallback`: the solution that always exists,
//! * `solver`, `board` and `pace`: what these share,
//! * `away`: positions that need exactly this many slides, for deals,
//! * `answer`: the solver as pages and commands use it.
//!
//! In a random deal the coins cost no slide at all: some 97 slides offer far more ways of swapping than there
//! are layouts of coins. So the solver first looks for short paths of the tiles and plans the swaps along
//! them.
//!
//! There is no clock here, no thread that the caller did not ask for, and no file: the tables are built by
//! [`Solver::new`] in a fifth of a second.

mod answer;
mod away;
mod board;
mod bound;
mod fallback;
mod joint;
mod large;
mod pace;
mod position;
mod proof;
mod search;
mod solver;
mod swaps;
mod tables;
#[cfg(test)]
mod testing;
mod tiles;
pub mod value;

pub(crate) use away::{away, needed};
pub(crate) use board::Tiles;
pub use large::LargeTables;
pub use position::{Position, PositionError};
pub use proof::Stage;
pub use search::{Limits, Solution};
pub use solver::Solver;
