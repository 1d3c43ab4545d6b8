//! A table in memory: what its events tell, and what is shown beside it.

use crate::fault::Fault;
use crate::message::{Done, Found, Job, Kept, KeptReview, KnownPar, Request, Response, Task, Watched};
use bagatelle_core::Seat;
use bagatelle_core::present::{Fixed, Grade, Par, Review, Solved};
use bagatelle_pages::Markup;
use bagatelle_pages::analysis::ReviewPage;
use bagatelle_pages::table::{
    Company, Detours, FoundHint, HintView, Reach, ReviewState, Strength, TablePage,
};
use bagatelle_pages::urls;
use bagatelle_table::{
    Actor, Command, Context, Detour, Event, ME, Millis, Rejection, SavedTable, Table, TableSpec, Visitor,
};
use std::sync::Arc;

/// The one who plays.
pub fn me() -> Visitor {
    Visitor::anonymous(ME)
}

/// How far the solver's work on a hint is.
#[derive(Default)]
enum HintState {
    #[default]
    None,
    Running {
        strength: Strength,
        progress: Option<f64>,
        status: String,
    },
    Found(FoundHint),
}

/// How far a review is.
#[derive(Default)]
enum Looking {
    #[default]
    None,
    Begun {
        share: Option<f64>,
    },
    Found(Box<Review<String>>),
}

/// A table in memory.
pub struct Held {
    /// What its events tell.
    pub table: Table,
    events: Vec<Event>,
    /// How many of them are stored, if what was given to be stored was.
    stored: usize,
    /// Whether something is to be stored that is no event.
    news: bool,
    /// How often what is shown beside the table has changed.
    revision: u64,
    hint: HintState,
    /// What is known of the deal, once it was looked for.
    par: Option<KnownPar>,
    grade: Option<&'static Grade>,
    detours: Option<Vec<Detour>>,
    review: Looking,
    /// Whether it is the record of a game that was played elsewhere and is over, however it ended.
    pub is_record: bool,
    /// Whether it is only looked at: then nothing of it is stored, and no game is left.
    pub is_passing: bool,
    /// Whose game it was, where a record was fetched: all seats of a record are the visitor's here.
    pub reader: Option<Seat>,
}

impl Held {
    /// A new table with its first events.
    pub fn begin(spec: TableSpec, events: Vec<Event>) -> Result<Held, Fault> {
        let mut table = Table::new(spec, Arc::default())?;
        for event in &events {
            table.admit(event)?;
            table.apply(event);
        }
        let mut held = Held { news: true, ..Held::new(table, events) };
        held.resolve_chance(held.table.spec().created)?;
        Ok(held)
    }

    /// A table that was stored, with what is known of its deal.
    pub fn open(saved: &SavedTable, par: Option<&KnownPar>) -> Result<Held, Fault> {
        let (spec, events) = saved.read(ME)?;
        let created = spec.created;
        let table = Table::restore(spec, Arc::default(), &events)?;
        let stored = events.len();
        let mut held = Held::new(table, events);
        held.stored = stored;
        if let Some(par) = par {
            held.know(par.clone());
        }
        let last = held.table.last_at().unwrap_or(created);
        held.resolve_chance(last)?;
        Ok(held)
    }

    fn new(table: Table, events: Vec<Event>) -> Held {
        let grade = table.game().grade_of(&table.spec().seed);
        Held {
            table,
            events,
            stored: 0,
            news: false,
            revision: 0,
            hint: HintState::None,
            par: None,
            grade,
            detours: None,
            review: Looking::None,
            is_record: false,
            is_passing: false,
            reader: None,
        }
    }

    /// What is to be stored, if anything is new. It counts as stored from now on.
    pub fn keep(&mut self, now: Millis) -> Option<Kept> {
        if self.is_passing {
            return None;
        }
        let after = std::mem::replace(&mut self.stored, self.events.len());
        let news = std::mem::take(&mut self.news) || after != self.events.len();
        news.then(|| Kept {
            after,
            table: self.saved(),
            summary: self.table.summary(self.table.last_at().unwrap_or(now)),
            par: self.par.clone(),
        })
    }

    /// The table as it is stored.
    pub fn saved(&self) -> SavedTable {
        SavedTable::new(self.table.spec(), &self.events, ME)
    }

    /// Takes in what is known of the deal.
    fn know(&mut self, known: KnownPar) {
        let grades = self.table.game().manifest().grades;
        self.grade =
            self.grade.or_else(|| grades.iter().find(|grade| Some(grade.label) == known.grade.as_deref()));
        self.par = Some(known);
    }

    /// The par, if one was found.
    fn known_par(&self) -> Option<Par> {
        let (moves, at_least) = self.par.as_ref()?.par?;
        Some(Par { moves, at_least })
    }

