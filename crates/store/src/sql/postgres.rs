//! A database of a PostgreSQL server.

use super::database::{Pool, query_scalar, statement};
use crate::{Result, StoreError};
use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use std::cmp::Ordering;
use std::time::Duration;

/// The changes of the database, in order.
static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// The most connections of one server. A write needs one until it ends, a read for one statement.
const CONNECTIONS: u32 = 12;

/// How long a request waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// Connects, and brings the database up to date.
pub(super) async fn connect(address: &str) -> Result<Pool> {
    let pool = reach(address).await?;
    MIGRATIONS.run(&pool).await?;
    Ok(Pool::Postgres(pool))
}

/// Connects to a database that a server may be using, which must be up to date.
pub(super) async fn connect_beside(address: &str) -> Result<Pool> {
    let pool = reach(address).await?;
    let query = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
    // A database without this table has never been served.
    let schema: i64 = sqlx::query_scalar(query).fetch_one(&pool).await.map_err(|_| StoreError::Older)?;
    match MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default().cmp(&schema) {
        Ordering::Less => Err(StoreError::Newer),
        Ordering::Greater => Err(StoreError::Older),
        Ordering::Equal => Ok(Pool::Postgres(pool)),
    }
}

async fn reach(address: &str) -> Result<PgPool> {
    let options: PgConnectOptions = address.parse().map_err(StoreError::connecting)?;
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    // Tried once outside the pool, which would wait for what will not come.
    let one = PgConnection::connect_with(&options).await.map_err(StoreError::connecting)?;
    one.close().await.map_err(StoreError::connecting)?;
    Ok(pool.connect_lazy_with(options.application_name("bagatelle")))
}

/// The secret, which is `fresh` if there was none before.
pub(super) async fn secret(pool: &Pool, fresh: &str) -> Result<String> {
    let query = "INSERT INTO secret (id, text) VALUES (1, $1) ON CONFLICT DO NOTHING";
    statement(query).bind(fresh).execute(pool).await?;
    query_scalar("SELECT text FROM secret").fetch_one(pool).await
}

/// The number of the lock; that it is the same in all versions is all that matters.
const LOCK: i64 = 0x0062_6167_6174_656c;

/// How often it is asked for: the database may not have noticed yet that a server has ended.
const TRIES: u32 = 20;

/// The database, locked for one server. The lock belongs to a connection, which the database closes when the process ends,
/// however it ends.
#[derive(Debug)]
pub struct DatabaseLock {
    _connection: PgConnection,
}

impl DatabaseLock {
    /// Locks the database at an address of PostgreSQL. `None` if another server has.
    ///
    /// # Errors
    /// When the address is none, or the database cannot be reached or refuses.
    pub async fn new(address: &str) -> Result<Option<DatabaseLock>> {
        let mut connection = PgConnection::connect(address).await.map_err(StoreError::connecting)?;
        for _ in 0..TRIES {
            let query = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK);
            if query.fetch_one(&mut connection).await? {
                return Ok(Some(DatabaseLock { _connection: connection }));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(None)
    }
}
