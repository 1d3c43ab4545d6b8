//! What the pages need beyond the rules: pictures, picks, sentences and figures, of both games.

mod duel;
mod puzzle;
mod workshop;

use crate::boardfile::STAND_INS;
use crate::draw::Trail;
use crate::things::Space;
use bagatelle_core::playable::{Question, Step};

/// The question for the board. A board file can be given instead of a name, which the page offers beside the answers.
fn board_question() -> Question {
    let answer = |id: &str, name: &str| (format!("\"{id}\""), name.to_owned());
    Question {
        key: "board",
        label: "Board",
        help: "The bridges of the original board are not known to us. These three are stand-ins; who owns the board can enter it as a board file, or draw it in the workshop.",
        answers: STAND_INS.iter().map(|stand_in| answer(stand_in.id, stand_in.board().name())).collect(),
        grid: None,
        own: true,
    }
}

/// The two spaces of a move in its canonical text.
fn ends(text: &str) -> Option<(Space, Space)> {
    let (from, to) = text.split_at_checked(2)?;
    Space::read(from).zip(Space::read(to))
}

/// The path of picks of a button and a space.
fn picks(button: crate::things::Button, to: Space) -> Vec<Step> {
    vec![Step::one(crate::draw::button_id(button)), Step::one(format!("space-{to}"))]
}

fn trail(way: Option<Vec<Space>>) -> Option<Trail> {
    way.map(|way| Trail { way })
}

/// `1 move`, `7 moves`.
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
