//! The help taken at a table: what is recorded, and what counts as played by the solver.

use crate::help::{Help, HelpTaken, Shown, Told, rest_of_solution};
use crate::rejection::Rejection;
use crate::table::Table;
use std::sync::Arc;

impl Table {
    /// How much help was taken.
    #[must_use]
    pub fn help_taken(&self) -> HelpTaken {
        let ply = self.play.ply();
        let played = self.help.followed.iter().filter(|(before, moved)| *moved && *before < ply).count();
        HelpTaken { played: u32::try_from(played).unwrap_or(u32::MAX), ..self.help.taken }
    }

    /// The actions that were played for a person, by the number of actions before each.
    #[must_use]
    pub fn played_for(&self) -> Vec<usize> {
        let ply = self.play.ply();
        self.help.followed.iter().map(|(before, _)| *before).filter(|before| *before < ply).collect()
    }

    /// Takes over from a record which actions were played for a person, by the number of actions before each.
    pub fn know_played_for(&mut self, plies: &[usize]) {
        self.help.followed = plies.iter().map(|&before| (before, true)).collect();
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
        let (played, moves) = (self.help_taken().played as usize, self.moves());
        self.play.seats() == 1 && played > 0 && played * 2 >= moves
    }

    /// Whether others can be asked to play the same deal: the player of a single seat has ended it.
    #[must_use]
    pub fn is_for_comparison(&self) -> bool {
        let spec = self.spec();
        let has_deal = spec.dealt && !spec.ends_lesson();
        self.is_over() && self.play.seats() == 1 && has_deal && !self.is_solved_by_program()
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
    pub(crate) fn moves(&self) -> usize {
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

    /// Whether an action is the next one of the solution that was shown.
    pub(crate) fn is_of_solution(&self, action: &str) -> bool {
        self.shown_rest().is_some_and(|rest| rest.first().is_some_and(|next| next == action))
    }

    /// Notes that the last action was a person's and the next of a solution that was shown; `before` are the
    /// moves before it. A move may take several actions, and counts once.
    pub(crate) fn note_followed(&mut self, before: usize) {
        let moved = self.moves() > before;
        self.help.followed.push((self.play.ply().saturating_sub(1), moved));
    }

    /// Forgets what was played for a person from here on: other actions take its place.
    pub(crate) fn forget_followed(&mut self) {
        let ply = self.play.ply();
        while self.help.followed.pop_if(|(before, _)| *before >= ply).is_some() {}
    }
}
