//! Games that visitors have played on their devices, without the server, and bring home; and what they take along.
//!
//! The id of a game is its own wherever it is played, so what is brought twice is the same game. What came is decided again, step by
//! step, by `bagatelle_table::Table::bring`; here it is found out where it belongs: a new table, the next events of one that is
//! known, or, if that one has gone on in another way meanwhile, a table that continues it.

use crate::deals::games;
use crate::error::AppError;
use crate::limits::{BROUGHT_ANEW, BROUGHT_WITHIN, EVENTS_TAKEN, GAMES_TAKEN};
use crate::live::table::LiveTable;
use crate::random;
use crate::tables::Tables;
use bagatelle_pages::today::FIRST_DAY;
use bagatelle_store::{Search, StoreError};
use bagatelle_table::{
    DayDeal, Event, EventKind, LONGEST_BROUGHT, ME, Millis, NotBrought, Occupant, Pace, Rejection,
    SavedTable, Stage, Summary, Table, TableSpec, Visitor, WorldDate, branch, in_common, remade,
};
use serde::Serialize;
use std::sync::Arc;

/// How many letters and digits the id of a table has.
const ID: usize = 16;

/// What became of a game that was brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Became {
    /// It is a table here, or the next part of one.
    Kept,
    /// The server has all of it already.
    Unchanged,
    /// The table has gone on in another way: what came is a table of its own.
    Branched,
}

/// Where a game is that was brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home {
    /// The id of its table.
    pub id: String,
    /// What became of it.
    pub became: Became,
    /// How many events the table has.
    pub seq: u64,
}

/// A table that a visitor takes along.
#[derive(Serialize)]
pub struct Taken {
    /// The table.
    pub table: SavedTable,
    /// How many events it has.
    pub seq: u64,
    /// Where it stands.
    pub summary: Summary,
}

