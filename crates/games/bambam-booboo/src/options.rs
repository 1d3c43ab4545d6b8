//! Options, set-ups, and what can be wrong with them.

use super::position::State;
use super::table::{Slots, TILES, slots_of};
use super::tile::Tile;
use bagatelle_core::Seat;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The farthest coordinate at which a set-up may put a tile.
const FARTHEST: i32 = 10_000;

/// Which side contacts are valid at the end of a turn. The document shows them in a picture that is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contact {
    /// Side contact with a tile with which a corner is shared too.
    #[default]
    Aligned,
    /// Any side contact.
    Side,
}

/// How a tile that came loose outside may come back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reconnect {
    /// By a slide from any place in its area where it touches nothing.
    #[default]
    Area,
    /// Like a new tile, straight from beyond all tiles.
    Line,
}

/// The variant that is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which contacts are valid.
    pub contact: Contact,
    /// How a loose tile comes back from outside.
    pub reconnect: Reconnect,
    /// The occurrence of a position that makes the game a draw: 3, or 0 for never.
    pub repetition: u8,
    /// How many tiles each player starts with, 1 to 20.
    pub tiles: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { contact: Contact::Aligned, reconnect: Reconnect::Area, repetition: 3, tiles: TILES as u8 }
    }
}

/// What is decided before the first turn: nothing, unless a position was made by hand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Setup(pub Option<Crafted>);

/// A position made by hand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crafted {
    /// The tiles on the table, as `x y H 0`: smaller cell, way, owner.
    pub tiles: Vec<String>,
    /// The tiles in hand; if left out, those of the option `tiles` that are not on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<[u8; 2]>,
    /// The seat to act.
    #[serde(default)]
    pub to_act: u8,
}

/// What is wrong with options or a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The option `tiles`.
    #[error("each player has 1 to {TILES} tiles, not {0}")]
    Tiles(u8),
    /// The option `repetition`.
    #[error("repetition is 3 (the third time is a draw) or 0 (never), not {0}")]
    Repetition(u8),
    /// A tile that cannot be read.
    #[error("“{0}” is not a tile: expected something like “2 -1 V 0” (column, row, H or V, owner 0 or 1)")]
    Unreadable(String),
    /// A tile so far away that its coordinates could overflow one day.
    #[error("the tile “{0}” is too far away: coordinates go from -{FARTHEST} to {FARTHEST}")]
    TooFar(String),
    /// Two tiles share a cell.
    #[error("the tile “{0}” lies on another one")]
    Overlap(String),
    /// More tiles than there are.
    #[error("player {seat} would have {tiles} tiles; there are {TILES}")]
    TooMany {
        /// Whose.
        seat: u8,
        /// How many.
        tiles: u32,
    },
    /// Nobody has a tile.
    #[error("nobody has a tile")]
    Nothing,
    /// The tiles do not form one group, as they do at the start of every turn.
    #[error("the tiles on the table must form one group, linked by their sides")]
    Scattered,
    /// Somebody has won already.
    #[error("player {0} has a winning form already")]
    Won(u8),
    /// Nobody sits there.
    #[error("there is no player {0}: two play, 0 and 1")]
    NoSeat(u8),
}

impl Options {
    /// Checks that these options make a game.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        if !(1..=TILES as u8).contains(&self.tiles) {
            return Err(SetupError::Tiles(self.tiles));
        }
        if self.repetition != 0 && self.repetition != 3 {
            return Err(SetupError::Repetition(self.repetition));
        }
        Ok(())
    }
}

impl Setup {
    /// The first position.
    pub(super) fn open(&self, options: &Options) -> Result<State, SetupError> {
        let bare = Crafted { hands: Some([options.tiles; 2]), ..Crafted::default() };
        let crafted = self.0.as_ref().unwrap_or(&bare);
        if crafted.to_act > 1 {
            return Err(SetupError::NoSeat(crafted.to_act));
        }
        let mut laid: [Vec<Tile>; 2] = Default::default();
        for text in &crafted.tiles {
            let (tile, seat) =
                read_tile(text).ok_or_else(|| SetupError::Unreadable(text.chars().take(40).collect()))?;
            if tile.x.abs() > FARTHEST || tile.y.abs() > FARTHEST {
                return Err(SetupError::TooFar(text.clone()));
            }
            if laid.iter().flatten().any(|t| t.overlaps(tile)) {
                return Err(SetupError::Overlap(text.clone()));
            }
            laid[seat.index()].push(tile);
            count(seat, laid[seat.index()].len() as u32)?;
        }
        let rest = [0, 1].map(|k: usize| options.tiles.saturating_sub(laid[k].len() as u8));
        let hands = crafted.hands.unwrap_or(rest);
        let mut table = super::table::Table::default();
        let mut stock: Slots = 0;
        for seat in Seat::all(2) {
            let first = TILES as usize * seat.index();
            let tiles = laid[seat.index()].len() as u32 + u32::from(hands[seat.index()]);
            count(seat, tiles)?;
            stock |= slots_of(seat) & (((1 << tiles) - 1) << first);
            laid[seat.index()].iter().enumerate().for_each(|(n, &tile)| table.put(first + n, tile));
        }
        if stock == 0 {
            return Err(SetupError::Nothing);
        }
        if table.groups(table.on()).count() > 1 {
            return Err(SetupError::Scattered);
        }
        if let Some((slot, _)) = table.tiles().find(|&(slot, _)| table.form_with(slot).is_some()) {
            return Err(SetupError::Won(super::table::owner(slot).0));
        }
        Ok(State::new(table, stock, Seat(crafted.to_act)))
    }
}

fn count(seat: Seat, tiles: u32) -> Result<(), SetupError> {
    if tiles > TILES { Err(SetupError::TooMany { seat: seat.0, tiles }) } else { Ok(()) }
}

/// Reads `x y H 0`.
fn read_tile(text: &str) -> Option<(Tile, Seat)> {
    let mut words = text.split_whitespace();
    let x = words.next()?.parse().ok()?;
    let y = words.next()?.parse().ok()?;
    let way = words.next()?.parse().ok()?;
    let seat = match words.next()? {
        "0" => Seat(0),
        "1" => Seat(1),
        _ => return None,
    };
    words.next().is_none().then_some((Tile::new(x, y, way), seat))
}
