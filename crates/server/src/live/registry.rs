//! All tables: those in memory by id, read from the store when they are asked for, and the one path by which
//! they change.
//!
//! [`Registry::commit`] decides a command, stores the event, and only then changes the table in memory:
//! nothing in memory is ahead of the store, and a failed write changes nothing.

use super::feeds::Feeds;
use super::table::{LiveTable, TableState};
use crate::auth::house_bots::House;
use crate::error::AppError;
use crate::live::notifications::letters;
use crate::observability::meters::Meters;
use crate::system::clock::Clock;
use crate::system::drift::Drift;
use crate::work::asker::Asker;
use crate::work::pool::Pool;
use bagatelle_core::program::Allowance;
use bagatelle_store::{Store, StoreError};
use bagatelle_table::{Actor, Command, Context, Downtime, Event, Rejection, Stage, Table, TableSpec};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};
use tokio::sync::{Mutex, watch};

/// How many tables are held in memory beyond those that are in use.
const HELD: usize = 256;

/// All tables.
pub struct Registry {
    store: Store,
    clock: Arc<dyn Clock>,
    drift: Drift,
    /// Whether it is noted that a server runs.
    pub(super) begun: AtomicBool,
    pool: Pool,
    tables: Mutex<HashMap<String, Arc<LiveTable>>>,
    /// The times when no server ran.
    down: std::sync::Mutex<Arc<[Downtime]>>,
    /// Counts the changes of the list of open tables.
    lobby: watch::Sender<u64>,
    /// Where the revisions of tables begin: at a different number on each server on the same database.
    revisions: u64,
    meters: Arc<Meters>,
    feeds: Feeds,
    house: House,
}

impl Registry {
    /// The tables of a store, at which the bots of this house play. From now on a server counts as running.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open(store: Store, clock: Arc<dyn Clock>, house: House) -> Result<Registry, AppError> {
        let revisions = store.copies().map_or(0, |copies| copies.first_number());
        let registry = Registry {
            store,
            clock,
            drift: Drift::default(),
            begun: AtomicBool::default(),
            pool: Pool::new(),
            tables: Mutex::default(),
            down: std::sync::Mutex::new(Arc::from([])),
            lobby: watch::Sender::new(revisions),
            revisions,
            meters: Arc::default(),
            feeds: Feeds::default(),
            house,
        };
        registry.compare_clock().await?;
        registry.begin().await?;
        Ok(registry)
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// How far the clock is from that of the database.
    #[must_use]
    pub fn drift(&self) -> &Drift {
        &self.drift
    }

    /// What is measured while the server runs.
    #[must_use]
    pub fn meters(&self) -> &Arc<Meters> {
        &self.meters
    }

    /// Those who follow the feeds of people.
    #[must_use]
    pub fn feeds(&self) -> &Feeds {
        &self.feeds
    }

    /// The house bots.
    #[must_use]
    pub fn house(&self) -> &House {
        &self.house
    }

