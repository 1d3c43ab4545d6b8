//! Bambam Booboo (Martijn Althuizen, 2009): two players slide bamboo tiles over a table without edges, first from the
//! hand, later about the heap, and the first to make a rectangle of four wins.
//!
//! [`rules`] holds the game, [`notation`] its texts.

mod attack;
pub mod bamboo;
pub mod draw;
mod gains;
pub mod notation;
mod playable;
pub mod programs;
mod rulepage;
pub mod rules;
pub mod search;
mod shapes;
mod solve;
mod view;

pub use notation::Action;
pub use rules::BambamBooboo;
pub use rules::position::State;
pub use rules::setup::{Contact, Crafted, Options, Reconnect, Setup};
pub use rules::tile::{Tile, Way};
