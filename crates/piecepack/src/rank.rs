//! The six ranks and the two ways in which games write them.

/// The value of a tile, of a coin or of a die's face: null, ace, two, three, four or five, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// Nothing; drawn as an empty circle.
    Null,
    /// One; drawn as a spiral.
    Ace,
    /// Two.
    Two,
    /// Three.
    Three,
    /// Four.
    Four,
    /// Five.
    Five,
}

/// How a game writes the null and the ace. Two to five are the figures `2` to `5` in both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lettering {
    /// `n a 2 3 4 5`: lower-case letters that cannot be taken for a suit. Burbuja writes this way.
    Small,
    /// `0 A 2 3 4 5`: a zero and a capital. Brain Burn writes this way, and so do the ids in drawings.
    Capital,
}

impl Rank {
    /// All six, from null to five.
    pub const ALL: [Rank; 6] = [Rank::Null, Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five];

    /// The value as a place in [`Rank::ALL`], 0 to 5.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank of a value, or none beyond 5.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 6 { Some(Rank::ALL[index]) } else { None }
    }

    /// The letter or figure that stands for it.
    pub const fn letter(self, lettering: Lettering) -> char {
        match (self, lettering) {
            (Rank::Null, Lettering::Small) => 'n',
            (Rank::Null, Lettering::Capital) => '0',
            (Rank::Ace, Lettering::Small) => 'a',
            (Rank::Ace, Lettering::Capital) => 'A',
            (Rank::Two, _) => '2',
            (Rank::Three, _) => '3',
            (Rank::Four, _) => '4',
            (Rank::Five, _) => '5',
        }
    }

    /// The rank of a letter or figure.
    ///
    /// # Errors
    /// [`UnknownRank`] for a character that is not a rank in this lettering.
    pub fn from_letter(letter: char, lettering: Lettering) -> Result<Rank, UnknownRank> {
        Rank::ALL
            .into_iter()
            .find(|rank| rank.letter(lettering) == letter)
            .ok_or(UnknownRank { found: letter, lettering })
    }

    /// The word for it in a sentence such as “ace of Suns”: `null`, `ace`, `2`, `3`, `4` or `5`.
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Null => "null",
            Rank::Ace => "ace",
            Rank::Two => "2",
            Rank::Three => "3",
            Rank::Four => "4",
            Rank::Five => "5",
        }
    }
}

impl Lettering {
    /// The six characters in the order of [`Rank::ALL`], for messages.
    const fn listed(self) -> &'static str {
        match self {
            Lettering::Small => "n, a, 2, 3, 4 and 5",
            Lettering::Capital => "0, A, 2, 3, 4 and 5",
        }
    }
}

/// A character that is not a rank in the lettering that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{found}” isn’t a rank; ranks are written {}", .lettering.listed())]
pub struct UnknownRank {
    /// What was found.
    pub found: char,
    /// How ranks were expected to be written.
    pub lettering: Lettering,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_places_lead_back_to_the_rank() {
        for (index, rank) in Rank::ALL.into_iter().enumerate() {
            assert_eq!(rank.index(), index);
            assert_eq!(Rank::from_index(index), Some(rank));
            for lettering in [Lettering::Small, Lettering::Capital] {
                assert_eq!(Rank::from_letter(rank.letter(lettering), lettering), Ok(rank));
            }
        }
        assert_eq!(Rank::from_index(6), None);
    }

    #[test]
    fn the_two_letterings_are_not_mixed() {
        for (letter, lettering) in [
            ('0', Lettering::Small),
            ('A', Lettering::Small),
            ('n', Lettering::Capital),
            ('1', Lettering::Capital),
        ] {
            let error = Rank::from_letter(letter, lettering).unwrap_err();
            assert_eq!(error, UnknownRank { found: letter, lettering });
        }
        insta::assert_snapshot!(
            Rank::from_letter('1', Lettering::Small).unwrap_err(),
            @"“1” isn’t a rank; ranks are written n, a, 2, 3, 4 and 5"
        );
    }
}
