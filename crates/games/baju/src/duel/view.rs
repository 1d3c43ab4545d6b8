//! The view of a duel. Nothing is hidden, so a view is the position and the viewer's seat.

use super::action::Action;
use super::state::State;
use crate::pieces::{Button, Colour, VALUES};
use bagatelle_core::{FullObservation, Game, Seat};
use schemars::JsonSchema;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// What a viewer of a duel knows: everything.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The viewer's seat; `None` for a spectator.
    pub seat: Option<Seat>,
    /// The position and what came before it.
    pub state: State,
}

/// What a view is written as.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewShape {
    /// The viewer's seat; null for a spectator.
    #[schemars(range(max = 1))]
    seat: Option<u8>,
    /// The rows of the board from the top, the side to act, and the two buttons that swapped on the last turn
    /// (`-`: none): `----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7`.
    #[schemars(regex(pattern = r"^((--|[WB][1-8]){4}/){3}(--|[WB][1-8]){4} [WB] (-|[WB][1-8][WB][1-8])$"))]
    position: String,
    /// The white buttons that are not on the board yet.
    #[schemars(inner(range(min = 1, max = VALUES)))]
    white_supply: Vec<u8>,
    /// The black buttons that are not on the board yet.
    #[schemars(inner(range(min = 1, max = VALUES)))]
    black_supply: Vec<u8>,
    /// How often the position has occurred.
    #[schemars(range(min = 1))]
    occurrences: usize,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = self.state.position();
        let supply = |colour| position.layout.supply(colour).map(Button::value).collect();
        let shape = ViewShape {
            seat: self.seat.map(|seat| seat.0),
            position: position.to_string(),
            white_supply: supply(Colour::White),
            black_supply: supply(Colour::Black),
            occurrences: self.state.occurrences(),
        };
        shape.serialize(serializer)
    }
}

/// An action and its buttons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The action.
    pub action: Action,
    /// The button that was placed or moved; `None` if there was none to move.
    pub button: Option<Button>,
    /// The button that came back in exchange.
    pub exchanged: Option<Button>,
}

impl<G: Game<State = State, Action = Action>> FullObservation<G> for Seen {
    fn of(_game: &G, before: &State, action: Action, _after: &State) -> Seen {
        let position = before.position();
        let (button, exchanged) = match action {
            Action::Place { value, .. } => (Some(Button::new(position.side, value)), None),
            Action::Move { from, to } => (position.layout.button(from), position.layout.button(to)),
        };
        Seen { action, button, exchanged }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |button: Option<Button>| button.map(|button| button.to_string());
        let mut seen = serializer.serialize_struct("Seen", 3)?;
        seen.serialize_field("action", &self.action.to_string())?;
        seen.serialize_field("button", &name(self.button))?;
        seen.serialize_field("exchanged", &name(self.exchanged))?;
        seen.end()
    }
}
