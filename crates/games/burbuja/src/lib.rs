//! Burbuja by Antonio Recuenca Muñoz: a solitaire with a piecepack, in which an almost full square of 5x5 tiles is blown up
//! to a hollow square of 7x7, like a bubble.
//!
//! Where to look: [`rules`] says what is legal ([`board`] and [`coins`] are its words, [`notation`] its texts, [`view`] what
//! a player may know); [`page`] puts it on a page with [`draw`] and [`rulepage`]; [`plan`] is the small machine in
//! which programs think, [`proof`] the search for a sure win, [`certificate`] its strategy and the checker of it,
//! [`par`] the fewest moves, [`solve`] the hint, and [`programs`] the players.

pub mod board;
pub mod certificate;
pub mod coins;
pub mod draw;
pub mod notation;
pub mod page;
pub mod par;
pub mod plan;
pub mod programs;
pub mod proof;
pub mod rulepage;
pub mod rules;
pub mod solve;
pub mod table;
pub mod view;

pub use board::Cell;
pub use notation::{Action, Source};
pub use rules::{Burbuja, Options, Setup, State};
pub use view::View;
