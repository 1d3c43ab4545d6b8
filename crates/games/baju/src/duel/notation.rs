//! Text forms: actions (`5@b3`, `b3c4`) and positions.
//!
//! A position is its rows, the side to act, and the pair that swapped on the last turn:
//! `----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7`.

use super::action::Action;
use super::position::Position;
use crate::notation::{read_layout, read_move, write_layout};
use crate::options::PositionError;
use crate::pieces::{Button, Colour, Space};
use bagatelle_core::ParseError;
use std::fmt;
use std::str::FromStr;

const ACTION: &str = "a placement such as 5@b3, or a move such as b3c4";

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place { value, at } => write!(f, "{value}@{at}"),
            Action::Move { from, to } => write!(f, "{from}{to}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let placement = || {
            let (value, at) = text.split_once('@')?;
            let value = match *value.as_bytes() {
                [digit @ b'1'..=b'8'] => digit - b'0',
                _ => return None,
            };
            Some(Action::Place { value, at: Space::read(at)? })
        };
        read_move(text)
            .map(|(from, to)| Action::Move { from, to })
            .or_else(placement)
            .ok_or_else(|| ParseError::new(text, ACTION))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", write_layout(&self.layout), self.side.letter())?;
        match self.swapped {
            Some((a, b)) => write!(f, "{a}{b}"),
            None => f.write_str("-"),
        }
    }
}

/// Reads a position of the duel: rows, side to act, swapped pair.
///
/// # Errors
/// When one of the three is wrong; the error says which and why.
pub fn read_position(text: &str) -> Result<Position, PositionError> {
    let mut fields = text.split_whitespace();
    let layout = read_layout(fields.next().unwrap_or_default())?;
    let side = match fields.next() {
        Some("W") => Colour::White,
        Some("B") => Colour::Black,
        _ => return Err(PositionError::Side),
    };
    let swapped = match fields.next() {
        Some("-") => None,
        pair => Some(pair.and_then(read_pair).ok_or(PositionError::Pair)?),
    };
    if fields.next().is_some() {
        return Err(PositionError::More);
    }
    for button in swapped.into_iter().flat_map(|(a, b)| [a, b]) {
        if layout.space(button).is_none() {
            return Err(PositionError::PairAway(button));
        }
    }
    Ok(Position { layout, side, swapped })
}

fn read_pair(text: &str) -> Option<(Button, Button)> {
    let (a, b) = text.split_at_checked(2)?;
    let (a, b) = Button::read(a).zip(Button::read(b))?;
    (a != b).then(|| (a.min(b), a.max(b)))
}
