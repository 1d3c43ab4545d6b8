//! What the JSON of the game looks like.

use crate::rules::ToyGame;
use crate::state::State;
use bagatelle_core::schema::{ActionText, Described};

impl Described for ToyGame {
    type ViewShape = State;
    const ACTION: ActionText = ActionText { about: "How many stones are taken.", pattern: "^[1-3]$" };
}
