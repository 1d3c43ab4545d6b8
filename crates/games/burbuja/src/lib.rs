//! Burbuja by Antonio Recuenca Muñoz: a solitaire with a piecepack, in which an almost full square of 5x5
//! tiles is blown up to a hollow square of 7x7, like a bubble.
//!
//! From the bottom up: [`board`], [`chances`], [`coins`], [`action`], [`options`] and [`state`] hold the
//! types, [`notation`] their texts, [`view`] what a player may know, [`rules`] the game, [`words`] its
//! sentences. [`plan`] is the reduced game in which programs and solvers search for one target ring. [`draw`]
//! is the picture, [`rulepage`] the rules in plain words, [`solve`] the proof of a sure win and its
//! certificate, [`programs`] the players, [`par`] what they need, `ppn` another notation, `analysis` what
//! positions are worth and what can be learned from a game. [`page`], with [`guide`] and [`hint`], is what a
//! player can pick and read beside the picture, `encoding` the game as numbers, `schema` what its JSON looks
//! like, and how views are read back.

pub mod action;
mod analysis;
pub mod board;
pub mod chances;
pub mod coins;
pub mod draw;
mod encoding;
pub mod grade;
pub mod guide;
pub mod hint;
mod lay;
mod lesson;
pub mod notation;
pub mod options;
pub mod page;
pub mod par;
pub mod plan;
mod ppn;
mod print;
pub mod programs;
pub mod rulepage;
pub mod rules;
mod schema;
pub mod solve;
pub mod state;
pub mod view;
pub mod words;

pub use action::{Action, Source};
pub use board::Cell;
pub use options::{Options, Setup, SetupError};
pub use rules::{Burbuja, Illegal};
pub use state::State;
pub use view::{Seen, View};
