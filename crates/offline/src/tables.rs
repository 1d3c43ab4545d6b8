//! Finding and making tables: the visitor's games, and the form of a new game.

use crate::fault::Fault;
use crate::held::me;
use crate::message::{Entry, Request, Response};
use crate::random;
use crate::site::{Asked, Site};
use bagatelle_catalog::AnyGame;
use bagatelle_core::program::Allowance;
use bagatelle_pages::TableItem;
use bagatelle_pages::archive::{ArchivePage, Filter, Which};
use bagatelle_pages::new_game::form;
use bagatelle_site::archive;
use bagatelle_table::{DealSource, ME, NewGame, Stage, TableSpec, WorldDate, guest_name};

/// Tables as lists show them: with what was decided before their first events.
pub fn specs<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<(TableSpec, &'a Entry)> {
    entries.filter_map(|entry| Some((entry.table.read(ME).ok()?.0, entry))).collect()
}

/// The same, as pages take them.
pub fn items<'a>(specs: &'a [(TableSpec, &'a Entry)]) -> Vec<TableItem<'a>> {
    specs.iter().map(|(spec, entry)| TableItem { spec, summary: &entry.summary }).collect()
}

impl Site {
    /// The visitor's games.
    pub(crate) fn archive(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        let query = |key: &str| asked.query(key).unwrap_or_default().to_owned();
        let query = archive::Query {
            game: query("game"),
            phase: query("phase"),
            help: query("help"),
            text: query("text"),
            skip: query("skip").parse().unwrap_or(0),
        };
        let filter = query.filter();
        let all = specs(self.entries().iter());
        let mut found: Vec<_> = all.iter().filter(|(_, entry)| matches(&filter, entry)).cloned().collect();
        found.sort_by_key(|(_, entry)| entry.summary.group(ME));
        let skip = usize::try_from(filter.skip).unwrap_or(usize::MAX).min(found.len());
        let limit = filter.limit as usize;
        let shown = items(&found[skip..]);
        let page = ArchivePage {
            person: ME,
            filter: &filter,
            tables: &shown[..limit.min(shown.len())],
            more: shown.len() > limit,
            invited: &[],
            to_move: &[],
            now: asked.request.now,
            cut_off: self.is_served(),
        };
        Ok(Response::html(page.page()))
    }

    /// Makes a table from the form of a new game.
    pub(crate) fn new_table(
        &mut self,
        game: &'static dyn AnyGame,
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        let Request { random, now, form, .. } = asked.request;
        let (date, name) = (WorldDate::of(*now), self.name());
        let choice = form::choice(form);
        let new = form::read(game, form, &form::Asked { date, name: &name, lot: random::lot(random) });
        let new = new.map_err(Fault::Refused)?;
        if matches!(new.source, DealSource::Daily(..)) {
            return self.begin_deal(game, date, asked);
        }
        let mut response = self.make(new, asked)?;
        if choice.way.is_some() {
            let memory =
                self.remember(|memory| drop(memory.choices.insert(game.id().into(), choice.to_string())));
            response.memory = Some(memory);
        }
        Ok(response)
    }

    /// Makes a table, and leads to it.
    pub(crate) fn make(&mut self, new: NewGame, asked: &Asked<'_>) -> Result<Response, Fault> {
        if new.has_open_seats() {
            return Err(Fault::Away);
        }
        let (random, now) = (&asked.request.random, asked.request.now);
        let events = match &new.source {
            DealSource::Fork(fork) => fork.events(now),
            _ => Vec::new(),
        };
        // A match is a thing between people.
        let new = NewGame { best_of: 1, ..new };
        let spec =
            new.plan(&me(), random::table_id(random), &random::seeds(random), now, &Allowance::default())?;
        self.create(spec, events, asked)
    }

    /// The visitor's name.
    pub(crate) fn name(&self) -> String {
        match self.memory().name.as_str() {
            "" => guest_name(ME),
            name => name.to_owned(),
        }
    }
}

fn matches(filter: &Filter, entry: &Entry) -> bool {
    let summary = &entry.summary;
    let text = filter.text.trim().to_lowercase();
    let named = |name: &str| name.to_lowercase().contains(&text);
    let own = summary.seats.iter().filter(|seat| seat.person.as_deref() == Some(ME));
    (filter.game.is_empty() || entry.table.game == filter.game)
        && filter.help.wanted().is_none_or(|wanted| wanted == summary.helped)
        && (text.is_empty() || summary.seats.iter().any(|seat| named(&seat.name)) || named(&summary.reason))
        && match filter.which {
            Which::All => true,
            Which::ToMove => summary.stage == Stage::Playing && summary.seats.len() > 1,
            Which::At(stage) => summary.stage == stage,
            Which::Ended(result) => {
                summary.stage == Stage::Over && own.filter_map(|seat| seat.result).any(|own| own == result)
            }
        }
}
