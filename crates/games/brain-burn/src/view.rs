//! What is seen of a game: everything, since nothing is hidden. A position is its own view.

use crate::action::{Action, CELLS};
use crate::state::State;
use bagatelle_core::{FullObservation, Game};
use bagatelle_piecepack::{Lettering, Rank, Tile};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = |wrong: &dyn Fn(usize) -> bool| (0..CELLS).filter(|&c| wrong(c)).collect::<Vec<_>>();
        let mut view = serializer.serialize_struct("View", 5)?;
        view.serialize_field("position", &self.to_string())?;
        view.serialize_field("hole", &self.hole())?;
        view.serialize_field("wrong_tiles", &cells(&|c| self.tile_is_wrong(c)))?;
        view.serialize_field("wrong_coins", &cells(&|c| self.coin_is_wrong(c)))?;
        view.serialize_field("solved", &self.is_solved())?;
        view.end()
    }
}

/// A move and what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The move.
    pub action: Action,
    /// The tile that slid, with the value of its coin before the move; `None` if no tile could.
    pub slid: Option<(Tile, Rank)>,
    /// The tile with which it swapped coins, with the value of its coin before the move.
    pub partner: Option<(Tile, Rank)>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |(tile, coin): (Tile, Rank)| {
            format!("{} {}", tile.text(Lettering::Capital), coin.letter(Lettering::Capital))
        };
        let mut seen = serializer.serialize_struct("Seen", 3)?;
        seen.serialize_field("action", &self.action.to_string())?;
        seen.serialize_field("slid", &self.slid.map(name))?;
        seen.serialize_field("partner", &self.partner.map(name))?;
        seen.end()
    }
}

impl<G: Game<State = State, Action = Action>> FullObservation<G> for Seen {
    fn of(_game: &G, before: &State, action: Action, _after: &State) -> Seen {
        let (from, partner) = before.cells_of(action);
        let with_coin = |cell: usize| before.tile(cell).zip(before.coin(cell).map(|coin| coin.rank));
        Seen { action, slid: from.and_then(with_coin), partner: partner.and_then(with_coin) }
    }
}
