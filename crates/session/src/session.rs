//! A table with what is shown beside it.

use crate::beside::{Awaited, Beside, Detours, ReviewState};
use crate::hint::{FoundHint, HintChange, HintState, HintView, Strength};
use crate::task::Task;
use bagatelle_core::Viewer;
use bagatelle_core::present::{Grade, Par, Review, Solved};
use bagatelle_table::{Detour, Help, Rejection, Table, Visitor};
use std::sync::Arc;

/// Something that is looked for once.
#[derive(Clone, Default)]
enum Search<T> {
    /// It was not looked for.
    #[default]
    Idle,
    /// It is being looked for.
    Running,
    /// What was found.
    Found(T),
}

impl<T> Search<T> {
    fn found(&self) -> Option<&T> {
        match self {
            Search::Found(found) => Some(found),
            Search::Idle | Search::Running => None,
        }
    }

    /// Whether this call begins it.
    fn begin(&mut self) -> bool {
        let begins = matches!(self, Search::Idle);
        if begins {
            *self = Search::Running;
        }
        begins
    }

    fn abandon(&mut self) {
        if matches!(self, Search::Running) {
            *self = Search::Idle;
        }
    }
}

impl<T: Copy> Search<Option<T>> {
    /// What a page shows of it.
    fn awaited(&self) -> Awaited<T> {
        match self {
            Search::Idle | Search::Running => Awaited::Awaited,
            Search::Found(None) => Awaited::Missed,
            Search::Found(Some(found)) => Awaited::Known(*found),
        }
    }
}

/// Whether deals of a table's game are graded.
fn is_graded(table: &Table) -> bool {
    !table.game().manifest().grades.is_empty()
}

/// A table with what is shown beside it.
pub struct Session {
    table: Table,
    hint: HintState,
    par: Search<Option<Par>>,
    grade: Search<Option<&'static Grade>>,
    detours: Search<Arc<[Detour]>>,
    review: ReviewState,
    is_record: bool,
}

impl Session {
    /// A table for which no work has been done yet. A deal of a chosen grade says how hard it is.
    #[must_use]
    pub fn new(table: Table) -> Session {
        let wished = table.game().grade_of(&table.spec().seed);
        Session {
            grade: if is_graded(&table) && wished.is_none() { Search::Idle } else { Search::Found(wished) },
            table,
            hint: HintState::None,
            par: Search::Idle,
            detours: Search::Idle,
            review: ReviewState::Offered,
            is_record: false,
        }
    }

    /// The same for the record of a game that is over where it was played, even if the rules let it go on.
    #[must_use]
    pub fn of_record(self) -> Session {
        Session { is_record: true, ..self }
    }

    /// What the events tell.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Puts a newer table in the place of this one. A review and detours hold as long as the game stays as it
    /// has ended. A player who goes back wants to look again, so a hint is put away.
    pub fn replace(&mut self, table: Table) {
        if table.play().ply() < self.table.play().ply()
            && let HintState::Found(found) = &mut self.hint
        {
            found.put_away();
        }
        if table.version() != self.table.version() {
            (self.review, self.detours) = (ReviewState::Offered, Search::Idle);
        }
        self.table = table;
    }

    // ---- what is to be done ----

    /// The work that is wanted and not done, most urgent first.
    pub fn tasks(&self) -> impl Iterator<Item = Task> {
        let hint = matches!(self.hint, HintState::Running { .. }).then_some(Task::Hint);
        let program = self.table.program_to_act().map(|name| Task::Program { name: name.to_owned() });
        let par = (self.has_par() && self.par.found().is_none()).then_some(Task::Par);
        let review = matches!(self.review, ReviewState::Making { .. }).then_some(Task::Review);
        let detours = self.wants_detours().then_some(Task::Detours);
        let grade = self.grade.found().is_none().then_some(Task::Grade);
        [hint, program, grade, par, review, detours].into_iter().flatten()
    }

    /// Takes on the search for a grade, a par, a review or detours. `false` if there is nothing to find, or
    /// the search was taken on before.
    pub fn begin(&mut self, task: &Task) -> bool {
        match task {
            Task::Grade => self.grade.begin(),
            Task::Par => self.has_par() && self.par.begin(),
            Task::Detours => self.may_have_detours() && self.detours.begin(),
            Task::Review => {
                let begins = self.has_review() && self.review == ReviewState::Offered;
                if begins {
                    self.review = ReviewState::Making { share: None };
                }
                begins
            }
            Task::Program { .. } | Task::Hint | Task::Analyse { .. } => false,
        }
    }

