//! The second chances: how often a coin may be put back.

use bagatelle_core::present::text::counted;
use bagatelle_piecepack::Suit;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The second chances that are left: pawns (one for a suit), dice (up to five for a suit) or one die for all
/// suits.
///
/// As text `S1M1C1A1` or `shared4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Chances {
    /// This many for each suit, in the order of suits.
    Each([u8; 4]),
    /// This many for all suits together.
    Shared(u8),
}

impl Chances {
    /// The chances that `suit` can still use.
    #[inline]
    #[must_use]
    pub fn of(self, suit: Suit) -> u8 {
        match self {
            Chances::Each(each) => each[suit.index()],
            Chances::Shared(left) => left,
        }
    }

    /// Uses up one chance of `suit`, if it has one.
    #[inline]
    pub fn spend(&mut self, suit: Suit) {
        let left = match self {
            Chances::Each(each) => &mut each[suit.index()],
            Chances::Shared(left) => left,
        };
        *left = left.saturating_sub(1);
    }

    /// The chances of all suits together.
    #[must_use]
    pub fn total(self) -> u8 {
        match self {
            Chances::Each(each) => each.iter().sum(),
            Chances::Shared(left) => left,
        }
    }

    /// The chances that a coin of `suit` has, in words that say whose they are: `Suns: 1 second chance`.
    pub(crate) fn told(self, suit: Suit) -> String {
        let left = counted(self.of(suit).into(), "second chance");
        match (self, self.of(suit)) {
            (Chances::Each(_), 0) => format!("{}: none left", suit.name()),
            (Chances::Each(_), _) => format!("{}: {left}", suit.name()),
            (Chances::Shared(_), 0) => "no second chance left".to_owned(),
            (Chances::Shared(_), _) => format!("{left} left"),
        }
    }

    /// The chances in 16 bits.
    #[must_use]
    pub fn bits(self) -> u16 {
        match self {
            Chances::Each(each) => each.iter().fold(0, |bits, &left| bits << 3 | u16::from(left)),
            Chances::Shared(left) => 1 << 15 | u16::from(left),
        }
    }
}

/// One pawn for each suit.
impl Default for Chances {
    fn default() -> Chances {
        Chances::Each([1; 4])
    }
}

impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chances::Shared(left) => write!(f, "shared{left}"),
            Chances::Each(each) => {
                Suit::ALL.iter().zip(each).try_for_each(|(suit, left)| write!(f, "{suit}{left}"))
            }
        }
    }
}

impl JsonSchema for Chances {
    fn schema_name() -> Cow<'static, str> {
        "Chances".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^(S[0-5]M[0-5]C[0-5]A[0-5]|shared4)$",
            "description": "Second chances: a number for each suit, such as `S1M1C1A1`, or four for any \
                suit: `shared4`",
        })
    }
}

/// A text that does not name second chances.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "“{0}” doesn’t name second chances: write a number from 0 to 5 for each suit, such as S1M1C1A1, or \
     shared4"
)]
pub struct UnknownChances(String);

impl FromStr for Chances {
    type Err = UnknownChances;

    fn from_str(text: &str) -> Result<Chances, UnknownChances> {
        match *text.as_bytes() {
            _ if text == "shared4" => Ok(Chances::Shared(4)),
            [b'S', s @ b'0'..=b'5', b'M', m @ b'0'..=b'5', b'C', c @ b'0'..=b'5', b'A', a @ b'0'..=b'5'] => {
                Ok(Chances::Each([s, m, c, a].map(|digit| digit - b'0')))
            }
            _ => Err(UnknownChances(text.chars().take(40).collect())),
        }
    }
}

impl TryFrom<String> for Chances {
    type Error = UnknownChances;

    fn try_from(text: String) -> Result<Chances, UnknownChances> {
        text.parse()
    }
}

impl From<Chances> for String {
    fn from(chances: Chances) -> String {
        chances.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_read_back_and_nothing_else_is_read() {
        for text in ["S1M1C1A1", "S0M5C2A0", "shared4"] {
            assert_eq!(text.parse::<Chances>().map(|it| it.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "S6M1C1A1", "S1M1C1", "shared5", "M1S1C1A1", "S1M1C1A1 "] {
            assert!(text.parse::<Chances>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_chances_of_a_suit_are_told_as_its_own() {
        let told = |text: &str| text.parse::<Chances>().unwrap().told(Suit::Moons);
        assert_eq!(told("S1M1C1A1"), "Moons: 1 second chance");
        assert_eq!([told("S5M3C5A5"), told("S1M0C1A1")], ["Moons: 3 second chances", "Moons: none left"]);
        assert_eq!(told("shared4"), "4 second chances left");
    }
}
