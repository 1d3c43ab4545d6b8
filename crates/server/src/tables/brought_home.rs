//! Games that visitors have played on their devices, without the server, and bring home.
//!
//! A game has the same id wherever it is played, so a game brought twice is the same game. Its steps are
//! decided again, one by one, by `bagatelle_table::Table::bring`; this module finds out where the game
//! belongs: in a new table, in the next events of a known one, or, if that one has meanwhile gone on
//! differently, in a table that continues it.

use crate::error::AppError;
use crate::limits::{BROUGHT_ANEW, BROUGHT_WITHIN};
use crate::live::table::LiveTable;
use crate::system::random;
use crate::tables::Tables;
use bagatelle_core::program::Allowance;
use bagatelle_pages::today::FIRST_DAY;
use bagatelle_store::StoreError;
use bagatelle_table::{
    DayDeal, Event, LONGEST_BROUGHT, Millis, NotBrought, SavedTable, Table, TableSpec, Visitor, WorldDate,
    branch, in_common, remade,
};
use serde::Serialize;
use std::sync::Arc;

/// What became of a game that was brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Became {
    /// It is a table here now, or the next part of one.
    Kept,
    /// The server already has all of it.
    Unchanged,
    /// The table has gone on differently: what came is a table of its own.
    Branched,
}

/// Where a game that was brought is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home {
    /// The id of its table.
    pub id: String,
    /// What became of it.
    pub became: Became,
    /// How many events the table has.
    pub seq: u64,
}

impl Tables {
    /// Brings home a game that a visitor has played without the server. The same game may be brought any
    /// number of times.
    ///
    /// # Errors
    /// When it is not a game that the visitor could have played, belongs to another visitor, or the store
    /// fails.
    pub async fn bring_home(&self, visitor: &Visitor, saved: &SavedTable) -> Result<Home, AppError> {
        self.office().may_play(Some(visitor))?;
        if !random::is_table_id(&saved.id) {
            return Err(AppError::refused("this isn’t the id of a game"));
        }
        if saved.events.len() > LONGEST_BROUGHT {
            return Err(NotBrought::TooLong.into());
        }
        let damaged = |_| AppError::refused("this game is damaged: it can’t be read");
        let (mut spec, mut events) = saved.read(visitor.id()).map_err(damaged)?;
        let mut branched = false;
        for _ in 0..BROUGHT_ANEW {
            let found = match self.store().table(&spec.id).await? {
                None if branched => self.begin_branch(&spec, &events).await,
                None => self.begin_brought(visitor, &spec, &events).await,
                Some(known) if known.owner != visitor.id() => {
                    return Err(AppError::Forbidden("the game with this id isn’t yours".into()));
                }
                Some(known) => self.go_on(visitor, &known, &spec, &events).await,
            };
            match found {
                Ok(Found::Here(became, seq)) => {
                    let became = if branched { Became::Branched } else { became };
                    self.deals().note(&spec.id).await?;
                    return Ok(Home { id: spec.id, became, seq });
                }
                Ok(Found::Apart(branch)) => ((spec, events), branched) = (*branch, true),
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
        // A device makes no such id, and what the server made under it no longer exists.
        if random::is_own_id(&saved.id) || self.store().challenge(&saved.id).await?.is_some() {
            return Err(AppError::Forbidden("the game with this id isn’t yours".into()));
        }
        if WorldDate::of(saved.created) < FIRST_DAY {
            return Err(NotBrought::Past.into());
        }
        let day = self.day_of(visitor, saved, events).await?;
        let mut saved = saved.clone();
        if let Some(origin) = &mut saved.forked_from
            && let Some(table) = &origin.table
        {
            let known = self.store().table(table).await?;
            // Only the visitor's own games are reported as known.
            origin.table = known.filter(|known| known.owner == visitor.id()).map(|known| known.id);
        }
        let (person, log) = (visitor.clone(), events.to_vec());
        let play = move |allowance: &Allowance<'_>| {
            let spec = remade(&saved, &log, &person, day, now, allowance)?;
            let mut table = Table::new(spec.clone(), Arc::from([]))?;
            let events = table.bring(&log, &person, now)?;
            Ok::<_, NotBrought>((spec, events))
        };
        let (spec, events) = self.registry().answer(play).await??;
        self.begin_branch(&spec, &events).await
    }

    /// Makes a table whose events are decided.
    async fn begin_branch(&self, spec: &TableSpec, events: &[Event]) -> Result<Found, AppError> {
        self.registry().create(spec.clone(), events).await?;
        Ok(Found::Here(Became::Kept, events.len() as u64))
    }

    /// What the server knows about the deal of a day that a game claims to have. It counts if it was begun
    /// on that day, comes home soon enough after it, and the visitor has not begun that deal at another
    /// table.
    async fn day_of(
        &self,
        visitor: &Visitor,
        saved: &TableSpec,
        events: &[Event],
    ) -> Result<Option<DayDeal>, AppError> {
        let Some(day) = &saved.daily else { return Ok(None) };
        let date: WorldDate =
            day.parse().map_err(|_| AppError::refused("this game has no deal of the day"))?;
        let now = self.now();
        if date > WorldDate::of(now) {
            return Err(AppError::NoDay(
                "its deal is from a future day, so your device’s clock is or was ahead",
            ));
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

    /// Appends what came to a table that is known here, or finds that the table has gone on differently.
    async fn go_on(
        &self,
        visitor: &Visitor,
        known: &TableSpec,
        saved: &TableSpec,
        events: &[Event],
    ) -> Result<Found, AppError> {
        let (live, first) = self.registry().get(&known.id).await?;
        let found = self.append_brought(&live, visitor, known, saved, events).await;
        // The first request for the table starts the work that runs by itself.
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
        let table = live.lock().await.table().clone();
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
            let play = move |_: &Allowance<'_>| branch(&known, &log, common, id, &person, now);
            let (spec, events) = self.registry().answer(play).await??;
            return Ok(Found::Apart(Box::new((spec, events))));
        }
        if table.seq() != stored.len() as u64 {
            return Err(StoreError::Conflict.into());
        }
        let play = move |_: &Allowance<'_>| {
            let mut table = table;
            table.bring(&log[common..], &person, now)
        };
        let decided = self.registry().answer(play).await??;
        let mut state = live.lock().await;
        if state.table().seq() != stored.len() as u64 {
            return Err(StoreError::Conflict.into());
        }
        self.registry().append(live, &mut state, &decided).await?;
        Ok(Found::Here(Became::Kept, state.table().seq()))
    }
}

/// What was found out about a game that came.
enum Found {
    /// Its table now has this many events.
    Here(Became, u64),
    /// It is a game of its own, with these events.
    Apart(Box<(TableSpec, Vec<Event>)>),
}