    /// Gives up work without a result: it may be taken on again.
    pub fn abandon(&mut self, task: &Task) {
        match task {
            Task::Grade => self.grade.abandon(),
            Task::Par => self.par.abandon(),
            Task::Detours => self.detours.abandon(),
            Task::Review if matches!(self.review, ReviewState::Making { .. }) => {
                self.review = ReviewState::Offered;
            }
            Task::Hint => self.hint = HintState::None,
            Task::Review | Task::Program { .. } | Task::Analyse { .. } => {}
        }
    }

    /// Shows how far the search for a hint has come.
    pub fn show_progress(&mut self, share: Option<f64>, text: &str) {
        if let HintState::Running { progress, status, .. } = &mut self.hint {
            *progress = share.or(*progress);
            text.clone_into(status);
        }
    }

    /// Shows how far the review has come.
    pub fn show_review_progress(&mut self, made: Option<f64>) {
        if let ReviewState::Making { share } = &mut self.review {
            *share = made;
        }
    }

    // ---- the deal ----

    /// Whether the deal may have a par: deals of the game do, and the solver knows how its rules are read.
    #[must_use]
    pub fn has_par(&self) -> bool {
        self.table.game().manifest().par_limit.is_some() && self.table.play().has_par()
    }

    /// The par, if one was found.
    #[must_use]
    pub fn par(&self) -> Option<Par> {
        self.par.found().copied().flatten()
    }

    /// Whether the search for a par has ended.
    #[must_use]
    pub fn knows_par(&self) -> bool {
        self.par.found().is_some()
    }

    /// Whether the par is known or being looked for.
    #[must_use]
    pub fn seeks_par(&self) -> bool {
        !matches!(self.par, Search::Idle)
    }

    /// Takes in the par; `None` if none was found.
    pub fn know_par(&mut self, par: Option<Par>) {
        self.par = Search::Found(par);
    }

