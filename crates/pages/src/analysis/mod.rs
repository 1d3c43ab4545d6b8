//! The pages for studying games: the review of a finished game, and the board on which any position can be
//! played on, with its variations and an engine's opinion of them.

mod arrow;
mod begin;
mod board;
mod engine;
mod graph;
mod review;
mod tree;

pub use arrow::Arrow;
pub use begin::{BeginPage, FetchPage};
pub use board::BoardPage;
pub use engine::{Engine, MOST_LINES};
pub use review::ReviewPage;
