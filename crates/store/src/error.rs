//! What can go wrong in a store.

use bagatelle_table::Corrupt;
use sqlx::migrate::MigrateError;
use std::error::Error as StdError;
use std::sync::Arc;
use thiserror::Error;

/// What can go wrong in a store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The row exists already: another writer was first, or another account has the name.
    #[error("the row exists already")]
    Conflict,
    /// A stored value that no version of this program writes.
    #[error(transparent)]
    Corrupt(#[from] Corrupt),
    /// The database fails.
    #[error("the database: {0}")]
    Database(#[source] Box<dyn StdError + Send + Sync>),
    /// The file of the database is damaged, or is no database.
    #[error("the database is damaged ({0}): put back a copy of the data folder")]
    Damaged(String),
    /// The server of the database cannot be reached, or does not let this program in.
    #[error("cannot connect to the database: {0}")]
    Unreachable(String),
    /// The database was written by a newer version of this program.
    #[error("the database was written by a newer version of Bagatelle: use that one")]
    Newer,
    /// The database was written by an older version of this program, and is not to be changed.
    #[error(
        "the data folder was written by an older version of Bagatelle: start the server once to bring it up to date"
    )]
    Older,
    /// The database cannot be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[source] Box<dyn StdError + Send + Sync>),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::ColumnDecode { index, source } => {
                Corrupt::new("a stored value", format!("column {index}: {source}")).into()
            }
            sqlx::Error::Database(e) if e.is_unique_violation() => StoreError::Conflict,
            // The server stops or starts, or takes no more connections.
            sqlx::Error::Database(e)
                if e.code().is_some_and(|code| {
                    code.len() == 5 && ["57P", "08", "53300"].iter().any(|class| code.starts_with(class))
                }) =>
            {
                StoreError::Unreachable(e.message().to_owned())
            }
            error @ (sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)) => StoreError::Unreachable(error.to_string()),
            error => StoreError::Database(Box::new(error)),
        }
    }
}

/// An error that several callers are told.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
struct Shared(Arc<dyn StdError + Send + Sync>);

impl StoreError {
    /// Makes the same error again and again, for all who have to hear it.
    pub(crate) fn shared(self) -> impl Fn() -> StoreError {
        let unreachable = match &self {
            StoreError::Unreachable(why) => Some(why.clone()),
            _ => None,
        };
        let shared = match self {
            StoreError::Database(error) => Shared(Arc::from(error)),
            other => Shared(Arc::new(other)),
        };
        move || match &unreachable {
            Some(why) => StoreError::Unreachable(why.clone()),
            None => StoreError::Database(Box::new(shared.clone())),
        }
    }

    /// The code that PostgreSQL gives an error. That of SQLite is shorter.
    fn state(&self) -> Option<String> {
        let StoreError::Database(error) = self else { return None };
        let Some(sqlx::Error::Database(error)) = error.downcast_ref() else { return None };
        error.code().filter(|code| code.len() == 5).map(|code| code.into_owned())
    }

    /// Whether the same would succeed if it were tried again: another transaction was in the way.
    pub(crate) fn is_passing(&self) -> bool {
        self.state().is_some_and(|state| matches!(state.as_str(), "40001" | "40P01"))
    }

    /// Whether one row is at fault, not the database.
    pub(crate) fn is_of_one_row(&self) -> bool {
        match self {
            StoreError::Conflict | StoreError::Corrupt(_) => true,
            // Data that the database does not take, or a rule that a row breaks.
            _ => self.state().is_some_and(|state| state.starts_with("22") || state.starts_with("23")),
        }
    }

    /// What is wrong with a server that is being connected to.
    pub(crate) fn connecting(error: sqlx::Error) -> StoreError {
        // What the system or the server says, without what stands around it.
        let mut cause: &dyn StdError = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        StoreError::Unreachable(cause.to_string())
    }

    /// What is wrong with a database that is being opened.
    pub(crate) fn opening(error: sqlx::Error) -> StoreError {
        // The low eight bits are the kind of the error: 11 is SQLITE_CORRUPT, 26 is SQLITE_NOTADB.
        let kind = |code: &str| code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 11 | 26));
        match &error {
            sqlx::Error::Database(e) if e.code().is_some_and(|code| kind(&code)) => {
                StoreError::Damaged(e.message().to_owned())
            }
            _ => error.into(),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => StoreError::Newer,
            MigrateError::Execute(error) => StoreError::opening(error),
            error => StoreError::Migration(Box::new(error)),
        }
    }
}
