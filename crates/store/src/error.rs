//! What can go wrong in a store.

use bagatelle_table::Corrupt;
use sqlx::migrate::MigrateError;
use std::error::Error as StdError;
use std::io::ErrorKind;
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
    #[error("{}", told(&**.0))]
    Database(Box<dyn StdError + Send + Sync>),
    /// The database is there but busy: another process holds it, other transactions are in the way, or it
    /// takes no more connections. The same request will succeed later.
    #[error("the database is busy: {0}")]
    Busy(#[source] Box<dyn StdError + Send + Sync>),
    /// There is no room on the disk of the database. Existing data can be read.
    #[error("the disk is full: {0}")]
    Full(String),
    /// The file of the database is damaged, or is not a database.
    #[error("the database is damaged ({0}): restore a backup of the data folder")]
    Damaged(String),
    /// The server of the database cannot be reached, or takes no connection yet.
    #[error("can’t connect to the database: {0}")]
    Unreachable(String),
    /// The server of the database does not let this program in, or the address is not valid.
    #[error("can’t connect to the database: {0}")]
    NotLetIn(String),
    /// The database has not answered a commit, so the data may or may not be written.
    #[error("the database has not answered, so this may or may not have been written: {0}")]
    Unknown(String),
    /// The database was written by a newer version of this program.
    #[error("a newer version of Bagatelle wrote the database: use that version")]
    Newer,
    /// The database was written by an older version of this program, and is not to be changed.
    #[error("an older version of Bagatelle wrote the data folder: start the server once to update it")]
    Older,
    /// The database cannot be brought up to date.
    #[error("can’t update the database: {0}")]
    Migration(#[source] Box<dyn StdError + Send + Sync>),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::ColumnDecode { index, source } => {
                Corrupt::new("a stored value", format!("column {index}: {source}")).into()
            }
            sqlx::Error::Database(e) if e.is_unique_violation() => StoreError::Conflict,
            sqlx::Error::Database(e) if e.code().is_some_and(|code| is_busy(&code)) => {
                StoreError::Busy(Box::new(sqlx::Error::Database(e)))
            }
            sqlx::Error::Database(e) if e.code().is_some_and(|code| is_full(&code)) => {
                StoreError::Full(e.message().to_owned())
            }
            // The server stops or starts.
            sqlx::Error::Database(e)
                if e.code().is_some_and(|code| {
                    code.len() == 5 && ["57P", "08"].iter().any(|class| code.starts_with(class))
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

/// Whether this code of a database means that it is busy.
fn is_busy(code: &str) -> bool {
    if code.len() == 5 {
        // Transactions that are in each other's way, too long a wait for a lock or a statement, and too many
        // connections.
        return matches!(code, "40001" | "40P01" | "55P03" | "57014" | "53300");
    }
    // The low eight bits are the kind of the error: 5 is SQLITE_BUSY, 6 is SQLITE_LOCKED.
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 5 | 6))
}

/// Whether this code of a database means that there is no room for a write.
fn is_full(code: &str) -> bool {
    matches!(code, "13" | "53100")
}

/// An error of the database in one sentence, with what to do where that is known.
fn told(error: &(dyn StdError + Send + Sync + 'static)) -> String {
    let error = error.downcast_ref().map_or(error, |Shared(inner)| &**inner);
    let Some(sqlx::Error::Database(error)) = error.downcast_ref() else {
        return format!("the database: {error}");
    };
    let message = error.message();
    // The low eight bits of a code of SQLite are the kind of the error.
    match error.code().and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff) {
        Some(READ_ONLY) => format!(
            "can’t write to the database ({message}): make sure its files and their folder belong to the \
             user who runs this"
        ),
        Some(IO) => format!("the disk is failing ({message}): look for the reason in the system log"),
        Some(CANNOT_OPEN) => format!(
            "there is no database to open ({message}): make sure this is the right folder and this user may \
             read it"
        ),
        _ => format!("the database: {message}"),
    }
}

/// `SQLITE_READONLY`.
const READ_ONLY: u32 = 8;
/// `SQLITE_IOERR`.
const IO: u32 = 10;
/// `SQLITE_CANTOPEN`.
const CANNOT_OPEN: u32 = 14;

/// How often a transaction is tried again after the database has ended it in favour of another one.
const MOST_TRIES: u32 = 10;

/// An error that several callers get.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
struct Shared(Arc<dyn StdError + Send + Sync>);

impl StoreError {
    /// Makes the same error again and again, for every caller that waits for it.
    pub(crate) fn shared(self) -> impl Fn() -> StoreError {
        let again: fn(Shared) -> StoreError = match &self {
            StoreError::Unreachable(_) => |told| StoreError::Unreachable(told.to_string()),
            StoreError::Full(_) => |told| StoreError::Full(told.to_string()),
            StoreError::Unknown(_) => |told| StoreError::Unknown(told.to_string()),
            StoreError::Busy(_) => |told| StoreError::Busy(Box::new(told)),
            _ => |told| StoreError::Database(Box::new(told)),
        };
        let shared = match self {
            StoreError::Database(error) | StoreError::Busy(error) => Shared(Arc::from(error)),
            StoreError::Unreachable(why) | StoreError::Unknown(why) | StoreError::Full(why) => {
                let why: Box<dyn StdError + Send + Sync> = why.into();
                Shared(Arc::from(why))
            }
            other => Shared(Arc::new(other)),
        };
        move || again(shared.clone())
    }

    /// The code that PostgreSQL gives an error. That of SQLite is shorter.
    fn state(&self) -> Option<String> {
        let (StoreError::Database(error) | StoreError::Busy(error)) = self else { return None };
        let Some(sqlx::Error::Database(error)) = error.downcast_ref() else { return None };
        error.code().filter(|code| code.len() == 5).map(|code| code.into_owned())
    }

    /// Whether to try the failed transaction again because another one blocked it; counts how often this
    /// was the case.
    pub(crate) fn can_be_tried_again(&self, tries: &mut u32) -> bool {
        let again = *tries < MOST_TRIES
            && self.state().is_some_and(|state| matches!(state.as_str(), "40001" | "40P01"));
        *tries += u32::from(again);
        again
    }

    /// Whether the database cannot do its work now.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        use StoreError::{Busy, Full, Unknown, Unreachable};
        matches!(self, Unreachable(_) | Unknown(_) | Busy(_) | Full(_))
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
        // The message of the system or the server, without the text around it.
        let mut cause: &dyn StdError = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        let why = cause.to_string();
        match error {
            sqlx::Error::Database(e) => match e.code().as_deref() {
                // It starts, or all its connections are taken.
                Some("57P03" | "53300") => StoreError::Unreachable(why),
                _ => StoreError::NotLetIn(why),
            },
            // A wrong certificate is reported as invalid data.
            sqlx::Error::Io(e) if e.kind() != ErrorKind::InvalidData => StoreError::Unreachable(why),
            _ => StoreError::NotLetIn(why),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_error_is_one_sentence_that_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let error = crate::Store::open(&folder.path().join("missing/file")).await.unwrap_err();
        let sentence = "there is no database to open (unable to open database file): make sure";
        assert!(error.to_string().starts_with(sentence), "{error}");
        assert!(error.source().is_none(), "what is said once is not said again");
    }

    #[test]
    fn what_passes_is_told_from_what_lasts() {
        // As SQLite says it, with and without a reason, and as PostgreSQL does.
        for code in ["5", "6", "261", "262", "517", "773", "40001", "40P01", "55P03", "57014", "53300"] {
            assert!(is_busy(code), "{code}");
        }
        for code in
            ["1", "8", "10", "11", "13", "26", "266", "1299", "53100", "53200", "57P01", "08006", "23505"]
        {
            assert!(!is_busy(code), "{code}");
        }
        // All callers that wait for one transaction are told the same.
        let told = || StoreError::Database(Box::new(sqlx::Error::RowNotFound));
        assert_eq!(told().shared()().to_string(), told().to_string());
        let again = StoreError::Busy("the file is locked".into()).shared();
        assert!(matches!(again(), StoreError::Busy(_)) && again().to_string().contains("the file is locked"));
        let again = StoreError::Unreachable("no answer".into()).shared();
        assert_eq!(again().to_string(), StoreError::Unreachable("no answer".into()).to_string());
    }
}
