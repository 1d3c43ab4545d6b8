//! Why a game cannot be printed.

use crate::words::Malformed;

/// Why a game cannot be printed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PrintError {
    /// Nothing was asked for.
    #[error("there’s nothing to print: choose pieces, rules or the reference card")]
    Nothing,
    /// The pieces of a variant that has none.
    #[error("this variant of {0} has no pieces to print")]
    NoPieces(&'static str),
    /// Pieces that fit on no sheet.
    #[error("with this bleed, “{0}” don’t fit on the paper: choose less bleed or the other paper")]
    Large(&'static str),
    /// A bleed that is no number of millimetres from 0 to the most.
    #[error("the bleed is 0 to 5 millimetres")]
    Bleed,
    /// A text that takes too many pages.
    #[error("“{leaf}” of {name} doesn’t fit on its pages")]
    Long {
        /// The rules or the card.
        leaf: &'static str,
        /// The game.
        name: &'static str,
    },
    /// A text that is not well formed.
    #[error(transparent)]
    Text(#[from] Malformed),
    /// A drawing that cannot be read.
    #[error("a drawing of the game can’t be read: {0}")]
    Drawing(String),
    /// The library that writes the file refuses it.
    #[error("the file can’t be written: {0}")]
    File(String),
}
