//! Analysis boards: where they begin, what is done with them, and the engine's work for them.
//!
//! An analysis is kept as the text of its record, variations included, under the name `analysis:ID`.

use crate::fault::{ANALYSIS, Fault};
use crate::held::{Held, me};
use crate::message::{Done, Evaluated, Method, Response};
use crate::random;
use crate::site::{Asked, Site};
use crate::studied::Studied;
use bagatelle_catalog::records::read_one;
use bagatelle_catalog::{AnyGame, AnyPlay};
use bagatelle_core::record::Record;
use bagatelle_core::text::typed_seed;
use bagatelle_core::{Seat, Seed, Turn, Viewer};
use bagatelle_pages::analysis::BeginPage;
use bagatelle_pages::urls;
use bagatelle_site::Reply;
use bagatelle_table::{Analysis, Rejection};
use serde_json::Value;

/// How many analyses are held in memory.
const HELD: usize = 8;

/// The name under which an analysis is kept.
fn name(id: &str) -> String {
    format!("{ANALYSIS}{id}")
}

impl Site {
    /// Takes a text into memory that was stored.
    pub(crate) fn study(&mut self, name: &str, text: &str) -> Result<(), Fault> {
        let Some(id) = name.strip_prefix("analysis:") else { return Ok(()) };
        let analysis = Analysis::begin(&Record::from_json(text)?)?;
        self.put(id, Studied::new(analysis));
        Ok(())
    }

    fn put(&mut self, id: &str, studied: Studied) {
        while self.analyses.len() >= HELD {
            self.analyses.pop_first();
        }
        self.analyses.insert(id.to_owned(), studied);
    }

    /// The page on which an analysis begins, or the analysis that the address asks for.
    pub(crate) fn analyses(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        if let Some(record) = asked.query("record") {
            return Ok(self.begin(read_one(record).map_err(Fault::from), record, (None, None), asked));
        }
        let ply = asked.query("ply").and_then(|ply| ply.parse().ok());
        if let Some(id) = asked.from() {
            // A game that was taken along may have gone on at the server since.
            let is_here = |held: &Held| ply.is_none_or(|ply: usize| ply <= held.table().play().ply());
            if asked.request.missing.as_ref() == Some(&id) || !is_here(self.held(&id)?) {
                return Ok(self.begin_page(BeginPage { fetched: Some(&id), ply, ..BeginPage::default() }));
            }
            let table = self.held(&id)?.table();
            let own = match table.viewpoint(Some(&me())).seats[..] {
                [own] => Some(own),
                _ => None,
            };
            let record = table.public_record().ok_or(Rejection::Sealed).map_err(Fault::from);
            return Ok(self.begin(record, "", (ply, own), asked));
        }
        let game = asked.query("game").unwrap_or_default();
        Ok(self.begin_page(BeginPage { game, ..BeginPage::default() }))
    }

    fn begin_page(&self, page: BeginPage<'_>) -> Response {
        let known: Vec<_> =
            self.memory().analyses.iter().map(|(id, game, _)| (id.as_str(), game.as_str())).collect();
        Response::html(BeginPage { known: &known, ..page }.page())
    }

    /// Begins an analysis from the form of the page.
    pub(crate) fn begin_analysis(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        let text = asked.field("record");
        let record = if text.is_empty() { set_up(asked) } else { read_one(text).map_err(Fault::from) };
        // A record does not say whose game it was: the server has said it.
        let at = (asked.field("ply").parse().ok(), asked.field("own").parse().ok().map(Seat));
        Ok(self.begin(record, text, at, asked))
    }

