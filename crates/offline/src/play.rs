//! A table, and what the visitor does at it.

use crate::fault::Fault;
use crate::held::{Held, me};
use crate::message::{Done, Method, Response};
use crate::random;
use crate::site::{Asked, Site};
use bagatelle_core::{Seat, Turn};
use bagatelle_pages::table::Strength;
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls;
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
            (Method::Get, "review") => {
                let turn = asked.query("turn").and_then(|turn| turn.parse().ok()).unwrap_or(0);
                self.held(id)?.review(request, turn)
            }
            (Method::Get, "replay") => self.replay(id, asked),
            (Method::Get, "record.json") => {
                let record = self.held(id)?.table.public_record().ok_or(Rejection::Sealed)?;
                Ok(Response::of("application/json", record.to_json()))
            }
            (Method::Get, "picture.svg" | "thumbnail.svg") => {
                let table = &self.held(id)?.table;
                let viewer = table.viewpoint(Some(&me())).viewer;
                Ok(Response::of("image/svg+xml", table.play().svg(viewer)))
            }
            (Method::Get, "goal.svg") => {
                let play = self.held(id)?.table.play();
                let figure = play.goal_figure(bagatelle_core::Viewer::Spectator).ok_or(Fault::NotFound)?;
                Ok(Response::of("image/svg+xml", figure))
            }
            // The saved table itself, for what brings it to a server.
            (Method::Get, "saved.json") => {
                let kept = self.held(id)?.kept(request.now, 0).table;
                Ok(Response::of("application/json", serde_json::to_string(&kept).unwrap_or_default()))
            }
            (Method::Post, "act") => self.act(id, asked),
            (Method::Post, "hint") => self.change(id, asked, |held| {
                let strength = asked.field("strength").parse().unwrap_or(0);
                held.ask_hint(Strength::from_number(strength), request.now)
            }),
            (Method::Post, "progress") => self.change(id, asked, |held| {
                held.progress(asked.field("share").parse().ok(), asked.field("text"));
                Ok(())
            }),
            (Method::Post, "done") => {
                let done: Done = serde_json::from_str(asked.field("done"))
                    .map_err(|error| Fault::Refused(error.to_string()))?;
                self.change(id, asked, |held| held.done(done, request.now))
            }
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
    pub(crate) fn hold(&mut self, saved: &SavedTable) -> Result<(), Fault> {
        self.tables.insert(saved.id.clone(), Held::open(saved)?);
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
        let before = held.table.seq();
        change(held)?;
        let mut answer = held.answer(asked.request, &origin);
        if held.table.seq() != before {
            answer.keep = held.keep(asked.request.now);
        }
        if let Some(kept) = &answer.keep {
            self.note(kept);
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
        let table = &self.held(id)?.table;
        let picks = asked.query("picks").unwrap_or_default();
        let picks: Vec<&str> = picks.split_whitespace().collect();
        let viewpoint = table.viewpoint(Some(&me()));
        let reason = match (viewpoint.is_player(), table.play().turn()) {
            (false, _) | (true, Turn::Chance) => None,
            (true, _) if viewpoint.can_act(table) => table.play().refusal(viewpoint.viewer, &picks),
            (true, Turn::Over) => Some("The game is over.".into()),
            (true, Turn::Seat(seat)) => Some(format!("It is the turn of {}.", table.label(seat))),
        };
        Ok(match reason {
            Some(reason) => Response::of("text/plain", sentence(&reason)),
            None => Response { status: 204, ..Response::default() },
        })
    }

    fn again(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let (random, now) = (&asked.request.random, asked.request.now);
        let text = random::seeds(random).swap_remove(0);
        let seed = FreshSeed { text, committed: None, given: Vec::new() };
        let spec = self.held(id)?.table.play_again(Some(&me()), random::table_id(random), seed, now)?;
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
        let (id, keep) = (held.table.id().to_owned(), held.keep(asked.request.now));
        if let Some(kept) = &keep {
            self.note(kept);
        }
        self.tables.insert(id.clone(), held);
        Ok(Response { keep, ..Response::to(urls::table(&id)) })
    }
}
