//! Bambam Booboo (Martijn Althuizen, 2009): two players slide bamboo tiles over a table without edges, first
//! from the hand, later about the heap, and the first to make a rectangle of four wins.
//!
//! From the bottom up: [`tile`], [`action`], [`options`] and [`state`] hold the types, [`notation`] their
//! texts, [`view`] what is seen of an action, `words` where a tile lies, [`rules`] the game, [`draw`] its
//! picture, [`rulepage`] the rules in plain words, [`solve`] the search, [`programs`] the players that use
//! it, `guide` and `lesson` what newcomers are told, `positions` finds positions to think about, [`page`]
//! what a player can pick and read beside the picture, `encoding` the game as numbers, `schema` what its JSON
//! looks like.

pub mod action;
pub mod draw;
mod encoding;
pub(crate) mod guide;
mod lay;
pub(crate) mod lesson;
pub mod notation;
pub mod options;
pub mod page;
mod positions;
mod print;
pub mod programs;
pub mod rulepage;
pub mod rules;
mod schema;
pub mod solve;
pub mod state;
pub mod tile;
pub mod view;
pub(crate) mod words;

pub use action::Action;
pub use options::{Contact, Crafted, Entry, Options, Reconnect, Setup, SetupError, Slides};
pub use rules::{BambamBooboo, Illegal};
pub use state::State;
pub use tile::{Tile, Way};
pub use view::Seen;
