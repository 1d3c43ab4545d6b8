//! The view of a puzzle. Nothing is hidden, so a view is the position and the viewer's seat.

use super::action::Action;
use super::state::State;
use crate::notation::write_layout;
use crate::pieces::Button;
use bagatelle_core::{FullObservation, Game, Seat};
use schemars::JsonSchema;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// What a viewer of a puzzle knows: everything.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The viewer's seat; `None` for a spectator.
    pub seat: Option<Seat>,
    /// The position.
    pub state: State,
}

/// What a view is written as.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewShape {
    /// The viewer's seat; null for a spectator.
    #[schemars(range(max = 0))]
    seat: Option<u8>,
    /// The goal.
    #[schemars(range(min = 1, max = 4))]
    goal: u8,
    /// The rows of the board from the top: `W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5`.
    #[schemars(regex(pattern = "^([WB][1-8]){4}(/([WB][1-8]){4}){3}$"))]
    position: String,
    /// How many moves have been made.
    moves: u32,
    /// Whether the goal is reached.
    solved: bool,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = ViewShape {
            seat: self.seat.map(|seat| seat.0),
            goal: self.state.goal().number(),
            position: write_layout(self.state.layout()),
            moves: self.state.moves(),
            solved: self.state.is_solved(),
        };
        shape.serialize(serializer)
    }
}

/// A move and the buttons that it swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The move.
    pub action: Action,
    /// The button that moved, and the one that came back in exchange; `None` if a space was empty.
    pub swapped: Option<(Button, Button)>,
}

impl<G: Game<State = State, Action = Action>> FullObservation<G> for Seen {
    fn of(_game: &G, before: &State, action: Action, _after: &State) -> Seen {
        let layout = before.layout();
        Seen { action, swapped: layout.button(action.from).zip(layout.button(action.to)) }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.swapped.map(|(mover, other)| [mover.to_string(), other.to_string()]);
        let mut seen = serializer.serialize_struct("Seen", 2)?;
        seen.serialize_field("action", &self.action.to_string())?;
        seen.serialize_field("swapped", &names)?;
        seen.end()
    }
}