    /// The places for work that takes longer than a millisecond.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Does the work for the request that is being answered, on a thread of its own.
    ///
    /// # Errors
    /// As [`Pool::answer`].
    pub async fn answer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Allowance<'_>) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        self.pool.answer(&Asker::current(""), work).await
    }

    /// Watches the list of open tables.
    #[must_use]
    pub fn watch_lobby(&self) -> watch::Receiver<u64> {
        self.lobby.subscribe()
    }

    /// Tells those who watch the list of open tables.
    pub fn notify_lobby(&self) {
        self.lobby.send_modify(|n| *n += 1);
    }

    /// Writes a new table with its first events: those of the game that it continues, or the players who are
    /// expected.
    ///
    /// # Errors
    /// When the events do not fit the table, or the store fails; [`StoreError::Conflict`] if the owner has
    /// this daily deal already, or the match this round.
    pub async fn create(&self, spec: TableSpec, events: &[Event]) -> Result<(), AppError> {
        let (down, first) = (self.down(), events.to_vec());
        let begun = move |_: &Allowance<'_>| {
            let mut table = Table::new(spec, down)?;
            for event in &first {
                table.admit(event)?;
                table.apply(event);
            }
            Ok::<_, Rejection>(table)
        };
        let table = self.answer(begun).await??;
        let changed = events.last().map_or(table.spec().created, |event| event.at);
        let summary = table.summary(changed);
        let letters = letters(None, &table, changed);
        self.store.create(table.spec(), &summary, events, &letters).await?;
        letters.iter().for_each(|letter| self.feeds.wake(&letter.person));
        self.notify_lobby();
        // The table exists even if the data shown beside it cannot be read: the next request for it tries
        // again.
        match self.players_at(&table).await {
            Ok(players) => {
                drop(self.hold(TableState::new(table, Vec::new(), players, self.clock.now())).await)
            }
            Err(error) => tracing::error!(table = table.id(), %error, "its players cannot be read"),
        }
        Ok(())
    }

    /// The table with this id, and whether this is the first time that it is asked for since it came into
    /// memory.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub async fn get(&self, id: &str) -> Result<(Arc<LiveTable>, bool), AppError> {
        if let Some(live) = self.tables.lock().await.get(id) {
            return Ok((Arc::clone(live), live.begin()));
        }
        let table = self.read(id).await?;
        let (chat, players) = (self.store.chat(id).await?, self.players_at(&table).await?);
        let live = self.hold(TableState::new(table, chat, players, self.clock.now())).await;
        self.learn(&live).await?;
        Ok((Arc::clone(&live), live.begin()))
    }

    /// The table with this id, if it is in memory.
    pub async fn held(&self, id: &str) -> Option<Arc<LiveTable>> {
        self.tables.lock().await.get(id).cloned()
    }

    /// Lets go of a deleted table. Open pages find that it is gone.
    pub async fn forget(&self, id: &str) {
        let removed = self.tables.lock().await.remove(id);
        if let Some(live) = removed {
            live.revise();
        }
        self.notify_lobby();
    }

    /// Keeps a table in memory, unless it is there already.
    async fn hold(&self, state: TableState) -> Arc<LiveTable> {
        let live = Arc::new(LiveTable::new(state, self.revisions));
        let mut tables = self.tables.lock().await;
        if tables.len() >= HELD {
            tables.retain(|_, table| Arc::strong_count(table) > 1);
        }
        Arc::clone(tables.entry(live.id().to_owned()).or_insert(live))
    }

    /// Takes tables out of memory that no visitor and no job uses; returns the ids of those that are not in
    /// memory then.
    pub async fn let_go(&self, ids: Vec<String>) -> Vec<String> {
        let mut tables = self.tables.lock().await;
        let mut free = ids;
        free.retain(|id| match tables.get(id) {
            Some(live) if Arc::strong_count(live) > 1 => false,
            Some(_) => tables.remove(id).is_some(),
            None => true,
        });
        free
    }

    /// Reads a table from the store.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub async fn read(&self, id: &str) -> Result<Table, AppError> {
        let spec = self.store.table(id).await?.ok_or(AppError::NoTable)?;
        let events = self.store.events(id).await?;
        let down = self.down();
        let table = self.answer(move |_| Table::restore(spec, down, &events)).await?;
        Ok(table.map_err(StoreError::from)?)
    }

    /// Sets when no server ran.
    pub(super) fn set_down(&self, down: Vec<Downtime>) {
        *self.down.lock().unwrap_or_else(PoisonError::into_inner) = down.into();
    }

    fn down(&self) -> Arc<[Downtime]> {
        Arc::clone(&self.down.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// All tables in memory.
    pub async fn in_memory(&self) -> Vec<Arc<LiveTable>> {
        self.tables.lock().await.values().cloned().collect()
    }

    /// Decides a command, stores its event, and applies it.
    ///
    /// # Errors
    /// When the command is rejected, or the store fails: the table is then unchanged. [`Rejection::Outdated`]
    /// if another process has written to the table, which is up to date then.
    pub async fn commit(
        &self,
        live: &LiveTable,
        state: &mut TableState,
        actor: Actor<'_>,
        command: Command,
        context: &Context,
    ) -> Result<(), AppError> {
        match self.try_commit(live, state, actor, command, context).await {
            Err(AppError::Store(StoreError::Conflict)) => Err(Rejection::Outdated.into()),
            committed => committed,
        }
    }

    /// The same, with [`StoreError::Conflict`] if another process has written to the table: the command may
    /// be decided again.
    ///
    /// # Errors
    /// As for [`Registry::commit`].
    pub async fn try_commit(
        &self,
        live: &LiveTable,
        state: &mut TableState,
        actor: Actor<'_>,
        command: Command,
        context: &Context,
    ) -> Result<(), AppError> {
        let event = match state.table().decide(actor, command, context) {
            _ if self.drift.is_wrong() && state.table().deadline(context.now).is_some() => {
                return Err(AppError::WrongClock);
            }
            Err(Rejection::TimeUp) => {
                self.expire_clock(live, state).await?;
                return Err(Rejection::TimeUp.into());
            }
            decided => decided?,
        };
        let events = self.with_planned(state.table(), event).await?;
        self.append(live, state, &events).await
    }

    /// Stores events that are decided, and applies them.
    ///
    /// # Errors
    /// When the store fails: the table is then unchanged. [`StoreError::Conflict`] if another process has
    /// written to it.
    pub async fn append(
        &self,
        live: &LiveTable,
        state: &mut TableState,
        events: &[Event],
    ) -> Result<(), AppError> {
        let Some((last, earlier)) = events.split_last() else { return Ok(()) };
        let before = state.before_last(earlier);
        let after = before.after(last);
        let summary = after.summary(last.at);
        let quiet = events.iter().all(|event| event.kind.is_move());
        let letters = letters(Some(before.as_ref()), &after, last.at);
        let seq = state.table().seq();
        let appended = self.store.append(live.id(), seq, events, &summary, &letters);
        match self.meters.append(quiet, appended).await {
            Err(error @ (StoreError::Conflict | StoreError::Unknown(_))) => {
                // Another process has written to this table, or it is not known whether this one has.
                let read = self.catch_up_with(live, state).await;
                return match error {
                    StoreError::Conflict => read.and(Err(error.into())),
                    unknown => Err(unknown.into()),
                };
            }
            appended => appended?,
        }
        if after.spec().is_dealt() && !state.table().spec().is_dealt() {
            // The log already has it: this is for those who look for a seed.
            if let Err(error) = self.store.keep_deal(after.spec()).await {
                tracing::error!(table = live.id(), %error, "a deal cannot be noted");
            }
        }
        let listed = |table: &Table| table.terms().listed && !table.is_full();
        let lobby = listed(state.table())
            || (summary.stage == Stage::Open && summary.listed)
            || (summary.public && (summary.stage == Stage::Over || !quiet));
        state.session.replace(after);
        if state.table().is_over() || !quiet {
            self.read_players(state).await;
        }
        live.notify(state.table());
        letters.iter().for_each(|letter| self.feeds.wake(&letter.person));
        if lobby {
            self.notify_lobby();
        }
        Ok(())
    }
}
