//! A table, and what the visitor does at it.

use crate::fault::Fault;
use crate::held::{Held, me};
use crate::message::{Done, Found, Kept, KnownPar, Method, Response};
use crate::random;
use crate::site::{Asked, Site};
use bagatelle_core::Seat;
use bagatelle_core::program::Allowance;
use bagatelle_pages::urls;
use bagatelle_session::Strength;
use bagatelle_site::table;
use bagatelle_table::{Command, FreshSeed, Rejection, SavedTable};

impl Site {
    /// The answer at an address below that of a table.
    pub(crate) fn table(&mut self, id: &str, what: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let request = asked.request;
        match (request.method, what) {
            (Method::Get, "" | "table") => {
                let origin = self.origin().to_owned();
                Ok(self.held(id)?.answer(request, &origin))
            }
            (Method::Get, "why") => self.why(id, asked),
            (Method::Get, "watched") => Ok(self.held(id)?.told()),
            (Method::Get, "review") => self.review(id, asked),
            (Method::Get, "replay") => self.replay(id, asked),
            (Method::Get, "record.json") => {
                let record = self.held(id)?.table().public_record().ok_or(Rejection::Sealed)?;
                Ok(Response::of("application/json", record.to_json()))
            }
            (Method::Get, "picture.svg" | "thumbnail.svg") => {
                let table = self.held(id)?.table();
                let viewer = table.viewpoint(Some(&me())).viewer;
                Ok(Response::of("image/svg+xml", table.play().svg(viewer)))
            }
            (Method::Get, "goal.svg") => {
                let play = self.held(id)?.table().play();
                let figure = play.goal_figure(bagatelle_core::Viewer::Spectator).ok_or(Fault::NotFound)?;
                Ok(Response::of("image/svg+xml", figure))
            }
            // The saved table itself, for what brings it to a server.
            (Method::Get, "saved.json") => {
                let saved = self.held(id)?.saved();
                Ok(Response::of("application/json", serde_json::to_string(&saved).unwrap_or_default()))
            }
            (Method::Post, "act") => self.act(id, asked),
            (Method::Post, "hint") => self.change(id, asked, |held| {
                let strength = asked.field("strength").parse().unwrap_or(0);
                held.ask_hint(Strength::from_number(strength), request.now)
            }),
            (Method::Post, "progress") => {
                let held = self.held(id)?;
                held.progress(asked.field("share").parse().ok(), asked.field("text"));
                Ok(held.told())
            }
            (Method::Post, "done") => self.done(id, asked),
            (Method::Post, "again") => self.again(id, asked),
            (Method::Post, "play-on") => self.play_on(id, asked),
            (_, "verify" | "say" | "report" | "block") => Err(Fault::Away),
            _ => Err(Fault::NotFound),
        }
    }

    /// A table in memory.
    pub(crate) fn held(&mut self, id: &str) -> Result<&mut Held, Fault> {
        self.tables.get_mut(id).ok_or_else(|| Fault::Need(id.to_owned()))
    }

    /// Takes a stored table into memory.
    pub(crate) fn hold(&mut self, saved: &SavedTable, par: Option<&KnownPar>) -> Result<(), Fault> {
        self.tables.insert(saved.id.clone(), Held::open(saved, par)?);
        Ok(())
    }

    /// Changes a table, and answers with it. If the change is rejected, nothing has changed.
    fn change(
        &mut self,
        id: &str,
        asked: &Asked<'_>,
        change: impl FnOnce(&mut Held) -> Result<(), Fault>,
    ) -> Result<Response, Fault> {
        let origin = self.origin().to_owned();
        let held = self.held(id)?;
        change(held)?;
        let answer = held.answer(asked.request, &origin);
        Ok(Response { keep: self.keep(id, asked)?, ..answer })
    }

    /// What to store of a table, if anything is new.
    fn keep(&mut self, id: &str, asked: &Asked<'_>) -> Result<Option<Kept>, Fault> {
        let kept = self.held(id)?.keep(asked.request.now);
        if let Some(kept) = &kept {
            self.note(kept);
        }
        Ok(kept)
    }

    /// Takes in the result of work.
    fn done(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let done: Done =
            serde_json::from_str(asked.field("done")).map_err(|error| Fault::Refused(error.to_string()))?;
        let is_review = matches!(done.found, Found::Review(_));
        let held = self.held(id)?;
        held.done(done, asked.request.now)?;
        let told = held.told();
        let mut answer = Response { keep: self.keep(id, asked)?, ..told };
        if is_review {
            self.keep_review(id, &mut answer)?;
        }
        Ok(answer)
    }

    fn act(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let number = |key: &str| asked.field(key).parse().ok();
        let seat = asked.field("seat").parse().ok().map(Seat);
        let command = Command::parse(asked.field("kind"), asked.field("text"), seat)?;
        self.change(id, asked, |held| held.command(command, number("version"), asked.request.now))
    }

    fn why(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let table = self.held(id)?.table();
        let (viewpoint, picks) = (table.viewpoint(Some(&me())), asked.query("picks").unwrap_or_default());
        Ok(Response::of_reply(table::why(table, &viewpoint, picks)))
    }

    fn again(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let (random, now) = (&asked.request.random, asked.request.now);
        let text = random::seeds(random).swap_remove(0);
        let seed = FreshSeed { text, committed: None, given: Vec::new() };
        let spec = self.held(id)?.table().play_again(
            Some(&me()),
            random::table_id(random),
            seed,
            now,
            &Allowance::default(),
        )?;
        self.create(spec, Vec::new(), asked)
    }

    /// Makes a table, and leads to it.
    pub(crate) fn create(
        &mut self,
        spec: bagatelle_table::TableSpec,
        events: Vec<bagatelle_table::Event>,
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        let mut held = Held::begin(spec, events)?;
        let (id, keep) = (held.table().id().to_owned(), held.keep(asked.request.now));
        if let Some(kept) = &keep {
            self.note(kept);
        }
        self.tables.insert(id.clone(), held);
        Ok(Response { keep, ..Response::to(urls::table(&id)) })
    }
}
