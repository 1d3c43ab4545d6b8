//! The tests of both games of baju.

mod boards;
mod book;
mod duel;
mod guide;
mod hardest;
mod laws;
mod page;
mod programs;
mod puzzle;
mod random_boards;
mod repetition;
mod solved;
mod solver;
mod ways;
