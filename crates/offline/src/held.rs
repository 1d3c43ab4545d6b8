//! A table in memory: its session, and which part of it is stored.

use crate::fault::Fault;
use crate::message::{Done, Found, Job, Kept, KeptReview, KnownPar, Request, Response, Watched};
use bagatelle_core::present::{Par, Solved};
use bagatelle_core::{Outcome, Seat};
use bagatelle_pages::table::{Company, Reach, TablePage};
use bagatelle_pages::urls;
use bagatelle_session::{HintChange, ReviewState, Session, Strength, Task};
use bagatelle_site::{review, table};
use bagatelle_table::{
    Actor, Command, Context, Detour, Event, ME, Millis, Rejection, SavedTable, Table, TableSpec, Visitor,
};
use std::sync::Arc;

/// The player.
pub fn me() -> Visitor {
    Visitor::anonymous(ME)
}

/// A table in memory.
pub struct Held {
    session: Session,
    events: Vec<Event>,
    /// How many of them are stored, provided that everything handed out was stored.
    stored: usize,
    /// Whether there is something other than events to store.
    news: bool,
    /// How often what is shown beside the table has changed.
    revision: u64,
    /// Whether it is only looked at: then nothing of it is stored, and no game is left.
    is_passing: bool,
    /// The reader's own seat, where a record was fetched: all seats of a record are the visitor's here.
    reader: Option<Seat>,
    /// How such a game ended, which its actions may not tell.
    result: Option<Outcome>,
}

impl Held {
    /// A new table with its first events.
    pub fn begin(spec: TableSpec, events: Vec<Event>) -> Result<Held, Fault> {
        Held::begun(spec, events, &[])
    }

    fn begun(spec: TableSpec, events: Vec<Event>, played_for: &[usize]) -> Result<Held, Fault> {
        let mut table = Table::new(spec, Arc::default())?;
        for event in &events {
            table.admit(event)?;
            table.apply(event);
        }
        table.know_played_for(played_for);
        let mut held = Held { news: true, ..Held::new(table, events) };
        held.resolve_chance(held.table().spec().created)?;
        Ok(held)
    }

    /// The same for the record of a game that was played elsewhere and is only looked at, with its `result`
    /// if it has ended there; `reader` is the viewer's own seat, and the actions `played_for` a person are no
    /// decisions.
    pub fn look_at(
        spec: TableSpec,
        events: Vec<Event>,
        result: Option<Outcome>,
        reader: Option<Seat>,
        played_for: &[usize],
    ) -> Result<Held, Fault> {
        let mut held = Held { is_passing: true, reader, result, ..Held::begun(spec, events, played_for)? };
        if held.result.is_some() {
            held.session = held.session.of_record();
        }
        Ok(held)
    }

    /// A stored table, with what is known about its deal.
    pub fn open(saved: &SavedTable, par: Option<&KnownPar>) -> Result<Held, Fault> {
        let (spec, events) = saved.read(ME)?;
        let created = spec.created;
        let table = Table::restore(spec, Arc::default(), &events)?;
        let stored = events.len();
        let mut held = Held::new(table, events);
        held.stored = stored;
        if let Some(par) = par {
            held.know(par);
        }
        let last = held.table().last_at().unwrap_or(created);
        held.resolve_chance(last)?;
        Ok(held)
    }

    fn new(table: Table, events: Vec<Event>) -> Held {
        Held {
            session: Session::new(table),
            events,
            stored: 0,
            news: false,
            revision: 0,
            is_passing: false,
            reader: None,
            result: None,
        }
    }

    /// What its events tell.
    pub fn table(&self) -> &Table {
        self.session.table()
    }

    /// What to store, if anything is new. It counts as stored from now on.
    pub fn keep(&mut self, now: Millis) -> Option<Kept> {
        if self.is_passing {
            return None;
        }
        let after = std::mem::replace(&mut self.stored, self.events.len());
        let news = std::mem::take(&mut self.news) || after != self.events.len();
        news.then(|| Kept {
            after,
            table: self.saved(),
            summary: self.table().summary(self.table().last_at().unwrap_or(now)),
            par: self.known_par(),
        })
    }

