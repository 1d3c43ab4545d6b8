//! The questions before a game, the description of a start, and the errors in either.

use crate::action::CELLS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which coin belongs on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Match {
    /// Any coin of its value.
    #[default]
    Value,
    /// The coin of its suit and value.
    Suit,
}

impl Match {
    fn is_usual(&self) -> bool {
        *self == Match::default()
    }
}

/// The variant that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which coin belongs on a tile. The default is left out when options are written, as older versions,
    /// which knew no other, wrote them.
    #[serde(skip_serializing_if = "Match::is_usual")]
    pub coins: Match,
}

/// What a player may ask of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealOptions {
    /// The cell of the hole, 0 (top left) to 24; drawn at random if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = CELLS - 1))]
    pub hole: Option<u8>,
}

/// A start position as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// 25 tiles, a bar, 25 coins, row by row from the top with blanks between, as in a view. Where suits
    /// count, a coin has its suit before its value.
    pub position: String,
}

/// What is wrong with deal options or a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The chosen hole is not on the board.
    #[error("the hole must be in one of the cells 0 to 24, not {0}")]
    HoleCell(u8),
    /// The two halves of a position are not separated.
    #[error("a position is 25 tiles, a bar “|” and 25 coins; the bar is missing")]
    NoBar,
    /// One half has too few or too many words.
    #[error("a position has 25 {what}, the hole included, not {found}")]
    Count {
        /// `tiles` or `coins`.
        what: &'static str,
        /// How many there are.
        found: usize,
    },
    /// A word that is not a tile.
    #[error(
        "“{0}” isn’t a tile: a tile is a suit S, M, C or A and a value 0, A, 2, 3, 4 or 5; the hole is --"
    )]
    UnknownTile(String),
    /// A word that is not a coin.
    #[error("“{0}” isn’t a coin: a coin is a value 0, A, 2, 3, 4 or 5; the hole is -")]
    UnknownCoin(String),
    /// A word that is not a coin, where suits count.
    #[error(
        "“{0}” isn’t a coin: where suits count, a coin is a suit S, M, C or A and a value 0, A, 2, 3, 4 or \
         5; the hole is -"
    )]
    UnknownSuitCoin(String),
    /// A coin is in two cells, where suits count.
    #[error("the coin {0} appears twice")]
    CoinTwice(String),
    /// A tile is in two cells.
    #[error("the tile {0} appears twice")]
    TileTwice(String),
    /// There is not exactly one hole.
    #[error("there must be one hole, not {0}")]
    Holes(usize),
    /// A coin in the hole, or a tile without a coin.
    #[error("the hole among the coins must be where the hole among the tiles is")]
    HoleMismatch,
    /// More than four coins of a value.
    #[error("there are more than four coins of value {0}")]
    TooManyCoins(&'static str),
}
