//! Replaying a game, playing on from a ply, and uploaded records.

use crate::fault::Fault;
use crate::held::me;
use crate::message::Response;
use crate::site::{Asked, Site};
use bagatelle_pages::refusal::RecordRefusal;
use bagatelle_pages::urls;
use bagatelle_site::replay::{self, Look, PlayOn};

impl Site {
    /// A replay, or the part of it that changes.
    pub(crate) fn replay(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let (origin, name) = (self.origin().to_owned(), self.name());
        let table = self.held(id)?.table();
        let look = Look {
            viewpoint: &table.viewpoint(Some(&me())),
            view: asked.query("as").unwrap_or_default(),
            ply: asked.query("ply").and_then(|ply| ply.parse().ok()),
            name: &name,
            base: &origin,
        };
        Ok(Response::of_reply(replay::show(table, &look, asked.request.extent())?))
    }

    /// A new table that begins with the first actions of this one.
    pub(crate) fn play_on(&mut self, id: &str, asked: &Asked<'_>) -> Result<Response, Fault> {
        let wish = PlayOn {
            ply: asked.field("ply").parse().unwrap_or(usize::MAX),
            program: asked.field("program"),
            sit: asked.field("sit").parse().ok(),
            name: self.name(),
        };
        let new = replay::play_on(self.held(id)?.table(), wish)?;
        self.make(new, asked)
    }

    /// An uploaded record: a new table, or the form again with what is wrong.
    pub(crate) fn upload(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        let text = asked.field("record");
        let made = replay::read(text, self.name()).map_err(Fault::from);
        let made = made.and_then(|new| self.make(new, asked));
        let why = match made {
            Ok(made) => {
                let id = made.keep.as_ref().map(|kept| kept.table.id.clone()).unwrap_or_default();
                return Ok(Response { go: Some(urls::replay_at(&id, None, 0)), ..made });
            }
            Err(Fault::Away) => {
                RecordRefusal::new("this game isn’t over and its cards are hidden: it needs a connection")
            }
            Err(fault @ (Fault::Record(_) | Fault::Rejected(_))) => fault.of_record(),
            Err(fault) => return Err(fault),
        };
        Ok(Response { status: 422, ..Response::of_reply(replay::refused_record(text, &why)) })
    }
}
