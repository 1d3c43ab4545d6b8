//! What is seen of a duel. Nothing is hidden, so a view is the position and the viewer's seat.

use super::action::Action;
use super::state::State;
use crate::pieces::{Button, Colour};
use bagatelle_core::{FullObservation, Game, Seat};
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

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = self.state.position();
        let supply = |colour| position.layout.supply(colour).map(Button::value).collect::<Vec<_>>();
        let mut view = serializer.serialize_struct("View", 5)?;
        view.serialize_field("seat", &self.seat)?;
        view.serialize_field("position", &position.to_string())?;
        view.serialize_field("white_supply", &supply(Colour::White))?;
        view.serialize_field("black_supply", &supply(Colour::Black))?;
        view.serialize_field("occurrences", &self.state.occurrences())?;
        view.end()
    }
}

/// An action and the buttons that it was about.
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
