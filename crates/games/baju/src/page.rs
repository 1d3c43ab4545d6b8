//! What the pages of both games share: the question for the board, and the picks of a move.

use crate::boardfile::STAND_INS;
use crate::draw::{button_id, button_to, space_id};
use crate::layout::Layout;
use crate::pieces::{Button, Space};
use bagatelle_core::present::{Motion, Question, Step};

/// What a board file looks like.
const EXAMPLE: &str = "baju-board 1\nname My board\nred a1-a2 b2-b3\nwhite a1-b1 c3-d3\nblack a4-b4 d1-d2";

/// The question for the board. The text of a board file is an answer, too.
pub(crate) fn board_question() -> Question {
    Question::choice("board", "Board")
        .help(
            "These three boards are stand-ins, because we don’t know the original’s bridges. If you own the \
             game, draw its board in the workshop or enter it as a board file. For a random board, write \
             random: and any text, such as random:2026-11-30. It’s symmetric, and the same text makes the \
             same board for everyone.",
        )
        .answers(STAND_INS.map(|stand_in| (stand_in.id, stand_in.board().name().to_owned())))
        .or_own_text(EXAMPLE)
}

/// What a move from one space to another moves: the button, and the one that it is exchanged for.
pub(crate) fn exchange(layout: &Layout, from: Space, to: Space, supplies: bool) -> Vec<Motion> {
    let goes = |at, space| layout.button(at).map(|button| button_to(button, space, supplies));
    [goes(from, to), goes(to, from)].into_iter().flatten().collect()
}

/// The path of picks of a button and a space.
pub(crate) fn picks(button: Button, to: Space) -> Vec<Step> {
    vec![Step::one(button_id(button)), Step::one(space_id(to))]
}
