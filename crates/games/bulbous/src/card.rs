//! The charm cards: four colours under two symbols, numbers, Doubles and Wilds; and sets of them as bit sets.
//!
//! Cards are numbered in the canonical order of the notation: R3..R9 RX, B3..BX, Y3..YX, G3..GX, WT, WC. A set of cards
//! is therefore one word, listed in canonical order by walking its bits from the lowest.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// How many cards the whole deck has.
pub const CARDS: usize = 34;

/// One of the four colours, in canonical order. Red and yellow bear the triangle, blue and green the circle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// `R`, triangle.
    Red,
    /// `B`, circle.
    Blue,
    /// `Y`, triangle.
    Yellow,
    /// `G`, circle.
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
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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
pub struct Card(u8);

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
        let colour = self.colour().map_or("", Colour::name);
        match self.face() {
            Face::Number(n) => format!("{colour} {n}"),
            Face::Double => format!("{colour} Double"),
            Face::Wild => format!("{} Wild", self.symbol().name()),
        }
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
        match (self.colour(), self.face()) {
            (Some(colour), Face::Number(n)) => write!(f, "{colour}{n}"),
            (Some(colour), _) => write!(f, "{colour}X"),
            (None, _) if self.symbol() == Symbol::Triangle => f.write_str("WT"),
            (None, _) => f.write_str("WC"),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

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

    /// The cards of a text such as `R3,R9,RX`, which must be in canonical order, without doubles, and not empty.
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

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, card) in self.iter().enumerate() {
            if n > 0 {
                f.write_str(",")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
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
        for (n, card) in self.iter().enumerate() {
            if n > 0 {
                f.write_str(",")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
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

/// What a bet on a specimen of `colour` is worth without Wilds: the sum of the numbers of that colour, doubled by the
/// Double; 0 to 84.
#[inline]
#[must_use]
pub fn worth(bet: Cards, colour: Colour) -> u8 {
    SUMS[(bet.0 >> (8 * colour as u8) & 0xff) as usize]
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
            assert_eq!(Cards::of(Colour::Green).has(card), card.colour() == Some(Colour::Green));
        }
        for text in ["", "R", "R2", "RXX", "WX", "w t", "Ω"] {
            assert_eq!(Card::from_text(text), None, "{text}");
        }
        assert!(Cards::wild_for(Colour::Yellow).has(Card(32)) && Card(32).symbol() == Symbol::Triangle);
        assert!(Cards::wild_for(Colour::Green).has(Card(33)) && Card(33).symbol() == Symbol::Circle);
        assert_eq!(Cards::from_text("R3,WC").unwrap().names(), "red 3 and circle Wild");
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
