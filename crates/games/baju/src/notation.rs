//! Text forms that both games share: the rows of a position, and moves.
//!
//! The rows are four from the top, joined by `/`, with tokens `W1` to `W8`, `B1` to `B8` and `--`:
//! `----W6B4/B8W8W1W2/W5--B7B5/------W3`. A move is `b3c4`, or with its whole path
//! `b3-b2-c2-c3-c4`.

use crate::board::Board;
use crate::layout::Layout;
use crate::options::PositionError;
use crate::pieces::{Button, SIDE, Space, VALUES};
use bagatelle_core::ParseError;

/// What is expected where a move is written.
pub(crate) const MOVE: &str = "a move such as b3c4, or with its whole path such as b3-b2-c2-c3";

/// Reads the two spaces of `b3c4`.
pub(crate) fn read_move(text: &str) -> Option<(Space, Space)> {
    let (from, to) = text.split_at_checked(2)?;
    Space::read(from).zip(Space::read(to)).filter(|(from, to)| from != to)
}

/// Reads a move written with its whole way, `b3-b2-c2-c3`, and checks the way against the bridges of the
/// button that lies at its beginning. `Ok(None)` for a text that is not written like that. Whether that
/// button may move at all is not looked at here.
///
/// # Errors
/// When the text names something that is no space, or the way is not one that the button can take.
pub fn read_way(board: &Board, layout: &Layout, text: &str) -> Result<Option<(Space, Space)>, ParseError> {
    if !text.contains('-') {
        return Ok(None);
    }
    let wrong = |expected| Err(ParseError::new(text, expected));
    let spaces: Option<Vec<Space>> = text.split('-').take(SPACES_OF_A_WAY + 1).map(Space::read).collect();
    let Some(spaces) = spaces else {
        return wrong(MOVE);
    };
    let (&[from, .., to], Some(button)) =
        (spaces.as_slice(), spaces.first().and_then(|from| layout.button(*from)))
    else {
        return wrong("a path that begins with a button");
    };
    if spaces.len() != usize::from(button.value()) + 1 {
        return wrong("a path over as many bridges as the number on the button");
    }
    if !board.is_way(button, &spaces) {
        return wrong("a path over red bridges and those of the button’s colour that visits no space twice");
    }
    Ok(Some((from, to)))
}

/// A way over eight bridges visits nine spaces.
const SPACES_OF_A_WAY: usize = VALUES as usize + 1;

/// The rows of a position.
#[must_use]
pub fn write_layout(layout: &Layout) -> String {
    let mut text = String::with_capacity(36);
    for space in Space::all() {
        if space.column() == 0 && space.row() > 0 {
            text.push('/');
        }
        match layout.button(space) {
            Some(button) => text += &button.to_string(),
            None => text += "--",
        }
    }
    text
}

/// Reads the rows of a position.
///
/// # Errors
/// When they are not four rows of four tokens, or a button stands twice.
pub fn read_layout(text: &str) -> Result<Layout, PositionError> {
    let rows: Vec<&str> = text.split('/').take(SIDE as usize + 1).collect();
    if rows.len() != usize::from(SIDE) {
        return Err(PositionError::Rows);
    }
    let mut layout = Layout::default();
    for (row, text) in (0..SIDE).zip(rows) {
        let error = PositionError::Row(usize::from(row) + 1);
        if text.len() != 2 * usize::from(SIDE) {
            return Err(error);
        }
        for column in 0..SIDE {
            let start = 2 * usize::from(column);
            let token = text.get(start..start + 2).ok_or_else(|| error.clone())?;
            if token == "--" {
                continue;
            }
            let button = Button::read(token).ok_or_else(|| error.clone())?;
            if layout.space(button).is_some() {
                return Err(PositionError::Twice(button));
            }
            layout.place(button, Space::new(column, row));
        }
    }
    Ok(layout)
}
