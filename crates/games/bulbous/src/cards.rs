//! Sets of cards as bit sets, cards in an order, and what a bet is worth.
//!
//! Because cards are numbered in canonical order, a set is one word, listed in canonical order by walking its
//! bits from the lowest.

use crate::card::{CARDS, Card, Colour};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cards. Serialised as the list of its cards in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(pub(crate) u64);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The whole deck.
    pub const ALL: Cards = Cards((1 << CARDS) - 1);

    /// The eight cards of a colour.
    #[inline]
    #[must_use]
    pub fn of(colour: Colour) -> Cards {
        Cards(0xff << (8 * colour as u8))
    }

    /// The Wild that wins bets of `colour`.
    #[inline]
    #[must_use]
    pub fn wild_for(colour: Colour) -> Cards {
        Cards(1 << (32 + (colour as u8 & 1)))
    }

    /// The cards that count in a bet on a specimen of `colour`: those of the colour and its Wild.
    #[inline]
    #[must_use]
    pub fn fitting(colour: Colour) -> Cards {
        Cards::of(colour) | Cards::wild_for(colour)
    }

    /// How many cards are in the set.
    #[inline]
    #[must_use]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether no card is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    #[inline]
    #[must_use]
    pub fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether every card of `other` is in the set.
    #[inline]
    #[must_use]
    pub fn holds(self, other: Cards) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with `card` in it.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.0)
    }

    /// The first card in canonical order, as a set; of cards of one colour the lowest. Nothing of nothing.
    #[inline]
    pub(crate) fn lowest(self) -> Cards {
        Cards(self.0 & self.0.wrapping_neg())
    }

    /// The last card in canonical order, as a set; of numbers of one colour the highest. Nothing of nothing.
    #[inline]
    pub(crate) fn highest(self) -> Cards {
        Cards(self.0.checked_ilog2().map_or(0, |place| 1 << place))
    }

    /// The cards in canonical order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let card = Card(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                card
            })
        })
    }

    /// The cards of a text such as `R3,R9,RX`, which must be in canonical order, without doubles, and not
    /// empty.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Cards> {
        let mut set = Cards::NONE;
        for word in text.split(',') {
            let card = Card::from_text(word)?;
            if set.0 >> card.0 != 0 {
                return None;
            }
            set = set.with(card);
        }
        Some(set)
    }

    /// The cards in words: `red 3, red 9 and red Double`; `nothing` for the empty set.
    #[must_use]
    pub fn names(self) -> String {
        let names: Vec<String> = self.iter().map(Card::name).collect();
        match names.split_last() {
            None => "nothing".into(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }
}

/// Writes cards one after the other, with commas.
fn list(f: &mut fmt::Formatter<'_>, cards: impl Iterator<Item = Card>) -> fmt::Result {
    for (n, card) in cards.enumerate() {
        if n > 0 {
            f.write_str(",")?;
        }
        write!(f, "{card}")?;
    }
    Ok(())
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.iter())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        Ok(Vec::<Card>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl JsonSchema for Cards {
    fn schema_name() -> Cow<'static, str> {
        "Cards".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        list_schema(
            generator,
            "A set of cards in canonical order: by colour (red, blue, yellow, green), Wilds last",
        )
    }
}

/// The schema of a list of different cards.
fn list_schema(generator: &mut SchemaGenerator, about: &str) -> Schema {
    json_schema!({
        "type": "array",
        "items": generator.subschema_for::<Card>(),
        "uniqueItems": true,
        "maxItems": CARDS,
        "description": about,
    })
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, Cards::with)
    }
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Cards) {
        self.0 |= other.0;
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        self.0 &= !other.0;
    }
}

/// Cards in an order: the deck (the last is drawn first) or the discards (the last lies on top).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pile {
    /// Slots beyond `len` are zero, so that equal piles are equal values.
    slots: [u8; CARDS],
    len: u8,
}

