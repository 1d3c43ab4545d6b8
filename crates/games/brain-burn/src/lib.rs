//! Brain Burn, a sliding puzzle with tiles and coins for one player, by Mark A. Biggar (2003).
//!
//! [`rules`] holds the game, [`notation`] its texts, [`draw`] its picture, [`page`] what a player can pick and read
//! beside the picture, [`rulepage`] the rules in plain words, [`solve`] the solver.

pub mod draw;
pub mod notation;
pub mod page;
pub mod rulepage;
pub mod rules;
pub mod solve;

pub use rules::{Action, BrainBurn, Direction, Fault, Refusal, Setup, State, View, Wish};
