//! The solver.
#![allow(missing_docs, dead_code)]
mod board;
mod fallback;
mod heuristic;
mod swaps;
#[cfg(test)]
mod testing;
mod tiles;
pub mod value;

pub use position::*;
mod position;
#[doc(hidden)]
pub use heuristic::Tables;
#[doc(hidden)]
pub use tiles::{TileSpace, solve_fixed, solve_way, mix};
#[doc(hidden)]
pub use board::*;
