//! A database in one file of SQLite.
//!
//! All writes go through one connection, reads through several (`journal_mode = WAL`), so readers never wait
//! and writers never meet. A commit is on disk when it returns (`synchronous = FULL`).

use super::database::Pool;
use super::migrations;
use crate::{Result, StoreError, create_private};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a lock of another process is waited for.
pub(super) const BUSY_TIME: Duration = Duration::from_secs(5);

/// A pool of at most this many connections. They are not pinged before use: a file in the same process does
/// not hang up, and the ping costs as much as a small query.
pub(super) fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new().max_connections(connections).test_before_acquire(false)
}

/// The name of a file as it is given to SQLite, which takes names that begin with `file:` for addresses.
pub(super) fn plain(file: &Path) -> PathBuf {
    match file.as_os_str().as_encoded_bytes().starts_with(b"file:") {
        true => Path::new(".").join(file),
        false => file.to_owned(),
    }
}

/// How the file is opened: a commit is on disk when it returns.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(plain(file))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // What a statement may have to undo is kept in memory: it is as large as the pages that a batch of
        // moves changes.
        .pragma("temp_store", "memory")
        .foreign_keys(true)
        .busy_timeout(BUSY_TIME)
}

/// Opens a file, creates it if it is missing, and brings it up to date. Returns the connection that writes,
/// and those that read.
///
/// The connections share a small file beside the database, for which there may be no room. Then there is one
/// connection for all, which keeps other processes out and needs no such file.
pub(super) async fn open(file: &Path) -> Result<(Pool, Pool)> {
    // Where it cannot be made, SQLite says why.
    let _ = create_private(file);
    let options = options(file);
    let (write, read) = match pool(1).connect_with(options.clone()).await {
        Err(error) if has_no_room(&error) => {
            let alone = options.locking_mode(SqliteLockingMode::Exclusive);
            let both = pool(1).connect_with(alone).await.map_err(StoreError::opening)?;
            (both.clone(), both)
        }
        write => {
            let write = write.map_err(StoreError::opening)?;
            (write, pool(4).connect_lazy_with(options.read_only(true)))
        }
    };
    ensure_whole(&write).await?;
    migrations::SQLITE.run(&write).await?;
    Ok((Pool::sqlite(write), Pool::sqlite(read)))
}

/// Whether there was no room for the file that connections share: `SQLITE_IOERR_SHMSIZE`.
fn has_no_room(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == "4874")
}

/// Reads all pages once, which takes about a second for a few hundred megabytes: damage that is found later
/// spoils single games at odd moments. A value that its column does not allow affects only its row, and is
/// reported when the row is read.
pub(super) async fn ensure_whole(pool: &SqlitePool) -> Result<()> {
    let query = sqlx::query_scalar("PRAGMA quick_check");
    let found: Vec<String> = query.fetch_all(pool).await.map_err(StoreError::opening)?;
    let of_a_row = |line: &String| line.starts_with("CHECK constraint failed") || line.contains(" value in ");
    match found.into_iter().find(|line| line != "ok" && !of_a_row(line)) {
        None => Ok(()),
        Some(damage) => Err(StoreError::Damaged(damage.lines().next().unwrap_or_default().to_owned())),
    }
}