    /// The table as it is stored.
    pub fn saved(&self) -> SavedTable {
        SavedTable::new(self.table().spec(), &self.events, ME)
    }

    /// Takes in what is known about the deal.
    fn know(&mut self, known: &KnownPar) {
        self.know_grade(known.grade.as_deref());
        self.know_par(known.par);
    }

    fn know_grade(&mut self, label: Option<&str>) {
        let mut grades = self.table().game().manifest().all_grades();
        self.session.know_grade(grades.find(|grade| Some(grade.label) == label));
    }

    fn know_par(&mut self, par: Option<(u32, u32)>) {
        self.session.know_par(par.map(|(moves, at_least)| Par { moves, at_least }));
    }

    /// What is known of the deal, once it was looked for.
    fn known_par(&self) -> Option<KnownPar> {
        self.session.knows_par().then(|| KnownPar {
            grade: self.session.grade().map(|grade| grade.label.to_owned()),
            par: self.session.par().map(|par| (par.moves, par.at_least)),
        })
    }

    fn commit(&mut self, actor: Actor<'_>, command: Command, context: &Context) -> Result<(), Rejection> {
        let event = self.table().decide(actor, command, context)?;
        self.session.replace(self.table().after(&event));
        self.events.push(event);
        Ok(())
    }

    /// The time of the next event: never before the last one.
    fn at(&self, now: Millis) -> Millis {
        now.max(self.table().last_at().unwrap_or(self.table().spec().created))
    }

    /// Lets the visitor do something, and chance after it.
    pub fn command(&mut self, command: Command, version: Option<u64>, now: Millis) -> Result<(), Fault> {
        let context = Context { version, ..Context::at(self.at(now)) };
        self.commit(Actor::Visitor(&me()), command, &context)?;
        self.resolve_chance(context.now)
    }

    fn resolve_chance(&mut self, now: Millis) -> Result<(), Fault> {
        while self.table().chance_is_due() {
            self.commit(Actor::Server, Command::ResolveChance, &Context::at(now))?;
        }
        Ok(())
    }

    // ---- work ----

    /// The work for the table, most urgent first.
    fn task(&self) -> Option<Task> {
        self.session.tasks().next()
    }

    /// Whether there is something to learn from the game.
    pub fn has_review(&self) -> bool {
        self.session.has_review()
    }

    /// Whether a review that is stored is wanted.
    pub fn wants_review(&self) -> bool {
        self.session.review() == ReviewState::Offered
    }

    /// Takes in a review that was stored, if it is one of what was played.
    pub fn recall_review(&mut self, kept: KeptReview) {
        if self.wants_review() && kept.actions == self.table().play().actions() {
            self.session.know_review(Some(kept.review));
        }
    }

    /// The review as it is stored, once it is found.
    pub fn kept_review(&self) -> Option<KeptReview> {
        let ReviewState::Ready(review) = self.session.review() else { return None };
        Some(KeptReview { actions: self.table().play().actions(), review: Arc::unwrap_or_clone(review) })
    }

    /// The review, or how far it is; asking begins it.
    pub fn review(
        &mut self,
        request: &Request,
        id: &str,
        turn: usize,
        step: usize,
    ) -> Result<Response, Fault> {
        if self.session.begin(&Task::Review) {
            self.revision += 1;
        }
        let state = self.session.review();
        let table = self.table();
        let own = match self.is_passing {
            true => self.reader.into_iter().collect(),
            false => table.viewpoint(Some(&me())).seats,
        };
        let live = Some((table.seq(), self.revision));
        let result = self.result.as_ref();
        let look = review::Look { id, own: &own, result, turn, step, live, is_part: request.part };
        let shown = review::show(table, &state, &look)?;
        Ok(Response { watched: Some(self.watched()), ..Response::of_reply(shown) })
    }

