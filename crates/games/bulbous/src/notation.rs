//! Actions and their texts. `Display` writes the one canonical text of an action, `FromStr` reads exactly
//! that; [`lenient`] accepts any order, case and spaces in what players type.

use crate::action::{Action, Order};
use crate::card::{Card, Colour};
use crate::cards::{Cards, Pile};
use bagatelle_core::ParseError;
use std::fmt;
use std::str::FromStr;

const EXPECTED: &str = "`bet:R3,R9`, `swap:B4`, `pass`, `discard:B4`, `target:R` or `choose:2`";

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Choose(size) => write!(f, "choose:{size}"),
            Action::Target(colour) => write!(f, "target:{colour}"),
            Action::Bet(cards) => write!(f, "bet:{cards}"),
            Action::Swap(cards) => write!(f, "swap:{cards}"),
            Action::Pass => f.write_str("pass"),
            Action::Discard(card) => write!(f, "discard:{card}"),
            Action::Shuffle(order) => write!(f, "~{}", order.0),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        parse(text).ok_or_else(|| ParseError::new(text, EXPECTED))
    }
}

fn parse(text: &str) -> Option<Action> {
    if text == "pass" {
        return Some(Action::Pass);
    }
    if let Some(cards) = text.strip_prefix('~') {
        return Pile::from_text(cards).map(|pile| Action::Shuffle(Order(pile)));
    }
    let (verb, rest) = text.split_once(':')?;
    match verb {
        "bet" => Cards::from_text(rest).map(Action::Bet),
        "swap" => Cards::from_text(rest).map(Action::Swap),
        "discard" => Card::from_text(rest).map(Action::Discard),
        "target" => {
            let mut letters = rest.chars();
            let colour = Colour::from_letter(letters.next()?)?;
            letters.next().is_none().then_some(Action::Target(colour))
        }
        "choose" => match rest.as_bytes() {
            [size @ b'1'..=b'4'] => Some(Action::Choose(size - b'0')),
            _ => None,
        },
        _ => None,
    }
}

/// Reads a text that was typed: cards in any order and case, with or without blanks. A card named twice stays
/// an error.
///
/// # Errors
/// When it is not an action even so.
pub fn lenient(text: &str) -> Result<Action, ParseError> {
    if let Ok(action) = text.parse() {
        return Ok(action);
    }
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let read = match bare.split_once(':') {
        Some((verb, rest)) => {
            let (verb, rest) = (verb.to_ascii_lowercase(), rest.to_ascii_uppercase());
            let sorted = Pile::from_text(&rest).map(|pile| pile.set().to_string());
            parse(&format!("{verb}:{}", sorted.unwrap_or(rest)))
        }
        None => parse(&bare.to_ascii_lowercase()),
    };
    read.ok_or_else(|| ParseError::new(text, EXPECTED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_may_write_loosely() {
        for (typed, meant) in [
            ("bet: r9, r3", "bet:R3,R9"),
            ("BET:RX,R9", "bet:R9,RX"),
            ("Swap:wc,b4", "swap:B4,WC"),
            (" Pass ", "pass"),
            ("Discard: b4", "discard:B4"),
            ("target:g", "target:G"),
            ("~R9,R3", "~R9,R3"),
        ] {
            assert_eq!(lenient(typed).unwrap().to_string(), meant, "{typed}");
        }
        for text in [
            "bet:",
            "bet:R3,R3",
            "swap",
            "discard:",
            "discard:R3,R4",
            "choose:5",
            "target:RB",
            "target:",
            "~",
            "bet:R3,R3 ",
            "bid:R3",
        ] {
            assert!(lenient(text).is_err(), "{text}");
        }
        assert!("bet:R9,R3".parse::<Action>().is_err(), "only one text is canonical");
    }
}