    fn commit(&mut self, actor: Actor<'_>, command: Command, context: &Context) -> Result<(), Rejection> {
        let event = self.table.decide(actor, command, context)?;
        let version = self.table.version();
        self.table = self.table.after(&event);
        if self.table.version() != version {
            self.review = Looking::None;
        }
        self.events.push(event);
        Ok(())
    }

    /// The time of what happens now: never before what has happened.
    fn at(&self, now: Millis) -> Millis {
        now.max(self.table.last_at().unwrap_or(self.table.spec().created))
    }

    /// Lets the visitor do something, and chance after it.
    pub fn command(&mut self, command: Command, version: Option<u64>, now: Millis) -> Result<(), Fault> {
        let context = Context { version, ..Context::at(self.at(now)) };
        self.commit(Actor::Visitor(&me()), command, &context)?;
        self.resolve_chance(context.now)
    }

    fn resolve_chance(&mut self, now: Millis) -> Result<(), Fault> {
        while self.table.chance_is_due() {
            self.commit(Actor::Server, Command::ResolveChance, &Context::at(now))?;
        }
        Ok(())
    }

    // ---- work ----

    /// What is to be done for the table, most urgent first.
    fn task(&self) -> Option<Task> {
        let manifest = self.table.game().manifest();
        if let HintState::Running { .. } = self.hint {
            return Some(Task::Hint);
        }
        if let Some(name) = self.table.program_to_act() {
            return Some(Task::Program { name: name.to_owned() });
        }
        if manifest.par_limit.is_some() && self.par.is_none() {
            return Some(Task::Par);
        }
        if let Looking::Begun { .. } = self.review {
            return Some(Task::Review);
        }
        (self.detours.is_none() && self.may_have_detours()).then_some(Task::Detours)
    }

    /// Whether there is something to learn from the game.
    pub fn has_review(&self) -> bool {
        self.table.has_review() || self.is_record && self.table.play().has_review()
    }

    /// Whether a review that is stored is wanted.
    pub fn wants_review(&self) -> bool {
        self.has_review() && matches!(self.review, Looking::None)
    }

    /// Takes in a review that was stored, if it is one of what was played.
    pub fn recall_review(&mut self, kept: KeptReview) {
        if self.wants_review() && kept.actions == self.table.play().actions() {
            self.review = Looking::Found(Box::new(kept.review));
        }
    }

    /// The review as it is stored, once it is found.
    pub fn kept_review(&self) -> Option<KeptReview> {
        let Looking::Found(review) = &self.review else { return None };
        Some(KeptReview { actions: self.table.play().actions(), review: review.as_ref().clone() })
    }

    /// The review, or how far it is; asking begins it.
    pub fn review(&mut self, request: &Request, turn: usize) -> Result<Response, Fault> {
        if !self.has_review() {
            return Err(Fault::NotFound);
        }
        if let Looking::None = self.review {
            self.review = Looking::Begun { share: None };
            self.revision += 1;
        }
        let (review, made) = match &self.review {
            Looking::Found(review) => (Some(review.as_ref()), None),
            Looking::Begun { share } => (None, *share),
            Looking::None => (None, None),
        };
        let live = Some((self.table.seq(), self.revision));
        let own = match self.reader {
            Some(seat) => vec![seat],
            None => self.table.viewpoint(Some(&me())).seats,
        };
        let page = ReviewPage { table: &self.table, review, made, own: &own, turn, live };
        let page = if request.part { page.part() } else { page.page() };
        Ok(Response { watched: Some(self.watched()), ..Response::html(page) })
    }

    /// Whether a solution may be longer than needed.
    fn may_have_detours(&self) -> bool {
        self.known_par().is_some_and(|par| self.table.may_have_detours(par.at_least))
    }

    /// What tells the work of a task from other work.
    fn key(&self, task: &Task) -> String {
        let name = serde_json::to_string(task).unwrap_or_default();
        format!("{} {} {name}", self.table.id(), self.table.version())
    }

    /// How far the table has come, and what is to be done for it.
    pub fn watched(&self) -> Watched {
        let id = self.table.id().to_owned();
        let job = self.task().map(|task| Job {
            key: self.key(&task),
            at: urls::table(&id),
            table: Some(self.saved()),
            task,
            effort: None,
        });
        let game = self.table.game().id().to_owned();
        Watched { version: format!("{}.{}", self.table.seq(), self.revision), id, game, job }
    }

