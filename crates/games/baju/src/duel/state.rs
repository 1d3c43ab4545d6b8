//! A position of the duel with what came before it, as far as it matters.

use super::position::Position;
use crate::pieces::Colour;

/// How a duel ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// One player alone has a line of four.
    Line(Colour),
    /// The position occurred for the third time.
    Repeated,
    /// The side to act has no legal action.
    Stuck,
}

/// A position of the duel and the earlier ones that could come again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) position: Position,
    /// [`Position::code`] of the positions since the last placement, without the present one: buttons never leave the
    /// board, so no earlier one can recur.
    pub(super) past: Vec<u128>,
    pub(super) end: Option<End>,
}

impl State {
    /// What lies on the board, and who acts.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The codes of the positions since the last placement, the present one left out.
    #[must_use]
    pub fn past(&self) -> &[u128] {
        &self.past
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// How often the position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let code = self.position.code();
        1 + self.past.iter().filter(|past| **past == code).count()
    }
}
