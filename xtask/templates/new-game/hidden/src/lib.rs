//! Toy game.
//!
//! Two players play tricks from hidden hands, and the higher card wins.
//!
//! From the bottom up: [`action`], [`options`] and [`state`] hold the types, [`notation`] their texts,
//! [`view`] what a viewer may know, [`rules`] the game, [`encoding`] the game as numbers, [`schema`] what its
//! JSON looks like, [`draw`] its picture, [`rulepage`] the rules in plain words, [`guide`] what players are
//! told, [`programs`] the players made of code, [`page`] what a player can pick and read beside the picture.
// --lesson
//!
//! The lesson that teaches it is data: `lesson`.
// --

pub mod action;
pub mod draw;
pub mod encoding;
pub mod guide;
// --lesson
mod lesson;
// --
pub mod notation;
pub mod options;
pub mod page;
pub mod programs;
pub mod rulepage;
pub mod rules;
pub mod schema;
pub mod state;
pub mod view;

pub use action::Action;
pub use options::{Options, Setup, SetupError};
pub use rules::{Illegal, ToyGame};
pub use state::State;
pub use view::{Seen, View};
