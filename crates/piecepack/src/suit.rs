//! The four suits.

use std::fmt;
use std::str::FromStr;

/// One of the four suits, in the customary order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Suns, red, letter `S`.
    Suns,
    /// Moons, black, letter `M`.
    Moons,
    /// Crowns, green, letter `C`.
    Crowns,
    /// Arms (a shield), blue, letter `A`.
    Arms,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Suit; 4] = [Suit::Suns, Suit::Moons, Suit::Crowns, Suit::Arms];

    /// The place in [`Suit::ALL`], 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The suit at a place of [`Suit::ALL`], or none beyond 3.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Suit> {
        if index < 4 { Some(Suit::ALL[index]) } else { None }
    }

    /// The capital letter that stands for it in texts: `S`, `M`, `C` or `A`.
    pub const fn letter(self) -> char {
        match self {
            Suit::Suns => 'S',
            Suit::Moons => 'M',
            Suit::Crowns => 'C',
            Suit::Arms => 'A',
        }
    }

    /// The suit of a capital letter.
    ///
    /// # Errors
    /// [`UnknownSuit`] for any character but `S`, `M`, `C` and `A`.
    pub fn from_letter(letter: char) -> Result<Suit, UnknownSuit> {
        Suit::ALL
            .into_iter()
            .find(|suit| suit.letter() == letter)
            .ok_or_else(|| UnknownSuit { found: letter.into() })
    }

    /// The English name, a plural: `Suns`, `Moons`, `Crowns`, `Arms`.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Suns => "Suns",
            Suit::Moons => "Moons",
            Suit::Crowns => "Crowns",
            Suit::Arms => "Arms",
        }
    }
}

/// Writes the letter; [`FromStr`] reads it back.
impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for Suit {
    type Err = UnknownSuit;

    fn from_str(text: &str) -> Result<Suit, UnknownSuit> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Suit::from_letter(letter),
            _ => Err(UnknownSuit { found: text.into() }),
        }
    }
}

/// A text that names no suit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{found}” isn’t a suit; the suits are S (Suns), M (Moons), C (Crowns) and A (Arms)")]
pub struct UnknownSuit {
    /// What was found instead of a suit's letter.
    pub found: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_places_lead_back_to_the_suit() {
        for (index, suit) in Suit::ALL.into_iter().enumerate() {
            assert_eq!(suit.index(), index);
            assert_eq!(Suit::from_index(index), Some(suit));
            assert_eq!(suit.to_string().parse(), Ok(suit));
        }
        assert_eq!(Suit::from_index(4), None);
    }

    #[test]
    fn anything_else_is_refused_with_what_was_found() {
        for text in ["", "s", "SS", "X", "Suns"] {
            assert_eq!(text.parse::<Suit>(), Err(UnknownSuit { found: text.into() }));
        }
    }
}
