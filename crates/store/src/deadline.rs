//! How long a database may take to answer. No statement waits forever: a connection can fall silent (a host
//! is lost, a firewall forgets it), and then it reports nothing, not even an error.

use sqlx::PgConnection;
use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::{PgPoolOptions, Postgres};
use sqlx::{Connection as _, Pool};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long a statement may take, a transaction with all its statements, or a new connection.
pub(super) const ANSWER: Duration = Duration::from_secs(10);

/// The same for commands, which read and write the whole database.
pub(super) const ANSWER_TO_COMMANDS: Duration = Duration::from_secs(60 * 60);

/// How long an idle connection may take to say that it is still there.
pub(super) const PING: Duration = Duration::from_secs(2);

/// How long PostgreSQL keeps a transaction and its locks when it hears no more of it: longer than this
/// program waits, since a command may wait for its reader meanwhile.
const IDLE: &str = "60s";

/// What PostgreSQL is told for each connection: it ends a transaction whose server has fallen silent, and
/// the connection. A database that does not know one of these settings says so, and works without it.
const SESSION: [(&str, &str); 5] = [
    ("idle_in_transaction_session_timeout", IDLE),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "15000"),
];

/// When a connection last fell silent. Older connections are not trusted either: they have probably gone the
/// same way, and each would take as long to find out.
#[derive(Debug, Default)]
pub(super) struct Silence(Mutex<Option<Instant>>);

impl Silence {
    /// Notes that a connection has fallen silent.
    pub(super) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether a connection of this age existed when one fell silent.
    fn covers(&self, age: Duration) -> bool {
        let noted = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.is_some_and(|at| age > at.elapsed())
    }

    /// Whether an idle connection can be used again.
    async fn may_be_used(&self, one: &mut PgConnection, about: PoolConnectionMetadata) -> bool {
        if self.covers(about.age) {
            return false;
        }
        match timeout(PING, one.ping()).await {
            Ok(answered) => answered.is_ok(),
            Err(_) => {
                self.note();
                false
            }
        }
    }

    /// A pool that gives out no connection that has fallen silent.
    pub(super) fn guard(self: &Arc<Silence>, pool: PgPoolOptions) -> PgPoolOptions {
        let silence = Arc::clone(self);
        pool.test_before_acquire(false)
            .before_acquire(move |one, about| {
                let silence = Arc::clone(&silence);
                Box::pin(async move { Ok(silence.may_be_used(one, about).await) })
            })
            .after_connect(|one, _| Box::pin(begin(one)))
    }
}

/// Tells PostgreSQL when to give a connection up.
async fn begin(one: &mut PgConnection) -> sqlx::Result<()> {
    for (name, value) in SESSION {
        let query = sqlx::query("SELECT set_config($1, $2, false)").bind(name).bind(value);
        match query.execute(&mut *one).await {
            Ok(_) | Err(sqlx::Error::Database(_)) => (),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Connections of PostgreSQL.
pub(super) type Guarded = (Pool<Postgres>, Arc<Silence>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Store, StoreError};
    use bagatelle_testdb::{Database, Wire};

    /// A store that waits for two seconds.
    async fn impatient(address: &str) -> Store {
        let store = Store::connect(address).await.unwrap();
        let pool = store.write.within(Duration::from_secs(2));
        Store::new(pool.clone(), pool, None, None)
    }

    /// Loses the connection to the database when a commit is sent, which arrives or does not.
    async fn lose_a_commit(arrives: bool) {
        let database = Database::new().await;
        let wire = Wire::new(&database).await;
        let store = impatient(&wire.address()).await;
        // Several connections, all of which fall silent.
        let (one, other) = tokio::join!(store.keep_name("ann", "Ann"), store.keep_name("bob", "Bob"));
        one.and(other).unwrap();
        wire.fall_silent_at("COMMIT", arrives);
        let lost = store.keep_name("ann", "Anna").await.unwrap_err();
        assert!(matches!(lost, StoreError::Unknown(_)), "{lost}");
        assert!(store.writes_fail());
        // None of the others is waited for.
        let begun = Instant::now();
        store.keep_name("bob", "Bobby").await.unwrap();
        assert!(begun.elapsed() < PING, "{:?}", begun.elapsed());
        assert!(!store.writes_fail() && store.oldest_write().is_zero());
        let written = if arrives { "Anna" } else { "Ann" };
        assert_eq!(store.name_of("ann").await.unwrap().as_deref(), Some(written));
        store.close().await;
    }

    #[tokio::test]
    async fn a_commit_that_is_not_answered_may_be_done_or_not() {
        tokio::join!(lose_a_commit(true), lose_a_commit(false));
    }

    #[tokio::test]
    async fn what_falls_silent_before_the_commit_is_not_written() {
        let database = Database::new().await;
        let wire = Wire::new(&database).await;
        let store = impatient(&wire.address()).await;
        wire.fall_silent_at("BEGIN", true);
        let waits = async {
            while store.oldest_write() < PING / 2 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let (lost, ()) = tokio::join!(store.keep_name("ann", "Ann"), waits);
        let lost = lost.unwrap_err();
        assert!(matches!(lost, StoreError::Unreachable(_)), "{lost}");
        assert_eq!(store.name_of("ann").await.unwrap(), None);
        store.close().await;
    }

    #[tokio::test]
    async fn a_connection_that_falls_silent_while_it_rests_is_found_out_before_it_is_used() {
        let database = Database::new().await;
        let wire = Wire::new(&database).await;
        let store = Store::connect(&wire.address()).await.unwrap();
        store.keep_name("ann", "Ann").await.unwrap();
        wire.fall_silent();
        let begun = Instant::now();
        store.keep_name("ann", "Anna").await.unwrap();
        assert_eq!(store.name_of("ann").await.unwrap().as_deref(), Some("Anna"));
        assert!(begun.elapsed() < ANSWER / 2, "{:?}", begun.elapsed());
        assert!(!store.writes_fail());
        store.close().await;
    }

    #[tokio::test]
    async fn a_file_that_does_not_answer_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
        let pool = store.read.within(Duration::from_millis(200));
        let long = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000000)
             SELECT count(*) FROM n";
        let query = crate::database::query_scalar::<i64>(long);
        let silent = query.fetch_one(&pool).await.unwrap_err();
        assert!(matches!(silent, StoreError::Unreachable(_)), "{silent}");
        store.keep_name("ann", "Ann").await.unwrap();
        assert_eq!(store.name_of("ann").await.unwrap().as_deref(), Some("Ann"));
        store.close().await;
    }
}
