//! What the JSON of the puzzle looks like.

use super::rules::Puzzle;
use super::view::ViewShape;
use bagatelle_core::schema::{ActionText, Described};

impl Described for Puzzle {
    type ViewShape = ViewShape;
    const ACTION: ActionText = ActionText {
        about: "`b3c4` moves the button in the first space to the second, where it swaps with the one that \
            lies there. Columns are `a` to \
                `d` from the left, rows `1` to `4` from the top.",
        pattern: "^[a-d][1-4][a-d][1-4]$",
    };
}
