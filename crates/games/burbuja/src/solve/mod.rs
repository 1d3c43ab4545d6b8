//! The solver: whether a win is sure, a certificate of it that can be checked without a search, and par.
//!
//! Read on in this order:
//!
//! * [`search`]: the search for a strategy that wins whatever the order of the unseen coins, in a given
//!   number of moves,
//! * [`proof`]: whether there is one at all,
//! * [`guarantee`]: in how few moves, by [`count`] and [`orders`],
//! * [`certificate`]: such a strategy written out, and its checker, with [`needed`],
//! * [`par`]: the fewest moves when all coins are known,
//! * [`heuristic`]: the choice when nothing is proven,
//! * [`verdict`]: how a position stands, in words,
//! * `answer`: the solver as pages and commands use it.

mod answer;
pub mod certificate;
pub mod count;
pub mod guarantee;
pub mod heuristic;
pub mod limit;
pub mod loose;
pub mod needed;
pub mod orders;
pub mod par;
pub mod proof;
pub mod refute;
pub mod search;
pub mod verdict;

pub use answer::{at_most, fewest, sure_win};

pub(crate) use answer::certain_line;
