//! An analysis in memory: its variations, and what the engine does for the position that is shown.

use crate::fault::Fault;
use crate::message::{Done, Evaluated, Found, Job, Request, Response, Watched};
use bagatelle_core::record::Record;
use bagatelle_core::{Seat, Seed, Turn};
use bagatelle_pages::analysis::{BoardPage, Engine, MOST_LINES};
use bagatelle_pages::urls;
use bagatelle_session::Task;
use bagatelle_table::Analysis;

/// How long the engine looks at a position, in milliseconds, and how much longer each time it is told to look
/// further.
const LIMIT: f64 = 2000.0;
const FURTHER: f64 = 3.0;
/// How often it can be told to.
const MOST: u32 = 5;

/// An analysis in memory.
pub struct Studied {
    analysis: Analysis,
    engine: Engine,
    /// A number that grows with each change.
    revision: u64,
}

impl Studied {
    pub fn new(analysis: Analysis) -> Studied {
        let mut studied = Studied { analysis, engine: Engine::default(), revision: 0 };
        studied.look();
        studied
    }

    /// Begins to look at the position that is shown.
    fn look(&mut self) {
        let play = self.analysis.play(self.analysis.at());
        (self.engine.found, self.engine.more, self.engine.took) = (None, 0, 0.0);
        self.engine.working = self.engine.on && play.analysis_scale().is_some();
        if self.engine.working && play.turn() == Turn::Over {
            // The result of a finished game needs no search.
            let found = play.analyse(1, &bagatelle_core::program::Budget::nodes(1), &mut |_| ());
            self.found(found, 0.0);
        }
    }

    /// Takes in what the engine has found.
    fn found(&mut self, found: Option<bagatelle_core::present::Evaluation<String>>, took: f64) {
        self.engine.working = false;
        if let Some(found) = found {
            let noted = self.analysis.note(self.analysis.at(), found.worth.clone(), &found.text);
            debug_assert!(noted.is_ok(), "the node that is shown is there");
            (self.engine.found, self.engine.took) = (Some(found), took);
        }
    }

    /// The key of the work for the position that is shown.
    fn key(&self, id: &str) -> String {
        let to = self.analysis.record_to(self.analysis.at()).actions.join(" ");
        format!("{id} {} {} {to}", self.engine.lines, self.engine.more)
    }

    fn watched(&self, id: &str) -> Watched {
        let job = self.engine.working.then(|| Job {
            key: self.key(id),
            at: urls::analysis(id),
            table: None,
            played_for: Vec::new(),
            task: Task::Analyse {
                record: Box::new(self.analysis.record_to(self.analysis.at())),
                lines: self.engine.lines,
                limit: LIMIT * FURTHER.powi(i32::try_from(self.engine.more).unwrap_or(0)),
                nodes: self.analysis.game().manifest().first_look.filter(|_| self.engine.more == 0),
            },
            effort: None,
        });
        let game = self.analysis.game().id().to_owned();
        Watched { id: id.to_owned(), game, version: format!("{}.0", self.revision), job }
    }

    /// Does what a form asks for. Returns whether the analysis itself has changed, not only its view.
    pub fn act(&mut self, request: &Request) -> Result<bool, Fault> {
        let field = |key: &str| request.form.get(key).map_or("", String::as_str);
        self.revision += 1;
        let (before, analysis) = (self.analysis.at(), &mut self.analysis);
        let node = || field("node").parse().map_err(|_| Fault::Refused("there’s no such move".into()));
        match field("kind") {
            "act" => analysis.act(field("text"))?,
            "line" => analysis.follow(field("text").split(' '))?,
            "draw" => analysis.draw(&Seed::from_text(&request.random))?,
            "go" => analysis.go(node()?)?,
            "promote" => analysis.promote(node()?)?,
            "delete" => analysis.delete(node()?)?,
            "describe" => analysis.describe(node()?, field("name"), field("comment"))?,
            "engine" => {
                self.command(field("engine"));
                return Ok(false);
            }
            _ => return Err(Fault::Refused("this can’t be done".into())),
        }
        if field("kind") != "describe" && (before != self.analysis.at() || field("kind") != "promote") {
            self.look();
        }
        Ok(true)
    }

    /// What the engine is told.
    fn command(&mut self, what: &str) {
        let engine = &mut self.engine;
        match what {
            "on" | "off" => {
                engine.on = what == "on";
                self.look();
            }
            "fewer" | "further-lines" => {
                let lines = if what == "fewer" { engine.lines.saturating_sub(1) } else { engine.lines + 1 };
                engine.lines = lines.clamp(1, MOST_LINES);
                self.look();
            }
            "more" => {
                engine.more = (engine.more + 1).min(MOST);
                engine.working = engine.on;
            }
            _ => engine.working = false,
        }
    }

    /// The board; `game` is the table of its game, and where that is, and `own` the reader's seat there.
    pub fn answer(
        &self,
        id: &str,
        game: Option<(&str, &str)>,
        own: Option<Seat>,
        request: &Request,
    ) -> Response {
        let Studied { analysis, engine, revision } = self;
        let page = BoardPage { id, analysis, game, own, engine, revision: *revision };
        let page = if request.part { page.part() } else { page.page() };
        Response { watched: Some(self.watched(id)), ..Response::html(page) }
    }

    /// What is shown and what to do, without the page.
    pub fn told(&self, id: &str) -> Response {
        Response::told(self.watched(id))
    }

    /// Takes in what the engine has found so far.
    pub fn progress(&mut self, id: &str, told: Evaluated) {
        if self.engine.working && told.key == self.key(id) {
            (self.engine.found, self.engine.took) = (Some(told.found), told.took);
            self.revision += 1;
        }
    }

    /// Takes in the result of the engine's work. Returns whether it was for the position shown.
    pub fn done(&mut self, id: &str, done: Done) -> bool {
        if !self.engine.working || done.key != self.key(id) {
            return false;
        }
        match done.found {
            Found::Evaluation { found, took } => self.found(found, took),
            _ => self.engine.working = false,
        }
        self.revision += 1;
        true
    }

    /// The variations.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The record with all variations.
    pub fn record(&self) -> Record {
        self.analysis.record()
    }
}
