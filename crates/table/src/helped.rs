//! The help taken at a table: what is recorded, and what counts as played by the solver.

use crate::help::{Help, HelpTaken, Shown, Told, rest_of_solution};
use crate::rejection::Rejection;
use crate::table::Table;
use std::sync::Arc;

impl Table {
    /// How much help was taken.
    #[must_use]
    pub fn help_taken(&self) -> HelpTaken {
        self.help.taken
    }

    /// Whether a player has taken help.
    #[must_use]
    pub fn is_helped(&self) -> bool {
        self.help.taken.any()
    }

    /// Whether a puzzle was solved by the program rather than by the player: most moves are those of a
    /// solution that was shown.
    #[must_use]
    pub fn is_solved_by_program(&self) -> bool {
        let (played, moves) = (self.help.taken.played as usize, self.moves());
        self.play.seats() == 1 && played > 0 && played * 2 >= moves
    }

    /// Whether to record help: it tells more than was told since the last move. The game at the end of a
    /// lesson counts no help.
    #[must_use]
    pub fn is_news(&self, help: &Help) -> bool {
        let shown = self.shown_rest();
        let told = self
            .help
            .told
            .as_ref()
            .filter(|told| told.moves == self.moves() && self.play.actions().starts_with(&told.from));
        let told = told.map(|told| told.whole);
        !self.spec.ends_lesson()
            && match help {
                Help::Nudge => shown.is_none() && told.is_none(),
                Help::Move => shown.is_none() && told != Some(true),
                Help::Solution(line) => shown.as_ref() != Some(line),
            }
    }

    /// The moves so far, as par counts them; where the game has none, the actions.
    fn moves(&self) -> usize {
        self.play.par_moves().map_or_else(|| self.play.ply(), |moves| moves as usize)
    }

    /// The rest of the solution that was shown, for a player who has followed it.
    fn shown_rest(&self) -> Option<Vec<String>> {
        let Shown { from, line } = self.help.shown.as_deref()?;
        let rest = rest_of_solution(from, line, &self.play.actions())?;
        (!rest.is_empty()).then(|| rest.to_vec())
    }

    /// Whether the solver can help now: a person is to act, and no other person plays.
    ///
    /// # Errors
    /// [`Rejection::HelpInCompany`] and [`Rejection::NotYourTurn`].
    pub fn admit_help(&self) -> Result<(), Rejection> {
        if !self.is_alone() {
            return Err(Rejection::HelpInCompany);
        }
        self.person_to_act().map(|_| ()).ok_or(Rejection::NotYourTurn)
    }

    pub(crate) fn take_help(&mut self, help: &Help) {
        let count = match help {
            Help::Nudge => &mut self.help.taken.nudges,
            Help::Move => &mut self.help.taken.moves,
            Help::Solution(_) => &mut self.help.taken.solutions,
        };
        *count = count.saturating_add(1);
        match help {
            Help::Nudge | Help::Move => {
                let (from, moves) = (self.play.actions(), self.moves());
                self.help.told = Some(Arc::new(Told { from, moves, whole: *help == Help::Move }));
            }
            Help::Solution(line) => {
                self.help.shown = Some(Arc::new(Shown { from: self.play.actions(), line: line.clone() }));
            }
        }
    }

    /// Counts an action that a person is about to take, if the solution says so.
    pub(crate) fn count_played(&mut self, action: &str) {
        let next = self.shown_rest().and_then(|rest| rest.into_iter().next());
        if next.as_deref() == Some(action) {
            self.help.taken.played = self.help.taken.played.saturating_add(1);
        }
    }
}
