//! What is seen of a game: everything, since nothing is hidden. A position is its own view.

use crate::action::Action;
use crate::notation::with_owner;
use crate::state::heap::{owner, slots_of};
use crate::state::{End, Phase, State};
use bagatelle_core::{FullObservation, Game, Seat};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

impl Serialize for State {
    /// Writes the tiles as `x y H 0` in the order of their places, the tiles in hand, the seat to act (null at the end),
    /// what it has to do, how often the position has occurred (0 if that is not counted), and the places of the
    /// winning form.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tiles: Vec<_> = self.heap().tiles().map(|(slot, tile)| (tile, owner(slot))).collect();
        tiles.sort_unstable();
        let tiles: Vec<String> = tiles.into_iter().map(|(tile, seat)| with_owner(tile, seat)).collect();
        let phase = match self.phase() {
            Phase::First | Phase::Place => "place",
            Phase::Slide => "slide",
            Phase::Over => "over",
        };
        let form = match self.end() {
            Some(End::Won(_, slots)) => Some(slots.map(|slot| self.heap().tile(slot).to_string())),
            _ => None,
        };
        let mut out = serializer.serialize_struct("State", 6)?;
        out.serialize_field("tiles", &tiles)?;
        out.serialize_field("hands", &self.hands())?;
        out.serialize_field("to_act", &self.end().is_none().then_some(self.to_act()))?;
        out.serialize_field("phase", phase)?;
        out.serialize_field("occurrences", &self.occurrences())?;
        out.serialize_field("form", &form)?;
        out.end()
    }
}

/// An action and what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The seat that acted.
    pub seat: Seat,
    /// What it did.
    pub action: Action,
    /// How many tiles of each seat went home.
    pub home: [u32; 2],
    /// How the game ended, if it did.
    pub end: Option<End>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let end = self.end.map(|end| match end {
            End::Won(..) => "won",
            End::Repeated => "drawn",
        });
        let mut out = serializer.serialize_struct("Seen", 4)?;
        out.serialize_field("seat", &self.seat)?;
        out.serialize_field("action", &self.action.to_string())?;
        out.serialize_field("home", &self.home)?;
        out.serialize_field("end", &end)?;
        out.end()
    }
}

impl<G: Game<State = State, Action = Action>> FullObservation<G> for Seen {
    fn of(_game: &G, before: &State, action: Action, after: &State) -> Seen {
        let home = [Seat(0), Seat(1)].map(|seat| (after.gone() & slots_of(seat)).count_ones());
        Seen { seat: before.to_act(), action, home, end: after.end() }
    }
}
