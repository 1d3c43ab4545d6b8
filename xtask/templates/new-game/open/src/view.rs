//! What is seen of an action: everything, since nothing is hidden.

use crate::action::Action;
use crate::state::State;
use bagatelle_core::{FullObservation, Game, Seat};
use serde::Serialize;
use std::fmt;

/// An action and what it left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    /// The seat that took the stones.
    pub by: Seat,
    /// How many it took.
    pub taken: u8,
    /// How many are left.
    pub left: u8,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Action { stones: self.taken }.fmt(f)
    }
}

impl<G: Game<State = State, Action = Action>> FullObservation<G> for Seen {
    fn of(_game: &G, before: &State, action: Action, after: &State) -> Seen {
        Seen { by: before.to_move, taken: action.stones, left: after.stones }
    }
}
