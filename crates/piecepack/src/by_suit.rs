//! One of something for each suit.

use crate::Suit;
use std::ops::{Index, IndexMut};

/// One `T` for each suit, found by [`Suit`] and never by a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BySuit<T>([T; 4]);

impl<T> BySuit<T> {
    /// From four things in the order Suns, Moons, Crowns, Arms.
    pub const fn new(in_order: [T; 4]) -> BySuit<T> {
        BySuit(in_order)
    }

    /// Asks for the thing of each suit, in order.
    pub fn from_fn(make: impl FnMut(Suit) -> T) -> BySuit<T> {
        BySuit(Suit::ALL.map(make))
    }

    /// Turns each suit's thing into another.
    pub fn map<U>(self, mut change: impl FnMut(Suit, T) -> U) -> BySuit<U> {
        let mut suits = Suit::ALL.into_iter();
        BySuit(self.0.map(|thing| change(suits.next().expect("four suits, four things"), thing)))
    }

    /// Every suit with its thing, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Suit, &T)> + ExactSizeIterator {
        Suit::ALL.into_iter().zip(&self.0)
    }

    /// Every suit with its thing to be changed, in order.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Suit, &mut T)> + ExactSizeIterator {
        Suit::ALL.into_iter().zip(&mut self.0)
    }
}

impl<T> Index<Suit> for BySuit<T> {
    type Output = T;

    fn index(&self, suit: Suit) -> &T {
        &self.0[suit.index()]
    }
}

impl<T> IndexMut<Suit> for BySuit<T> {
    fn index_mut(&mut self, suit: Suit) -> &mut T {
        &mut self.0[suit.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_found_under_its_suit() {
        let mut letters = BySuit::from_fn(Suit::letter);
        assert_eq!(letters, BySuit::new(['S', 'M', 'C', 'A']));
        assert!(letters.iter().all(|(suit, &letter)| suit.letter() == letter));
        letters[Suit::Crowns] = 'x';
        for (_, letter) in letters.iter_mut() {
            letter.make_ascii_uppercase();
        }
        assert_eq!(letters.map(|suit, letter| (suit, letter))[Suit::Crowns], (Suit::Crowns, 'X'));
    }
}
