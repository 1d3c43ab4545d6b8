//! What the JSON of the duel looks like.

use super::rules::Duel;
use super::view::ViewShape;
use bagatelle_core::schema::{ActionText, Described};

impl Described for Duel {
    type ViewShape = ViewShape;
    const ACTION: ActionText = ActionText {
        about: "`5@b3` places the own button of that number in a space; `b3c4` moves a button from a space \
            to another one, where it swaps \
                with what lies there. Columns are `a` to `d` from the left, rows `1` to `4` from the top.",
        pattern: "^([1-8]@[a-d][1-4]|[a-d][1-4][a-d][1-4])$",
    };
}
