//! The options of the duel, and positions to start from.

use crate::boardfile::STAND_INS;
use crate::pieces::Colour;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The variant of a duel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The id of a stand-in board, or the text of a board file.
    pub board: String,
    /// Who acts first.
    pub first: Colour,
}

impl Default for Options {
    fn default() -> Options {
        Options { board: STAND_INS[0].id.into(), first: Colour::White }
    }
}

/// A position to start from that is not the empty board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Start")]
pub struct Setup {
    /// Rows, side to act and swapped pair, for example `----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7`.
    pub position: String,
}
