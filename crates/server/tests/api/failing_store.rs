//! A store whose appends fail when a test says so, and that counts how often tables are read and looked for.

use async_trait::async_trait;
use bagatelle_catalog::Position;
use bagatelle_core::CommittedSeed;
use bagatelle_store::{
    Account, Administration, BestResult, ChatMessage, Clients, Copies, Daily, DailyResult, Finished, Found,
    Guests, Letter, Par, PersonalData, PositionTry, RankedPlayer, RatedGame, Result, Search, SessionId,
    SqlStore, Store, StoreError, WriteCounts,
};
use bagatelle_table::{Downtime, Event, Millis, Rating, Summary, TableSpec, Visitor};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// A store in SQLite whose appends can be made to fail.
pub struct FailingStore {
    inner: SqlStore,
    fails: AtomicBool,
    busy: AtomicBool,
    reads: AtomicUsize,
    searches: AtomicUsize,
}

impl FailingStore {
    /// A store that does not fail yet.
    pub fn new(inner: SqlStore) -> FailingStore {
        FailingStore {
            inner,
            fails: AtomicBool::new(false),
            busy: AtomicBool::new(false),
            reads: AtomicUsize::new(0),
            searches: AtomicUsize::new(0),
        }
    }

    /// Lets appends fail from now on, or work again.
    pub fn fail(&self, fails: bool) {
        self.fails.store(fails, Ordering::SeqCst);
    }

    /// Lets appends find the database busy from now on, or work again.
    pub fn be_busy(&self, busy: bool) {
        self.busy.store(busy, Ordering::SeqCst);
    }

    /// How often a table or the events of a table were read.
    pub fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
    }

    /// How often tables were looked for.
    pub fn searches(&self) -> usize {
        self.searches.load(Ordering::SeqCst)
    }

    fn count_read(&self) {
        self.reads.fetch_add(1, Ordering::SeqCst);
    }
}

/// Implements [`Store`]: the functions in the first braces as they stand, all others by those of the store
/// inside.
macro_rules! store {
    ({ $($own:tt)* } $($name:ident[$($arg:ident),*]($($types:tt)*) $(-> $out:ty)?;)*) => {
        #[async_trait]
        impl Store for FailingStore {
            $($own)*
            $(async fn $name(&self, $($types)*) $(-> $out)? { self.inner.$name($($arg),*).await })*
        }
    };
}

