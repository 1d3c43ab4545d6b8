//! Which servers are alive.

use super::super::database::{query_scalar, statement};
use super::super::postgres::DatabaseLock;
use super::{Copies, Notice};
use crate::Result;
use bagatelle_table::Millis;
use std::sync::Arc;

/// The servers, except `$1`, that have ended: the database has lost their connection, or has not heard of
/// them for six seconds.
macro_rules! ended {
    () => {
        "id <> $1 AND (beat < clock_timestamp() - INTERVAL '6 seconds' OR pid NOT IN (SELECT pid FROM pg_locks
             WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock' AND pid IS NOT NULL
                 AND classid = 6447463 AND objid = 1635018092
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))"
    };
}

/// A server's membership: it holds the lock that says that servers run, and keeps saying that this server
/// does.
#[derive(Debug)]
pub struct Membership {
    copies: Arc<Copies>,
    lock: Option<DatabaseLock>,
}

/// What a beat has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Beat {
    /// Whether the others had given this server up, or the database had lost what it knew.
    pub forgotten: bool,
    /// The servers that have ended since the last beat of any server; this server looks after the work that
    /// they leave.
    pub ended: Vec<String>,
}

impl Membership {
    /// Counts a server from now on. Without a lock of the database, only its beats say that it runs.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin(copies: Arc<Copies>, lock: Option<DatabaseLock>) -> Result<Membership> {
        let mut membership = Membership { copies, lock };
        membership.beat().await?;
        membership.copies.tell(&Notice::Copies).await?;
        Ok(membership)
    }

    /// Says that this server runs, and removes those that have ended. To be called every two seconds or so.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn beat(&mut self) -> Result<Beat> {
        if let Some(lock) = &mut self.lock {
            lock.renew().await?;
        }
        let (copies, pid) = (&self.copies, self.lock.as_ref().map(|lock| i64::from(lock.pid())));
        let fresh: bool = query_scalar(
            "INSERT INTO copies (id, beat, pid) VALUES ($1, clock_timestamp(), CAST($2 AS INTEGER))
             ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, pid = excluded.pid RETURNING xmax = 0",
        )
        .bind(&copies.id)
        .bind(pid)
        .fetch_one(&copies.pool)
        .await?;
        let ended: Vec<String> =
            query_scalar(concat!("DELETE FROM copies WHERE ", ended!(), " RETURNING id"))
                .bind(&copies.id)
                .fetch_all(&copies.pool)
                .await?;
        // This server's own listener hears it, too, and so knows that it is connected.
        let told = if ended.is_empty() { "beat" } else { "copies" };
        let text = format!("{} {told}", copies.id);
        statement("SELECT pg_notify('bagatelle', $1)").bind(text).execute(&copies.pool).await?;
        Ok(Beat { forgotten: fresh, ended })
    }
}

impl Copies {
    /// The database's time, in milliseconds since 1970.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn time(&self) -> Result<Millis> {
        let query = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)";
        query_scalar(query).fetch_one(&self.pool).await
    }

    /// Says that this server ends, so that the others need not find out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn leave(&self) -> Result<()> {
        statement("DELETE FROM copies WHERE id = $1").bind(&self.id).execute(&self.pool).await?;
        self.tell(&Notice::Copies).await
    }

    /// Whether no other server runs.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_alone(&self) -> Result<bool> {
        let query =
            concat!("SELECT NOT EXISTS (SELECT 1 FROM copies WHERE id <> $1 AND NOT (", ended!(), "))");
        query_scalar(query).bind(&self.id).fetch_one(&self.pool).await
    }
}
