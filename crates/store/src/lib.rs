//! What is stored: tables with their events and summaries, accounts and sessions, ratings, chat.
//!
//! [`Store`] is the interface; [`SqlStore`] keeps everything in a file of SQLite or on a server of
//! PostgreSQL. The log of events is the truth: a summary follows from it and is written in the same
//! transaction. Rows are parsed here, once, into the types of `bagatelle_table`; a row that cannot be parsed
//! is [`StoreError::Corrupt`], never a default.
//!
//! The crate reads no clock: the caller passes the time in. A write is durable when its call returns.

#![forbid(unsafe_code)]

mod address;
mod administration;
mod challenge;
mod clients;
mod error;
mod feed;
mod identities;
mod private;
mod sql;
mod types;

use async_trait::async_trait;
use bagatelle_catalog::Position;
use bagatelle_core::CommittedSeed;
use bagatelle_table::{Downtime, Event, Millis, Rating, Summary, TableSpec, Visitor};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

pub use address::{Address, DATABASE_FILE};
pub use administration::{
    Act, ActKind, Administration, Blocked, Done, ListedAccount, NewReport, Note, Only, Report, Restriction,
};
pub use challenge::{Challenge, ChallengeState, Opponent};
pub use clients::{ApiToken, Clients, Scope, Scopes, TokenOwner};
pub use error::StoreError;
pub use feed::{FeedEntry, FeedSpan, Letter, News};
pub use private::{create_private, give_to_owner_of};
pub use sql::{
    Beat, Brought, Contents, Copies, DatabaseLock, Hold, Job, Listener, Membership, Notice, PresentElsewhere,
    Progress, SharedHint, SqlStore, Stand, copy_database, examine_database, newest_schema, plain_writes,
};
pub use types::{
    Account, BestResult, ChatMessage, Daily, DailyResult, Finished, Found, Guests, LadderPlayer, Listed, Par,
    PersonalData, PositionTry, RankedPlayer, RatedGame, RatingChange, Search, SentMessage, SentReport,
    SessionId, Strength, TriedPosition, WriteCounts,
};

/// The result of a call to a store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// A database.
///
/// Every call fails with [`StoreError::Database`] when the database does, and every call that reads with
/// [`StoreError::Corrupt`] when a row is damaged. A call that fails has changed nothing, but for one that
/// fails with [`StoreError::Unknown`]. No call waits without an end: a database that has not answered after
/// ten seconds does not count as there.
///
/// Ids of visitors whose games an account has claimed are replaced by the account's id in all that is read.
#[async_trait]
pub trait Store: Send + Sync {
    // ---- tables ----

    /// Writes a new table, with its summary and first events. [`StoreError::Conflict`] if the owner has this
    /// daily deal already, or the match this round. The letters, what people are told of it, are written in
    /// the same transaction.
    async fn create(
        &self,
        spec: &TableSpec,
        summary: &Summary,
        first_events: &[Event],
        letters: &[Letter],
    ) -> Result<()>;

    /// What was decided before the first event of a table.
    async fn table(&self, id: &str) -> Result<Option<TableSpec>>;

    /// The events of a table, in order.
    async fn events(&self, id: &str) -> Result<Vec<Event>>;

    /// The events of a table from this number on, in order.
    async fn events_from(&self, id: &str, seq: u64) -> Result<Vec<Event>>;

    /// Appends events, the first with number `seq`, and the summary after them; settles the ratings if the
    /// summary has ranks and the table was not rated before, and notes the result of a deal of the day.
    /// [`StoreError::Conflict`] if `seq` is not the next number. The letters are written in the same
    /// transaction.
    async fn append(
        &self,
        id: &str,
        seq: u64,
        events: &[Event],
        summary: &Summary,
        letters: &[Letter],
    ) -> Result<()>;

    /// The id of the owner's table with the daily deal of a date.
    async fn daily(&self, owner: &str, game: &str, date: &str, options: &Value) -> Result<Option<String>>;

    /// The id of the table with a round of a match.
    async fn round(&self, match_id: &str, round: u32) -> Result<Option<String>>;

    /// Writes seed and set-up of a table whose deal waited until all seats were taken. The log tells them,
    /// too.
    async fn keep_deal(&self, spec: &TableSpec) -> Result<()>;

    /// The par of a table's deal, if it was found before.
    async fn par(&self, spec: &TableSpec) -> Result<Option<Par>>;

    /// Keeps the par of a table's deal; the better bounds of both, if there is one already.
    async fn keep_par(&self, spec: &TableSpec, par: Par) -> Result<()>;

    // ---- deals and positions of the day ----

    /// Notes that a person has begun the daily of a game and a world date, unless that is noted. `table` is
    /// where a deal is played: its result is noted in the transaction of the event that ends it, or here if
    /// it has ended.
    async fn begin_daily(
        &self,
        person: &str,
        game: &str,
        date: &str,
        table: Option<&str>,
        now: Millis,
    ) -> Result<()>;

