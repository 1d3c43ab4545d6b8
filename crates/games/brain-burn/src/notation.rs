//! Texts: actions (`R`, `Rd`) and positions (`SA S2 ... | A 2 ...`).
//!
//! A position lists 25 tiles, a bar, and 25 coins, row by row from the top, separated by spaces; `--` and `-`
//! stand at the hole. A tile is its suit `S M C A` and its value `0 A 2 3 4 5`, a coin only the value, unless
//! suits count; `0` is the null.

use crate::action::{Action, CELLS, Direction};
use crate::options::{Match, SetupError};
use crate::state::State;
use bagatelle_core::ParseError;
use bagatelle_piecepack::{Lettering, Rank, Suit, Tile};
use std::fmt::{self, Write};
use std::str::FromStr;

impl Direction {
    /// The letter of a slide: the way the tile goes.
    #[must_use]
    pub fn letter(self) -> char {
        ['U', 'D', 'L', 'R'][self as usize]
    }

    fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.letter() == letter)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.slide.letter())?;
        match self.swap {
            Some(side) => f.write_char(side.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let mut letters = text.chars();
        let slide = letters.next().and_then(Direction::from_letter);
        let swap = match letters.next() {
            None => Some(None),
            Some(c) if c.is_ascii_lowercase() => Direction::from_letter(c.to_ascii_uppercase()).map(Some),
            Some(_) => None,
        };
        match (slide, swap, letters.next()) {
            (Some(slide), Some(swap), None) => Ok(Action { slide, swap }),
            _ => Err(ParseError::new(
                text,
                "the way a tile slides, U D L or R, and after it, if its coin is swapped, where the other \
                 coin \
                 lies: u d l or r",
            )),
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..CELLS {
            match self.tile(cell) {
                Some(tile) => write!(f, "{} ", tile.text(Lettering::Capital))?,
                None => f.write_str("-- ")?,
            }
        }
        f.write_char('|')?;
        for cell in 0..CELLS {
            match self.shown(cell) {
                Some(coin) => write!(f, " {}", coin.text())?,
                None => f.write_str(" -")?,
            }
        }
        Ok(())
    }
}

/// Reads a position and checks that it is one: every tile once, four coins of each value, one hole in both
/// halves.
///
/// Coins of one value are told apart by where they lie in the text, so that a picture can follow each of
/// them.
///
/// # Errors
/// The first fault found, in the order of the text.
pub fn position(text: &str, matching: Match) -> Result<State, SetupError> {
    let (tiles, coins) = text.split_once('|').ok_or(SetupError::NoBar)?;
    let tiles: Vec<&str> = tiles.split_whitespace().collect();
    let coins: Vec<&str> = coins.split_whitespace().collect();
    for (what, list) in [("tiles", &tiles), ("coins", &coins)] {
        if list.len() != CELLS {
            return Err(SetupError::Count { what, found: list.len() });
        }
    }

    let mut placed = [None; CELLS];
    for (cell, word) in tiles.iter().enumerate().filter(|(_, word)| **word != "--") {
        let tile = Tile::parse(word, Lettering::Capital)
            .map_err(|_| SetupError::UnknownTile(word.chars().take(12).collect()))?;
        if placed.contains(&Some(tile)) {
            return Err(SetupError::TileTwice(tile.text(Lettering::Capital).to_string()));
        }
        placed[cell] = Some(tile);
    }
    let hole = match (placed.iter().position(Option::is_none), placed.iter().filter(|t| t.is_none()).count())
    {
        (Some(hole), 1) => hole,
        (_, holes) => return Err(SetupError::Holes(holes)),
    };

    let mut laid = [None; CELLS];
    let mut used = [0usize; Rank::ALL.len()];
    for (cell, word) in coins.iter().enumerate() {
        if (*word == "-") != (cell == hole) {
            return Err(SetupError::HoleMismatch);
        }
        if cell == hole {
            continue;
        }
        let coin = match matching {
            Match::Value => {
                let rank = value(word)?;
                let copy =
                    Suit::from_index(used[rank.index()]).ok_or(SetupError::TooManyCoins(rank.name()))?;
                used[rank.index()] += 1;
                Tile::new(copy, rank)
            }
            Match::Suit => Tile::parse(word, Lettering::Capital)
                .map_err(|_| SetupError::UnknownSuitCoin(word.chars().take(12).collect()))?,
        };
        if laid.contains(&Some(coin)) {
            return Err(SetupError::CoinTwice(coin.text(Lettering::Capital).to_string()));
        }
        laid[cell] = Some(coin);
    }
    Ok(State::new(placed, laid).matched(matching))
}

/// The value of a coin.
fn value(word: &str) -> Result<Rank, SetupError> {
    let mut letters = word.chars();
    let rank = match (letters.next(), letters.next()) {
        (Some(letter), None) => Rank::from_letter(letter, Lettering::Capital).ok(),
        _ => None,
    };
    rank.ok_or_else(|| SetupError::UnknownCoin(word.chars().take(12).collect()))
}
