//! `bagatelle figures`: facts of the games, measured, as the page `docs/games.md`.

mod matches;
mod page;
mod random;
mod solutions;

pub use page::figures;
