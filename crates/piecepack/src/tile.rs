//! The twenty-four tiles.

use crate::{Lettering, Rank, Suit, UnknownRank, UnknownSuit};
use std::fmt;

/// One of the 24 tiles. How it is turned has no meaning. Tiles are ordered by suit, then by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// Its suit.
    pub suit: Suit,
    /// Its value.
    pub rank: Rank,
}

impl Tile {
    /// How many there are.
    pub const COUNT: usize = 24;

    /// The tile of a suit and a rank.
    #[inline]
    pub const fn new(suit: Suit, rank: Rank) -> Tile {
        Tile { suit, rank }
    }

    /// The place among all tiles, 0 to 23: six to a suit, in the order of suits and ranks.
    #[inline]
    pub const fn index(self) -> usize {
        self.suit.index() * 6 + self.rank.index()
    }

    /// The tile at a place, or none beyond 23.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Tile> {
        match (Suit::from_index(index / 6), Rank::from_index(index % 6)) {
            (Some(suit), Some(rank)) => Some(Tile { suit, rank }),
            _ => None,
        }
    }

    /// All 24 in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator {
        (0..Tile::COUNT).map(|index| Tile { suit: Suit::ALL[index / 6], rank: Rank::ALL[index % 6] })
    }

    /// The two characters that stand for it, such as `S3`; [`Tile::parse`] reads them back.
    pub const fn text(self, lettering: Lettering) -> TileText {
        TileText { tile: self, lettering }
    }

    /// Reads a tile written in two characters, the suit's and the rank's.
    ///
    /// # Errors
    /// [`TileError`] tells which part could not be read.
    pub fn parse(text: &str, lettering: Lettering) -> Result<Tile, TileError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(suit), Some(rank), None) => {
                Ok(Tile { suit: Suit::from_letter(suit)?, rank: Rank::from_letter(rank, lettering)? })
            }
            _ => Err(TileError::Length { found: text.into() }),
        }
    }
}

/// Writes the tile's name as in a sentence: `3 of Suns`, `ace of Moons`, `null of Arms`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.rank.name(), self.suit.name())
    }
}

/// A tile together with the lettering it is to be written in; made by [`Tile::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileText {
    tile: Tile,
    lettering: Lettering,
}

impl fmt::Display for TileText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.tile.suit.letter(), self.tile.rank.letter(self.lettering))
    }
}

/// Why a text is not a tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileError {
    /// The text does not have exactly two characters.
    #[error("“{found}” isn’t a tile; a tile is a suit’s letter and a rank, such as S3")]
    Length {
        /// The whole text.
        found: String,
    },
    /// The first character is not a suit.
    #[error(transparent)]
    Suit(#[from] UnknownSuit),
    /// The second character is not a rank.
    #[error(transparent)]
    Rank(#[from] UnknownRank),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_texts_lead_back_to_the_tile() {
        assert_eq!(Tile::all().len(), Tile::COUNT);
        for (index, tile) in Tile::all().enumerate() {
            assert_eq!(tile.index(), index);
            assert_eq!(Tile::from_index(index), Some(tile));
            for lettering in [Lettering::Small, Lettering::Capital] {
                assert_eq!(Tile::parse(&tile.text(lettering).to_string(), lettering), Ok(tile));
            }
        }
        assert_eq!(Tile::from_index(24), None);
        assert!(Tile::all().is_sorted());
    }

    #[test]
    fn each_game_reads_its_own_letters() {
        let null = Tile::new(Suit::Moons, Rank::Null);
        assert_eq!(null.text(Lettering::Small).to_string(), "Mn");
        assert_eq!(null.text(Lettering::Capital).to_string(), "M0");
        assert_eq!(null.to_string(), "null of Moons");
        assert_eq!(size_of::<Option<Tile>>(), 2);
    }

    #[test]
    fn what_is_wrong_with_a_text_is_told() {
        assert!(matches!(Tile::parse("S", Lettering::Small), Err(TileError::Length { .. })));
        assert!(matches!(Tile::parse("S33", Lettering::Small), Err(TileError::Length { .. })));
        assert!(matches!(Tile::parse("x3", Lettering::Small), Err(TileError::Suit(_))));
        assert!(matches!(Tile::parse("SA", Lettering::Small), Err(TileError::Rank(_))));
    }
}
