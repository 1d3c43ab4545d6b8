//! Text forms: moves (`b3c4`) and arrangements, which are four rows with all sixteen buttons.

use super::action::Action;
use crate::layout::Layout;
use crate::notation::{MOVE, read_layout, read_move};
use crate::options::PositionError;
use crate::pieces::Button;
use bagatelle_core::ParseError;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let (from, to) = read_move(text).ok_or_else(|| ParseError::new(text, MOVE))?;
        Ok(Action { from, to })
    }
}

/// Reads an arrangement: the rows, with all sixteen buttons.
///
/// # Errors
/// As [`read_layout`], and when a button is missing.
pub fn read_arrangement(text: &str) -> Result<Layout, PositionError> {
    let layout = read_layout(text.trim())?;
    match Button::all().find(|button| layout.space(*button).is_none()) {
        Some(button) => Err(PositionError::Missing(button)),
        None => Ok(layout),
    }
}
