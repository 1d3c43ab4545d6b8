//! Transactions on the writing connection.

use crate::Result;
use sqlx::SqliteConnection;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqlitePool};
use std::ops::{Deref, DerefMut};

/// A transaction that holds the write lock from its start.
///
/// The statements are plain SQL rather than `sqlx::Transaction`: SQLite rolls back by itself when the disk is full or fails, and
/// a `sqlx::Transaction` would count a level too many on that connection from then on. Here a transaction that has been
/// neither committed nor rolled back (its future was dropped, or the roll-back failed) closes the connection, and the pool
/// opens another one.
pub(super) struct Write {
    connection: PoolConnection<Sqlite>,
    open: bool,
}

impl Write {
    pub(super) async fn begin(pool: &SqlitePool) -> Result<Write> {
        let mut write = Write { connection: pool.acquire().await?, open: true };
        write.run("BEGIN IMMEDIATE").await?;
        Ok(write)
    }

    /// Commits after a success, rolls back after an error.
    pub(super) async fn finish<T>(mut self, result: Result<T>) -> Result<T> {
        let statement = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
        let done = self.run(statement).await;
        self.open = done.is_err();
        match result {
            Ok(value) => done.map(|()| value),
            // What went wrong first is what the caller needs to know.
            Err(error) => Err(error),
        }
    }

    async fn run(&mut self, statement: &'static str) -> Result<()> {
        sqlx::raw_sql(statement).execute(&mut *self.connection).await?;
        Ok(())
    }
}

impl Deref for Write {
    type Target = SqliteConnection;
    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        if self.open {
            self.connection.close_on_drop();
        }
    }
}