store! {
    {
        async fn append(
            &self, id: &str, seq: u64, events: &[Event], summary: &Summary, letters: &[Letter],
        ) -> Result<()> {
            if self.busy.load(Ordering::SeqCst) {
                return Err(StoreError::Busy("database is locked".into()));
            }
            if self.fails.load(Ordering::SeqCst) {
                return Err(StoreError::Database("the disk is full".into()));
            }
            self.inner.append(id, seq, events, summary, letters).await
        }

        fn copies(&self) -> Option<&Arc<Copies>> {
            self.inner.copies()
        }

        fn clients(&self) -> &dyn Clients {
            self.inner.clients()
        }

        fn administration(&self) -> &dyn Administration {
            self.inner.administration()
        }

        async fn search(&self, search: &Search) -> Result<Found> {
            self.searches.fetch_add(1, Ordering::SeqCst);
            self.inner.search(search).await
        }

        async fn table(&self, id: &str) -> Result<Option<TableSpec>> {
            self.count_read();
            self.inner.table(id).await
        }

        async fn events(&self, id: &str) -> Result<Vec<Event>> {
            self.count_read();
            self.inner.events(id).await
        }
    }
    create[spec, summary, events, letters](
        spec: &TableSpec, summary: &Summary, events: &[Event], letters: &[Letter]
    ) -> Result<()>;
    daily[owner, game, date, options](owner: &str, game: &str, date: &str, options: &Value)
        -> Result<Option<String>>;
    round[id, round](id: &str, round: u32) -> Result<Option<String>>;
    keep_deal[spec](spec: &TableSpec) -> Result<()>;
    day_seed[date](date: &str) -> Result<Option<CommittedSeed>>;
    keep_day_seed[date, seed](date: &str, seed: &CommittedSeed) -> Result<()>;
    par[spec](spec: &TableSpec) -> Result<Option<Par>>;
    keep_par[spec, par](spec: &TableSpec, par: Par) -> Result<()>;
    begin_daily[person, game, date, table, now](
        person: &str, game: &str, date: &str, table: Option<&str>, now: Millis
    ) -> Result<()>;
    end_daily[person, game, date, result](person: &str, game: &str, date: &str, result: DailyResult)
        -> Result<()>;
    dailies[person, first, last](person: &str, first: &str, last: &str) -> Result<Vec<Daily>>;
    table_of_the_day[game, date](game: &str, date: &str) -> Result<Vec<Daily>>;
    list_dailies[person, name](person: &str, name: Option<&str>) -> Result<()>;
    position[game, date](game: &str, date: &str) -> Result<Option<Position>>;
    keep_position[game, date, position](game: &str, date: &str, position: &Position) -> Result<()>;
    tries[person, game, date](person: &str, game: &str, date: &str) -> Result<Vec<PositionTry>>;
    add_try[person, game, date, tried](
        person: &str, game: &str, date: &str, tried: &PositionTry
    ) -> Result<()>;
    due[now](now: Millis) -> Result<Vec<String>>;
    thinking[]() -> Result<Vec<String>>;
    thinking_since[since](since: Millis) -> Result<Vec<String>>;
    events_from[id, seq](id: &str, seq: u64) -> Result<Vec<Event>>;
    without_summary[]() -> Result<Vec<String>>;
    keep_summary[id, summary](id: &str, summary: &Summary) -> Result<()>;
    unfinished[person](person: &str) -> Result<Vec<String>>;
    heartbeat[now, first](now: Millis, first: bool) -> Result<()>;
    note_downtime[begin, end](begin: Millis, end: Millis) -> Result<()>;
    downtimes[]() -> Result<Vec<Downtime>>;
    name_of[person](person: &str) -> Result<Option<String>>;
    name_for[person, name](person: &str, name: &str) -> Result<String>;
    keep_name[person, name](person: &str, name: &str) -> Result<String>;
    chat[table](table: &str) -> Result<Vec<ChatMessage>>;
    say[table, message](table: &str, message: &ChatMessage) -> Result<()>;
    sign_up[visitor, name, hash, session, now](
        visitor: &Visitor, name: &str, hash: &str, session: &SessionId, now: Millis
    ) -> Result<()>;
    log_in[account, visitor, session, now](
        account: &str, visitor: Option<&Visitor>, session: &SessionId, now: Millis
    ) -> Result<()>;
    log_out[session](session: &SessionId) -> Result<()>;
    log_out_others[account, kept](account: &str, kept: &SessionId) -> Result<()>;
    resolve_token[id, now](id: &str, now: Millis) -> Result<Option<Visitor>>;
    account[id](id: &str) -> Result<Option<Account>>;
    account_named[name](name: &str) -> Result<Option<Account>>;
    rename[account, name](account: &str, name: &str) -> Result<()>;
    renew_hash[account, old, new](account: &str, old: &str, new: &str) -> Result<()>;
    change_password[account, hash, kept](account: &str, hash: &str, kept: &SessionId) -> Result<()>;
    settings[account](account: &str) -> Result<Option<Map<String, Value>>>;
    keep_settings[account, settings](account: &str, settings: &Map<String, Value>) -> Result<()>;
    delete_account[account](account: &str) -> Result<()>;
    played[person, limit](person: &str, limit: u32) -> Result<Vec<Finished>>;
    best_besides[besides, person, game](besides: &str, person: &str, game: &str) -> Result<Option<i64>>;
    rated[account](account: &str) -> Result<Vec<RatedGame>>;
    publish[account, public](account: &str, public: bool) -> Result<()>;
    public_names[]() -> Result<Vec<String>>;
    records[]() -> Result<Vec<BestResult>>;
    rating_lists[]() -> Result<Vec<RankedPlayer>>;
    note_called_off[person, table, now, since](person: &str, table: &str, now: Millis, since: Millis)
        -> Result<()>;
    called_off[person, since](person: &str, since: Millis) -> Result<u64>;
    ratings[person](person: &str) -> Result<Vec<Rating>>;
    rating_at_table[person, game, table](person: &str, game: &str, table: &str) -> Result<Rating>;
    personal_data[person](person: &str) -> Result<PersonalData>;
    secret[fresh](fresh: &str) -> Result<Option<String>>;
    idle_guest_games[before, after, limit](before: Millis, after: &str, limit: u32) -> Result<Vec<String>>;
    remove_guest_games[ids, before](ids: &[String], before: Millis) -> Result<Guests>;
    remove_guests[before, limit](before: Millis, limit: u32) -> Result<u64>;
    writes_fail[]() -> bool;
    oldest_write[]() -> Duration;
    write_counts[]() -> WriteCounts;
    close[]();
}
