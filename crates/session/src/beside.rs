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
    /// The par of the deal.
    pub par: Awaited<Par>,
    /// How hard the deal is.
    pub grade: Awaited<&'static Grade>,
    /// Where the solution went long.
    pub detours: Detours<'a>,
}

/// Something that a game may have and that is looked for in the background: its place is kept on the page, so
/// that nothing moves when it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Awaited<T> {
    /// The game has no such thing.
    #[default]
    None,
    /// It is being looked for, or is about to be.
    Awaited,
    /// The search ended without it.
    Missed,
    /// It is known.
    Known(T),
}

impl<T> Awaited<T> {
    /// It, if it is known.
    pub fn known(self) -> Option<T> {
        match self {
            Awaited::Known(known) => Some(known),
            Awaited::None | Awaited::Awaited | Awaited::Missed => None,
        }
    }

    /// What is written in its place while it is unknown. `None` if the game has no such thing.
    pub fn unknown(self) -> Option<&'static str> {
        match self {
            Awaited::None | Awaited::Known(_) => None,
            Awaited::Awaited => Some("…"),
            Awaited::Missed => Some("–"),
        }
    }
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
#[derive(Clone, PartialEq, Debug)]
pub enum ReviewState {
    /// There is none: the game is not over, or nothing can be learned from it.
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
