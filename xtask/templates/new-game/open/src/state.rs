//! A position: the stones that are left, and who moves next.

use crate::action::MOST;
use crate::options::LARGEST;
use bagatelle_core::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// A position. Nothing is hidden, so it is its own view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The stones that are left.
    #[schemars(range(max = LARGEST))]
    pub stones: u8,
    /// The seat that moves next; at the end, the seat that would.
    pub to_move: Seat,
}

impl State {
    /// The most stones that can be taken now; 0 at the end.
    #[must_use]
    pub fn most(&self) -> u8 {
        self.stones.min(MOST)
    }
}
