//! What the JSON of the game looks like.

use super::{Board, ConnectFour};
use bagatelle_core::schema::{ActionText, Described};

impl Described for ConnectFour {
    type ViewShape = Board;
    const ACTION: ActionText = ActionText { about: "A column, from the left.", pattern: "^[1-7]$" };
}
