//! When servers ran.

use super::database::{Connection, Pool, query_as, statement};
use crate::Result;
use bagatelle_table::{Downtime, Millis};

pub(super) async fn heartbeat(connection: &mut Connection, now: Millis, first: bool) -> Result<()> {
    if first {
        statement("INSERT INTO downtimes (begin_at, end_at) SELECT at, $1 FROM heartbeat WHERE at < $1")
            .bind(now)
            .execute(&mut *connection)
            .await?;
    }
    statement(
        "INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = $1 WHERE heartbeat.at < $1",
    )
    .bind(now)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

pub(super) async fn note_downtime(connection: &mut Connection, begin: Millis, end: Millis) -> Result<()> {
    let query = "INSERT INTO downtimes (begin_at, end_at) VALUES ($1, $2)";
    statement(query).bind(begin).bind(end).execute(&mut *connection).await?;
    heartbeat(connection, end, false).await
}

pub(super) async fn downtimes(pool: &Pool) -> Result<Vec<Downtime>> {
    let query = "SELECT begin_at, end_at FROM downtimes ORDER BY begin_at";
    query_as(query).fetch_all(pool).await
}