/// What a visitor takes along of the games that are not over.
#[derive(Default)]
pub struct Going {
    /// The tables that can be played without the server.
    pub taken: Vec<Taken>,
    /// The ids of tables that go on here and cannot be taken along, or not at this moment.
    pub left: Vec<String>,
    /// Whether there are more, of which nothing is told.
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

/// Whether this can be the id of a table.
fn is_id(id: &str) -> bool {
    id.len() == ID && id.bytes().all(|b| random::is_digit(b))
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
                | K::Replayed
                | K::Restarted
                | K::Resigned { .. }
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
    /// The tables that a visitor can play without the server: those that are not over, the one that changed last first. A table at
    /// which a program is to act is none of them, since the program moves here.
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

    /// A table as its only player takes it along.
    ///
    /// # Errors
    /// When others have played there, it needs the server, or the store fails.
    pub async fn take_along(&self, live: &LiveTable, visitor: &Visitor) -> Result<Taken, AppError> {
        let (spec, summary) = {
            let state = live.lock().await;
            (state.table.spec().clone(), state.table.summary(state.at(self.now())))
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

    /// Brings a game home that a visitor has played without the server. The same game may be brought as often as it likes.
    ///
    /// # Errors
    /// When it is not one that the visitor could have played, belongs to another one, or the store fails.
    pub async fn bring_home(&self, visitor: &Visitor, saved: &SavedTable) -> Result<Home, AppError> {
        self.office().may_play(Some(visitor))?;
        if !is_id(&saved.id) {
            return Err(AppError::refused("this is not the id of a game"));
        }
        if saved.events.len() > LONGEST_BROUGHT {
            return Err(NotBrought::TooLong.into());
        }
        let damaged = |_| AppError::refused("this game is damaged: it cannot be read");
        let (mut spec, mut events) = saved.read(visitor.id()).map_err(damaged)?;
        let mut branched = false;
        for _ in 0..BROUGHT_ANEW {
            let found = match self.store().table(&spec.id).await? {
                None if branched => self.begin_branch(&spec, &events).await,
                None => self.begin_brought(visitor, &spec, &events).await,
                Some(known) if known.owner != visitor.id() => {
                    return Err(AppError::Forbidden("a game with this id is not yours".into()));
                }
                Some(known) => self.go_on(visitor, &known, &spec, &events).await,
            };
            match found {
                Ok(Found::Here(became, seq)) => {
                    let became = if branched { Became::Branched } else { became };
                    self.deals().note(&spec.id).await?;
                    return Ok(Home { id: spec.id, became, seq });
                }
                Ok(Found::Apart(branch, log)) => (spec, events, branched) = (branch, log, true),
                // Another request was first.
                Err(AppError::Store(StoreError::Conflict)) => (),
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Makes the table of a game that the server does not know.
    async fn begin_brought(
        &self,
        visitor: &Visitor,
        saved: &TableSpec,
        events: &[Event],
    ) -> Result<Found, AppError> {
        let now = self.now();
        if WorldDate::of(saved.created) < FIRST_DAY {
            return Err(NotBrought::Order.into());
        }
        let day = self.day_of(visitor, saved, events).await?;
        let mut saved = saved.clone();
        if let Some(origin) = &mut saved.forked_from
            && let Some(table) = &origin.table
        {
            let known = self.store().table(table).await?;
            // It is told only of the visitor's own games that they are there.
            origin.table = known.filter(|known| known.owner == visitor.id()).map(|known| known.id);
        }
        let (person, log) = (visitor.clone(), events.to_vec());
        let play = move || {
            let spec = remade(&saved, &log, &person, day, now)?;
            let mut table = Table::new(spec.clone(), Arc::from([]))?;
            let events = table.bring(&log, &person, now)?;
            Ok::<_, NotBrought>((spec, events))
        };
        let (spec, events) = self.registry().blocking().run(play).await??;
        self.begin_branch(&spec, &events).await
    }

    /// Makes a table whose events are decided.
    async fn begin_branch(&self, spec: &TableSpec, events: &[Event]) -> Result<Found, AppError> {
        self.registry().create(spec.clone(), events).await?;
        Ok(Found::Here(Became::Kept, events.len() as u64))
    }

    /// What the server knows of the deal of a day that a game claims to have. It counts if it was begun on that day, is brought not
    /// too long after it, and the visitor has not begun that deal at another table.
    async fn day_of(
        &self,
        visitor: &Visitor,
        saved: &TableSpec,
        events: &[Event],
    ) -> Result<Option<DayDeal>, AppError> {
        let Some(day) = &saved.daily else { return Ok(None) };
        let date: WorldDate = day.parse().map_err(|_| AppError::refused("this game has no deal of a day"))?;
        let now = self.now();
        if date > WorldDate::of(now) {
            return Err(AppError::NoDay("the deals of that day are to come: bring this game again then"));
        }
        let on_day = |at: Millis| WorldDate::of(at.min(now)) == date;
        let first = events.first().map_or(saved.created, |event| event.at);
        let late = now.saturating_sub(saved.created) > i64::try_from(BROUGHT_WITHIN.as_millis()).unwrap_or(0);
        let played = self.store().dailies(visitor.id(), day, day).await?;
        let has_begun = played.iter().any(|daily| daily.game == saved.game)
            || self.store().daily(visitor.id(), &saved.game, day, &saved.options).await?.is_some();
        Ok(Some(DayDeal {
            seed: self.store().day_seed(day).await?,
            counts: on_day(saved.created) && on_day(first) && !late && !has_begun && date >= FIRST_DAY,
        }))
    }

    /// Appends what came to a table that is known here, or finds that it has gone on in another way.
    async fn go_on(
        &self,
        visitor: &Visitor,
        known: &TableSpec,
        saved: &TableSpec,
        events: &[Event],
    ) -> Result<Found, AppError> {
        let (live, first) = self.registry().get(&known.id).await?;
        let found = self.append_brought(&live, visitor, known, saved, events).await;
        // Who asked for the table first begins what goes on by itself.
        if first || matches!(found, Ok(Found::Here(Became::Kept, _))) {
            self.jobs().advance(&live).await?;
        }
        found
    }

    async fn append_brought(
        &self,
        live: &Arc<LiveTable>,
        visitor: &Visitor,
        known: &TableSpec,
        saved: &TableSpec,
        events: &[Event],
    ) -> Result<Found, AppError> {
        let parts = |spec: &TableSpec| (spec.game.clone(), spec.options.clone(), spec.setup.clone());
        if parts(known) != parts(saved) || known.seed != saved.seed {
            return Err(AppError::refused("the server has another game under this id"));
        }
        self.registry().refresh(live).await?;
        let table = live.lock().await.table.clone();
        let stored = self.store().events(&known.id).await?;
        if !table.needs_no_server(visitor.id()) {
            return Err(NotBrought::Company.into());
        }
        let (now, common) = (self.now(), in_common(&stored, events));
        if common == events.len() {
            return Ok(Found::Here(Became::Unchanged, stored.len() as u64));
        }
        let (person, log) = (visitor.clone(), events.to_vec());
        if common < stored.len() {
            let id = random::branch_id(&known.id, common, &events[common]);
            let known = known.clone();
            let play = move || branch(&known, &log, common, id, &person, now);
            let (spec, events) = self.registry().blocking().run(play).await??;
            return Ok(Found::Apart(spec, events));
        }
        if table.seq() != stored.len() as u64 {
            return Err(StoreError::Conflict.into());
        }
        let play = move || {
            let mut table = table;
            table.bring(&log[common..], &person, now)
        };
        let decided = self.registry().blocking().run(play).await??;
        let mut state = live.lock().await;
        if state.table.seq() != stored.len() as u64 {
            return Err(StoreError::Conflict.into());
        }
        self.registry().append(live, &mut state, &decided).await?;
        Ok(Found::Here(Became::Kept, state.table.seq()))
    }
}

/// What was found out about a game that came.
enum Found {
    /// Its table has so many events now.
    Here(Became, u64),
    /// It is a game of its own, with these events.
    Apart(TableSpec, Vec<Event>),
}
