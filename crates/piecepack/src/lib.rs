//! Piecepack components: suits, ranks, tiles, coins and how they are drawn.
//!
//! A piecepack is a small set of pieces that many games share. In each of four suits it has six tiles and six
//! coins (null, ace, two, three, four and five), a pawn and a die. Burbuja and Brain Burn are both played
//! with one, so the words for the pieces ([`Suit`], [`Rank`], [`Tile`], [`BySuit`]) and their pictures
//! ([`draw`], [`paper`]) are here and only here.
//!
//! Nothing in this crate knows the rules of a game.

mod by_suit;
pub mod draw;
pub mod paper;
mod rank;
mod suit;
mod tile;

pub use by_suit::BySuit;
pub use rank::{Lettering, Rank, UnknownRank};
pub use suit::{Suit, UnknownSuit};
pub use tile::{Tile, TileError, TileText};
