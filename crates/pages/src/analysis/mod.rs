//! The pages on which games are studied: what can be learned from a finished game, and the board on which any position can be
//! played on, with its variations and what an engine thinks of them.

mod arrow;
mod graph;
mod review;

pub use arrow::Arrow;
pub use review::ReviewPage;
