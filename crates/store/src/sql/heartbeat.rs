//! When servers ran.

use super::database::{Connection, Pool, query_as, query_scalar, statement};
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
        "INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = $1 WHERE \
         heartbeat.at < $1",
    )
    .bind(now)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// How long other servers may have said nothing before that counts as a time when none ran, in milliseconds.
const STILL: Millis = 15_000;

/// Notes a time when no server ran; where there can be others, the part of it in which none of them did.
/// Returns whether there is one.
pub(super) async fn note_downtime(
    connection: &mut Connection,
    begin: Millis,
    end: Millis,
    others: bool,
) -> Result<bool> {
    let mut begin = begin;
    if others {
        // One server after the other decides.
        connection.lock("SELECT at FROM heartbeat WHERE id = CAST($1 AS BIGINT) FOR UPDATE", "1").await?;
        let query = query_scalar("SELECT at FROM heartbeat WHERE id = 1");
        let last: Option<Millis> = query.fetch_optional(&mut *connection).await?;
        begin = last.map_or(begin, |last| begin.max(last));
        if end - begin < STILL {
            return Ok(false);
        }
    }
    let query = "INSERT INTO downtimes (begin_at, end_at) VALUES ($1, $2)";
    statement(query).bind(begin).bind(end).execute(&mut *connection).await?;
    heartbeat(connection, end, false).await?;
    Ok(true)
}

pub(super) async fn downtimes(pool: &Pool) -> Result<Vec<Downtime>> {
    let query = "SELECT begin_at, end_at FROM downtimes ORDER BY begin_at";
    query_as(query).fetch_all(pool).await
}
