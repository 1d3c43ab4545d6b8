//! Search that knows no game.
//!
//! Each module is one method, written against a small trait that a game (or a puzzle) implements:
//!
//! * [`beam`]: breadth-first search that keeps the best nodes of every layer,
//! * [`ida`]: iterative-deepening A*, for lower bounds with proof,
//! * [`pdb`]: additive pattern databases for tiles that slide on any small board.
//!
//! Nothing here reads a clock or starts a thread unless the caller says how many workers to use: a search takes its
//! budget as a function that the caller owns.
#![forbid(unsafe_code)]

pub mod beam;
pub mod ida;
pub mod pdb;
