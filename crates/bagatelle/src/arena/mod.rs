//! `bagatelle arena`: many games between programs of this machine, with seats exchanged on the same deals.
//!
//! The schedule and the statistics are in [`bagatelle_search::arena`]; here are the clocks, the processes,
//! the threads and the files.

mod crew;
mod game;
mod player;
mod report;
mod results;
mod run;
mod settings;
pub mod signals;
mod standings;

pub use game::Match;
pub use results::{Results, Row};
pub use run::{play, run};
pub use settings::Settings;
pub use standings::{Comparison, Standings};
