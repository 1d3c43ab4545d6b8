//! What is stored: tables with their events and summaries, accounts and sessions, ratings, chat.
//!
//! A [`Store`] keeps everything in a file of SQLite or on a server of PostgreSQL; its calls are by subject in
//! the modules here. The log of events is the truth: a summary follows from it and is written in the same
//! transaction. Rows are parsed here, once, into the types of `bagatelle_table`; a row that cannot be parsed
//! is [`StoreError::Corrupt`], never a default.
//!
//! The crate reads no clock: the caller passes the time in. A write is durable when its call returns.

#![forbid(unsafe_code)]

mod address;
mod error;
mod identities;
mod private;
mod sql;
mod test_hooks;

pub use address::{Address, DATABASE_FILE};
pub use error::StoreError;
pub use private::{create_private, give_to_owner_of};
pub use sql::{
    Account, Act, ActKind, ApiToken, Beat, BestResult, Blocked, Brought, Challenge, ChallengeState,
    ChatMessage, Contents, Copies, Daily, DailyResult, DatabaseLock, Done, FeedEntry, FeedSpan, Finished,
    Found, Guests, Hold, Job, LadderPlayer, Letter, Listed, ListedAccount, Listener, Membership, NewReport,
    News, Note, Notice, Only, Opponent, Par, PersonalData, PositionTry, PresentElsewhere, Progress,
    RankedPlayer, RatedGame, RatingChange, Report, Restriction, Scope, Scopes, Search, SentMessage,
    SentReport, SessionId, SharedHint, Stand, Store, Strength, TokenOwner, TriedPosition, WriteCounts,
    copy_database, examine_database, newest_schema, plain_writes,
};
pub use test_hooks::TestHooks;

/// The result of a call to a store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;
