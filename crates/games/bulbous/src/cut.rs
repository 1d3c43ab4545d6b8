//! Games cut down to a few cards and plants, for which everything can be computed.
//!
//! Two players, red and blue, hold two cards each, the other cards lie in the deck, and there is one round.

use crate::card::{Card, Colour};
use crate::cards::Cards;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The cut-down games that have a name, and their texts.
pub const NAMED: [(&str, &str); 5] = [
    ("four", "R3 R5 B4 WC/R1 B1"),
    ("plain", "R3 R5 R7 B4 B6/R2 B1"),
    ("five", "R3 R5 RX B4 WC/R1 B2"),
    ("six", "R3 R5 R7 B4 B6 B8/R1 B1"),
    ("more", "R3 R5 RX B4 B6 WC/R1 B2"),
];

/// A game of few cards.
///
/// As text one of the names in [`NAMED`], or its cards and plants, such as `R3 R5 RX B4 WC/R1 B2` for `five`,
/// in which a red plant has one place and a blue one two.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cut {
    /// The colours that each seat owns.
    pub owners: Vec<Vec<Colour>>,
    /// The cards that are in the game.
    pub cards: Vec<Card>,
    /// How many of them each seat holds at the start.
    pub hand: usize,
    /// The plants that are contested in the one round there is, one of a colour at most, each with its colour
    /// and the number of its places; if there are none, the game begins as always, with the choice of them.
    pub plants: Vec<(Colour, u8)>,
}

/// A text that does not describe a cut-down game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "“{0}” is no cut-down game: write {names}, or at least four different cards and one or two plants, red \
     or blue, such as R3 R5 RX B4 WC/R1 B2",
    names = NAMED.map(|(name, _)| name).join(", ")
)]
pub struct UnknownCut(String);

impl Cut {
    /// How many cards the hands take.
    #[must_use]
    pub fn dealt(&self) -> usize {
        self.hand * self.owners.len()
    }

    /// All deals that are different, in the order in which cards are dealt: hands have no order. All are
    /// equally likely.
    #[must_use]
    pub fn deals(&self) -> Vec<Vec<Card>> {
        let mut deals = orders(&self.cards);
        deals.retain(|order| order[..self.dealt()].chunks(self.hand).all(|hand| hand.is_sorted()));
        deals
    }
}

/// All orders of some cards.
pub(crate) fn orders(cards: &[Card]) -> Vec<Vec<Card>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (n, &first) in cards.iter().enumerate() {
        let rest: Vec<Card> = [&cards[..n], &cards[n + 1..]].concat();
        all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}

/// The cards of a text such as `R3 B7`.
#[must_use]
pub fn cards(text: &str) -> Option<Vec<Card>> {
    let list: Vec<Card> = text.split_whitespace().map(Card::from_text).collect::<Option<_>>()?;
    let set: Cards = list.iter().copied().collect();
    (usize::from(set.len()) == list.len()).then_some(list)
}

/// The plants of a text such as `R1 B2`, one of a colour at most.
fn plants(text: &str) -> Option<Vec<(Colour, u8)>> {
    let plant = |word: &str| {
        let mut letters = word.chars();
        let colour = Colour::from_letter(letters.next()?);
        let colour = colour.filter(|colour| matches!(colour, Colour::Red | Colour::Blue))?;
        Some((colour, letters.as_str().parse().ok().filter(|size| (1..=4).contains(size))?))
    };
    let list: Vec<(Colour, u8)> = text.split_whitespace().map(plant).collect::<Option<_>>()?;
    let twice = list.len() == 2 && list[0].0 == list[1].0;
    ((1..=2).contains(&list.len()) && !twice).then_some(list)
}

impl FromStr for Cut {
    type Err = UnknownCut;

    fn from_str(text: &str) -> Result<Cut, UnknownCut> {
        let long = NAMED.iter().find(|(name, _)| *name == text.trim()).map_or(text, |(_, long)| long);
        let read = || {
            let long = long.replace(',', " ");
            let (list, contested) = long.split_once('/')?;
            let owners = vec![vec![Colour::Red], vec![Colour::Blue]];
            let mut cards = cards(list).filter(|list| (4..=8).contains(&list.len()))?;
            cards.sort_unstable();
            Some(Cut { owners, cards, hand: 2, plants: plants(contested)? })
        };
        read().ok_or_else(|| UnknownCut(text.chars().take(60).flat_map(char::escape_debug).collect()))
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, long)| long.parse().as_ref() == Ok(self)) {
            return f.write_str(name);
        }
        let cards: Vec<String> = self.cards.iter().map(Card::to_string).collect();
        let plants = self.plants.iter().map(|(colour, size)| format!("{}{size}", colour.letter()));
        write!(f, "{}/{}", cards.join(" "), plants.collect::<Vec<_>>().join(" "))
    }
}

impl TryFrom<String> for Cut {
    type Error = UnknownCut;

    fn try_from(text: String) -> Result<Cut, UnknownCut> {
        text.parse()
    }
}

impl From<Cut> for String {
    fn from(cut: Cut) -> String {
        cut.to_string()
    }
}

impl JsonSchema for Cut {
    fn schema_name() -> Cow<'static, str> {
        "BulbousCut".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^(four|plain|five|six|more|([RBYG][3-9X]|W[TC])([ ,]([RBYG][3-9X]|W[TC])){3,7}\
                /[RB][1-4]([ ,][RB][1-4])?)$",
            "description": "A game of a few cards: a name, or its cards and plants, such as \
                `R3 R5 RX B4 WC/R1 B2`",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back() {
        for (name, long) in NAMED {
            let cut: Cut = name.parse().unwrap();
            assert_eq!((cut.to_string().as_str(), long.parse().as_ref()), (name, Ok(&cut)));
        }
        let other: Cut = "WC,B4,R3,R4/B2".parse().unwrap();
        assert_eq!(other.to_string(), "R3 R4 B4 WC/B2");
        let wrong = [
            "",
            "seven",
            "R3 R5 B4/R1",
            "R3 R3 R5 B4/R1",
            "R3 R5 B4 B5/",
            "R3 R5 B4 B5/R1 R2",
            "R3 R5 B4 B5/Y1",
            "R3 R5 B4 B5/R5",
            "R3 R5 B4 B5",
            "R3 R4 R5 R6 R7 R8 R9 RX B3/R1",
        ];
        for text in wrong {
            assert!(text.parse::<Cut>().is_err(), "{text}");
        }
        assert_eq!(cards("R3 R3"), None);
    }

    #[test]
    fn deals_are_all_different() {
        let deals = "plain".parse::<Cut>().unwrap().deals();
        assert_eq!(deals.len(), 30, "pairs out of five, pairs out of three, one card left");
        for (n, deal) in deals.iter().enumerate() {
            assert!(deals[..n].iter().all(|other| other != deal));
        }
    }
}
