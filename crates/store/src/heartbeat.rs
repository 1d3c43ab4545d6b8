//! When servers ran.

use super::copies::Notice;
use super::database::{Connection, query_as, query_scalar, statement};
use crate::{Result, Store};
use bagatelle_table::{Downtime, Millis};

/// How long other servers may say nothing before that time counts as downtime, in milliseconds.
const STILL: Millis = 15_000;

/// Notes that a server runs now; the time since the last note counts as downtime if it is the first.
async fn note(connection: &mut Connection, now: Millis, first: bool) -> Result<()> {
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

impl Store {
    /// Notes that a server runs now. At the start of a server (`first`) the time since the last note counts
    /// as downtime, unless another server runs on the same database.
    pub async fn heartbeat(&self, now: Millis, first: bool) -> Result<()> {
        // If another server runs, the time since the last note is not downtime.
        let alone = match &self.copies {
            Some(copies) if first => copies.is_alone().await?,
            _ => true,
        };
        transaction!(self, write => note(&mut write, now, first && alone))
    }

    /// Records a time in which no server ran, or the server stood still. The notes of other servers on the
    /// same database count: if one of them ran, nothing is recorded.
    pub async fn note_downtime(&self, begin: Millis, end: Millis) -> Result<()> {
        transaction!(self, write => async {
            let mut begin = begin;
            if self.copies.is_some() {
                // One server after the other decides.
                write.lock("SELECT at FROM heartbeat WHERE id = CAST($1 AS BIGINT) FOR UPDATE", "1").await?;
                let query = query_scalar("SELECT at FROM heartbeat WHERE id = 1");
                let last: Option<Millis> = query.fetch_optional(&mut *write).await?;
                begin = last.map_or(begin, |last| begin.max(last));
                if end - begin < STILL {
                    return Ok(());
                }
            }
            let query = "INSERT INTO downtimes (begin_at, end_at) VALUES ($1, $2)";
            statement(query).bind(begin).bind(end).execute(&mut *write).await?;
            note(&mut write, end, false).await?;
            self.tell(&mut write, || Notice::Downtimes).await
        })
    }

    /// The times when no server ran, in order.
    pub async fn downtimes(&self) -> Result<Vec<Downtime>> {
        let query = "SELECT begin_at, end_at FROM downtimes ORDER BY begin_at";
        query_as(query).fetch_all(&self.read).await
    }
}
