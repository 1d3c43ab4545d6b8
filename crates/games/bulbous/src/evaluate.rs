//! What a player thinks of cards: which to keep, which to part with, what is enough for a bet.

use crate::card::{Card, Colour, Face};
use crate::cards::{Cards, worth};
use crate::public::Public;

/// The cards of a set from the lowest number to the highest, without Doubles and Wilds.
pub(crate) fn numbers(cards: Cards) -> Cards {
    Cards(cards.0 & 0x7f7f_7f7f)
}

pub(crate) fn double(colour: Colour) -> Cards {
    Cards(0x80 << (8 * colour as u8))
}

/// How much a card is worth keeping in `hand`.
fn keep(card: Card, hand: Cards, public: &Public) -> u32 {
    let company = |colour: Colour| u32::from((hand & Cards::of(colour)).len());
    match (card.colour(), card.face()) {
        (Some(colour), _) if !public.clockwise().any(|c| c == colour) => 0,
        (Some(colour), Face::Number(n)) => u32::from(n) * 2 + company(colour) * 2,
        (Some(colour), _) => 10 + company(colour) * 4,
        (None, _) => 40,
    }
}

/// The one or two cards of `hand` that are least worth keeping, `spared` ones last.
pub(crate) fn worst(hand: Cards, spared: Cards, count: usize, public: &Public) -> Cards {
    let mut out = Cards::NONE;
    for _ in 0..count {
        let least = (hand - out).iter().min_by_key(|c| (spared.has(*c), keep(*c, hand, public)));
        out = least.map_or(out, |card| out.with(card));
    }
    out
}

/// The bet of the fewest and lowest cards of `layable` that reaches `goal`, or the whole colour if none does.
pub(crate) fn cheapest(layable: Cards, colour: Colour, goal: u8) -> Cards {
    let numbers = numbers(layable);
    let mut bet = Cards::NONE;
    // The highest numbers first, then the lowest of them that still suffices as the last.
    let list: Vec<Card> = numbers.iter().collect();
    for &card in list.iter().rev() {
        let with = |c: Card| worth(bet.with(c), colour) >= goal;
        let lower = list.iter().copied().find(|c| !bet.has(*c) && with(*c));
        if let Some(last) = lower {
            return bet.with(last);
        }
        bet = bet.with(card);
    }
    bet | (layable & double(colour))
}