    /// Notes the result of a position that is begun. The first result stays.
    async fn end_daily(&self, person: &str, game: &str, date: &str, result: DailyResult) -> Result<()>;

    /// What a person has played of the world dates from `first` to `last`, in the order of the dates.
    async fn dailies(&self, person: &str, first: &str, last: &str) -> Result<Vec<Daily>>;

    /// The table of the day of a game: all who have begun the daily on its date and solved it without help,
    /// with a name or without. By score, ties by the time that it took.
    async fn table_of_the_day(&self, game: &str, date: &str) -> Result<Vec<Daily>>;

    /// Lists a person under this name in the tables of the day, the past and the coming ones, or does not
    /// list the person.
    async fn list_dailies(&self, person: &str, name: Option<&str>) -> Result<()>;

    /// The seed of the deals of a world date, if the server is committed to one.
    async fn day_seed(&self, date: &str) -> Result<Option<CommittedSeed>>;

    /// Commits the server to a seed for the deals of a world date. The first one stays.
    async fn keep_day_seed(&self, date: &str, seed: &CommittedSeed) -> Result<()>;

    /// The position of the day of a game and a world date, if it was found before.
    async fn position(&self, game: &str, date: &str) -> Result<Option<Position>>;

    /// Keeps the position of the day of a game and a world date. The first one stays.
    async fn keep_position(&self, game: &str, date: &str, position: &Position) -> Result<()>;

    /// What a person has tried at a position of the day, in order.
    async fn tries(&self, person: &str, game: &str, date: &str) -> Result<Vec<PositionTry>>;

    /// Notes a try at a position of the day, unless the same was tried before.
    async fn add_try(&self, person: &str, game: &str, date: &str, tried: &PositionTry) -> Result<()>;

    // ---- summaries ----

    /// The tables that are looked for.
    async fn search(&self, search: &Search) -> Result<Found>;

    /// Tables where a seat has run out of time, up to a hundred.
    async fn due(&self, now: Millis) -> Result<Vec<String>>;

    /// Tables where a program is to act.
    async fn thinking(&self) -> Result<Vec<String>>;

    /// Tables where a program is to act since this moment, or later.
    async fn thinking_since(&self, since: Millis) -> Result<Vec<String>>;

    /// Tables without a summary, from versions that wrote none.
    async fn without_summary(&self) -> Result<Vec<String>>;

    /// Writes the summary of a table without a new event.
    async fn keep_summary(&self, id: &str, summary: &Summary) -> Result<()>;

    /// The tables that a person plays at and that are not over: those with other players, and those with open
    /// seats.
    async fn unfinished(&self, person: &str) -> Result<Vec<String>>;

    // ---- time ----

    /// Notes that a server runs now. At the start of a server (`first`) the time since the last note counts
    /// as downtime, unless another server runs on the same database.
    async fn heartbeat(&self, now: Millis, first: bool) -> Result<()>;

    /// Notes a time when no server ran, or stood still. What other servers on the same database have noted
    /// counts: where one of them ran, nothing is noted.
    async fn note_downtime(&self, begin: Millis, end: Millis) -> Result<()>;

    /// The times when no server ran, in order.
    async fn downtimes(&self) -> Result<Vec<Downtime>>;

    // ---- names ----

    /// The name that a person has given.
    async fn name_of(&self, person: &str) -> Result<Option<String>>;

    /// The name to show when a person gives this one: that of an account is its own at every table. Nothing
    /// is written. [`StoreError::Conflict`] if a visitor gives the name of an account.
    async fn name_for(&self, person: &str, name: &str) -> Result<String>;

    /// As [`Store::name_for`], and keeps the name of a visitor.
    async fn keep_name(&self, person: &str, name: &str) -> Result<String>;

    // ---- chat ----

    /// The messages of a table, oldest first.
    async fn chat(&self, table: &str) -> Result<Vec<ChatMessage>>;

    /// Adds a message to the chat of a table.
    async fn say(&self, table: &str, message: &ChatMessage) -> Result<()>;

    // ---- accounts ----

    /// Makes an account of a visitor, who keeps id and tables, and opens a session. [`StoreError::Conflict`]
    /// if another account has the name or one that looks like it, or the visitor belongs to an account.
    async fn sign_up(
        &self,
        visitor: &Visitor,
        name: &str,
        password_hash: &str,
        session: &SessionId,
        now: Millis,
    ) -> Result<()>;

    /// Opens a session of an account, and gives the account all that a visitor played. A visitor's token
    /// resolves to nothing afterwards.
    async fn log_in(
        &self,
        account: &str,
        visitor: Option<&Visitor>,
        session: &SessionId,
        now: Millis,
    ) -> Result<()>;

    /// Ends a session.
    async fn log_out(&self, session: &SessionId) -> Result<()>;

    /// Ends all sessions of an account but one.
    async fn log_out_others(&self, account: &str, kept: &SessionId) -> Result<()>;

