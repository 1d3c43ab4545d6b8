//! What can be learned from a game on this device, or from one on a server, whose record the page
//! fetches.
//!
//! A review is kept as text under the name `review:ID`, so that it is made once.

use crate::fault::Fault;
use crate::held::{Held, me};
use crate::message::{KeptReview, Method, Response};
use crate::random;
use crate::site::{Asked, Site};
use bagatelle_core::Seat;
use bagatelle_core::program::Allowance;
use bagatelle_pages::analysis::FetchPage;
use bagatelle_pages::urls;
use bagatelle_table::{Fork, ME, NewGame, SeatRequest, seating_of};

impl Site {
    /// The review of a game in memory, or how far it is.
    pub(crate) fn review(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let name = self.name_of_review(id);
        let held = self.held(id)?;
        if held.wants_review() {
            let text = asked.read(&name).ok_or(Fault::Read(name))?;
            // One that cannot be read is made again.
            if let Some(kept) = text.and_then(|text| serde_json::from_str::<KeptReview>(text).ok()) {
                held.recall_review(kept);
            }
        }
        let known = self.known_as(id).to_owned();
        let held = self.held(id)?;
        let number = |name| asked.query(name).and_then(|number| number.parse().ok()).unwrap_or(0);
        held.review(asked.request, &known, number("turn"), number("step"))
    }

    /// The review of a game that a server has: the page fetches its record and sends it, and the game is held
    /// in memory as long as the page is open. A game of this device has its review beside it.
    pub(crate) fn review_of(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        let table = asked.from().unwrap_or_default();
        if asked.request.method == Method::Post {
            // A record does not say whose game it was, and an address is passed on: the server has said it.
            let seat = asked.field("own").parse().ok();
            let fork = Fork::read(asked.field("record"))?;
            let result = fork.record.more.get("result").cloned();
            let result = result.and_then(|result| serde_json::from_value(result).ok());
            let played_for = fork.played_for();
            let (now, events) = (asked.request.now, fork.events(asked.request.now));
            let id = random::table_id(&asked.request.random);
            let (sit, programs) = seats(&fork, seat);
            let seating = seating_of(&fork.record, ME);
            let new = NewGame::continued(fork, programs, sit, self.name());
            let mut spec = new.plan(
                &me(),
                id.clone(),
                &random::seeds(&asked.request.random),
                now,
                &Allowance::default(),
            )?;
            // The players are named, though all seats are the visitor's here.
            if seating.len() > 1 && seating.len() == spec.seating.len() {
                spec.seating = seating;
            }
            let held = Held::look_at(spec, events, result, seat.map(Seat), &played_for)?;
            if !held.has_review() {
                return Err(Fault::Refused("there’s nothing to review in this game yet".into()));
            }
            self.tables.insert(id.clone(), held);
            self.fetched = Some((id.clone(), table));
            return self.review(&id, asked);
        }
        // One that was taken along while it went on, and ended at the server since, is as it was here.
        let is_here = asked.request.missing.as_ref() != Some(&table) && self.held(&table)?.has_review();
        if is_here {
            return Ok(Response::to(urls::review(&table)));
        }
        let fetched = urls::record(&table);
        Ok(Response::html(FetchPage { record: &fetched, to: &urls::review_of(&table) }.page()))
    }

    /// Has a review stored that was found.
    pub(crate) fn keep_review(&mut self, id: &str, answer: &mut Response) -> Result<(), Fault> {
        let Some(kept) = self.held(id)?.kept_review() else { return Ok(()) };
        let name = self.name_of_review(id);
        let mut forget = Vec::new();
        let memory = self.remember(|memory| {
            memory.reviews.retain(|known| *known != name);
            memory.reviews.insert(0, name.clone());
            forget = Site::older(&mut memory.reviews);
        });
        answer.write = Some((name, serde_json::to_string(&kept).unwrap_or_default()));
        (answer.memory, answer.forget) = (Some(memory), forget);
        Ok(())
    }

    /// The name under which the review of a game in memory is kept.
    fn name_of_review(&self, id: &str) -> String {
        format!("review:{}", self.known_as(id))
    }

    /// The id that the server has for a game in memory, if the game is from there.
    fn known_as<'a>(&'a self, id: &'a str) -> &'a str {
        self.fetched.as_ref().filter(|(here, _)| here == id).map_or(id, |(_, there)| there)
    }
}

/// The reader's seat, and the programs that had the others; nothing where another person had one.
fn seats(fork: &Fork, reader: Option<u8>) -> (Option<u8>, Vec<SeatRequest>) {
    let programs = fork.programs();
    let own = reader.map(usize::from).or_else(|| programs.iter().position(Option::is_none));
    let others = programs.into_iter().enumerate().filter(|(seat, _)| Some(*seat) != own);
    let others: Option<Vec<_>> = others.map(|(_, program)| program.map(SeatRequest::Program)).collect();
    match (own.and_then(|own| u8::try_from(own).ok()), others) {
        (Some(own), Some(others)) if !others.is_empty() => (Some(own), others),
        _ => (None, Vec::new()),
    }
}
