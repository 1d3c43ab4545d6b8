//! Texts: actions and tiles.
//!
//! `V2,-1` places, `H0,0>V3,1` slides, `V0,0>V1,2=V-3,0` also says which group stays, `pass` passes. In a
//! position a tile is written with its owner: `2 -1 V 0`.

use crate::action::Action;
use crate::tile::{Tile, Way};
use bagatelle_core::{ParseError, Seat};
use std::fmt;
use std::str::FromStr;

/// The grammar, in the words of an error.
const EXPECTED: &str = "a place (V2,-1), a slide (H0,0>V3,1, with =V-3,0 for the group that stays) or pass";

/// The greatest coordinate that is read. No game gets so far from its first tile.
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
            _ => Err(ParseError::new(text, "H (horizontal) or V (vertical)")),
        }
    }
}

impl Tile {
    /// Adds its text to another.
    pub(crate) fn write_to(self, out: &mut String) {
        let mut text = Text::new();
        text.tile(self);
        out.push_str(text.as_str());
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::new();
        text.tile(*self);
        f.write_str(text.as_str())
    }
}

/// A text in the making. A position has hundreds of actions, and to write a number by `Display` takes ten
/// times as long.
struct Text {
    /// Room for three tiles whose coordinates have the most digits that 32 bits can have.
    bytes: [u8; 80],
    length: usize,
}

impl Text {
    fn new() -> Text {
        Text { bytes: [0; 80], length: 0 }
    }

    fn push(&mut self, text: &str) {
        let end = self.length + text.len();
        self.bytes[self.length..end].copy_from_slice(text.as_bytes());
        self.length = end;
    }

    /// Adds an ASCII character.
    fn byte(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    fn number(&mut self, number: i32) {
        match number {
            // Nearly all coordinates.
            -9..=9 => {
                if number < 0 {
                    self.byte(b'-');
                }
                self.byte(b'0' + number.unsigned_abs() as u8);
            }
            _ => self.push(itoa::Buffer::new().format(number)),
        }
    }

    fn way(&mut self, way: Way) {
        self.byte(match way {
            Way::H => b'H',
            Way::V => b'V',
        });
    }

    fn tile(&mut self, tile: Tile) {
        self.way(tile.way);
        self.number(tile.x);
        self.byte(b',');
        self.number(tile.y);
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
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
        let mut text = Text::new();
        match *self {
            Action::Place(to) => text.tile(to),
            Action::Slide { from, to, keep } => {
                text.tile(from);
                text.byte(b'>');
                text.tile(to);
                if let Some(keep) = keep {
                    text.byte(b'=');
                    text.tile(keep);
                }
            }
            Action::Pass => text.push("pass"),
        }
        f.write_str(text.as_str())
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

/// Reads what a player typed, as [`Action::from_str`] does, but ignores blanks and case.
///
/// # Errors
/// When the text is not in the grammar even so.
pub fn read_typed(text: &str) -> Result<Action, ParseError> {
    let tidy: String =
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).take(80).collect();
    let found = if tidy == "PASS" { Some(Action::Pass) } else { action(&tidy) };
    found.ok_or_else(|| ParseError::new(text, EXPECTED))
}

/// Writes a tile with its owner: `2 -1 V 0`.
pub(crate) fn with_owner(tile: Tile, owner: Seat) -> String {
    let mut text = Text::new();
    text.number(tile.x);
    text.byte(b' ');
    text.number(tile.y);
    text.byte(b' ');
    text.way(tile.way);
    text.byte(b' ');
    text.number(owner.0.into());
    text.as_str().to_owned()
}

/// Reads what [`with_owner`] writes.
pub(crate) fn read_with_owner(text: &str) -> Option<(Tile, Seat)> {
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
        assert_eq!(read_typed(" v2, -1 "), "V2,-1".parse());
        assert_eq!(read_typed("Pass"), Ok(Action::Pass));
    }
}
