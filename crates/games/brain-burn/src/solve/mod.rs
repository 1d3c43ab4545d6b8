//! The solver.
#![allow(missing_docs, dead_code)]
mod board;
mod heuristic;
mod tiles;

pub use position::*;
mod position;
#[doc(hidden)]
pub use heuristic::Tables;
#[doc(hidden)]
pub use tiles::{TileSpace, solve_fixed};
