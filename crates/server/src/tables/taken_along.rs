//! What visitors take along for playing without the server: their tables that need no server, and the
//! deals of the day.

use crate::error::AppError;
use crate::limits::{EVENTS_TAKEN, GAMES_TAKEN};
use crate::live::table::LiveTable;
use crate::tables::Tables;
use crate::tables::deals::games;
use bagatelle_store::{Search, StoreError};
use bagatelle_table::{
    Event, EventKind, LONGEST_BROUGHT, ME, Occupant, Pace, Rejection, SavedTable, Stage, Summary, TableSpec,
    Visitor, WorldDate,
};
use serde::Serialize;

/// A table that a visitor takes along.
#[derive(Serialize)]
pub struct Taken {
    /// The table.
    pub table: SavedTable,
    /// How many events it has.
    pub seq: u64,
    /// How far it has come.
    pub summary: Summary,
}

/// What a visitor takes along of the games that are not over.
#[derive(Default)]
pub struct Going {
    /// The tables that can be played without the server.
    pub taken: Vec<Taken>,
    /// The ids of tables that go on here and cannot be taken along, or not now.
    pub left: Vec<String>,
    /// Whether there are more, which are not listed.
    pub more: bool,
}

/// The deal of a day, for a visitor who takes it along.
#[derive(Serialize)]
pub struct TakenDeal {
    /// The game.
    pub game: &'static str,
    /// The world date.
    pub date: String,
    /// The text of the seed.
    pub seed: String,
    /// The id of the table where the visitor has begun it.
    pub table: Option<String>,
    /// Whether the visitor has a result.
    pub ended: bool,
}

/// Whether a table needs no server, as far as its rows tell.
fn is_portable(spec: &TableSpec, events: &[Event], person: &str) -> bool {
    let own = |occupant: &Occupant| match occupant {
        Occupant::Person(sitting) => sitting.id == person,
        Occupant::Program { .. } => true,
        Occupant::Open => false,
    };
    let alone = |event: &Event| {
        use EventKind as K;
        let by_one = matches!(
            event.kind,
            K::Inherited { .. }
                | K::Acted { .. }
                | K::Amended { .. }
                | K::TookBack
                | K::Unresigned
                | K::Replayed
                | K::Restarted
                | K::Resigned { .. }
                | K::Aborted { by: Some(_) }
                | K::Helped { .. }
        );
        by_one && event.person.as_ref().is_none_or(|id| id == person)
    };
    spec.owner == person
        && spec.round.is_none()
        && !spec.terms.rated
        && spec.terms.pace == Pace::Free
        && spec.seating.iter().all(own)
        && spec.seating.iter().any(|occupant| occupant.person().is_some())
        && events.len() <= LONGEST_BROUGHT
        && events.iter().all(alone)
}

/// A table as its player takes it along.
fn taken(spec: &TableSpec, events: &[Event], mut summary: Summary, person: &str) -> Taken {
    for seat in &mut summary.seats {
        seat.person = seat.person.take().map(|id| if id == person { ME.to_owned() } else { id });
    }
    Taken { table: SavedTable::new(spec, events, person), seq: events.len() as u64, summary }
}

impl Tables {
    /// The tables that a visitor can play without the server: those that are not over, the last changed
    /// first. A table at which a program is to act is not among them, since the program moves here.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn to_take_along(&self, visitor: &Visitor) -> Result<Going, AppError> {
        let own = Search {
            person: Some(visitor.id().to_owned()),
            stage: Some(Stage::Playing),
            limit: GAMES_TAKEN,
            ..Search::default()
        };
        let found = self.search(&own).await?;
        let (mut going, mut events_taken) = (Going { more: found.more, ..Going::default() }, 0);
        for listed in found.tables {
            if listed.summary.thinking || !is_portable(&listed.spec, &[], visitor.id()) {
                going.left.push(listed.spec.id);
                continue;
            }
            let events = match self.store().events(&listed.spec.id).await {
                Ok(events) => events,
                Err(StoreError::Corrupt(damage)) => {
                    tracing::error!(%damage, "a table cannot be taken along");
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            events_taken += events.len();
            match events_taken <= EVENTS_TAKEN && is_portable(&listed.spec, &events, visitor.id()) {
                true => going.taken.push(taken(&listed.spec, &events, listed.summary, visitor.id())),
                false => going.left.push(listed.spec.id),
            }
        }
        Ok(going)
    }

    /// The tables of deals that the visitor has ended, so that no device offers them again.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn ended_deals(&self, visitor: &Visitor, deals: &[TakenDeal]) -> Result<Vec<Taken>, AppError> {
        let mut ended = Vec::new();
        for id in deals.iter().filter(|deal| deal.ended).filter_map(|deal| deal.table.as_deref()) {
            match self.take_along(&*self.get(id).await?, visitor).await {
                Ok(taken) => ended.push(taken),
                Err(AppError::Rejected(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(ended)
    }

    /// A table as its only player takes it along.
    ///
    /// # Errors
    /// When others have played there, it needs the server, or the store fails.
    pub async fn take_along(&self, live: &LiveTable, visitor: &Visitor) -> Result<Taken, AppError> {
        let (spec, summary) = {
            let state = live.lock().await;
            (state.table().spec().clone(), state.table().summary(state.at(self.now())))
        };
        let events = self.store().events(live.id()).await?;
        if !is_portable(&spec, &events, visitor.id()) {
            return Err(Rejection::NotSeated.into());
        }
        Ok(taken(&spec, &events, summary, visitor.id()))
    }

    /// The deals of today, as they can be dealt without the server, and what the visitor has played of them.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn deals_to_take_along(&self, visitor: Option<&Visitor>) -> Result<Vec<TakenDeal>, AppError> {
        let today = WorldDate::of(self.now());
        self.deals().commit_days(today).await?;
        let date = today.to_string();
        let played = match visitor {
            Some(visitor) => self.store().dailies(visitor.id(), &date, &date).await?,
            None => Vec::new(),
        };
        let committed = self.store().day_seed(&date).await?;
        let seed = committed.map_or_else(|| format!("daily:{date}"), |committed| committed.day_seed(&date));
        let deal = |game: &'static dyn bagatelle_catalog::AnyGame| {
            let own = played.iter().find(|daily| daily.game == game.id());
            TakenDeal {
                game: game.id(),
                date: date.clone(),
                seed: seed.clone(),
                table: own.and_then(|daily| daily.table.clone()),
                ended: own.is_some_and(|daily| daily.ended.is_some()),
            }
        };
        Ok(games().map(deal).collect())
    }
}
