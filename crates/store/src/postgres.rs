//! A database of a PostgreSQL server.

use super::database::Pool;
use super::deadline::{ANSWER, Guarded, Silence};
use super::migrations;
use crate::{Result, StoreError};
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use std::cmp::Ordering;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The most connections of one server. A write needs one until it ends, a read for one statement.
const CONNECTIONS: u32 = 12;

/// How long a request waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// Connects, and brings the database up to date.
pub(super) async fn connect(address: &str) -> Result<Pool> {
    let pool = reach(address).await?;
    migrations::POSTGRES.run(&pool.0).await?;
    Ok(Pool::postgres(pool))
}

/// Connects to a database that a server may be using, which must be up to date.
pub(super) async fn connect_beside(address: &str) -> Result<Pool> {
    let pool = reach(address).await?;
    let query = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
    // A database without this table has never been served.
    let schema: i64 = sqlx::query_scalar(query).fetch_one(&pool.0).await.map_err(|_| StoreError::Older)?;
    match migrations::newest(&migrations::POSTGRES).cmp(&schema) {
        Ordering::Less => Err(StoreError::Newer),
        Ordering::Greater => Err(StoreError::Older),
        Ordering::Equal => Ok(Pool::postgres(pool)),
    }
}

async fn reach(address: &str) -> Result<Guarded> {
    let options: PgConnectOptions = address.parse().map_err(StoreError::connecting)?;
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    // Tried once outside the pool, which would wait for a connection that never comes.
    let one = connected(PgConnection::connect_with(&options)).await?;
    one.close().await.map_err(StoreError::connecting)?;
    let silence = Arc::<Silence>::default();
    let pool = silence.guard(pool).connect_lazy_with(options.application_name("bagatelle"));
    Ok((pool, silence))
}

/// A connection that is made in time.
async fn connected(connection: impl Future<Output = sqlx::Result<PgConnection>>) -> Result<PgConnection> {
    let made = timeout(ANSWER, connection).await;
    made.map_err(|_| StoreError::Unreachable("no answer".into()))?.map_err(StoreError::connecting)
}

/// The number of the lock; it only matters that it is the same in all versions.
const LOCK: i64 = 0x0062_6167_6174_656c;

/// How often to ask for it: the database may not have noticed yet that a server has ended.
const TRIES: u32 = 20;

/// How long the database may take to answer on a connection that is held.
const LOCK_ANSWER: Duration = Duration::from_secs(4);

/// What a process does with a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// It serves the database, beside others that do.
    Shared,
    /// It has the database for itself.
    Alone,
}

/// The database, locked for the servers that run on it, or for one process alone. The lock belongs to a
/// connection, which the database closes when the process ends, however it ends.
#[derive(Debug)]
pub struct DatabaseLock {
    address: String,
    hold: Hold,
    connection: PgConnection,
    pid: i32,
}

impl DatabaseLock {
    /// Locks the database at an address of PostgreSQL. `None` if another process has locked it for itself, or
    /// servers run where this one is to be alone.
    ///
    /// # Errors
    /// When the address is not valid, or the database cannot be reached or refuses.
    pub async fn new(address: &str, hold: Hold) -> Result<Option<DatabaseLock>> {
        let mut connection = connected(PgConnection::connect(address)).await?;
        let pid = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut connection).await?;
        let mut lock = DatabaseLock { address: address.to_owned(), hold, connection, pid };
        for _ in 0..TRIES {
            if lock.ask().await? {
                return Ok(Some(lock));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(None)
    }

    async fn ask(&mut self) -> Result<bool> {
        let query = match self.hold {
            Hold::Shared => "SELECT pg_try_advisory_lock_shared($1)",
            Hold::Alone => "SELECT pg_try_advisory_lock($1)",
        };
        Ok(sqlx::query_scalar(query).bind(LOCK).fetch_one(&mut self.connection).await?)
    }

    /// Makes sure that the lock is still held, and locks again after the connection was lost.
    pub(super) async fn renew(&mut self) -> Result<()> {
        let held = sqlx::query("SELECT 1").execute(&mut self.connection);
        if matches!(timeout(LOCK_ANSWER, held).await, Ok(Ok(_))) {
            return Ok(());
        }
        let again = DatabaseLock::new(&self.address, self.hold);
        let again = timeout(LOCK_ANSWER, again).await;
        let again = again.map_err(|_| StoreError::Unreachable("no answer".into()))??;
        *self =
            again.ok_or_else(|| StoreError::Unreachable("another process has exclusive use of it".into()))?;
        Ok(())
    }

    /// The process of the database in which the lock is held.
    pub(super) fn pid(&self) -> i32 {
        self.pid
    }
}
