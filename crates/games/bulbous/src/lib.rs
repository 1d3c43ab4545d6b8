//! Bulbous: two to four players bid with hidden charm cards for places on strange plants.
//!
//! From the bottom up: [`card`] and [`cards`] are what is played with, [`action`] what is done, [`options`]
//! what is chosen before a game, [`public`] and [`state`] the position, [`score`] the points, [`notation`]
//! the texts. [`view`] is what one viewer knows and sees happen, `sample` fills in the rest, [`rules`] is the
//! game. `narrate` tells it in sentences, `lights` points at what they are about, `ask` says what is asked
//! and `refuse` why not. `draw` shows it, `rulepage` explains it, `lesson` teaches it. `evaluate`, [`guide`],
//! [`value`], [`habits`], [`learned`] and [`programs`] play it, `solve` advises, `positions` finds positions
//! to think about, [`analysis`], [`review`] and `judge` look back on it and evaluate it, `page` puts it on a
//! page, `encoding` makes numbers of it, `schema` says what its JSON looks like and reads views back. [`cut`]
//! describes small games of it, [`listing`] lists all that chance decides in them. `noted` is a game at a
//! real table as far as all can see it, and `pad` keeps its score.
//!
//! The game is by its authors and publisher, credited on the rule page; its rules are told here in our own
//! words.

pub mod action;
pub mod analysis;
mod ask;
pub mod card;
pub mod cards;
pub mod cut;
mod draw;
mod encoding;
mod evaluate;
pub mod guide;
pub mod habits;
mod judge;
pub mod learned;
mod lesson;
mod lights;
pub mod listing;
mod narrate;
pub mod notation;
mod noted;
pub mod options;
mod pad;
mod page;
mod positions;
mod print;
pub mod programs;
pub mod public;
mod refuse;
pub mod review;
mod rulepage;
pub mod rules;
mod sample;
mod schema;
pub mod score;
mod seats;
mod solve;
pub mod state;
pub mod value;
pub mod view;
#[cfg(test)]
mod worlds;

pub use action::Action;
pub use card::{Card, Colour};
pub use cards::Cards;
pub use options::{Bluff, DealOptions, FullHand, Last, Majority, Options, Preset, Setup, SetupError};
pub use public::{Public, Specimen};
pub use rules::{Bulbous, Illegal};
pub use state::State;
pub use view::{Seen, View};
