//! Text forms: actions, positions, and moves written with the whole way.
//!
//! A position is four rows from the top joined by `/`, with tokens `W1` to `W8`, `B1` to `B8` and `--`; the duel adds the
//! side to act and the pair that swapped on the last turn: `----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7`.

use crate::board::Board;
use crate::rules::position::{DuelAction, Position};
use crate::rules::puzzle::Swap;
use crate::rules::{Layout, PositionFault};
use crate::things::{Button, Colour, SIDE, Space, VALUES};
use bagatelle_core::ParseError;
use std::fmt;
use std::str::FromStr;

const MOVE: &str = "a move such as b3c4, or with its whole way such as b3-b2-c2-c3";
const ACTION: &str = "a placement such as 5@b3, or a move such as b3c4";

/// The two spaces of `b3c4`.
fn read_move(text: &str) -> Option<(Space, Space)> {
    let (from, to) = text.split_at_checked(2)?;
    Space::read(from).zip(Space::read(to)).filter(|(from, to)| from != to)
}

impl fmt::Display for DuelAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DuelAction::Place { value, at } => write!(f, "{value}@{at}"),
            DuelAction::Move { from, to } => write!(f, "{from}{to}"),
        }
    }
}

impl FromStr for DuelAction {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<DuelAction, ParseError> {
        let placement = || {
            let (value, at) = text.split_once('@')?;
            let value = match *value.as_bytes() {
                [digit @ b'1'..=b'8'] => digit - b'0',
                _ => return None,
            };
            Some(DuelAction::Place { value, at: Space::read(at)? })
        };
        read_move(text)
            .map(|(from, to)| DuelAction::Move { from, to })
            .or_else(placement)
            .ok_or_else(|| ParseError::new(text, ACTION))
    }
}

impl fmt::Display for Swap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Swap {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Swap, ParseError> {
        let (from, to) = read_move(text).ok_or_else(|| ParseError::new(text, MOVE))?;
        Ok(Swap { from, to })
    }
}

/// Reads a move written with its whole way, `b3-b2-c2-c3`, and checks the way against the bridges of the button that
/// lies at its beginning. `Ok(None)` for a text that is not written like that. Whether that button may move at all is
/// not looked at here.
///
/// # Errors
/// When the text names something that is no space, or the way is not one that the button can take.
pub fn read_way(board: &Board, layout: &Layout, text: &str) -> Result<Option<(Space, Space)>, ParseError> {
    if !text.contains('-') {
        return Ok(None);
    }
    let fault = |expected| Err(ParseError::new(text, expected));
    let spaces: Option<Vec<Space>> = text.split('-').take(SPACES_OF_A_WAY + 1).map(Space::read).collect();
    let Some(spaces) = spaces else {
        return fault(MOVE);
    };
    let (&[from, .., to], Some(button)) =
        (spaces.as_slice(), spaces.first().and_then(|from| layout.button(*from)))
    else {
        return fault("a way that begins with a button");
    };
    if spaces.len() != usize::from(button.value()) + 1 {
        return fault("a way over as many bridges as the button's value says");
    }
    if !board.is_way(button.colour(), button.value(), &spaces) {
        return fault("a way over red bridges and those of the button's colour that visits no space twice");
    }
    Ok(Some((from, to)))
}

/// A way over eight bridges visits nine spaces.
const SPACES_OF_A_WAY: usize = VALUES as usize + 1;

/// The rows of a position.
#[must_use]
pub fn write_layout(layout: &Layout) -> String {
    let mut text = String::with_capacity(36);
    for space in Space::all() {
        if space.column() == 0 && space.row() > 0 {
            text.push('/');
        }
        match layout.button(space) {
            Some(button) => text += &button.to_string(),
            None => text += "--",
        }
    }
    text
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

/// Reads the rows of a position.
///
/// # Errors
/// When they are not four rows of four tokens, or a button stands twice.
pub fn read_layout(text: &str) -> Result<Layout, PositionFault> {
    let rows: Vec<&str> = text.split('/').take(SIDE as usize + 1).collect();
    if rows.len() != usize::from(SIDE) {
        return Err(PositionFault::Rows);
    }
    let mut layout = Layout::default();
    for (row, text) in (0..SIDE).zip(rows) {
        let fault = PositionFault::Row(usize::from(row) + 1);
        if text.len() != 2 * usize::from(SIDE) {
            return Err(fault);
        }
        for column in 0..SIDE {
            let start = 2 * usize::from(column);
            let token = text.get(start..start + 2).ok_or_else(|| fault.clone())?;
            if token == "--" {
                continue;
            }
            let button = Button::read(token).ok_or_else(|| fault.clone())?;
            if layout.space(button).is_some() {
                return Err(PositionFault::Twice(button));
            }
            layout.place(button, Space::new(column, row));
        }
    }
    Ok(layout)
}

/// Reads a puzzle arrangement: the rows, with all sixteen buttons.
///
/// # Errors
/// As [`read_layout`], and when a button is missing.
pub fn read_arrangement(text: &str) -> Result<Layout, PositionFault> {
    let layout = read_layout(text.trim())?;
    match Button::all().find(|button| layout.space(*button).is_none()) {
        Some(button) => Err(PositionFault::Missing(button)),
        None => Ok(layout),
    }
}

/// Reads a position of the duel: rows, side to act, swapped pair.
///
/// # Errors
/// When one of the three is not right; the error says which and why.
pub fn read_position(text: &str) -> Result<Position, PositionFault> {
    let mut fields = text.split_whitespace();
    let layout = read_layout(fields.next().unwrap_or_default())?;
    let side = match fields.next() {
        Some("W") => Colour::White,
        Some("B") => Colour::Black,
        _ => return Err(PositionFault::Side),
    };
    let swapped = match fields.next() {
        Some("-") => None,
        pair => Some(pair.and_then(read_pair).ok_or(PositionFault::Pair)?),
    };
    if fields.next().is_some() {
        return Err(PositionFault::More);
    }
    for button in swapped.into_iter().flat_map(|(a, b)| [a, b]) {
        if layout.space(button).is_none() {
            return Err(PositionFault::PairAway(button));
        }
    }
    Ok(Position { layout, side, swapped })
}

fn read_pair(text: &str) -> Option<(Button, Button)> {
    let (a, b) = text.split_at_checked(2)?;
    let (a, b) = Button::read(a).zip(Button::read(b))?;
    (a != b).then(|| (a.min(b), a.max(b)))
}