    /// Begins an analysis after this many actions of a game in which the reader sat, or shows the page
    /// again with what is wrong.
    fn begin(
        &mut self,
        record: Result<Record, Fault>,
        text: &str,
        (ply, own): (Option<usize>, Option<Seat>),
        asked: &Asked<'_>,
    ) -> Response {
        let begun = record.and_then(|record| Ok(Analysis::begin(&record)?));
        let mut analysis = match begun {
            Ok(analysis) => analysis,
            Err(fault) => {
                let (refusal, options) = (fault.of_record(), asked.field("options").to_owned());
                let game = asked.field("game").to_owned();
                let page = BeginPage {
                    refusal: Some(&refusal),
                    text,
                    options: &options,
                    game: &game,
                    ..BeginPage::default()
                };
                return Response { status: 422, ..self.begin_page(page) };
            }
        };
        let line = analysis.line(0);
        // After its last move a finished game leaves nothing to look for: a puzzle begins with its deal, and
        // any other game with the last decision before the one that ended it.
        let end = line.last().map(|&end| analysis.play(end)).filter(|end| end.turn() == Turn::Over);
        let before = |end: &dyn AnyPlay| if end.seats() == 1 { 0 } else { line.len().saturating_sub(3) };
        let ply = ply.or_else(|| end.as_deref().map(before));
        if let Some(&node) = ply.and_then(|ply| line.get(ply)) {
            let shown = analysis.go(node);
            debug_assert!(shown.is_ok(), "it is one of its nodes");
        }
        let id = random::table_id(&asked.request.random);
        let (game, text) = (analysis.game().id().to_owned(), analysis.record().to_json());
        self.put(&id, Studied::new(analysis));
        let (now, table) = (asked.request.now, asked.from());
        let mut forget = Vec::new();
        let memory = self.remember(|memory| {
            memory.analyses.insert(0, (id.clone(), game, now));
            memory.analysed.extend(table.map(|table| (id.clone(), table)));
            memory.seats.extend(own.map(|own| (id.clone(), own.0)));
            for (old, ..) in Site::older(&mut memory.analyses) {
                memory.analysed.remove(&old);
                memory.seats.remove(&old);
                forget.push(name(&old));
            }
        });
        let (write, memory) = (Some((name(&id), text)), Some(memory));
        Response { write, memory, forget, ..Response::to(urls::analysis(&id)) }
    }

    /// The answer at an address of an analysis.
    pub(crate) fn analysis(&mut self, id: &str, what: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let game = self.memory().analysed.get(id).map(|table| (table.clone(), self.place_of(table)));
        let own = self.memory().seats.get(id).copied().map(Seat);
        let game = game.as_ref().map(|(table, place)| (table.as_str(), place.as_str()));
        let studied = self.analyses.get_mut(id).ok_or_else(|| Fault::Read(name(id)))?;
        let kept = |studied: &Studied| Some((name(id), studied.record().to_json()));
        match (asked.request.method, what) {
            (Method::Get, "" | "table") => Ok(studied.answer(id, game, own, asked.request)),
            (Method::Get, "watched") => Ok(studied.told(id)),
            (Method::Get, "record.json") => Ok(Response::of("application/json", studied.record().to_json())),
            (Method::Get, "why") => Ok(why(studied.analysis(), asked)),
            (Method::Post, "act") => {
                let changed = studied.act(asked.request)?;
                let write = if changed { kept(studied) } else { None };
                Ok(Response { write, ..studied.answer(id, game, own, asked.request) })
            }
            (Method::Post, "progress") => {
                let told: Option<Evaluated> = serde_json::from_str(asked.field("text")).ok();
                if let Some(told) = told {
                    studied.progress(id, told);
                }
                Ok(studied.told(id))
            }
            (Method::Post, "done") => {
                let done: Done = serde_json::from_str(asked.field("done"))
                    .map_err(|error| Fault::Refused(error.to_string()))?;
                let write = if studied.done(id, done) { kept(studied) } else { None };
                Ok(Response { write, ..studied.told(id) })
            }
            _ => Err(Fault::NotFound),
        }
    }
}

/// Why a thing on the board cannot be picked.
fn why(analysis: &Analysis, asked: &Asked<'_>) -> Response {
    let play = analysis.play(analysis.at());
    let picks = asked.query("picks").unwrap_or_default();
    let picks: Vec<&str> = picks.split_whitespace().collect();
    let reason = match play.turn() {
        Turn::Seat(seat) => play.refusal(Viewer::Seat(seat), &picks),
        Turn::Chance => None,
        Turn::Over => Some("The game is over.".into()),
    };
    Response::of_reply(Reply::Sentence(reason))
}

/// The record of a new position: a deal from a seed, or a set-up.
fn set_up(asked: &Asked<'_>) -> Result<Record, Fault> {
    let game = asked.field("game");
    let game: &dyn AnyGame = bagatelle_catalog::find(game).ok_or(Fault::NotFound)?;
    let json = |key: &str, what: &str| -> Result<Value, Fault> {
        match asked.field(key).trim() {
            "" => Ok(Value::Null),
            text => serde_json::from_str(text)
                .map_err(|error| Fault::Refused(format!("{what} can’t be read as JSON: {error}"))),
        }
    };
    let (options, setup) = (json("options", "the options")?, json("setup", "the set-up")?);
    let seed = match asked.field("seed").trim() {
        "" => random::seeds(&asked.request.random).swap_remove(0),
        seed => typed_seed(seed),
    };
    if setup.is_null() {
        game.check_wishes(&options, &Value::Null)?;
    }
    let mut record = game.deal(&options, &Value::Null, &Seed::from_text(&seed))?;
    if !setup.is_null() {
        record.setup = Some(setup);
        record.more.remove("seed");
    }
    Ok(record)
}
