//! baju, by Adam Obren: numbered buttons on a board of sixteen spaces joined by red, white and black bridges.
//! A duel for two and a puzzle for one, which share a board, its texts and its picture.
//!
//! Read [`pieces`] (colours, buttons, spaces), then [`board`] and [`boardfile`] (bridges, and what they
//! allow), then [`layout`] (where the buttons lie), then [`duel`] and [`puzzle`], which have the shape of
//! every game's folder. What both use is here: [`options`], [`notation`], [`draw`], what a player who picks
//! up a button is told, the shared parts of the rule pages, and the editor for boards.
//!
//! We don’t know the designer's own board. Everything works on any board file, and nothing here presents one
//! of the [stand-ins](boardfile::STAND_INS) as his.

pub mod board;
pub mod boardfile;
pub mod draw;
pub mod duel;
mod editor;
mod guide;
mod lay;
pub mod layout;
pub mod notation;
pub mod options;
mod page;
pub mod pieces;
mod print;
pub mod puzzle;
mod rulepage;

pub use board::Board;
pub use duel::Duel;
pub use puzzle::{Goal, Puzzle};
