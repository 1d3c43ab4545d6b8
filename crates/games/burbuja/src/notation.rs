//! Texts: actions, squares, coins.

use crate::action::{Action, Source};
use crate::board::Cell;
use crate::coins::Pile;
use crate::options::SetupError;
use bagatelle_core::ParseError;
use bagatelle_piecepack::{BySuit, Lettering, Rank, Suit, Tile, TileError};
use std::fmt::{self, Write};
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pick(suit, Source::Front) => write!(f, "pick:{suit}f"),
            Action::Pick(suit, Source::Top) => write!(f, "pick:{suit}t"),
            Action::Move(cell) => write!(f, "move:{cell}"),
            Action::Reject => f.write_str("reject"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let pick = |rest: &str| {
            let source = match rest.get(1..)? {
                "f" => Source::Front,
                "t" => Source::Top,
                _ => return None,
            };
            Some(Action::Pick(rest.get(..1)?.parse().ok()?, source))
        };
        let land = |rest: &str| {
            let (x, y) = rest.split_once(',')?;
            Some(Action::Move(Cell::new(coordinate(x)?, coordinate(y)?)))
        };
        match text {
            "reject" => Some(Action::Reject),
            _ => match text.split_once(':') {
                Some(("pick", rest)) => pick(rest),
                Some(("move", rest)) => land(rest),
                _ => None,
            },
        }
        .ok_or_else(|| ParseError::new(text, "`pick:Sf`, `pick:St`, `move:3,-1` or `reject`"))
    }
}

/// A coordinate as [`Cell`] writes it; `+3`, `03` and `-0` are refused, so that a cell has one text.
fn coordinate(text: &str) -> Option<i8> {
    text.parse().ok().filter(|number: &i8| number.to_string() == text)
}

/// The text of a square, from its tiles row by row from the top left.
#[must_use]
pub fn write_square(tiles: &[Tile]) -> String {
    let mut text = String::with_capacity(52);
    for (tile, cell) in tiles.iter().zip(Cell::square()) {
        if cell.x == -2 && cell.y != 2 {
            text.push('/');
        }
        let _ = write!(text, "{}", tile.text(Lettering::Small));
    }
    text
}

/// The text of all coins, from each suit's ranks, front first.
#[must_use]
pub fn write_coins(coins: &[[Rank; 6]; 4]) -> String {
    let suit = |(suit, ranks): (Suit, &[Rank; 6])| {
        let ranks = ranks.iter().map(|rank| rank.letter(Lettering::Small));
        format!("{suit}={}", ranks.collect::<String>())
    };
    Suit::ALL.into_iter().zip(coins).map(suit).collect::<Vec<_>>().join(" ")
}

/// Where each tile lies, from the text of a square.
///
/// # Errors
/// When rows have the wrong length, or not every tile stands in it once.
pub fn read_square(text: &str) -> Result<[Cell; Tile::COUNT], SetupError> {
    let rows: Vec<&str> = text.split('/').map(str::trim).collect();
    if !rows.iter().map(|row| row.chars().count()).eq([10, 10, 8, 10, 10]) {
        return Err(SetupError::Rows);
    }
    let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    let mut found = [None; Tile::COUNT];
    for (pair, cell) in letters.chunks(2).zip(Cell::square()) {
        let tile = Tile::parse(&pair.iter().collect::<String>(), Lettering::Small)?;
        if found[tile.index()].replace(cell).is_some() {
            return Err(SetupError::Twice(tile));
        }
    }
    let mut cells = [Cell::new(0, 0); Tile::COUNT];
    for (cell, found) in cells.iter_mut().zip(found) {
        *cell = found.ok_or(SetupError::Tile(TileError::Length { found: String::new() }))?;
    }
    Ok(cells)
}

/// Each suit's pile, from the text of all coins.
///
/// # Errors
/// When a suit is missing or stands twice, or does not have its six coins.
pub fn read_coins(text: &str) -> Result<BySuit<Pile>, SetupError> {
    let mut found: BySuit<Option<Pile>> = BySuit::default();
    for part in text.split_whitespace() {
        let (suit, letters) = part.split_once('=').ok_or(SetupError::Coins)?;
        let suit: Suit = suit.parse().map_err(|_| SetupError::Coins)?;
        let ranks: Vec<Rank> = letters
            .chars()
            .take(7)
            .map(|letter| Rank::from_letter(letter, Lettering::Small))
            .collect::<Result<_, _>>()?;
        let each_once = ranks.len() == 6 && Rank::ALL.iter().all(|rank| ranks.contains(rank));
        let pile = Pile {
            front: ranks.first().copied(),
            stack: ranks.iter().skip(1).copied().take(5).collect(),
            unseen: 5,
        };
        if !each_once || found[suit].replace(pile).is_some() {
            return Err(SetupError::Suit(suit));
        }
    }
    let mut piles: BySuit<Pile> = BySuit::default();
    for (suit, pile) in piles.iter_mut() {
        *pile = found[suit].ok_or(SetupError::Suit(suit))?;
    }
    Ok(piles)
}
