//! What is stored: tables with their events and summaries, accounts and sessions, ratings, chat.
//!
//! A [`Store`] keeps everything in a file of SQLite or on a server of PostgreSQL; each module has the calls
//! for one subject. Statements are written once, for both (`database.rs`); `sqlite.rs` and `postgres.rs`
//! open them. Moves and new tables are written by one task, in groups (`writer.rs`).
//!
//! The log of events is the truth: a summary follows from it and is written in the same transaction. Rows are
//! parsed here, once, into the types of `bagatelle_table`; a row that cannot be parsed is
//! [`StoreError::Corrupt`], never a default.
//!
//! The crate reads no clock: the caller passes the time in. A write is durable when its call returns.

#![forbid(unsafe_code)]

#[macro_use]
mod macros;

mod accounts;
mod act;
mod address;
mod administration;
mod appends;
mod called_off;
mod challenges;
mod chat;
mod claims;
mod copies;
mod copy;
mod dailies;
mod database;
mod deadline;
mod encoded;
mod error;
mod events;
mod feeds;
mod friends;
mod health;
mod heartbeat;
mod identities;
mod insert;
mod invitations;
mod migrations;
mod moderation;
mod moving;
mod names;
mod news;
mod open;
mod pars;
mod personal_data;
mod plain;
mod planned;
#[cfg(test)]
mod plans;
mod played;
mod positions;
mod postgres;
mod private;
mod pushes;
mod ratings;
mod retention;
mod rows;
mod same_deals;
mod secret;
mod seeks;
mod sessions;
mod snapshot;
mod sqlite;
mod store;
mod summaries;
mod tables;
mod test_hooks;
mod tokens;
mod write;
mod writer;

pub use accounts::Account;
pub use act::{Act, ActKind, Done, Note};
pub use address::{Address, DATABASE_FILE};
pub use administration::{ListedAccount, Only, Restriction};
pub use appends::WriteCounts;
pub use challenges::{Challenge, ChallengeState, Opponent};
pub use chat::ChatMessage;
pub use copies::{Beat, Copies, Job, Listener, Membership, Notice, PresentElsewhere, SharedHint, Stand};
pub use copy::Progress;
pub use dailies::{Daily, DailyResult};
pub use error::StoreError;
pub use events::{EventGame, EventStage, KeptEvent, ListedEvent, MadeEvent};
pub use feeds::{FeedEntry, FeedSpan};
pub use friends::{Acquaintance, Followed, Friend, Met, Visits};
pub use moderation::{Blocked, NewReport, Report};
pub use moving::Brought;
pub use news::{Letter, News};
pub use personal_data::{
    NotifiedBrowser, OwnEvent, PersonalData, PlannedMoves, RatingChange, SentMessage, SentReport, Strength,
};
pub use plain::plain_writes;
pub use planned::Planned;
pub use positions::{PositionTry, TriedPosition};
pub use postgres::{DatabaseLock, Hold};
pub use private::{create_private, give_to_owner_of};
pub use pushes::{Push, PushKind, PushSubscription};
pub use ratings::{LadderPlayer, TableRating};
pub use retention::{Guests, Old};
pub use seeks::Seek;
pub use sessions::SessionId;
pub use snapshot::{Contents, copy_database, examine_database, newest_schema};
pub use store::Store;
pub use summaries::{Found, Listed, Search};
pub use test_hooks::TestHooks;
pub use tokens::{ApiToken, Scope, Scopes, TokenOwner};

/// The result of a call to a store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;
