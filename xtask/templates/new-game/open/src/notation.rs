//! Texts: an action is the number of stones, `1` to `3`.

use crate::action::{Action, MOST};
use bagatelle_core::ParseError;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones.fmt(f)
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let action = (1..=MOST).map(|stones| Action { stones }).find(|action| action.to_string() == text);
        action.ok_or_else(|| ParseError::new(text, "a number of stones, 1 to 3"))
    }
}
