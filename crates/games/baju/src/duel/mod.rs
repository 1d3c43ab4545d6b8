//! The duel, for two.

mod action;
mod analysis;
mod encoding;
mod guide;
mod lay;
mod lesson;
mod notation;
mod options;
mod page;
mod position;
mod positions;
mod print;
pub mod programs;
mod rulepage;
mod rules;
mod schema;
pub mod small;
mod solve;
mod state;
mod view;
mod workshop;

pub use action::Action;
pub use notation::read_position;
pub use options::{Options, Setup};
pub use position::Position;
pub use rules::{Duel, Illegal};
pub use state::{End, State};
pub use view::{Seen, View, ViewShape};
