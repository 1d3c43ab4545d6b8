//! Options, set-ups, and their errors.

use crate::tile::TILES;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The farthest coordinate at which a set-up may put a tile.
pub const FARTHEST: i32 = 10_000;

/// The fewest tiles that a player needs to win.
pub const FEWEST: u8 = 4;

/// Which side contacts are valid at the end of a turn. The rule document shows them in a picture, which is
/// lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Contact {
    /// Side contact with a tile that also shares a corner.
    #[default]
    Aligned,
    /// Any side contact.
    Side,
}

/// How a tile that came loose outside may come back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reconnect {
    /// By a slide from any place in its area where it touches nothing.
    #[default]
    Area,
    /// Like a new tile, straight from beyond all tiles.
    #[serde(rename = "line")]
    Straight,
}

/// How a new tile comes in from the hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    /// Straight from beyond all tiles.
    #[default]
    Straight,
    /// By a slide from any place outside where it touches nothing, like a loose tile.
    Around,
}

/// Which tiles a player with an empty hand may slide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Slides {
    /// The player's own.
    #[default]
    Own,
    /// Those of both players. A form belongs to the owner of its tiles, even if the other player completes
    /// it.
    Any,
}

fn is_usual<T: Default + PartialEq>(option: &T) -> bool {
    *option == T::default()
}

/// The variant that is played. Readings that older versions did not know are left out when options are
/// written, unless they are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which contacts are valid.
    pub contact: Contact,
    /// How a loose tile comes back from outside.
    pub reconnect: Reconnect,
    /// How a new tile comes in.
    #[serde(skip_serializing_if = "is_usual")]
    pub entry: Entry,
    /// Which tiles may be slid.
    #[serde(skip_serializing_if = "is_usual")]
    pub slides: Slides,
    /// The occurrence of a position that makes the game a draw: 3, or 0 for never.
    #[schemars(extend("enum" = [0, 3]))]
    pub repetition: u8,
    /// How many tiles each player starts with, 1 to 20; new games have at least 4.
    #[schemars(range(min = 1, max = TILES))]
    pub tiles: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            contact: Contact::Aligned,
            reconnect: Reconnect::Area,
            entry: Entry::Straight,
            slides: Slides::Own,
            repetition: 3,
            tiles: TILES as u8,
        }
    }
}

/// What is decided before the first turn: nothing, unless a position was made by hand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Setup(pub Option<Crafted>);

/// A position made by hand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Crafted {
    /// The tiles that lie on the table, as `x y H 0`: smaller cell, way, owner.
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
    /// The option `tiles`, for a new game.
    #[error(
        "with {0} tiles each no player can win: a block takes {FEWEST}, so each player needs {FEWEST} to \
         {TILES}"
    )]
    TooFew(u8),
    /// The option `repetition`.
    #[error("repetition is 3 (the third time a position repeats is a draw) or 0 (never a draw), not {0}")]
    Repetition(u8),
    /// The options `entry` and `reconnect`.
    #[error(
        "with entry “around” new tiles and loose ones come in alike, from anywhere outside: leave out \
         reconnect “line”"
    )]
    LineAround,
    /// A tile that cannot be read.
    #[error("“{0}” isn’t a tile: expected something like “2 -1 V 0” (column, row, H or V, owner 0 or 1)")]
    Unreadable(String),
    /// A tile so far away that its coordinates could overflow in a long game.
    #[error("the tile “{0}” is too far away: coordinates go from -{FARTHEST} to {FARTHEST}")]
    TooFar(String),
    /// Two tiles share a cell.
    #[error("the tile “{0}” overlaps another one")]
    Overlap(String),
    /// More tiles than there are.
    #[error("player {seat} would have {tiles} tiles, but a player has at most {TILES}")]
    TooMany {
        /// The player.
        seat: u8,
        /// How many tiles that player would have.
        tiles: u32,
    },
    /// Neither player has a tile.
    #[error("at least one player must have a tile")]
    NoTiles,
    /// The tiles do not form one group, as they do at the start of every turn.
    #[error("the tiles on the table must form one group, linked by their sides")]
    Scattered,
    /// A player has already won.
    #[error("player {0} already has a winning block")]
    Won(u8),
    /// There is no such seat.
    #[error("there’s no player {0}: the players are 0 and 1")]
    NoSeat(u8),
}

impl Options {
    /// Checks that these options make a game.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        if !(1..=TILES as u8).contains(&self.tiles) {
            return Err(SetupError::Tiles(self.tiles));
        }
        if self.repetition != 0 && self.repetition != 3 {
            return Err(SetupError::Repetition(self.repetition));
        }
        if self.entry == Entry::Around && self.reconnect == Reconnect::Straight {
            return Err(SetupError::LineAround);
        }
        Ok(())
    }
}
