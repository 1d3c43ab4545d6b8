//! Brain Burn, a sliding puzzle with tiles and coins for one player, by Mark A. Biggar (2003).
//!
//! From the bottom up: [`action`], [`options`] and [`state`] hold the types, [`notation`] their texts,
//! [`view`] the visible part of a move, [`rules`] the game, `ppn` its other notation, [`draw`] its
//! picture, [`rulepage`] the rules in plain words, [`solve`] the solver, [`page`] what a player can pick
//! and read beside the picture, with `guide` for its words, `encoding` the game as numbers, `schema` what
//! its JSON looks like.

pub mod action;
pub mod draw;
mod encoding;
pub mod grade;
mod guide;
mod lay;
mod lesson;
pub mod notation;
pub mod options;
pub mod page;
mod ppn;
mod print;
pub mod rulepage;
pub mod rules;
mod schema;
pub mod solve;
pub mod state;
pub mod view;

pub use action::{Action, Direction};
pub use options::{DealOptions, Match, Options, Setup, SetupError};
pub use rules::{BrainBurn, Illegal};
pub use state::{Coin, State};
pub use view::Seen;
