//! The puzzle, for one.

mod action;
mod encoding;
mod goal;
mod grade;
mod guide;
mod hardest;
mod lay;
mod lesson;
mod notation;
mod options;
mod page;
mod print;
mod rulepage;
mod rules;
mod schema;
pub mod solve;
mod state;
mod view;
mod workshop;

pub use action::Action;
pub use goal::Goal;
pub use hardest::{Hardest, Hunted};
pub use notation::read_arrangement;
pub use options::{Options, Setup};
pub use rules::{Illegal, Puzzle};
pub use state::State;
pub use view::{Seen, View, ViewShape};
