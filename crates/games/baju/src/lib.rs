//! baju, by Adam Obren: numbered buttons on a board of sixteen spaces joined by red, white and black bridges. A duel for
//! two and a puzzle for one, which share this room.
//!
//! Read [`things`] (colours, buttons, spaces), then [`board`] and [`boardfile`] (bridges, and what they allow), then
//! [`rules`]. [`notation`] holds the text forms, [`view`] what one sees, [`draw`] the pictures, [`page`] and [`rulepage`]
//! what pages need; [`programs`] play the duel, [`solve`] solves the puzzle.
//!
//! The designer's own board is not known to us. Everything works on any board file, and nothing here presents one of the
//! [stand-ins](boardfile::STAND_INS) as his.

pub mod board;
pub mod boardfile;
pub mod draw;
pub mod notation;
pub mod page;
pub mod programs;
pub mod rulepage;
pub mod rules;
pub mod solve;
pub mod things;
pub mod view;

pub use board::Board;
pub use rules::duel::Duel;
pub use rules::goal::Goal;
pub use rules::puzzle::Puzzle;
