//! The store in an SQL database: a file of SQLite, or a server of PostgreSQL.
//!
//! Statements are written once, for both ([`database`]); [`sqlite`] and [`postgres`] open them. Moves and new
//! tables are written by one task, in groups ([`writer`]). A write is on disk when its call returns.

/// Does something in a transaction of a store. It is tried again if another transaction was in the way.
macro_rules! write {
    ($store:ident, $write:ident => $work:expr) => {{
        let mut tries = 0;
        loop {
            let mut $write = $store.begin().await?;
            let done = $work.await;
            match $write.finish(done).await {
                Err(error) if error.is_passing() && tries < MOST_TRIES => tries += 1,
                done => break done,
            }
        }
    }};
}

/// A struct that is read from a row of either database, each field from the column of its name. Fields after
/// two dots, which come first, are such structs themselves, read from columns of the same row.
macro_rules! row {
    (
        $(#[$about:meta])* $visible:vis struct $row:ident {
            $(..$part:ident: $of:ty,)*
            $($(#[$told:meta])* $seen:vis $column:ident: $type:ty,)*
        }
    ) => {
        $(#[$about])* $visible struct $row {
            $($part: $of,)*
            $($(#[$told])* $seen $column: $type,)*
        }
        row!(@from sqlx::sqlite::SqliteRow => $row { $($part)* } { $($column)* });
        row!(@from sqlx::postgres::PgRow => $row { $($part)* } { $($column)* });
    };
    (@from $from:ty => $row:ident { $($part:ident)* } { $($column:ident)* }) => {
        impl<'r> sqlx::FromRow<'r, $from> for $row {
            fn from_row(row: &'r $from) -> sqlx::Result<$row> {
                Ok($row {
                    $($part: sqlx::FromRow::from_row(row)?,)*
                    $($column: sqlx::Row::try_get(row, stringify!($column))?,)*
                })
            }
        }
    };
}

mod accounts;
mod administer;
mod administration;
mod called_off;
mod challenges;
mod chat;
mod claims;
mod clients;
mod copies;
mod copy;
mod dailies;
mod database;
mod deadline;
mod encoded;
mod feeds;
mod health;
mod heartbeat;
mod insert;
mod migrations;
mod moderation;
mod moving;
mod names;
mod pars;
mod plain;
#[cfg(test)]
mod plans;
mod played;
mod positions;
mod postgres;
mod ratings;
mod retention;
mod rows;
mod sessions;
mod snapshot;
mod sqlite;
mod summaries;
mod tables;
mod tokens;
mod write;
mod writer;

use crate::identities::Identities;
use crate::{
    Account, Address, Administration, BestResult, ChatMessage, Clients, DATABASE_FILE, Daily, DailyResult,
    Finished, Found, Guests, Letter, Par, PersonalData, PositionTry, RankedPlayer, RatedGame, Result, Search,
    SessionId, Store, WriteCounts,
};
use async_trait::async_trait;
use bagatelle_catalog::Position;
use bagatelle_core::CommittedSeed;
use bagatelle_table::{Downtime, Event, Millis, Rating, Summary, TableSpec, Visitor, forms_of_name};
pub use copies::{Beat, Copies, Job, Listener, Membership, Notice, PresentElsewhere, SharedHint, Stand};
pub use copy::Progress;
use database::{Pool, query_scalar};
use deadline::ANSWER_TO_COMMANDS;
use health::Health;
pub use moving::Brought;
pub use plain::plain_writes;
pub use postgres::{DatabaseLock, Hold};
use serde_json::{Map, Value};
pub use snapshot::{Contents, copy_database, examine_database, newest_schema};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use write::{MOST_TRIES, Write};
use writer::Writer;

/// A store in an SQL database.
#[derive(Clone, Debug)]
pub struct SqlStore {
    write: Pool,
    read: Pool,
    /// Writes moves and new tables, those of many callers in one transaction.
    writer: Writer,
    /// The visitors behind tokens, if no other process changes them.
    identities: Option<Arc<Identities>>,
    /// This server among others, where there can be others.
    copies: Option<Arc<Copies>>,
    /// How its writes fare.
    health: Arc<Health>,
}

impl SqlStore {
    /// Opens a file of SQLite, creates it if it is missing, and brings it up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by a newer version of this program.
    pub async fn open(file: &Path) -> Result<SqlStore> {
        let (write, read) = sqlite::open(file).await?;
        names::fill_in_looks(&write).await?;
        Ok(SqlStore::new(write, read, Some(Arc::default()), None))
    }

    /// Connects to a database of PostgreSQL, and brings it up to date. The address is
    /// `postgres://USER:PASSWORD@HOST/DATABASE`; a path after `?host=` is the folder of a socket.
    ///
    /// # Errors
    /// When the address is none, the database cannot be reached or refuses, or was made by a newer version of
    /// this program.
    pub async fn connect(address: &str) -> Result<SqlStore> {
        let pool = postgres::connect(address).await?;
        let copies = Copies::new(pool.clone(), address).await?;
        Ok(SqlStore::new(pool.clone(), pool, None, Some(Arc::new(copies))))
    }

    /// Opens a database beside a server that may be running on it. It must be there and up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by another version of this program.
    pub async fn beside(address: &Address) -> Result<SqlStore> {
        let (write, read) = match address {
            Address::Folder(folder) => snapshot::open_beside(&folder.join(DATABASE_FILE)).await?,
            Address::Postgres(address) => {
                let pool = postgres::connect_beside(address).await?;
                (pool.clone(), pool)
            }
        };
        // The server may change who is behind a token at any moment: nothing of it is remembered.
        Ok(SqlStore::new(write.within(ANSWER_TO_COMMANDS), read.within(ANSWER_TO_COMMANDS), None, None))
    }

    fn new(
        write: Pool,
        read: Pool,
        identities: Option<Arc<Identities>>,
        copies: Option<Arc<Copies>>,
    ) -> SqlStore {
        let health = Arc::<Health>::default();
        let writer = Writer::start(write.clone(), Arc::clone(&health), copies.clone());
        SqlStore { write, read, writer, identities, copies, health }
    }

    /// Tells other servers, once the transaction is committed, that these people have another name or id.
    async fn tell_people(&self, write: &mut Write, people: &[&str]) -> Result<()> {
        let Some(copies) = &self.copies else { return Ok(()) };
        let people = people.iter().map(|&person| person.to_owned()).collect();
        copies.tell_in(write, &Notice::People(people)).await
    }

    /// Opens a file to be read only, beside a server or without one. It must be up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by another version of this program.
    pub async fn open_read_only(file: &Path) -> Result<SqlStore> {
        let read = Pool::sqlite(snapshot::open_current(file).await?);
        Ok(SqlStore::new(read.clone(), read.within(ANSWER_TO_COMMANDS), None, None))
    }

    /// The ids of so many tables after this one, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn table_ids(&self, after: &str, limit: u32) -> Result<Vec<String>> {
        let query = query_scalar("SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2");
        query.bind(after).bind(limit).fetch_all(&self.read).await
    }

    /// How many games are those of guests alone, and how many of these have not changed since `before`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn count_guest_games(&self, before: Millis) -> Result<(u64, u64)> {
        retention::count(&self.read, before).await
    }

    /// What is wrong with a file as a whole, each in a sentence: damaged pages and indexes, rows that belong
    /// to nothing, logs with gaps, summaries that do not count the events of their log. PostgreSQL looks
    /// after its own files: nothing is found there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn faults(&self) -> Result<Vec<String>> {
        match self.read.file() {
            Some(pool) => snapshot::faults(pool).await,
            None => Ok(Vec::new()),
        }
    }

    /// Tells people, and the other servers, once the transaction is committed.
    async fn tell_letters(&self, write: &mut Write, letters: &[Letter]) -> Result<()> {
        let told = feeds::add(write, letters.iter()).await?;
        match &self.copies {
            Some(copies) => copies.tell_in(write, &Notice::Feeds(told)).await,
            None => Ok(()),
        }
    }

    async fn begin(&self) -> Result<Write> {
        Write::begin(&self.write, &self.health).await
    }

    /// A transaction of a command, which may write all that there is.
    async fn begin_long(&self) -> Result<Write> {
        Write::begin(&self.write.within(ANSWER_TO_COMMANDS), &self.health).await
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn create(
        &self,
        spec: &TableSpec,
        summary: &Summary,
        first_events: &[Event],
        letters: &[Letter],
    ) -> Result<()> {
        self.writer.create(spec, first_events, summary, letters).await
    }

    async fn table(&self, id: &str) -> Result<Option<TableSpec>> {
        tables::table(&self.read, id).await
    }

    async fn events(&self, id: &str) -> Result<Vec<Event>> {
        tables::events(&self.read, id, 0).await
    }

    async fn events_from(&self, id: &str, seq: u64) -> Result<Vec<Event>> {
        tables::events(&self.read, id, seq).await
    }

    async fn append(
        &self,
        id: &str,
        seq: u64,
        events: &[Event],
        summary: &Summary,
        letters: &[Letter],
    ) -> Result<()> {
        self.writer.append(id, seq, events, summary, letters).await
    }

    async fn keep_deal(&self, spec: &TableSpec) -> Result<()> {
        write!(self, write => tables::keep_deal(&mut write, spec))
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
        write!(self, write => pars::keep(&mut write, spec, par))
    }

    async fn begin_daily(
        &self,
        person: &str,
        game: &str,
        date: &str,
        table: Option<&str>,
        now: Millis,
    ) -> Result<()> {
        write!(self, write => dailies::begin(&mut write, person, game, date, table, now))
    }

    async fn end_daily(&self, person: &str, game: &str, date: &str, result: DailyResult) -> Result<()> {
        write!(self, write => dailies::end(&mut write, person, game, date, result))
    }

    async fn dailies(&self, person: &str, first: &str, last: &str) -> Result<Vec<Daily>> {
        dailies::of(&self.read, person, first, last).await
    }

    async fn table_of_the_day(&self, game: &str, date: &str) -> Result<Vec<Daily>> {
        dailies::table_of(&self.read, game, date).await
    }

    async fn list_dailies(&self, person: &str, name: Option<&str>) -> Result<()> {
        write!(self, write => dailies::list(&mut write, person, name))
    }

    async fn day_seed(&self, date: &str) -> Result<Option<CommittedSeed>> {
        dailies::seed(&self.read, date).await
    }

    async fn keep_day_seed(&self, date: &str, seed: &CommittedSeed) -> Result<()> {
        write!(self, write => dailies::keep_seed(&mut write, date, seed))
    }

    async fn position(&self, game: &str, date: &str) -> Result<Option<Position>> {
        positions::find(&self.read, game, date).await
    }

    async fn keep_position(&self, game: &str, date: &str, position: &Position) -> Result<()> {
        write!(self, write => positions::keep(&mut write, game, date, position))
    }

    async fn tries(&self, person: &str, game: &str, date: &str) -> Result<Vec<PositionTry>> {
        positions::tries(&self.read, person, game, date).await
    }

    async fn add_try(&self, person: &str, game: &str, date: &str, tried: &PositionTry) -> Result<()> {
        write!(self, write => positions::add(&mut write, person, game, date, tried))
    }

    async fn search(&self, search: &Search) -> Result<Found> {
        summaries::search(&self.read, search).await
    }

    async fn due(&self, now: Millis) -> Result<Vec<String>> {
        summaries::due(&self.read, now).await
    }

    async fn thinking(&self) -> Result<Vec<String>> {
        summaries::thinking(&self.read, Millis::MIN).await
    }

    async fn thinking_since(&self, since: Millis) -> Result<Vec<String>> {
        summaries::thinking(&self.read, since).await
    }

    async fn without_summary(&self) -> Result<Vec<String>> {
        summaries::missing(&self.read).await
    }

    async fn keep_summary(&self, id: &str, summary: &Summary) -> Result<()> {
        write!(self, write => summaries::keep(&mut write, id, summary))
    }

    async fn unfinished(&self, person: &str) -> Result<Vec<String>> {
        summaries::unfinished(&self.read, person).await
    }

    async fn heartbeat(&self, now: Millis, first: bool) -> Result<()> {
        // What runs elsewhere makes the time since the last note no downtime.
        let alone = match &self.copies {
            Some(copies) if first => copies.is_alone().await?,
            _ => true,
        };
        write!(self, write => heartbeat::heartbeat(&mut write, now, first && alone))
    }

    async fn note_downtime(&self, begin: Millis, end: Millis) -> Result<()> {
        write!(self, write => async {
            let noted = heartbeat::note_downtime(&mut write, begin, end, self.copies.is_some()).await?;
            match &self.copies {
                Some(copies) if noted => copies.tell_in(&mut write, &Notice::Downtimes).await,
                _ => Ok(()),
            }
        })
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
        write!(self, write => names::keep(&mut write, person, name))
    }

    async fn chat(&self, table: &str) -> Result<Vec<ChatMessage>> {
        chat::chat(&self.read, table).await
    }

    async fn say(&self, table: &str, message: &ChatMessage) -> Result<()> {
        write!(self, write => async {
            chat::say(&mut write, table, message).await?;
            match &self.copies {
                Some(copies) => copies.tell_in(&mut write, &Notice::Beside(table.to_owned())).await,
                None => Ok(()),
            }
        })
    }

    async fn sign_up(
        &self,
        visitor: &Visitor,
        name: &str,
        password_hash: &str,
        session: &SessionId,
        now: Millis,
    ) -> Result<()> {
        let _change = self.identities.as_deref().map(Identities::change);
        write!(self, write => async {
            accounts::create(&mut write, visitor.id(), name, password_hash, now).await?;
            self.tell_people(&mut write, &[visitor.id()]).await?;
            sessions::open(&mut write, session, visitor.id(), now).await
        })
    }

    async fn log_in(
        &self,
        account: &str,
        visitor: Option<&Visitor>,
        session: &SessionId,
        now: Millis,
    ) -> Result<()> {
        let _change = self.identities.as_deref().map(Identities::change);
        write!(self, write => async {
            if let Some(visitor) = visitor.filter(|visitor| !visitor.has_account()) {
                claims::claim(&mut write, visitor.id(), account).await?;
                self.tell_people(&mut write, &[visitor.id(), account]).await?;
            }
            sessions::open(&mut write, session, account, now).await
        })
    }

    async fn log_out(&self, session: &SessionId) -> Result<()> {
        let _change = self.identities.as_deref().map(Identities::change);
        write!(self, write => sessions::end(&mut write, session))
    }

    async fn log_out_others(&self, account: &str, kept: &SessionId) -> Result<()> {
        let _change = self.identities.as_deref().map(Identities::change);
        write!(self, write => sessions::end_others(&mut write, account, kept))
    }

    async fn resolve_token(&self, id: &str, now: Millis) -> Result<Option<Visitor>> {
        let Some(identities) = &self.identities else {
            return Ok(sessions::resolve(&self.read, id, now).await?.map(|identity| identity.visitor));
        };
        let since = match identities.find(id, now) {
            Ok(visitor) => return Ok(Some(visitor)),
            Err(since) => since,
        };
        let Some(identity) = sessions::resolve(&self.read, id, now).await? else { return Ok(None) };
        identities.keep(since, id, identity.clone());
        Ok(Some(identity.visitor))
    }

    async fn account(&self, id: &str) -> Result<Option<Account>> {
        accounts::find(&self.read, "", id).await
    }

    async fn account_named(&self, name: &str) -> Result<Option<Account>> {
        for form in forms_of_name(name) {
            if let Some(account) = accounts::find(&self.read, &names::key(&form), "").await? {
                return Ok(Some(account));
            }
        }
        Ok(None)
    }

    async fn rename(&self, account: &str, name: &str) -> Result<()> {
        write!(self, write => async {
            accounts::rename(&mut write, account, name).await?;
            self.tell_people(&mut write, &[account]).await
        })
    }

    async fn renew_hash(&self, account: &str, old: &str, new: &str) -> Result<()> {
        write!(self, write => accounts::renew_hash(&mut write, account, old, new))
    }

    async fn change_password(&self, account: &str, password_hash: &str, kept: &SessionId) -> Result<()> {
        let _change = self.identities.as_deref().map(Identities::change);
        write!(self, write => async {
            accounts::change_password(&mut write, account, password_hash).await?;
            sessions::end_others(&mut write, account, kept).await
        })
    }

    async fn settings(&self, account: &str) -> Result<Option<Map<String, Value>>> {
        accounts::settings(&self.read, account).await
    }

    async fn keep_settings(&self, account: &str, settings: &Map<String, Value>) -> Result<()> {
        write!(self, write => accounts::keep_settings(&mut write, account, settings))
    }

    async fn delete_account(&self, account: &str) -> Result<()> {
        let _change = self.identities.as_deref().map(Identities::change);
        write!(self, write => async {
            accounts::delete(&mut write, account).await?;
            self.tell_people(&mut write, &[account]).await
        })
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
        write!(self, write => played::publish(&mut write, account, public))
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

    async fn note_called_off(&self, person: &str, table: &str, now: Millis, since: Millis) -> Result<()> {
        write!(self, write => called_off::note(&mut write, person, table, now, since))
    }

    async fn called_off(&self, person: &str, since: Millis) -> Result<u64> {
        called_off::count(&self.read, person, since).await
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

    async fn secret(&self, fresh: &str) -> Result<Option<String>> {
        match self.write.file() {
            Some(_) => Ok(None),
            None => postgres::secret(&self.write, fresh).await.map(Some),
        }
    }

    async fn idle_guest_games(&self, before: Millis, after: &str, limit: u32) -> Result<Vec<String>> {
        retention::idle(&self.read, before, after, limit).await
    }

    async fn remove_guest_games(&self, ids: &[String], before: Millis) -> Result<Guests> {
        write!(self, write => retention::remove(&mut write, ids, before))
    }

    async fn remove_guests(&self, before: Millis, limit: u32) -> Result<u64> {
        let people = retention::idle_visitors(&self.read, before, limit).await?;
        if people.is_empty() {
            return Ok(0);
        }
        let rows: Value = people.iter().map(|person| [person.as_str()]).collect();
        let rows = rows.to_string();
        write!(self, write => retention::remove_visitors(&mut write, &rows, before))
    }

    fn administration(&self) -> &dyn Administration {
        self
    }

    fn clients(&self) -> &dyn Clients {
        self
    }

    async fn writes_fail(&self) -> bool {
        self.health.has_failed()
    }

    async fn oldest_write(&self) -> Duration {
        self.health.oldest()
    }

    async fn write_counts(&self) -> WriteCounts {
        self.writer.counts()
    }

    fn copies(&self) -> Option<&Arc<Copies>> {
        self.copies.as_ref()
    }

    async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}
