//! The charm cards: four colours under two symbols, numbers, Doubles and Wilds.
//!
//! Cards are numbered in the canonical order of the notation: R3..R9 RX, B3..BX, Y3..YX, G3..GX, WT, WC.

use bagatelle_core::present::{Value, written};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// How many cards the whole deck has.
pub const CARDS: usize = 34;

/// One of the four colours, in canonical order. Red and yellow bear the triangle, blue and green the circle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[repr(u8)]
pub enum Colour {
    /// Red, triangle.
    #[serde(rename = "R")]
    Red,
    /// Blue, circle.
    #[serde(rename = "B")]
    Blue,
    /// Yellow, triangle.
    #[serde(rename = "Y")]
    Yellow,
    /// Green, circle.
    #[serde(rename = "G")]
    Green,
}

/// What red and yellow, and blue and green, have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// Red and yellow.
    Triangle,
    /// Blue and green.
    Circle,
}

impl Symbol {
    /// The symbol's name in a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Symbol::Triangle => "triangle",
            Symbol::Circle => "circle",
        }
    }
}

impl Colour {
    /// All four, in canonical order.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Yellow, Colour::Green];

    /// The colour as an index into per-colour lists.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter of the notation.
    #[must_use]
    pub fn letter(self) -> char {
        ['R', 'B', 'Y', 'G'][self.index()]
    }

    /// The colour of a letter of the notation.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|c| c.letter() == letter)
    }

    /// The colour's name in a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["red", "blue", "yellow", "green"][self.index()]
    }

    /// The symbol that cards of this colour bear.
    #[must_use]
    pub fn symbol(self) -> Symbol {
        if self as u8 & 1 == 0 { Symbol::Triangle } else { Symbol::Circle }
    }

    /// Which cards may be bet on a plant of this colour: `red cards and the triangle Wild`.
    pub(crate) fn fitting(self) -> String {
        format!("{} cards and the {} Wild", self.name(), self.symbol().name())
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What a card is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// 3 to 9.
    Number(u8),
    /// Doubles the sum of a bet of its colour.
    Double,
    /// Wins a bet of a colour of its symbol.
    Wild,
}

/// One charm card, by its place in canonical order (below [`CARDS`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Card(pub(crate) u8);

impl Card {
    /// The card at place `index` of the canonical order.
    #[must_use]
    pub fn new(index: usize) -> Option<Card> {
        (index < CARDS).then_some(Card(index as u8))
    }

    /// All cards in canonical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> {
        (0..CARDS as u8).map(Card)
    }

    /// The card's place in canonical order.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The card's colour; Wilds have none.
    #[must_use]
    pub fn colour(self) -> Option<Colour> {
        Colour::ALL.get(usize::from(self.0 >> 3)).copied()
    }

    /// The card's symbol.
    #[must_use]
    pub fn symbol(self) -> Symbol {
        let of = |n: u8| if n & 1 == 0 { Symbol::Triangle } else { Symbol::Circle };
        if self.0 < 32 { of(self.0 >> 3) } else { of(self.0) }
    }

    /// What the card is worth.
    #[must_use]
    pub fn face(self) -> Face {
        match (self.0 >= 32, self.0 & 7) {
            (true, _) => Face::Wild,
            (false, 7) => Face::Double,
            (false, n) => Face::Number(n + 3),
        }
    }

    /// The card in words: `red 5`, `blue Double`, `circle Wild`.
    #[must_use]
    pub fn name(self) -> String {
        written(self.in_words())
    }

    /// As [`Card::name`], to be written into a text.
    pub(crate) fn in_words(self) -> impl Value {
        let (number, special) = match self.face() {
            Face::Number(n) => (Some(n), ""),
            Face::Double => (None, "Double"),
            Face::Wild => (None, "Wild"),
        };
        (self.colour().map_or_else(|| self.symbol().name(), Colour::name), ' ', number, special)
    }

    /// The two characters of its text: `R5`, `GX`, `WT`.
    pub(crate) fn letters(self) -> [char; 2] {
        match (self.colour(), self.face()) {
            (Some(colour), Face::Number(n)) => [colour.letter(), char::from(b'0' + n)],
            (Some(colour), _) => [colour.letter(), 'X'],
            (None, _) => ['W', if self.symbol() == Symbol::Triangle { 'T' } else { 'C' }],
        }
    }

    /// The id and pick of the card in a drawing: `card-R5`.
    pub(crate) fn id(self) -> impl Value {
        let [first, second] = self.letters();
        ("card-", first, second)
    }

    /// The card of a text such as `R5`, `GX`, `WT`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Card> {
        let (first, second) = match text.as_bytes() {
            [a, b] => (char::from(*a), *b),
            _ => return None,
        };
        match (first, second) {
            ('W', b'T') => Some(Card(32)),
            ('W', b'C') => Some(Card(33)),
            (letter, b'3'..=b'9') => Some(Card((Colour::from_letter(letter)? as u8) << 3 | (second - b'3'))),
            (letter, b'X') => Some(Card((Colour::from_letter(letter)? as u8) << 3 | 7)),
            _ => None,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().into_iter().try_for_each(|letter| f.write_char(letter))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let shown = || text.chars().take(12).flat_map(char::escape_debug).collect::<String>();
        Card::from_text(&text).ok_or_else(|| D::Error::custom(format!("“{}” isn’t a card", shown())))
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^([RBYG][3-9X]|W[TC])$",
            "description": "A card: its colour and its number, or `X` for the Double; `WT` and `WC` are the \
                Wilds of triangle and circle",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_text() {
        let texts: Vec<String> = Card::all().map(|c| c.to_string()).collect();
        assert_eq!(texts[..9], ["R3", "R4", "R5", "R6", "R7", "R8", "R9", "RX", "B3"]);
        assert_eq!(texts[31..], ["GX", "WT", "WC"]);
        for card in Card::all() {
            assert_eq!(Card::from_text(&card.to_string()), Some(card));
        }
        for text in ["", "R", "R2", "RXX", "WX", "w t", "Ω"] {
            assert_eq!(Card::from_text(text), None, "{text}");
        }
    }
}
