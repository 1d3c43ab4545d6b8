//! The view of a game: everything, since nothing is hidden. A position is its own view.

use crate::action::Action;
use crate::notation::with_owner;
use crate::state::heap::{owner, slots_of};
use crate::state::{End, Phase, State};
use crate::tile::TILES;
use bagatelle_core::{FullObservation, Game, Seat};
use schemars::JsonSchema;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// What a position is written as, the same for all viewers.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewShape {
    /// The tiles on the table in the order of their places: column and row of the smaller cell, `H` (lying)
    /// or `V` (standing), and the owner's seat.
    #[schemars(inner(regex(pattern = r"^-?\d+ -?\d+ [HV] [01]$")))]
    tiles: Vec<String>,
    /// How many tiles each seat has in hand.
    #[schemars(inner(range(max = TILES)))]
    hands: [u32; 2],
    /// The seat to act; null at the end.
    #[schemars(range(max = 1))]
    to_act: Option<u8>,
    /// What it has to do.
    phase: PhaseShape,
    /// How often the position has occurred; 0 where that is not counted.
    occurrences: usize,
    /// The places of the winning form, once there is one.
    #[schemars(inner(regex(pattern = r"^[HV]-?\d+,-?\d+$")))]
    form: Option<[String; 4]>,
}

/// What the seat has to do.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PhaseShape {
    /// Place a tile from the hand.
    Place,
    /// Slide a tile that lies on the table.
    Slide,
    /// The game is over.
    Over,
}

impl ViewShape {
    fn of(state: &State) -> ViewShape {
        let mut tiles: Vec<_> = state.heap().tiles().map(|(slot, tile)| (tile, owner(slot))).collect();
        tiles.sort_unstable();
        ViewShape {
            tiles: tiles.into_iter().map(|(tile, seat)| with_owner(tile, seat)).collect(),
            hands: state.hands(),
            to_act: state.end().is_none().then_some(state.to_act().0),
            phase: match state.phase() {
                Phase::First | Phase::Place => PhaseShape::Place,
                Phase::Slide => PhaseShape::Slide,
                Phase::Over => PhaseShape::Over,
            },
            occurrences: state.occurrences(),
            form: match state.end() {
                Some(End::Won(_, slots)) => Some(slots.map(|slot| state.heap().tile(slot).to_string())),
                _ => None,
            },
        }
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ViewShape::of(self).serialize(serializer)
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
    /// How the game ended, if it has.
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
