//! The store in one SQLite file.
//!
//! Moves and new tables are written by one task, in groups ([`writer`]). All writes go through one connection, reads through
//! several (`journal_mode = WAL`), so readers never wait and writers never meet. A write is on disk (`synchronous = FULL`) when its call returns.

mod accounts;
mod chat;
mod claims;
mod dailies;
mod encoded;
mod file;
mod heartbeat;
mod names;
mod pars;
mod plain;
mod played;
mod positions;
mod ratings;
mod rows;
mod sessions;
mod snapshot;
mod summaries;
mod tables;
mod write;
mod writer;

use crate::identities::Identities;
use crate::{
    Account, BestResult, ChatMessage, Daily, DailyResult, Finished, Found, Par, PersonalData, PositionTry,
    RankedPlayer, RatedGame, Result, Search, SessionId, Store, StoreError, WriteCounts,
};
use async_trait::async_trait;
use bagatelle_catalog::Position;
use bagatelle_core::CommittedSeed;
use bagatelle_table::{Downtime, Event, Millis, Rating, Summary, TableSpec, Visitor};
use file::{MIGRATIONS, ensure_whole, options, pool};
pub use plain::plain_writes;
use serde_json::{Map, Value};
pub use snapshot::{Contents, copy_database, examine_database, newest_schema};
use sqlx::sqlite::SqlitePool;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use write::Write;
use writer::Writer;

/// A store in one SQLite file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    write: SqlitePool,
    read: SqlitePool,
    /// Writes moves and new tables, those of many callers in one transaction.
    writer: Writer,
    /// The visitors behind tokens, which no other process changes.
    identities: Arc<Identities>,
    /// Whether the database failed at the last write.
    failed: Arc<AtomicBool>,
}

impl SqliteStore {
    /// Opens the database, creates it if it is missing, and brings it up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by a newer version of this program.
    pub async fn open(file: &Path) -> Result<SqliteStore> {
        let options = options(file);
        let write = pool(1).connect_with(options.clone()).await.map_err(StoreError::opening)?;
        ensure_whole(&write).await?;
        MIGRATIONS.run(&write).await?;
        names::fill_in_looks(&write).await?;
        let read = pool(4).connect_lazy_with(options.read_only(true));
        let failed = Arc::default();
        let writer = Writer::start(write.clone(), Arc::clone(&failed));
        Ok(SqliteStore { write, read, writer, identities: Arc::default(), failed })
    }

    /// Opens a database to be read only, beside a server or without one. It must be up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by another version of this program.
    pub async fn open_read_only(file: &Path) -> Result<SqliteStore> {
        let read = snapshot::open_current(file).await?;
        let writer = Writer::start(read.clone(), Arc::default());
        let (write, identities, failed) = (read.clone(), Arc::default(), Arc::default());
        Ok(SqliteStore { write, read, writer, identities, failed })
    }

