//! A database of a PostgreSQL server.

use super::database::Pool;
use crate::{Result, StoreError};
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use std::time::Duration;

/// The most connections of one server. A write needs one until it ends, a read for one statement.
const CONNECTIONS: u32 = 12;

/// How long a request waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// Connects, and brings the database up to date.
pub(super) async fn connect(address: &str) -> Result<Pool> {
    let options: PgConnectOptions = address.parse().map_err(StoreError::connecting)?;
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    // Tried once outside the pool, which would wait for what will not come.
    let one = PgConnection::connect_with(&options).await.map_err(StoreError::connecting)?;
    one.close().await.map_err(StoreError::connecting)?;
    let pool = pool.connect_lazy_with(options.application_name("bagatelle"));
    sqlx::migrate!("migrations/postgres").run(&pool).await?;
    Ok(Pool::Postgres(pool))
}
