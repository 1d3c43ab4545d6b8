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

/// When the coin behind a front coin that was taken is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Flip {
    /// At once, before the tile moves.
    #[default]
    Early,
    /// After the move, or when the coin is rejected.
    Late,
}

/// How often coins may be rejected in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rejections {
    /// As long as second chances are left.
    #[default]
    Any,
    /// Once: the tile of the next coin has to move.
    One,
}

impl Rejections {
    /// Whether a coin of `suit` may be rejected, `confined` being the suit of an earlier rejection in the
    /// turn.
    #[inline]
    #[must_use]
    pub fn allows(self, chances: Chances, confined: Option<Suit>, suit: Suit) -> bool {
        chances.of(suit) > 0
            && match self {
                Rejections::Any => true,
                Rejections::One => confined.is_none(),
            }
    }

    /// What is left, after a pick, of the suit to which a rejection confined it.
    #[inline]
    #[must_use]
    pub fn after_pick(self, confined: Option<Suit>) -> Option<Suit> {
        match self {
            Rejections::Any => None,
            Rejections::One => confined,
        }
    }
}

/// Which way up the coins of the stacks lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stacks {
    /// Suit up, so that their order is unknown.
    #[default]
    Hidden,
    /// Value up: the player knows their order.
    Open,
}

fn is_usual<T: Default + PartialEq>(option: &T) -> bool {
    *option == T::default()
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
    /// What happens to a coin in front whose tile has nowhere to go. Here and below the default is left out
    /// when options are written, as older versions, which knew no other, wrote them.
    #[serde(skip_serializing_if = "is_usual")]
    pub stranding: Stranding,
    /// When the next front coin is turned up.
    #[serde(skip_serializing_if = "is_usual")]
    pub flip: Flip,
    /// How often coins may be rejected in one turn.
    #[serde(skip_serializing_if = "is_usual")]
    pub rejections: Rejections,
    /// Which way up the coins of the stacks lie.
    #[serde(skip_serializing_if = "is_usual")]
    pub coins: Stacks,
}

impl Options {
    /// Refuses readings that have no effect.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        let twice = Suit::ALL.into_iter().any(|suit| self.chances.of(suit) > 1);
        if self.rejections == Rejections::One && !twice {
            return Err(SetupError::OneAnyway);
        }
        if self.flip == Flip::Late && self.coins == Stacks::Open {
            return Err(SetupError::OpenAnyway);
        }
        Ok(())
    }
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

/// What is wrong with options or a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The option `rejections`.
    #[error(
        "with at most one second chance a suit you can’t reject twice in a turn anyway: leave out rejections \
         “one”, or play with dice"
    )]
    OneAnyway,
    /// The options `flip` and `coins`.
    #[error("with all coins open it doesn’t matter when a coin is turned up: leave out flip “late”")]
    OpenAnyway,
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
