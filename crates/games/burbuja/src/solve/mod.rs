//! The solver: whether a win is sure, a certificate of it that can be checked without a search, and par.
//!
//! Read on in this order:
//!
//! * [`proof`]: the search for a strategy that wins whatever the order of the unseen coins,
//! * [`certificate`]: such a strategy written out, and its checker,
//! * [`par`]: the fewest moves when all coins are known,
//! * [`heuristic`]: the choice where nothing is proven,
//! * [`verdict`]: how a position stands, in words,
//! * `answer`: the solver as pages and commands use it.

mod answer;
pub mod certificate;
pub mod heuristic;
pub mod par;
pub mod proof;
pub mod verdict;

pub use answer::sure_win;

pub(crate) use answer::certain_line;
