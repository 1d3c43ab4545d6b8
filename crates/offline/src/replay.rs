//! Looking back at a game, playing on from a ply, and records that are brought along.

use crate::fault::Fault;
use crate::held::me;
use crate::message::Response;
use crate::site::{Asked, Site};
use bagatelle_core::record::Record;
use bagatelle_pages::replay::{RecordsPage, ReplayPage};
use bagatelle_pages::urls;
use bagatelle_table::{Fork, NewGame, Rejection, Replay, ReplayView, SeatRequest, seat_request};
use serde_json::Map;

impl Site {
    /// A replay, or the part of it that changes.
    pub(crate) fn replay(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let view = asked.query("as").filter(|view| !view.is_empty());
        let view: Option<ReplayView> =
            view.map(|text| text.parse().map_err(|()| Fault::NotFound)).transpose()?;
        let ply = asked.query("ply").and_then(|ply| ply.parse().ok());
        let (origin, name) = (self.origin().to_owned(), self.name());
        let table = self.held(id)?.table();
        let replay = Replay::new(table, &table.viewpoint(Some(&me())), view, ply)?;
        let page = ReplayPage { replay: &replay, name: &name, base: &origin };
        Ok(Response::html(if asked.request.part { page.part(asked.request.shown()) } else { page.page() }))
    }

    /// A new table that begins with the first actions of this one.
    pub(crate) fn play_on(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let record = self.held(id)?.table().public_record().ok_or(Rejection::Hidden)?;
        let mut record = Record { more: Map::new(), ..record };
        record.actions.truncate(asked.field("ply").parse().unwrap_or(usize::MAX));
        let others = match asked.field("program") {
            "" => Vec::new(),
            program => vec![seat_request(program.to_owned())],
        };
        if others.contains(&SeatRequest::Open) {
            return Err(Fault::Away);
        }
        let fork = Fork { record, table: Some(id.to_owned()) };
        let sit = asked.field("sit").parse().ok();
        self.make(self.continued(fork, others, sit), asked)
    }

    pub(crate) fn continued(&self, fork: Fork, others: Vec<SeatRequest>, sit: Option<u8>) -> NewGame {
        NewGame::continued(fork, others, sit, self.name())
    }

    /// The page that takes records.
    pub(crate) fn records(&self) -> Response {
        Response::html(RecordsPage { text: "", refusal: None }.page())
    }

    /// A record that is brought along: a new table, or the form again with what is wrong.
    pub(crate) fn upload(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        let text = asked.field("record");
        let made = Fork::read(text)
            .map_err(Fault::from)
            .and_then(|fork| self.make(self.continued(fork, Vec::new(), None), asked));
        match made {
            Ok(made) => {
                let id = made.keep.as_ref().map(|kept| kept.table.id.clone()).unwrap_or_default();
                Ok(Response { go: Some(urls::replay_at(&id, None, 0)), ..made })
            }
            Err(fault @ (Fault::Record(_) | Fault::Rejected(_))) => {
                let refusal = fault.to_string();
                let page = RecordsPage { text, refusal: Some(&refusal) }.page();
                Ok(Response { status: 422, ..Response::html(page) })
            }
            Err(fault) => Err(fault),
        }
    }
}
