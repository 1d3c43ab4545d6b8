//! The kinds of bets that the habits of the levels distinguish.

use crate::card::Colour;
use crate::cards::Cards;
use crate::evaluate::numbers;

/// Kinds of deeds: no bet, the Wild, one card of the colour, two, more.
pub const KINDS: usize = 5;
/// Kinds of bets that differ in which cards of the colour are laid. One card: the highest number, the lowest,
/// the Double, another; two: the Double and the highest, the Double and another, the highest two, the lowest
/// two, others; more: all, not all.
pub const CHOICES: usize = 11;

/// The kind of a bet, 0 for an empty one.
#[must_use]
pub fn kind(bet: Cards, colour: Colour) -> usize {
    match bet.len() {
        _ if !(bet & Cards::wild_for(colour)).is_empty() => 1,
        count => usize::from(count.min(3)) + usize::from(count > 0),
    }
}

/// Which choice a bet of cards of the colour is, where `own` are all of them in hand.
#[must_use]
pub fn choice(bet: Cards, own: Cards) -> usize {
    let list = numbers(own);
    let (high, low) = (list.highest(), list.lowest());
    let twice = bet - numbers(bet);
    match bet.len() {
        1 if bet == high => 0,
        1 if bet == low => 1,
        1 if !twice.is_empty() => 2,
        1 => 3,
        2 if bet == twice | high => 4,
        2 if !twice.is_empty() => 5,
        2 if bet == high | (list - high).highest() => 6,
        2 if bet == low | (list - low).lowest() => 7,
        2 => 8,
        _ => 9 + usize::from(bet != own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_told_apart() {
        for (own, bet, expected) in [
            ("R3,R5,R9,RX", "R9", 0),
            ("R3,R5,R9,RX", "R3", 1),
            ("R3,R5,R9,RX", "RX", 2),
            ("R3,R5,R9,RX", "R5", 3),
            ("R3,R5,R9,RX", "R9,RX", 4),
            ("R3,R5,R9,RX", "R3,RX", 5),
            ("R3,R5,R9,RX", "R5,R9", 6),
            ("R3,R5,R9,RX", "R3,R5", 7),
            ("R3,R5,R9,RX", "R3,R9", 8),
            ("R3,R5,R9", "R3,R5,R9", 9),
            ("R3,R5,R9,RX", "R3,R5,R9", 10),
            ("R4", "R4", 0),
        ] {
            let set = |text| Cards::from_text(text).unwrap();
            assert_eq!(choice(set(bet), set(own)), expected, "{bet} of {own}");
        }
    }

    #[test]
    fn kinds_are_told_apart() {
        for (bet, expected) in [("WT", 1), ("R3,WT", 1), ("R3", 2), ("R3,RX", 3), ("R3,R4,R5,R6", 4)] {
            assert_eq!(kind(Cards::from_text(bet).unwrap(), Colour::Red), expected, "{bet}");
        }
        assert_eq!(kind(Cards::NONE, Colour::Red), 0);
    }
}
