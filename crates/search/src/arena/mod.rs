//! What many games between programs say about their strength: who plays whom on which seat, shares of
//! victory, intervals, Elo differences, and the test that ends a match early.
//!
//! Games are played in rounds. A round is the same deal with the seats exchanged until each player has had
//! each seat, so no player gains from the cards or the seats; a round is one observation, its games are not.

mod rounds;
mod schedule;
mod sprt;
mod tally;

pub use rounds::{Estimate, Rounds, elo, share};
pub use schedule::{Schedule, seating};
pub use sprt::{Sprt, SprtState};
pub use tally::{Tally, wilson};