    /// How hard the deal is, if it is known.
    #[must_use]
    pub fn grade(&self) -> Option<&'static Grade> {
        self.grade.found().copied().flatten()
    }

    /// Takes in how hard the deal is, unless that is known; `None` if it was not found out.
    pub fn know_grade(&mut self, grade: Option<&'static Grade>) {
        if self.grade().is_none() {
            self.grade = Search::Found(grade);
        }
    }

    // ---- after the end ----

    /// Whether a solution may have gone long and it is not yet known where.
    #[must_use]
    pub fn wants_detours(&self) -> bool {
        self.may_have_detours() && self.detours.found().is_none()
    }

    fn may_have_detours(&self) -> bool {
        self.par().is_some_and(|par| self.table.may_have_detours(par.at_least))
    }

    /// Where the solution went long.
    #[must_use]
    pub fn detours(&self) -> Detours<'_> {
        match self.detours.found() {
            Some(found) => Detours::Found(found),
            None if self.may_have_detours() => Detours::Searching,
            None => Detours::None,
        }
    }

    /// Takes in where the solution went long.
    pub fn know_detours(&mut self, detours: Vec<Detour>) {
        self.detours = Search::Found(detours.into());
    }

    /// Whether there is something to learn from the game.
    #[must_use]
    pub fn has_review(&self) -> bool {
        let is_over = self.table.has_review() || self.is_record && self.table.play().has_review();
        is_over && self.review != ReviewState::None
    }

    /// How far the review has come.
    #[must_use]
    pub fn review(&self) -> ReviewState {
        if self.has_review() { self.review.clone() } else { ReviewState::None }
    }

    /// Takes in the review; `None` if nothing can be learned from the game.
    pub fn know_review(&mut self, review: Option<Review<String>>) {
        self.review = review.map_or(ReviewState::None, |review| ReviewState::Ready(Arc::new(review)));
    }

    // ---- hints ----

    /// How far the hint has come.
    #[must_use]
    pub fn hint(&self) -> &HintState {
        &self.hint
    }

    /// Puts the hint into a state that was decided, here or at another server.
    pub fn set_hint(&mut self, state: HintState) {
        self.hint = state;
    }

    /// Decides a request for a hint of this strength; `None` cancels the solver's work. A solution that
    /// the player still follows is used again; otherwise the solver has to work.
    ///
    /// # Errors
    /// When the visitor may not ask now, or the game has no solver.
    pub fn ask_hint(
        &self,
        visitor: Option<&Visitor>,
        strength: Option<Strength>,
    ) -> Result<HintChange, Rejection> {
        self.admit_solver(visitor)?;
        let Some(strength) = strength else { return Ok(HintChange::default()) };
        self.table.admit_help()?;
        let now = self.table.play().actions();
        if let HintState::Found(found) = &self.hint
            && let Some(rest @ [_, ..]) = found.rest(&now)
        {
            let help = self.news(strength, rest);
            let found = FoundHint { strength, asked_at: now.len(), ..found.clone() };
            return Ok(HintChange { help, state: HintState::Found(found) });
        }
        Ok(HintChange { help: None, state: HintState::begun(strength) })
    }

    /// Decides what becomes of a hint that the player's browser has found for this version of the position;
    /// `None` if it has found nothing.
    ///
    /// # Errors
    /// As [`Session::ask_hint`], and when the position is another one by now or the line cannot be played.
    pub fn offer_hint(
        &self,
        visitor: Option<&Visitor>,
        strength: Strength,
        version: u64,
        solved: Option<Solved<String>>,
    ) -> Result<HintChange, Rejection> {
        self.admit_solver(visitor)?;
        if self.table.version() != version {
            return Err(Rejection::Outdated);
        }
        self.table.admit_help()?;
        if let Some(solved) = &solved {
            self.table.check_line(&solved.line)?;
        }
        Ok(self.found_hint(strength, solved))
    }

    /// Decides what to do with the solver's result for the position after the actions `from`; `None` if it
    /// has found nothing. A result that no one waits for changes nothing; a result for another position ends
    /// the work.
    #[must_use]
    pub fn solved(&self, from: &[String], solved: Option<Solved<String>>) -> HintChange {
        let HintState::Running { strength, .. } = self.hint else {
            return HintChange { help: None, state: self.hint.clone() };
        };
        if self.table.person_to_act().is_none() || self.table.play().actions() != from {
            return HintChange::default();
        }
        self.found_hint(strength, solved)
    }

    fn found_hint(&self, strength: Strength, solved: Option<Solved<String>>) -> HintChange {
        let help = solved.as_ref().and_then(|solved| self.news(strength, &solved.line));
        let found = FoundHint::new(self.table.play().actions(), solved, strength);
        HintChange { help, state: HintState::Found(found) }
    }

    /// The help that a line of actions gives, if it tells something new.
    fn news(&self, strength: Strength, line: &[String]) -> Option<Help> {
        Some(strength.help(line)).filter(|help| self.table.is_news(help))
    }

    /// Whether a visitor may use the solver at all.
    fn admit_solver(&self, visitor: Option<&Visitor>) -> Result<(), Rejection> {
        self.table.game().manifest().solve_limit.ok_or(Rejection::NoSolver)?;
        if !self.table.play().has_solver() {
            return Err(Rejection::UnknownReading);
        }
        match self.table.viewpoint(visitor).is_player() {
            true => Ok(()),
            false => Err(Rejection::NotSeated),
        }
    }

    // ---- what is shown ----

    /// What a viewer is shown of the solver's work.
    #[must_use]
    pub fn hint_view(&self, viewer: Viewer) -> HintView {
        match &self.hint {
            HintState::None => HintView::Idle,
            HintState::Running { strength, progress, status } => {
                HintView::Running { strength: *strength, progress: *progress, status: status.clone() }
            }
            HintState::Found(found) => found.view(self.table.play(), viewer),
        }
    }

    /// What a viewer is shown beside the table.
    #[must_use]
    pub fn beside(&self, viewer: Viewer) -> Beside<'_> {
        Beside {
            hint: self.hint_view(viewer),
            par: if self.has_par() { self.par.awaited() } else { Awaited::None },
            grade: if is_graded(&self.table) { self.grade.awaited() } else { Awaited::None },
            detours: self.detours(),
        }
    }
}
