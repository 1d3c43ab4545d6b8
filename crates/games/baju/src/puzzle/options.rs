//! The options of the puzzle, and how the buttons were drawn.

use crate::boardfile::STAND_INS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The variant of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The id of a stand-in board, or `random:` and a text from which a symmetric board is drawn, or the text
    /// of a board file.
    pub board: String,
    /// The goal, 1 to 4.
    #[schemars(range(min = 1, max = 4))]
    pub goal: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { board: STAND_INS[0].id.into(), goal: 1 }
    }
}

/// How the buttons were drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Four rows from the top, for example `W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5`.
    pub position: String,
}
