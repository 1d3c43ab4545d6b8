//! Transactions.

use super::database::{Connection, Pool, Sql};
use super::health::{Health, Unanswered};
use crate::{Result, StoreError};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A transaction. In SQLite it holds the write lock from its start.
///
/// The statements are plain SQL rather than `sqlx::Transaction`: SQLite rolls back by itself when the disk is
/// full or fails, and a `sqlx::Transaction` would count a level too many on that connection from then on.
/// Here a connection on which the database has failed, or whose transaction was neither committed nor rolled
/// back (its future was dropped), is closed, and the pool opens another one.
pub(super) struct Write {
    connection: Connection,
    spoilt: bool,
    health: Arc<Health>,
    _waits: Unanswered,
}

impl Write {
    /// `health` tells from the end of the transaction on whether the database has failed in it.
    pub(super) async fn begin(pool: &Pool, health: &Arc<Health>) -> Result<Write> {
        let waits = health.wait();
        let begun = async {
            let connection = pool.acquire().await?;
            let mut write = Write { connection, spoilt: true, health: Arc::clone(health), _waits: waits };
            write.connection.run(Sql::either("BEGIN IMMEDIATE", "BEGIN")).await?;
            Ok(write)
        };
        let begun = begun.await;
        if begun.is_err() {
            health.note(true);
        }
        begun
    }

    /// Commits after a success, rolls back after an error. [`StoreError::Unknown`] if the commit is not
    /// answered; the connection undoes everything before the commit.
    pub(super) async fn finish<T>(mut self, result: Result<T>) -> Result<T> {
        let statement = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
        let done = self.connection.run(statement.into()).await;
        let done = match done {
            Err(StoreError::Unreachable(why)) if result.is_ok() => Err(StoreError::Unknown(why)),
            done => done,
        };
        let ended = done.is_ok();
        // The caller needs to know the first error.
        let result = result.and_then(|value| done.map(|()| value));
        let failed =
            result.as_ref().is_err_and(|error| error.is_outage() || matches!(error, StoreError::Database(_)));
        self.spoilt = failed || !ended;
        self.health.note(failed);
        result
    }
}

impl Deref for Write {
    type Target = Connection;
    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        if self.spoilt {
            self.connection.close_on_drop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::database::statement;
    use super::super::names;
    use crate::{SessionId, Store, StoreError};
    use bagatelle_table::Visitor;
    use std::future::Future;
    use std::task::{Context, Waker};

    /// Lets the file grow no further, for writes on the open connection.
    async fn limit_size(store: &Store) {
        store.write.acquire().await.unwrap().run("PRAGMA max_page_count = 1".into()).await.unwrap();
    }

    async fn sign_up(store: &Store, id: &str, name: &str) -> crate::Result<()> {
        store.sign_up(&Visitor::anonymous(id), name, "$", &SessionId::new(id), 1).await
    }

    #[tokio::test]
    async fn a_full_disk_spoils_no_later_write() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
        let long = "x".repeat(1 << 20);
        for _ in 0..3 {
            limit_size(&store).await;
            assert!(sign_up(&store, "ann", &long).await.is_err());
            assert!(store.writes_fail());
        }
        sign_up(&store, "ann", "Ann").await.unwrap();
        assert!(!store.writes_fail());
        assert!(sign_up(&store, "bob", "Ann").await.is_err());
        assert!(!store.writes_fail(), "a name that is taken is no fault of the database");
        assert_eq!(store.account_named("ann").await.unwrap().unwrap().id, "ann");
        store.close().await;
    }

    #[tokio::test]
    async fn a_file_that_another_process_holds_is_busy() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bagatelle.sqlite");
        let store = Store::open(&file).await.unwrap();
        let other = crate::sqlite::pool(1).connect_with(crate::sqlite::options(&file)).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&other).await.unwrap();
        let busy = sign_up(&store, "ann", "Ann").await.unwrap_err();
        assert!(matches!(busy, StoreError::Busy(_)) && busy.to_string().contains("locked"), "{busy}");
        sqlx::query("ROLLBACK").execute(&other).await.unwrap();
        other.close().await;
        sign_up(&store, "ann", "Ann").await.unwrap();
        store.close().await;
    }

    #[test]
    fn a_folder_may_be_called_as_an_address_begins() {
        use crate::sqlite::plain;
        use std::path::Path;
        for (name, told) in
            [("file:x/db", "./file:x/db"), ("data/db", "data/db"), ("/file:x", "/file:x"), ("files", "files")]
        {
            assert_eq!(plain(Path::new(name)), Path::new(told));
        }
    }

    #[tokio::test]
    async fn a_connection_that_has_failed_is_not_used_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
        sign_up(&store, "ann", "Ann").await.unwrap();
        let settings = |text: &str| serde_json::Map::from_iter([("look".to_owned(), text.into())]);
        limit_size(&store).await;
        assert!(store.keep_settings("ann", &settings(&"x".repeat(1 << 20))).await.is_err());
        assert!(store.writes_fail());
        // The limit holds for the connection on which it was set.
        store.keep_settings("ann", &settings(&"x".repeat(1 << 20))).await.unwrap();
        assert!(!store.writes_fail());
        store.close().await;
    }

    #[tokio::test]
    async fn a_transaction_that_is_dropped_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
        let mut write = store.begin().await.unwrap();
        let insert = statement("INSERT INTO people (id, name) VALUES ('ann', 'Ann')");
        insert.execute(&mut *write).await.unwrap();
        assert_eq!(names::name_of(&mut *write, "ann").await.unwrap().as_deref(), Some("Ann"));
        drop(write);
        // The next write waits for no lock.
        store.keep_name("bob", "Bob").await.unwrap();
        assert_eq!(store.name_of("ann").await.unwrap(), None);
        assert_eq!(store.name_of("bob").await.unwrap().as_deref(), Some("Bob"));

        // A call whose caller gives up after the first step is done entirely or not at all by the time the
        // next write is done.
        let mut call = Box::pin(sign_up(&store, "cat", "Cat"));
        assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(call);
        store.keep_name("bob", "Bobby").await.unwrap();
        let account = store.account("cat").await.unwrap();
        assert_eq!(store.resolve_token("s-cat", 2).await.unwrap().is_some(), account.is_some());
        store.close().await;
    }
}
