//! What the options of both games share: the board, and the errors in options and set-ups.

use crate::board::Board;
use crate::boardfile::{self, BoardError, LONGEST_TEXT, RANDOM, Report, STAND_INS};
use crate::pieces::Button;
use thiserror::Error;

/// What is wrong with options or a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The option `board` is neither a name nor a board file.
    #[error("there’s no board called “{0}”: choose one of {list}, write {RANDOM} and any text, or give the \
        text of a board file",
        list = names())]
    UnknownBoard(String),
    /// The option `board` is a board file with something wrong in it.
    #[error("the board file isn’t valid: {0}")]
    Board(#[from] BoardError),
    /// The option `board` asks for a random board without a text from which it could be drawn.
    #[error("after “{RANDOM}” write 1 to {LONGEST_TEXT} characters, such as a date: {RANDOM}2026-11-30")]
    RandomText,
    /// The option `goal` is not 1, 2, 3 or 4.
    #[error("the goals are 1, 2, 3 and 4; there’s no goal {0}")]
    Goal(u8),
    /// The option `repetition`.
    #[error("repetition is 3 (the third time a position repeats is a draw) or 0 (never a draw), not {0}")]
    Repetition(u8),
    /// The set-up's position is not written as one.
    #[error("the position isn’t valid: {0}")]
    Position(#[from] PositionError),
}

/// What is wrong with the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// Not four rows with `/` between them.
    #[error("it must have four rows, from the top, with “/” between them")]
    Rows,
    /// A row is not four tokens of two characters.
    #[error("row {0} must have four entries, each W1 to W8, B1 to B8 or --")]
    Row(usize),
    /// A button is there twice.
    #[error("{0} appears twice")]
    Twice(Button),
    /// A puzzle without all sixteen buttons.
    #[error("{0} is missing: a puzzle has all sixteen buttons on the board")]
    Missing(Button),
    /// After the rows the side to act must follow.
    #[error("the side to act, W or B, must follow the rows")]
    Side,
    /// The last field is no pair of buttons.
    #[error("the last field must be the two buttons just swapped, such as W3B7, or “-”")]
    Pair,
    /// A button of the swapped pair is not on the board.
    #[error("{0} can’t have just swapped: it isn’t on the board")]
    PairAway(Button),
    /// The swapped pair is of one colour.
    #[error(
        "the last field must be one white and one black button, such as W3B7: {0} and {1} belong to the \
         same player"
    )]
    PairOfOne(Button, Button),
    /// There is more text after the position.
    #[error("there’s extra text after the position")]
    More,
}

fn names() -> String {
    STAND_INS.map(|stand_in| stand_in.id).join(", ")
}

/// The board that the option `board` names: the id of a stand-in, `random:` and a text from which a board is
/// drawn, or the text of a board file.
///
/// # Errors
/// The first thing that is wrong with the file, or that the text is neither an id nor looks like a file.
pub fn board(option: &str) -> Result<Board, SetupError> {
    if let Some(stand_in) = STAND_INS.iter().find(|stand_in| stand_in.id == option) {
        return Ok(stand_in.board());
    }
    if let Some(text) = option.strip_prefix(RANDOM) {
        return boardfile::random(text).ok_or(SetupError::RandomText);
    }
    let unknown = || SetupError::UnknownBoard(option.chars().take(40).collect());
    if !option.contains('\n') && !option.trim_start().starts_with("baju-board") {
        return Err(unknown());
    }
    let Report { board, errors, .. } = boardfile::read(option);
    board.ok_or_else(|| errors.into_iter().next().map_or_else(unknown, SetupError::Board))
}
