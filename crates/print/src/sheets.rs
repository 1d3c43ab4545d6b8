//! How a game is to be printed.

use bagatelle_core::printed::Ink;
use std::fmt;
use std::str::FromStr;

/// The paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8½ by 11 inches.
    Letter,
}

impl Paper {
    /// Both, in the order in which they are offered.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// The width and height of a sheet in millimetres.
    #[must_use]
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    /// The word of addresses and of the command.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "Letter",
        }
    }
}

/// The ink.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// In colour.
    #[default]
    Colour,
    /// The same drawings in black, white and grey.
    Grey,
    /// Outlines in black on white paper.
    LowInk,
}

impl Tone {
    /// All three, in the order in which they are offered.
    pub const ALL: [Tone; 3] = [Tone::Colour, Tone::Grey, Tone::LowInk];

    /// The word of addresses and of the command.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Tone::Colour => "colour",
            Tone::Grey => "grey",
            Tone::LowInk => "low-ink",
        }
    }

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tone::Colour => "Colour",
            Tone::Grey => "Black and white",
            Tone::LowInk => "Low ink",
        }
    }

    /// How much ink the drawings of a game may use.
    #[must_use]
    pub fn ink(self) -> Ink {
        if self == Tone::LowInk { Ink::Low } else { Ink::Full }
    }
}

/// A word that names no choice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{found}” isn’t one of {}", .choices.join(", "))]
pub struct UnknownChoice {
    /// What was found.
    found: String,
    /// What there is.
    choices: Vec<&'static str>,
}

impl FromStr for Paper {
    type Err = UnknownChoice;

    fn from_str(word: &str) -> Result<Paper, UnknownChoice> {
        choose(&Paper::ALL, Paper::word, word)
    }
}

impl FromStr for Tone {
    type Err = UnknownChoice;

    fn from_str(word: &str) -> Result<Tone, UnknownChoice> {
        choose(&Tone::ALL, Tone::word, word)
    }
}

fn choose<T: Copy>(all: &[T], word: fn(T) -> &'static str, found: &str) -> Result<T, UnknownChoice> {
    let unknown = || UnknownChoice {
        found: found.chars().take(40).collect(),
        choices: all.iter().map(|&choice| word(choice)).collect(),
    };
    all.iter().copied().find(|&choice| word(choice) == found).ok_or_else(unknown)
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl fmt::Display for Tone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How a game is to be printed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sheets {
    /// The paper.
    pub paper: Paper,
    /// The ink.
    pub tone: Tone,
    /// Whether the backs of pieces are printed on the backs of their sheets, for a printer that turns the
    /// paper over its long edge. Otherwise only backs without which the game cannot be played are printed, as
    /// pieces of their own.
    pub backs: bool,
    /// How far painted grounds go on beyond the edge of a piece, in millimetres, 0 to [`Sheets::MOST_BLEED`].
    pub bleed: f64,
    /// Whether the pieces are printed.
    pub pieces: bool,
    /// Whether the rule sheet is printed.
    pub rules: bool,
    /// Whether the reference card is printed.
    pub card: bool,
}

impl Sheets {
    /// The widest bleed, in millimetres.
    pub const MOST_BLEED: f64 = 5.0;
}

impl Default for Sheets {
    fn default() -> Sheets {
        Sheets {
            paper: Paper::default(),
            tone: Tone::default(),
            backs: false,
            bleed: 2.0,
            pieces: true,
            rules: true,
            card: true,
        }
    }
}
