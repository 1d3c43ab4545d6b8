//! The options of the duel, and positions to start from.

use crate::boardfile::STAND_INS;
use crate::pieces::Colour;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The variant of a duel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The id of a stand-in board, or `random:` and a text from which a symmetric board is drawn, or the text
    /// of a board file.
    pub board: String,
    /// Who acts first.
    pub first: Colour,
    /// The occurrence of a position that makes the game a draw: 3, or 0 for never.
    #[serde(skip_serializing_if = "is_usual")]
    #[schemars(extend("enum" = [0, 3]))]
    pub repetition: u8,
}

/// The usual occurrence of a position that makes the game a draw. It is left out when options are written, as
/// older versions, which knew no other, wrote them.
const USUAL: u8 = 3;

fn is_usual(repetition: &u8) -> bool {
    *repetition == USUAL
}

impl Default for Options {
    fn default() -> Options {
        Options { board: STAND_INS[0].id.into(), first: Colour::White, repetition: USUAL }
    }
}

/// A position to start from other than the empty board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Start")]
pub struct Setup {
    /// Rows, side to act and swapped pair, for example `----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7`.
    pub position: String,
}
