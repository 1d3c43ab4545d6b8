//! A position of the duel, with the history that matters.

use super::action::Action;
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

/// A position of the duel and the earlier ones that can still recur.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) position: Position,
    /// The positions since the last placement, without the present one, as [`State::trace`] has them: buttons
    /// never leave the board, so no earlier one can recur.
    past: Vec<u128>,
    /// The two buttons of one colour that swapped on the last turn, as [`Position::pair_code`] has them. Only
    /// [`State::older`] asks.
    idle: u128,
    /// Whether positions that differ only in that pair count as different. Older versions counted the pair as
    /// part of the position, and a game that went on past a draw that they missed may still go on.
    pub(super) older: bool,
    pub(super) end: Option<End>,
}

/// The bits of [`Position::code`] in the number that is kept of a position.
const CODE: u128 = (1 << Position::CODE_BITS) - 1;

impl State {
    /// A position with no known history, whose end is not yet judged.
    pub(super) fn new(position: Position) -> State {
        State { position, past: Vec::new(), idle: 0, older: false, end: None }
    }

    /// What lies on the board, and who acts.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The codes of the positions since the last placement, the present one left out.
    pub fn past(&self) -> impl ExactSizeIterator<Item = u128> {
        self.past.iter().map(|kept| kept & CODE)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// How often the position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let (kept, asked) = (self.trace(), if self.older { u128::MAX } else { CODE });
        1 + self.past.iter().filter(|past| (*past ^ kept) & asked == 0).count()
    }

    /// What is kept of the present position: its code, and above that the pair of one colour that swapped.
    fn trace(&self) -> u128 {
        self.position.code() | self.idle << Position::CODE_BITS
    }

    /// Takes a legal action; the end is not judged.
    #[inline]
    pub(super) fn act(&mut self, action: Action) {
        self.idle = match action {
            Action::Place { .. } => {
                self.past.clear();
                0
            }
            Action::Move { from, to } => {
                self.past.push(self.trace());
                let pair = self.position.exchanged(from, to);
                Position::pair_code(pair.filter(|(a, b)| a.colour() == b.colour()))
            }
        };
        self.position.act(action);
    }
}
