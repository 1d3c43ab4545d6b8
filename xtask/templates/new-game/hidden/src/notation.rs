//! Texts: an action is the number of the card, `1` to `11`.

use crate::action::{Action, CARDS};
use bagatelle_core::ParseError;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let action = (1..=CARDS).map(|card| Action { card }).find(|action| action.to_string() == text);
        action.ok_or_else(|| ParseError::new(text, "the number of a card, 1 to 11"))
    }
}
