//! Actions and their texts. `Display` writes the one canonical text of an action, `FromStr` reads exactly that;
//! [`lenient`] forgives order, case and blanks in what people type.

use crate::card::Colour;
use crate::cards::{Cards, Pile};
use bagatelle_core::ParseError;
use std::fmt;
use std::str::FromStr;

/// What a seat, or chance, does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `choose:N`: the specimen with N places of the first pending colour becomes active.
    Choose(u8),
    /// `target:R`: the First Player names the specimen that is contested next (or the next in a declared order).
    Target(Colour),
    /// `bet:R3,R9,RX`: these cards are laid face down. When a tie is played out, the one card that is added.
    Bet(Cards),
    /// `swap:B4,WC`: these cards go face up onto the discards, as many are drawn.
    Swap(Cards),
    /// `pass`: draws a card unless the hand is full. When a tie is played out, adds nothing.
    Pass,
    /// `~R3,B7,...`: chance makes the discards the new deck; the first card is drawn first.
    Shuffle(Order),
}

/// The order of a new deck, the top first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order(pub(crate) Pile);

const EXPECTED: &str = "`bet:R3,R9`, `swap:B4`, `pass`, `target:R` or `choose:2`";

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Choose(size) => write!(f, "choose:{size}"),
            Action::Target(colour) => write!(f, "target:{colour}"),
            Action::Bet(cards) => write!(f, "bet:{cards}"),
            Action::Swap(cards) => write!(f, "swap:{cards}"),
            Action::Pass => f.write_str("pass"),
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

/// Reads what somebody typed: cards in any order and case, blanks where they like. A card named twice stays an error.
///
/// # Errors
/// When the text is no action even so.
pub(crate) fn lenient(text: &str) -> Result<Action, ParseError> {
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
    fn people_may_write_loosely() {
        for (typed, meant) in [
            ("bet: r9, r3", "bet:R3,R9"),
            ("BET:RX,R9", "bet:R9,RX"),
            ("Swap:wc,b4", "swap:B4,WC"),
            (" Pass ", "pass"),
            ("target:g", "target:G"),
            ("~R9,R3", "~R9,R3"),
        ] {
            assert_eq!(lenient(typed).unwrap().to_string(), meant, "{typed}");
        }
        for text in
            ["bet:", "bet:R3,R3", "swap", "choose:5", "target:RB", "target:", "~", "bet:R3,R3 ", "bid:R3"]
        {
            assert!(lenient(text).is_err(), "{text}");
        }
        assert!("bet:R9,R3".parse::<Action>().is_err(), "only one text is canonical");
    }
}
