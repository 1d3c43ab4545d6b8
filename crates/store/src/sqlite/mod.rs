//! The store in one SQLite file.
//!
//! Writes go through one connection, reads through several (`journal_mode = WAL`), so readers never wait and writers never
//! meet. A write is on disk (`synchronous = FULL`) when its call returns.

use crate::Result;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use std::path::Path;
use std::time::Duration;

/// A store in one SQLite file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    write: SqlitePool,
    read: SqlitePool,
}

impl SqliteStore {
    /// Opens the database, creates it if it is missing, and brings it up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by a newer version of this program.
    pub async fn open(file: &Path) -> Result<SqliteStore> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let write = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        sqlx::migrate!("migrations/sqlite").run(&write).await?;
        let read = SqlitePoolOptions::new().max_connections(4).connect_lazy_with(options.read_only(true));
        Ok(SqliteStore { write, read })
    }
}
