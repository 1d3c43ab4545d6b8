//! Arrows over a board, in the form that the page's script reads: `assets/js/arrows.js` draws them for
//! every game.

use bagatelle_catalog::AnyPlay;
use bagatelle_core::present::{Motion, Step};
use serde::Serialize;

/// A move to draw over the board, by what it picks and moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Arrow {
    /// What is picked, in order.
    path: Vec<Step>,
    /// What it moves, where the path does not say so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    motions: Vec<Motion>,
    /// How good the move is among the drawn ones: 0 for the best.
    rank: usize,
    /// Whether it is the move that was played, beside which others are shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    played: bool,
}

impl Arrow {
    /// The arrow of an action in a position; `None` where no seat could take it.
    #[must_use]
    pub fn of(play: &dyn AnyPlay, action: &str, rank: usize) -> Option<Arrow> {
        let way = play.way(action)?;
        Some(Arrow { path: way.path, motions: way.motions, rank, played: false })
    }

    /// The arrow of the move that was played in a position, which lies below the better one.
    pub(super) fn played(play: &dyn AnyPlay, action: &str) -> Option<Arrow> {
        Some(Arrow { played: true, ..Arrow::of(play, action, 1)? })
    }
}
