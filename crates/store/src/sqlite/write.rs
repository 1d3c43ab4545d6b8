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

#[cfg(test)]
mod tests {
    use super::super::names;
    use crate::{SessionId, SqliteStore, Store};
    use bagatelle_table::Visitor;
    use std::future::Future;
    use std::task::{Context, Waker};

    async fn sign_up(store: &SqliteStore, id: &str, name: &str) -> crate::Result<()> {
        store.sign_up(&Visitor::anonymous(id), name, "$", &SessionId::new(id), 1).await
    }

    #[tokio::test]
    async fn a_full_disk_spoils_no_later_write() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
        let long = "x".repeat(1 << 20);
        for _ in 0..3 {
            sqlx::raw_sql("PRAGMA max_page_count = 1").execute(&store.write).await.unwrap();
            assert!(sign_up(&store, "ann", &long).await.is_err());
        }
        sign_up(&store, "ann", "Ann").await.unwrap();
        assert_eq!(store.account_named("ann").await.unwrap().unwrap().id, "ann");
        store.close().await;
    }

    #[tokio::test]
    async fn a_transaction_that_is_dropped_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
        let mut write = store.begin().await.unwrap();
        names::keep(&mut write, "ann", "Ann").await.unwrap();
        assert_eq!(names::name_of(&mut *write, "ann").await.unwrap().as_deref(), Some("Ann"));
        drop(write);
        // The next write waits for no lock.
        store.keep_name("bob", "Bob").await.unwrap();
        assert_eq!(store.name_of("ann").await.unwrap(), None);
        assert_eq!(store.name_of("bob").await.unwrap().as_deref(), Some("Bob"));

        // A call whose caller gives up after the first step is all done, or not at all, once the next write is.
        let mut call = Box::pin(sign_up(&store, "cat", "Cat"));
        assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(call);
        store.keep_name("bob", "Bobby").await.unwrap();
        let account = store.account("cat").await.unwrap();
        assert_eq!(store.resolve_token("s-cat", 2).await.unwrap().is_some(), account.is_some());
        store.close().await;
    }
}