impl Pile {
    /// No cards.
    pub const EMPTY: Pile = Pile { slots: [0; CARDS], len: 0 };

    /// How many cards lie in the pile.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Whether the pile has no card.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts a card on top. The caller keeps cards apart, so a pile never has more than [`CARDS`].
    #[inline]
    pub fn push(&mut self, card: Card) {
        self.slots[usize::from(self.len)] = card.0;
        self.len += 1;
    }

    /// Takes the card on top.
    #[inline]
    pub fn pop(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        Some(Card(std::mem::take(&mut self.slots[usize::from(self.len)])))
    }

    /// The cards from the bottom to the top.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Card> {
        self.slots[..usize::from(self.len)].iter().map(|c| Card(*c))
    }

    /// The cards as a set.
    #[must_use]
    pub fn set(&self) -> Cards {
        self.iter().collect()
    }

    /// The cards of a text such as `R3,B7`, all different and at least one; the first is at the bottom.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Pile> {
        let mut pile = Pile::EMPTY;
        let mut set = Cards::NONE;
        for word in text.split(',') {
            let card = Card::from_text(word).filter(|c| !set.has(*c))?;
            set = set.with(card);
            pile.push(card);
        }
        Some(pile)
    }
}

impl FromIterator<Card> for Pile {
    /// The cards must be all different.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Pile {
        let mut pile = Pile::EMPTY;
        cards.into_iter().take(CARDS).for_each(|card| pile.push(card));
        pile
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.iter())
    }
}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pile, D::Error> {
        Ok(Vec::<Card>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl JsonSchema for Pile {
    fn schema_name() -> Cow<'static, str> {
        "Pile".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        list_schema(generator, "A pile of cards from the bottom to the top")
    }
}

/// The sum of the numbers of each set of one colour's eight cards, times 2 with the Double.
const SUMS: [u8; 256] = {
    let mut sums = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut bit = 0;
        while bit < 7 {
            if set >> bit & 1 == 1 {
                sums[set] += bit as u8 + 3;
            }
            bit += 1;
        }
        if set >> 7 == 1 {
            sums[set] *= 2;
        }
        set += 1;
    }
    sums
};

/// What a bet on a specimen of `colour` is worth without Wilds: the sum of the numbers of that colour,
/// doubled by the Double; 0 to 84.
#[inline]
#[must_use]
pub fn worth(bet: Cards, colour: Colour) -> u8 {
    SUMS[(bet.0 >> (8 * colour as u8) & 0xff) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Symbol;

    #[test]
    fn each_colour_has_its_cards_and_its_wild() {
        for card in Card::all() {
            assert_eq!(Cards::of(Colour::Green).has(card), card.colour() == Some(Colour::Green));
        }
        assert!(Cards::wild_for(Colour::Yellow).iter().all(|c| c.symbol() == Symbol::Triangle));
        assert!(Cards::wild_for(Colour::Green).iter().all(|c| c.symbol() == Symbol::Circle));
        assert_eq!(Cards::from_text("R3,WC").map(Cards::names).as_deref(), Some("red 3 and circle Wild"));
    }

    #[test]
    fn the_largest_bet_is_worth_84() {
        for (bet, value) in
            [("R3", 3), ("RX", 0), ("R3,R9,RX", 24), ("WT", 0), ("R3,R4,R5,R6,R7,R8,R9,RX", 84)]
        {
            assert_eq!(worth(Cards::from_text(bet).unwrap(), Colour::Red), value, "{bet}");
        }
        assert_eq!(worth(Cards::of(Colour::Blue), Colour::Red), 0);
    }

    #[test]
    fn sets_are_written_in_one_way_only() {
        for text in ["", ",", "R9,R3", "R3,R3", "R3,", "R3 R4"] {
            assert_eq!(Cards::from_text(text), None, "{text}");
        }
        assert_eq!(Pile::from_text("R9,R3").unwrap().to_string(), "R9,R3");
        assert_eq!(Pile::from_text("R9,R9"), None);
    }
}
