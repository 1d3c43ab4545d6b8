//! A position of the puzzle.

use super::action::Action;
use super::goal::Goal;
use crate::layout::Layout;

/// A position of the puzzle, with the goal that is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    layout: Layout,
    goal: Goal,
    moves: u32,
    solved: bool,
}

impl State {
    /// The start of a puzzle.
    #[must_use]
    pub fn new(layout: Layout, goal: Goal) -> State {
        State { layout, goal, moves: 0, solved: goal.is_met(&layout) }
    }

    /// The buttons on the board.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What is played for.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// How many moves were made.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Whether the goal is met.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// Makes a move.
    pub(super) fn take(&mut self, Action { from, to }: Action) {
        self.layout.exchange(from, to);
        self.moves = self.moves.saturating_add(1);
        self.solved = self.goal.is_met(&self.layout);
    }
}
