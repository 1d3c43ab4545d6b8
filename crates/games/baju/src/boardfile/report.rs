//! The report on a board file: errors, warnings, and the board if there is one.

use crate::board::{Board, Dye};
use crate::pieces::{Colour, Space};
use serde::{Serialize, Serializer};
use std::fmt;
use thiserror::Error;

/// The largest board file that is read, in bytes.
pub const LARGEST: usize = 16 << 10;
/// The longest name of a board, in characters.
pub const LONGEST_NAME: usize = 60;

/// Why a file is not a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// The file is larger than [`LARGEST`].
    #[error("a board file has at most 16 KiB")]
    TooLarge,
    /// The first line is not `baju-board 1`.
    #[error("the first line must be “baju-board 1”")]
    Header,
    /// A line begins with a word that is not known.
    #[error("line {line}: “{word}” should be name, red, white or black")]
    Word {
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        word: String,
    },
    /// The name is longer than [`LONGEST_NAME`].
    #[error("line {line}: a name has at most 60 characters")]
    Name {
        /// The line, counted from 1.
        line: usize,
    },
    /// A bridge is not written as two spaces with a hyphen between them.
    #[error("line {line}: “{text}” isn’t a bridge such as a1-b1")]
    Pair {
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A bridge ends on something that is not a space of the board.
    #[error("line {line}: “{space}” in “{text}” isn’t a space: spaces are a1 to d4")]
    UnknownSpace {
        /// The line, counted from 1.
        line: usize,
        /// The bridge as written.
        text: String,
        /// The end that is no space.
        space: String,
    },
    /// A bridge leads from a space to itself.
    #[error("line {line}: a bridge can’t lead from {space} to itself")]
    Loop {
        /// The line, counted from 1.
        line: usize,
        /// The space.
        space: Space,
    },
    /// A second bridge joins a pair of spaces.
    #[error("line {line}: {from} and {to} are already joined by the {first} bridge of line {earlier}",
        first = first.word())]
    Second {
        /// The line, counted from 1.
        line: usize,
        /// One end.
        from: Space,
        /// The other end.
        to: Space,
        /// The dye of the bridge that was there first.
        first: Dye,
        /// The line of the bridge that was there first.
        earlier: usize,
    },
}

/// What is unusual about a board that can be played on all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardWarning {
    /// Buttons of this colour cannot get from everywhere to everywhere.
    Disconnected(Colour),
    /// A button of this colour and value cannot move at all from these spaces.
    NoTarget {
        /// The button's colour.
        colour: Colour,
        /// The button's value.
        value: u8,
        /// The spaces, as a set.
        spaces: u16,
    },
    /// No symmetry of the square turns the white bridges into the black ones, so the colours are not equally
    /// placed.
    NotSymmetric,
}

impl fmt::Display for BoardWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardWarning::Disconnected(colour) => write!(
                f,
                "the red and {} bridges don’t join all spaces: {} buttons can’t get everywhere",
                colour.word(),
                colour.word()
            ),
            BoardWarning::NoTarget { colour, value, spaces } => {
                write!(f, "a {} {value} can’t move from", colour.word())?;
                if *spaces == u16::MAX {
                    return f.write_str(" any space");
                }
                Space::of_mask(*spaces).try_for_each(|space| write!(f, " {space}"))
            }
            BoardWarning::NotSymmetric => f.write_str(
                "no rotation or reflection of the board swaps the white and black bridges: one colour may \
                 have an advantage",
            ),
        }
    }
}

/// Everything there is to say about a board file.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The board, if nothing is wrong.
    pub board: Option<Board>,
    /// What is wrong, in the order of the lines.
    pub errors: Vec<BoardError>,
    /// What is unusual; empty if something is wrong.
    pub warnings: Vec<BoardWarning>,
}

impl Serialize for Report {
    /// `{"name": "...", "errors": ["..."], "warnings": ["..."]}`; the name is null if there is no board.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Plain<'a> {
            name: Option<&'a str>,
            errors: Vec<String>,
            warnings: Vec<String>,
        }
        Plain {
            name: self.board.as_ref().map(Board::name),
            errors: self.errors.iter().map(ToString::to_string).collect(),
            warnings: self.warnings.iter().map(ToString::to_string).collect(),
        }
        .serialize(serializer)
    }
}