    /// The visitor behind the id of a token: `None` if the session has ended, or the visitor belongs to an
    /// account.
    async fn resolve_token(&self, id: &str, now: Millis) -> Result<Option<Visitor>>;

    /// An account by its id.
    async fn account(&self, id: &str) -> Result<Option<Account>>;

    /// An account by its name, in any case.
    async fn account_named(&self, name: &str) -> Result<Option<Account>>;

    /// Changes the name of an account. [`StoreError::Conflict`] if another account has it.
    async fn rename(&self, account: &str, name: &str) -> Result<()>;

    /// Changes the password of an account, and ends all its sessions but one.
    async fn change_password(&self, account: &str, password_hash: &str, kept: &SessionId) -> Result<()>;

    /// Stores another hash of the same password, unless the password has changed meanwhile.
    async fn renew_hash(&self, account: &str, old: &str, new: &str) -> Result<()>;

    /// The settings of an account; `None` if there is no such account. The pages know the keys.
    async fn settings(&self, account: &str) -> Result<Option<Map<String, Value>>>;

    /// Keeps the settings of an account.
    async fn keep_settings(&self, account: &str, settings: &Map<String, Value>) -> Result<()>;

    /// Removes an account, its sessions, ratings and messages, and its name from past games. The games stay,
    /// for the other players; this is the one call that changes what the log says, and it changes a name
    /// only.
    async fn delete_account(&self, account: &str) -> Result<()>;

    // ---- what was played ----

    /// The finished games of a person, the last one first, so many at most. Left out are games that were
    /// aborted or continue others, set-ups that were given, and games in which the person had several seats.
    async fn played(&self, person: &str, limit: u32) -> Result<Vec<Finished>>;

    /// How many moves over par the best solution of a person is, found without help; negative for one under
    /// par. The table `besides` does not count. `None` if there is none.
    async fn best_besides(&self, besides: &str, person: &str, game: &str) -> Result<Option<i64>>;

    /// The rated games of an account in the pool of people, the first one first.
    async fn rated(&self, account: &str) -> Result<Vec<RatedGame>>;

    /// Shows the profile of an account to all, or no longer.
    async fn publish(&self, account: &str, public: bool) -> Result<()>;

    /// The names of all people who want to be seen, in order.
    async fn public_names(&self) -> Result<Vec<String>>;

    /// The best solutions of people who want to be seen, by game, the best first: one for each person.
    async fn records(&self) -> Result<Vec<BestResult>>;

    /// The ratings of people who want to be seen in the pool of people, by game, the best first.
    async fn rating_lists(&self) -> Result<Vec<RankedPlayer>>;

    // ---- ratings and exports ----

    /// Notes that a person has called off a rated game, and forgets what was called off before `since`.
    async fn note_called_off(&self, person: &str, table: &str, now: Millis, since: Millis) -> Result<()>;

    /// How many rated games a person has called off since then.
    async fn called_off(&self, person: &str, since: Millis) -> Result<u64>;

    /// The ratings of a person: those in the pool of people, by game, then those on the ladder.
    async fn ratings(&self, person: &str) -> Result<Vec<Rating>>;

    /// The rating of a person for a table: as it was after that game, if it has been rated, else as it is
    /// now.
    async fn rating_at_table(&self, person: &str, game: &str, table: &str) -> Result<Rating>;

    /// What is stored about a person beside account, ratings and tables.
    async fn personal_data(&self, person: &str) -> Result<PersonalData>;

    /// The secret that signs tokens, which is `fresh` if there was none before. `None` if it is not kept in
    /// the database, but beside it.
    async fn secret(&self, fresh: &str) -> Result<Option<String>>;

    /// So many games in which no account took part and that have not changed since `before`, with ids after
    /// `after`, in order. A game whose clock runs is none of them.
    async fn idle_guest_games(&self, before: Millis, after: &str, limit: u32) -> Result<Vec<String>>;

    /// Removes those of the games that are still what [`Store::idle_guest_games`] finds, with all that
    /// belongs to them, and what is kept of visitors who have nothing left.
    async fn remove_guest_games(&self, ids: &[String], before: Millis) -> Result<Guests>;

    /// Removes what is kept of so many visitors who have no account, no game, and have begun no deal of a day
    /// since `before`; returns how many were removed.
    async fn remove_guests(&self, before: Millis, limit: u32) -> Result<u64>;

    /// Whether the database failed at the last write: the disk is full, say.
    async fn writes_fail(&self) -> bool;

    /// For how long the oldest write has waited that is not answered yet; zero if none waits.
    async fn oldest_write(&self) -> Duration;

    /// How many appends this store has written, and in how many transactions.
    async fn write_counts(&self) -> WriteCounts;

    /// This server among others on the same database; `None` if no other process can serve it.
    fn copies(&self) -> Option<&Arc<Copies>>;

    /// What hosts and moderators do.
    fn administration(&self) -> &dyn Administration;

    /// What belongs to programs that use the API.
    fn clients(&self) -> &dyn Clients;

    /// Closes all connections; what was written stays.
    async fn close(&self);
}
