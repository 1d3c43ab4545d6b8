//! What can be learned from a game once it is over.

use crate::table::Table;

impl Table {
    /// Whether the game is over, however it ended, and can be looked back on.
    #[must_use]
    pub fn has_review(&self) -> bool {
        self.is_over() && self.play().has_review()
    }

    /// Whether the game is a puzzle that was solved without help, with more moves than are needed: `at_least`
    /// is a bound that its par has proved.
    #[must_use]
    pub fn may_have_detours(&self, at_least: u32) -> bool {
        let solved = self.outcome().is_some_and(|outcome| !outcome.winners.is_empty());
        solved && !self.is_helped() && self.play().par_moves().is_some_and(|moves| moves > at_least)
    }
}
