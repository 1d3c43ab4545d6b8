//! The variants of the game, the description of a start, and its errors.

use crate::chances::Chances;
use bagatelle_piecepack::{Suit, Tile, TileError, UnknownRank};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which ring wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ring {
    /// A hollow 7x7 square anywhere, as in the document.
    #[default]
    Any,
    /// Only the one around the middle of the first square: unofficial and harder.
    Concentric,
}

/// How the tiles must be connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Groups {
    /// Every tile touches another one, as in the document.
    #[default]
    Any,
    /// All tiles are connected after every move: unofficial and harder.
    One,
}

/// What happens to a coin in front whose tile has nowhere to go while no chance is left for its suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stranding {
    /// It may be taken, and taking it loses the game.
    #[default]
    Strict,
    /// It stays where it is as long as another coin can be taken.
    Lenient,
}

impl Stranding {
    fn is_usual(&self) -> bool {
        *self == Stranding::default()
    }
}

/// The variant that is played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The second chances at the start.
    pub chances: Chances,
    /// Which ring wins.
    pub ring: Ring,
    /// How the tiles must be connected.
    pub groups: Groups,
    /// What happens to a coin in front whose tile has nowhere to go. The default is left out when options are
    /// written, as older versions, which knew no other, wrote them.
    #[serde(skip_serializing_if = "Stranding::is_usual")]
    pub stranding: Stranding,
}

/// What the first shuffle decides, as texts that people can write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The square, rows from the top with `/` between them, the gap skipped: `MnC4MaM2C3/S3SnA3S2A2/...`.
    pub tiles: String,
    /// Each suit's front coin and its stack from the top down: `S=5a3n24 M=n4253a C=a5n342 A=25a4n3`.
    pub coins: String,
}

/// What is wrong with a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The square has rows of the wrong length.
    #[error("the square has five rows of 5, 5, 4, 5 and 5 tiles, with “/” between them")]
    Rows,
    /// Something in the square is not a tile.
    #[error(transparent)]
    Tile(#[from] TileError),
    /// A tile is in the square twice.
    #[error("the {0} is in the square twice")]
    Twice(Tile),
    /// The coins are not written as they should be.
    #[error("the coins are written suit by suit, the front coin first, such as S=5a3n24")]
    Coins,
    /// Something in a suit's coins is not a rank.
    #[error(transparent)]
    Rank(#[from] UnknownRank),
    /// A suit does not have its six coins exactly once.
    #[error("the {} must be listed once, with six different coins", .0.name())]
    Suit(Suit),
}
