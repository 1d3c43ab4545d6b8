//! The search that programs and hints use.
//!
//! From the bottom up: `shapes` estimates the worth of a position at a glance and says which actions win,
//! `gains` the same for many actions at once, `attack` finds wins by threats alone, `tree` is what the
//! alpha-beta search walks through, `search` puts them together, `only` finds wins that few actions begin,
//! `answer` and `analysis` are the search as pages and commands use it.

mod analysis;
mod answer;
mod attack;
mod gains;
pub(crate) mod only;
mod search;
pub(crate) mod shapes;
mod tree;

pub use search::{Effort, Found, STRONGEST, Search};
