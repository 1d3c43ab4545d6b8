//! What one may know of a position: everything, since nothing is hidden. Here stands how it is written as JSON.

use crate::state::{End, Phase, State};
use crate::state::heap::owner;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

impl Serialize for State {
    /// Tiles as `x y H 0` in the order of their places, tiles in hand, the seat to act (null at the end), what it has to
    /// do, how often the position has stood (0 if nobody counts), and the winning form's places.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tiles: Vec<_> = self.heap().tiles().map(|(slot, tile)| (tile, owner(slot).0)).collect();
        tiles.sort_unstable();
        let tiles: Vec<String> =
            tiles.iter().map(|(t, seat)| format!("{} {} {} {seat}", t.x, t.y, t.way)).collect();
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