    /// Shows how far the work is.
    pub fn progress(&mut self, share: Option<f64>, text: &str) {
        if let (Some(Task::Review), Looking::Begun { share: shown }) = (self.task(), &mut self.review) {
            *shown = share;
            self.revision += 1;
        }
        if let HintState::Running { progress, status, .. } = &mut self.hint {
            (*progress, *status) = (share.or(*progress), text.to_owned());
            self.revision += 1;
        }
    }

    /// Takes in what came of work. What was for another position, or is no longer wanted, changes nothing.
    pub fn done(&mut self, done: Done, now: Millis) -> Result<(), Fault> {
        if self.task().is_none_or(|task| self.key(&task) != done.key) {
            return Ok(());
        }
        self.revision += 1;
        match done.found {
            Found::Move { action } => {
                let context = Context::at(self.at(now));
                self.commit(Actor::Server, Command::ActForProgram(action), &context)?;
                self.resolve_chance(context.now)?;
            }
            Found::Solution { any, line, json, text } => {
                let HintState::Running { strength, .. } = self.hint else { return Ok(()) };
                let found = FoundHint::new(
                    self.table.play().actions(),
                    any.then_some(Solved { line, json, text }),
                    strength,
                );
                if any {
                    self.note(strength, &found.solved.line, now)?;
                }
                self.hint = HintState::Found(found);
            }
            Found::Par(known) => {
                self.know(known);
                self.news = true;
            }
            Found::Detours(found) => {
                self.detours = Some(found.into_iter().map(|(ply, moves)| Detour { ply, moves }).collect());
            }
            Found::Review(review) => self.review = Looking::Found(review),
            Found::Evaluation { .. } => {}
            Found::Nothing => (self.hint, self.review) = (HintState::None, Looking::None),
        }
        Ok(())
    }

    /// Notes the help that the player is about to be shown, if it tells something new.
    fn note(&mut self, strength: Strength, line: &[String], now: Millis) -> Result<(), Fault> {
        let help = strength.help(line);
        if self.table.is_news(&help) {
            let context = Context::at(self.at(now));
            self.commit(Actor::Server, Command::Help(help), &context)?;
        }
        Ok(())
    }

    /// Asks for a hint; `None` cancels the solver's work.
    pub fn ask_hint(&mut self, strength: Option<Strength>, now: Millis) -> Result<(), Fault> {
        if self.table.game().manifest().solve_limit.is_none() {
            return Err(Fault::Refused("this game has no solver".into()));
        }
        if !self.table.viewpoint(Some(&me())).is_player() {
            return Err(Rejection::NotSeated.into());
        }
        self.revision += 1;
        let Some(strength) = strength else {
            self.hint = HintState::None;
            return Ok(());
        };
        if self.table.person_to_act().is_none() {
            return Err(Rejection::NotYourTurn.into());
        }
        let actions = self.table.play().actions();
        if let HintState::Found(found) = &self.hint
            && let Some(rest @ [_, ..]) = found.rest(&actions).map(<[String]>::to_vec).as_deref()
        {
            self.note(strength, rest, now)?;
            if let HintState::Found(found) = &mut self.hint {
                (found.strength, found.asked_at) = (strength, actions.len());
            }
            return Ok(());
        }
        self.hint = HintState::Running { strength, progress: None, status: String::new() };
        Ok(())
    }

    // ---- pages ----

    /// The page of the table, or the part of it that changes.
    pub fn draw(&self, request: &Request, origin: &str) -> Markup {
        let viewpoint = self.table.viewpoint(Some(&me()));
        let hint = match &self.hint {
            HintState::None => HintView::Idle,
            HintState::Running { progress, status, .. } => {
                HintView::Running { progress: *progress, status: status.clone() }
            }
            HintState::Found(found) => found.view(self.table.play(), viewpoint.viewer),
        };
        let page = TablePage {
            table: &self.table,
            viewpoint: &viewpoint,
            name: "",
            company: Company::default(),
            hint: &hint,
            par: self.known_par(),
            grade: self.grade,
            best: None,
            detours: match &self.detours {
                Some(found) => Detours::Found(found),
                None if self.may_have_detours() => Detours::Searching,
                None => Detours::None,
            },
            review: if self.has_review() { ReviewState::Ready } else { ReviewState::None },
            revision: self.revision,
            now: request.now,
            base: origin,
            reach: Reach::Anywhere,
        };
        // Nothing goes over a network, so nothing is left out.
        if request.part { page.part(Fixed::Drawn, request.shown()) } else { page.page() }
    }

    /// The page as an answer to a request that may have changed the table.
    pub fn answer(&self, request: &Request, origin: &str) -> Response {
        Response { watched: Some(self.watched()), ..Response::html(self.draw(request, origin)) }
    }

    /// How far the table has come, without its page.
    pub fn told(&self) -> Response {
        Response::told(self.watched())
    }
}