    /// The ids of so many tables after this one, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn table_ids(&self, after: &str, limit: u32) -> Result<Vec<String>> {
        let query = sqlx::query_scalar("SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2");
        Ok(query.bind(after).bind(limit).fetch_all(&self.read).await?)
    }

    /// What is wrong with the database as a whole, each in a sentence: damaged pages and indexes, rows that belong to nothing,
    /// logs with gaps, summaries that do not count the events of their log.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn faults(&self) -> Result<Vec<String>> {
        snapshot::faults(&self.read).await
    }

    async fn begin(&self) -> Result<Write> {
        Write::begin(&self.write, Arc::clone(&self.failed)).await
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, spec: &TableSpec, summary: &Summary, first_events: &[Event]) -> Result<()> {
        self.writer.create(spec, first_events, summary).await
    }

    async fn table(&self, id: &str) -> Result<Option<TableSpec>> {
        tables::table(&self.read, id).await
    }

    async fn events(&self, id: &str) -> Result<Vec<Event>> {
        tables::events(&self.read, id).await
    }

    async fn append(&self, id: &str, seq: u64, events: &[Event], summary: &Summary) -> Result<()> {
        self.writer.append(id, seq, events, summary).await
    }

    async fn keep_deal(&self, spec: &TableSpec) -> Result<()> {
        let mut write = self.begin().await?;
        let done = tables::keep_deal(&mut write, spec).await;
        write.finish(done).await
    }

    async fn daily(&self, owner: &str, game: &str, date: &str, options: &Value) -> Result<Option<String>> {
        tables::daily(&self.read, owner, game, date, options).await
    }

    async fn round(&self, match_id: &str, round: u32) -> Result<Option<String>> {
        tables::round(&self.read, match_id, round).await
    }

    async fn par(&self, spec: &TableSpec) -> Result<Option<Par>> {
        pars::par(&self.read, spec).await
    }

    async fn keep_par(&self, spec: &TableSpec, par: Par) -> Result<()> {
        let mut write = self.begin().await?;
        let done = pars::keep(&mut write, spec, par).await;
        write.finish(done).await
    }

    async fn begin_daily(
        &self,
        person: &str,
        game: &str,
        date: &str,
        table: Option<&str>,
        now: Millis,
    ) -> Result<()> {
        let mut write = self.begin().await?;
        let done = dailies::begin(&mut write, person, game, date, table, now).await;
        write.finish(done).await
    }

    async fn end_daily(&self, person: &str, game: &str, date: &str, result: DailyResult) -> Result<()> {
        let mut write = self.begin().await?;
        let done = dailies::end(&mut write, person, game, date, result).await;
        write.finish(done).await
    }

    async fn dailies(&self, person: &str, first: &str, last: &str) -> Result<Vec<Daily>> {
        dailies::of(&self.read, person, first, last).await
    }

    async fn table_of_the_day(&self, game: &str, date: &str) -> Result<Vec<Daily>> {
        dailies::table_of(&self.read, game, date).await
    }

    async fn list_dailies(&self, person: &str, name: Option<&str>) -> Result<()> {
        let mut write = self.begin().await?;
        let done = dailies::list(&mut write, person, name).await;
        write.finish(done).await
    }

    async fn day_seed(&self, date: &str) -> Result<Option<CommittedSeed>> {
        dailies::seed(&self.read, date).await
    }

    async fn keep_day_seed(&self, date: &str, seed: &CommittedSeed) -> Result<()> {
        let mut write = self.begin().await?;
        let done = dailies::keep_seed(&mut write, date, seed).await;
        write.finish(done).await
    }

    async fn position(&self, game: &str, date: &str) -> Result<Option<Position>> {
        positions::find(&self.read, game, date).await
    }

    async fn keep_position(&self, game: &str, date: &str, position: &Position) -> Result<()> {
        let mut write = self.begin().await?;
        let done = positions::keep(&mut write, game, date, position).await;
        write.finish(done).await
    }

    async fn tries(&self, person: &str, game: &str, date: &str) -> Result<Vec<PositionTry>> {
        positions::tries(&self.read, person, game, date).await
    }

    async fn add_try(&self, person: &str, game: &str, date: &str, tried: &PositionTry) -> Result<()> {
        let mut write = self.begin().await?;
        let done = positions::add(&mut write, person, game, date, tried).await;
        write.finish(done).await
    }

    async fn search(&self, search: &Search) -> Result<Found> {
        summaries::search(&self.read, search).await
    }

    async fn due(&self, now: Millis) -> Result<Vec<String>> {
        summaries::due(&self.read, now).await
    }

    async fn thinking(&self) -> Result<Vec<String>> {
        summaries::thinking(&self.read).await
    }

    async fn without_summary(&self) -> Result<Vec<String>> {
        summaries::missing(&self.read).await
    }

    async fn keep_summary(&self, id: &str, summary: &Summary) -> Result<()> {
        let mut write = self.begin().await?;
        let done = summaries::keep(&mut write, id, summary).await;
        write.finish(done).await
    }

    async fn unfinished(&self, person: &str) -> Result<Vec<String>> {
        summaries::unfinished(&self.read, person).await
    }

    async fn heartbeat(&self, now: Millis, first: bool) -> Result<()> {
        let mut write = self.begin().await?;
        let done = heartbeat::heartbeat(&mut write, now, first).await;
        write.finish(done).await
    }

    async fn note_downtime(&self, begin: Millis, end: Millis) -> Result<()> {
        let mut write = self.begin().await?;
        let done = heartbeat::note_downtime(&mut write, begin, end).await;
        write.finish(done).await
    }

    async fn downtimes(&self) -> Result<Vec<Downtime>> {
        heartbeat::downtimes(&self.read).await
    }

    async fn name_of(&self, person: &str) -> Result<Option<String>> {
        names::name_of(&self.read, person).await
    }

    async fn name_for(&self, person: &str, name: &str) -> Result<String> {
        names::name_for(&self.read, person, name).await
    }

    async fn keep_name(&self, person: &str, name: &str) -> Result<String> {
        let mut write = self.begin().await?;
        let done = names::keep(&mut write, person, name).await;
        write.finish(done).await
    }

    async fn chat(&self, table: &str) -> Result<Vec<ChatMessage>> {
        chat::chat(&self.read, table).await
    }

    async fn say(&self, table: &str, message: &ChatMessage) -> Result<()> {
        let mut write = self.begin().await?;
        let done = chat::say(&mut write, table, message).await;
        write.finish(done).await
    }

    async fn sign_up(
        &self,
        visitor: &Visitor,
        name: &str,
        password_hash: &str,
        session: &SessionId,
        now: Millis,
    ) -> Result<()> {
        let _change = self.identities.change();
        let mut write = self.begin().await?;
        let done = async {
            accounts::create(&mut write, visitor.id(), name, password_hash, now).await?;
            sessions::open(&mut write, session, visitor.id(), now).await
        };
        let done = done.await;
        write.finish(done).await
    }

    async fn log_in(
        &self,
        account: &str,
        visitor: Option<&Visitor>,
        session: &SessionId,
        now: Millis,
    ) -> Result<()> {
        let _change = self.identities.change();
        let mut write = self.begin().await?;
        let done = async {
            if let Some(visitor) = visitor.filter(|visitor| !visitor.has_account()) {
                claims::claim(&mut write, visitor.id(), account).await?;
            }
            sessions::open(&mut write, session, account, now).await
        };
        let done = done.await;
        write.finish(done).await
    }

    async fn log_out(&self, session: &SessionId) -> Result<()> {
        let _change = self.identities.change();
        let mut write = self.begin().await?;
        let done = sessions::end(&mut write, session).await;
        write.finish(done).await
    }

    async fn log_out_others(&self, account: &str, kept: &SessionId) -> Result<()> {
        let _change = self.identities.change();
        let mut write = self.begin().await?;
        let done = sessions::end_others(&mut write, account, kept).await;
        write.finish(done).await
    }

    async fn resolve_token(&self, id: &str, now: Millis) -> Result<Option<Visitor>> {
        let since = match self.identities.find(id, now) {
            Ok(visitor) => return Ok(Some(visitor)),
            Err(since) => since,
        };
        let Some(identity) = sessions::resolve(&self.read, id, now).await? else { return Ok(None) };
        self.identities.keep(since, id, identity.clone());
        Ok(Some(identity.visitor))
    }

    async fn account(&self, id: &str) -> Result<Option<Account>> {
        accounts::find(&self.read, "", id).await
    }

    async fn account_named(&self, name: &str) -> Result<Option<Account>> {
        accounts::find(&self.read, &names::key(name), "").await
    }

    async fn rename(&self, account: &str, name: &str) -> Result<()> {
        let mut write = self.begin().await?;
        let done = accounts::rename(&mut write, account, name).await;
        write.finish(done).await
    }

    async fn change_password(&self, account: &str, password_hash: &str, kept: &SessionId) -> Result<()> {
        let _change = self.identities.change();
        let mut write = self.begin().await?;
        let done = async {
            accounts::change_password(&mut write, account, password_hash).await?;
            sessions::end_others(&mut write, account, kept).await
        };
        let done = done.await;
        write.finish(done).await
    }

    async fn settings(&self, account: &str) -> Result<Option<Map<String, Value>>> {
        accounts::settings(&self.read, account).await
    }

    async fn keep_settings(&self, account: &str, settings: &Map<String, Value>) -> Result<()> {
        let mut write = self.begin().await?;
        let done = accounts::keep_settings(&mut write, account, settings).await;
        write.finish(done).await
    }

    async fn delete_account(&self, account: &str) -> Result<()> {
        let _change = self.identities.change();
        let mut write = self.begin().await?;
        let done = accounts::delete(&mut write, account).await;
        write.finish(done).await
    }

    async fn played(&self, person: &str, limit: u32) -> Result<Vec<Finished>> {
        played::of(&self.read, person, limit).await
    }

    async fn best_besides(&self, besides: &str, person: &str, game: &str) -> Result<Option<i64>> {
        played::best_besides(&self.read, besides, person, game).await
    }

    async fn rated(&self, account: &str) -> Result<Vec<RatedGame>> {
        played::rated(&self.read, account).await
    }

    async fn publish(&self, account: &str, public: bool) -> Result<()> {
        let mut write = self.begin().await?;
        let done = played::publish(&mut write, account, public).await;
        write.finish(done).await
    }

    async fn public_names(&self) -> Result<Vec<String>> {
        played::public_names(&self.read).await
    }

    async fn records(&self) -> Result<Vec<BestResult>> {
        played::records(&self.read).await
    }

    async fn rating_lists(&self) -> Result<Vec<RankedPlayer>> {
        played::rating_lists(&self.read).await
    }

    async fn ratings(&self, person: &str) -> Result<Vec<Rating>> {
        ratings::ratings(&self.read, person).await
    }

    async fn rating_at_table(&self, person: &str, game: &str, table: &str) -> Result<Rating> {
        ratings::at_table(&self.read, person, game, table).await
    }

    async fn personal_data(&self, person: &str) -> Result<PersonalData> {
        ratings::personal_data(&self.read, person).await
    }

    async fn writes_fail(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    async fn write_counts(&self) -> WriteCounts {
        self.writer.counts()
    }

    async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}