    /// What tells the work of a task from other work.
    fn key(&self, task: &Task) -> String {
        let name = serde_json::to_string(task).unwrap_or_default();
        format!("{} {} {name}", self.table().id(), self.table().version())
    }

    /// How far the table has come, and what is to be done for it.
    pub fn watched(&self) -> Watched {
        let id = self.table().id().to_owned();
        let job = self.task().map(|task| Job {
            key: self.key(&task),
            at: urls::table(&id),
            table: Some(self.saved()),
            played_for: self.table().played_for(),
            task,
            effort: None,
        });
        let game = self.table().game().id().to_owned();
        Watched { version: format!("{}.{}", self.table().seq(), self.revision), id, game, job }
    }

    /// Shows how far the work is.
    pub fn progress(&mut self, share: Option<f64>, text: &str) {
        match self.task() {
            Some(Task::Hint) => self.session.show_progress(share, text),
            Some(Task::Review) => self.session.show_review_progress(share),
            _ => return,
        }
        self.revision += 1;
    }

    /// Takes in the result of work. A result for another position, or one that is no longer needed,
    /// changes nothing.
    pub fn done(&mut self, done: Done, now: Millis) -> Result<(), Fault> {
        let Some(task) = self.task().filter(|task| self.key(task) == done.key) else { return Ok(()) };
        self.revision += 1;
        match done.found {
            Found::Move { action } => {
                let context = Context::at(self.at(now));
                self.commit(Actor::Server, Command::ActForProgram(action), &context)?;
                self.resolve_chance(context.now)?;
            }
            Found::Solution { any, line, json, text } => {
                let solved = any.then_some(Solved { line, json, text });
                self.change_hint(self.session.solved(&self.table().play().actions(), solved), now)?;
            }
            Found::Grade { label } => self.know_grade(label.as_deref()),
            Found::Par { par } => {
                self.know_par(par);
                self.news = true;
            }
            Found::Detours(found) => {
                let found = found.into_iter().map(|(ply, moves)| Detour { ply, moves });
                self.session.know_detours(found.collect());
            }
            Found::Review(review) => self.session.know_review(Some(*review)),
            Found::Evaluation { .. } => {}
            Found::Nothing => self.session.abandon(&task),
        }
        Ok(())
    }

    /// Notes the help that the player is about to be shown, and shows it.
    fn change_hint(&mut self, change: HintChange, now: Millis) -> Result<(), Fault> {
        if let Some(help) = change.help {
            let context = Context::at(self.at(now));
            self.commit(Actor::Server, Command::Help(help), &context)?;
        }
        self.session.set_hint(change.state);
        Ok(())
    }

    /// Asks for a hint; `None` cancels the solver's work.
    pub fn ask_hint(&mut self, strength: Option<Strength>, now: Millis) -> Result<(), Fault> {
        let change = self.session.ask_hint(Some(&me()), strength)?;
        self.revision += 1;
        self.change_hint(change, now)
    }

    // ---- pages ----

    /// The page as an answer to a request that may have changed the table.
    pub fn answer(&self, request: &Request, origin: &str) -> Response {
        let viewpoint = self.table().viewpoint(Some(&me()));
        let page = TablePage {
            planned: None,
            table: self.table(),
            viewpoint: &viewpoint,
            name: "",
            company: Company::default(),
            beside: &self.session.beside(viewpoint.viewer),
            best: None,
            revision: self.revision,
            now: request.now,
            base: origin,
            reach: Reach::Anywhere,
            served: None,
        };
        let shown = table::show(&page, request.extent());
        Response { watched: Some(self.watched()), ..Response::of_reply(shown) }
    }

    /// How far the table has come, without its page.
    pub fn told(&self) -> Response {
        Response::told(self.watched())
    }
}
