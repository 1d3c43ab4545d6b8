//! The store in an SQL database: a file of SQLite, or a server of PostgreSQL.
//!
//! Statements are written once, for both ([`database`]); [`sqlite`] and [`postgres`] open them. Moves and new
//! tables are written by one task, in groups ([`writer`]). A write is on disk when its call returns.

/// Does something in a transaction of a store. It is tried again if another transaction was in the way.
macro_rules! transaction {
    ($store:ident, $write:ident => $work:expr) => {{
        let mut tries = 0;
        loop {
            let mut $write = $store.begin().await?;
            let done = $work.await;
            match $write.finish(done).await {
                Err(error) if error.can_be_tried_again(&mut tries) => (),
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
mod act;
mod administration;
mod appends;
mod challenges;
mod chat;
mod claims;
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
mod news;
mod open;
mod pars;
mod personal_data;
mod plain;
#[cfg(test)]
mod plans;
mod played;
mod positions;
mod postgres;
mod ratings;
mod retention;
mod rows;
mod secret;
mod sessions;
mod snapshot;
mod sqlite;
mod store;
mod summaries;
mod tables;
mod tokens;
mod write;
mod writer;

pub use accounts::Account;
pub use act::{Act, ActKind, Done, Note};
pub use administration::{ListedAccount, Only, Restriction};
pub use appends::WriteCounts;
pub use challenges::{Challenge, ChallengeState, Opponent};
pub use chat::ChatMessage;
pub use copies::{Beat, Copies, Job, Listener, Membership, Notice, PresentElsewhere, SharedHint, Stand};
pub use copy::Progress;
pub use dailies::{Daily, DailyResult};
pub use feeds::{FeedEntry, FeedSpan};
pub use moderation::{Blocked, NewReport, Report};
pub use moving::Brought;
pub use news::{Letter, News};
pub use personal_data::{PersonalData, RatingChange, SentMessage, SentReport, Strength};
pub use plain::plain_writes;
pub use played::{BestResult, Finished, RankedPlayer, RatedGame};
pub use positions::{PositionTry, TriedPosition};
pub use postgres::{DatabaseLock, Hold};
pub use ratings::LadderPlayer;
pub use retention::Guests;
pub use rows::Par;
pub use sessions::SessionId;
pub use snapshot::{Contents, copy_database, examine_database, newest_schema};
pub use store::Store;
pub use summaries::{Found, Listed, Search};
pub use tokens::{ApiToken, Scope, Scopes, TokenOwner};
