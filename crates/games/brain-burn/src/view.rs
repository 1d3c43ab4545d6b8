//! The view of a game: everything, since nothing is hidden. A position is its own view.

use crate::action::{Action, CELLS};
use crate::state::{Coin, State};
use bagatelle_core::{FullObservation, Game};
use bagatelle_piecepack::{Lettering, Tile};
use schemars::JsonSchema;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// What a position is written as.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewShape {
    /// 25 tiles, a bar, 25 coins, row by row from the top: a tile is a suit (`S`, `M`, `C`, `A`) and a value,
    /// a coin a value (`0` is the null), with its suit before it where suits count; `--` and `-` mark the
    /// hole.
    #[schemars(regex(pattern = r"^((--|[SMCA][0A2-5]) ){25}\|( (-|[SMCA]?[0A2-5])){25}$"))]
    position: String,
    /// The cell of the hole: 0 is at the top left, 24 at the bottom right.
    #[schemars(range(max = CELLS - 1))]
    hole: usize,
    /// The cells of tiles that are not at home, ascending.
    #[schemars(inner(range(max = CELLS - 1)))]
    wrong_tiles: Vec<usize>,
    /// The cells of coins that are not at home, ascending.
    #[schemars(inner(range(max = CELLS - 1)))]
    wrong_coins: Vec<usize>,
    /// Whether all tiles and coins are at home.
    solved: bool,
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = |wrong: &dyn Fn(usize) -> bool| (0..CELLS).filter(|&c| wrong(c)).collect();
        let shape = ViewShape {
            position: self.to_string(),
            hole: self.hole(),
            wrong_tiles: cells(&|c| self.tile_is_wrong(c)),
            wrong_coins: cells(&|c| self.coin_is_wrong(c)),
            solved: self.is_solved(),
        };
        shape.serialize(serializer)
    }
}

/// A move and what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The move.
    pub action: Action,
    /// The tile that slid, with its coin before the move; `None` if no tile could.
    pub slid: Option<(Tile, Coin)>,
    /// The tile with which it swapped coins, with its coin before the move.
    pub partner: Option<(Tile, Coin)>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |(tile, coin): (Tile, Coin)| format!("{} {}", tile.text(Lettering::Capital), coin.text());
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
        let with_coin = |cell: usize| before.tile(cell).zip(before.shown(cell));
        Seen { action, slid: from.and_then(with_coin), partner: partner.and_then(with_coin) }
    }
}
