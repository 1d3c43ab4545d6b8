//! What every game is: seats and viewers, turns, actions, chance, outcomes, views, records, and randomness
//! that can be repeated for years.
//!
//! Read [`game`] first: its [`Game`] trait is the whole contract between a game and the rest of the program.
//! A game that people can see and play on a page also implements [`present::Playable`]; a program that plays
//! implements [`program::Program`].
//!
//! Nothing here, and nothing in a game's rules, uses a clock, a thread, a file or a global source of
//! randomness.

pub mod encoding;
pub mod fairness;
pub mod game;
pub mod laid;
pub mod open;
pub mod outcome;
pub mod perft;
pub mod persona;
pub mod present;
pub mod printed;
pub mod program;
pub mod record;
pub mod rng;
pub mod schema;
pub mod seat;
pub mod tabled;
pub mod text;
pub mod world_date;

pub use encoding::Encoded;
pub use fairness::{CommittedSeed, Randomness};
pub use game::{Game, NoOptions, ParseError};
pub use laid::LaidOut;
pub use open::{FullObservation, FullView, OpenGame, Plain};
pub use outcome::Outcome;
pub use present::Playable;
pub use printed::Printed;
pub use program::Program;
pub use record::Record;
pub use rng::{Rng, Seed, Stream};
pub use schema::Described;
pub use seat::{BySeat, Seat, Turn, Viewer};
pub use tabled::Tabled;
pub use world_date::WorldDate;
