//! When servers ran.

use crate::Result;
use bagatelle_table::{Downtime, Millis};
use sqlx::sqlite::{SqliteConnection, SqlitePool};

pub(super) async fn heartbeat(connection: &mut SqliteConnection, now: Millis, first: bool) -> Result<()> {
    if first {
        sqlx::query("INSERT INTO downtimes (begin_at, end_at) SELECT at, $1 FROM heartbeat WHERE at < $1")
            .bind(now)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
        "INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = max(at, $1)",
    )
    .bind(now)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

pub(super) async fn note_downtime(
    connection: &mut SqliteConnection,
    begin: Millis,
    end: Millis,
) -> Result<()> {
    let query = "INSERT INTO downtimes (begin_at, end_at) VALUES ($1, $2)";
    sqlx::query(query).bind(begin).bind(end).execute(&mut *connection).await?;
    heartbeat(connection, end, false).await
}

pub(super) async fn downtimes(pool: &SqlitePool) -> Result<Vec<Downtime>> {
    let query = "SELECT begin_at, end_at FROM downtimes ORDER BY begin_at";
    Ok(sqlx::query_as(query).fetch_all(pool).await?)
}
