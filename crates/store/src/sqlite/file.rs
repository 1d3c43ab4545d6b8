//! How the file of a database is opened, and whether it is whole.

use crate::{Result, StoreError};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use std::path::Path;
use std::time::Duration;

/// The changes of the database, in order.
pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// A pool of so many connections. They are not pinged before use: a file in the same process does not hang up, and the ping
/// costs as much as a small query.
pub(super) fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new().max_connections(connections).test_before_acquire(false)
}

/// How long a lock of another process is waited for.
pub(super) const BUSY_TIME: Duration = Duration::from_secs(5);

/// How the file is opened: a commit is on disk when it returns.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIME)
}

/// Reads all pages once, which takes a second for some hundred megabytes: damage that is found later spoils single games at odd
/// moments. A value that its column does not allow is a matter of its own row, which is reported when it is read.
pub(super) async fn ensure_whole(pool: &SqlitePool) -> Result<()> {
    let query = sqlx::query_scalar("PRAGMA quick_check");
    let found: Vec<String> = query.fetch_all(pool).await.map_err(StoreError::opening)?;
    let of_a_row = |line: &String| line.starts_with("CHECK constraint failed") || line.contains(" value in ");
    match found.into_iter().find(|line| line != "ok" && !of_a_row(line)) {
        None => Ok(()),
        Some(damage) => Err(StoreError::Damaged(damage.lines().next().unwrap_or_default().to_owned())),
    }
}
