//! What is shown beside a table.

use crate::hint::HintView;
use bagatelle_core::present::{Grade, Par, Review};
use bagatelle_table::Detour;
use std::sync::Arc;

/// What is shown beside a table to one viewer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Beside<'a> {
    /// What the solver does for the viewer.
    pub hint: HintView,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
    /// How hard the deal is, if it is known.
    pub grade: Option<&'static Grade>,
    /// Where the solution went long.
    pub detours: Detours<'a>,
    /// The review of the game.
    pub review: ReviewState,
}

/// How far the search for what made a solution long has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detours<'a> {
    /// There is none: the game is not solved, or no solution is shorter.
    #[default]
    None,
    /// It is running, or is about to begin.
    Searching,
    /// The actions that cost most, in the order in which they were taken.
    Found(&'a [Detour]),
}

/// How far the review of a finished game has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum ReviewState {
    /// There is none: the game is not over, or nothing can be learned from it.
    #[default]
    None,
    /// It was not asked for.
    Offered,
    /// It is being made.
    Making {
        /// The share that is done, 0.0 to 1.0, where that is known.
        share: Option<f64>,
    },
    /// The review.
    Ready(Arc<Review<String>>),
}
