//! The texts of actions: `V2,-1` places, `H0,0>V3,1` slides, `V0,0>V1,2=V-3,0` also says which group stays, `pass`.

use crate::tile::{Tile, Way};
use bagatelle_core::ParseError;
use std::fmt;
use std::str::FromStr;

/// What a seat does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Place a tile from the hand.
    Place(Tile),
    /// Slide an own tile.
    Slide {
        /// Where it lies.
        from: Tile,
        /// Where it comes to rest.
        to: Tile,
        /// The smallest tile of the group that stays, exactly if the largest groups tie.
        keep: Option<Tile>,
    },
    /// Nothing, when nothing can be done.
    Pass,
}

/// The grammar, in the words of an error.
const EXPECTED: &str = "a place (V2,-1), a slide (H0,0>V3,1, with =V-3,0 for the group that stays) or pass";

/// The greatest coordinate that is read. No game can wander so far.
const FARTHEST: i32 = 100_000_000;

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::H => "H",
            Way::V => "V",
        })
    }
}

impl FromStr for Way {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Way, ParseError> {
        match text {
            "H" => Ok(Way::H),
            "V" => Ok(Way::V),
            _ => Err(ParseError::new(text, "H (lying) or V (standing)")),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{},{}", self.way, self.x, self.y)
    }
}

impl FromStr for Tile {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Tile, ParseError> {
        tile(text).ok_or_else(|| ParseError::new(text, "a place such as V2,-1"))
    }
}

fn tile(text: &str) -> Option<Tile> {
    let way = text.get(..1)?.parse().ok()?;
    let (x, y) = text[1..].split_once(',')?;
    Some(Tile::new(number(x)?, number(y)?, way))
}

/// A whole number as it is written: no plus sign, no leading zeros, no minus zero.
fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && (!digits.starts_with('0') || text == "0");
    text.parse().ok().filter(|n: &i32| plain && (-FARTHEST..=FARTHEST).contains(n))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(to) => write!(f, "{to}"),
            Action::Slide { from, to, keep: None } => write!(f, "{from}>{to}"),
            Action::Slide { from, to, keep: Some(keep) } => write!(f, "{from}>{to}={keep}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        action(text).ok_or_else(|| ParseError::new(text, EXPECTED))
    }
}

fn action(text: &str) -> Option<Action> {
    if text == "pass" {
        return Some(Action::Pass);
    }
    let Some((from, rest)) = text.split_once('>') else {
        return tile(text).map(Action::Place);
    };
    let (to, keep) = match rest.split_once('=') {
        Some((to, keep)) => (to, Some(tile(keep)?)),
        None => (rest, None),
    };
    Some(Action::Slide { from: tile(from)?, to: tile(to)?, keep })
}

/// Reads what a person typed: as [`Action::from_str`], but blanks and small letters do not matter.
///
/// # Errors
/// When the text is not in the grammar even so.
pub fn read_kindly(text: &str) -> Result<Action, ParseError> {
    let tidy: String =
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).take(80).collect();
    let found = if tidy == "PASS" { Some(Action::Pass) } else { action(&tidy) };
    found.ok_or_else(|| ParseError::new(text, EXPECTED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_per_action() {
        for text in ["V2,-1", "H0,0>V3,1", "V0,0>V1,2=V-3,0", "pass"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in
            ["", "V", "v2,1", "V02,1", "V+2,1", "V-0,1", "V2", "V2,1>", "V2,1=V0,0", "V99999999999,1", "é"]
        {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
        assert_eq!(read_kindly(" v2, -1 "), "V2,-1".parse());
        assert_eq!(read_kindly("Pass"), Ok(Action::Pass));
    }
}
