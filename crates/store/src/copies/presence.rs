//! Who has a table open at which server.

use super::super::database::{query_as, statement};
use super::{Copies, Notice};
use crate::Result;
use bagatelle_table::Millis;

row! {
    /// A person who is, or was, at a table through another server.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct PresentElsewhere {
        /// The person; empty for visitors without an id.
        pub person: String,
        /// How many event streams are open.
        pub streams: i64,
        /// When the last one ended.
        pub ended: Option<Millis>,
        /// Until when requests have come, at least.
        pub asked: Option<Millis>,
    }
}

impl Copies {
    /// Records who is at a table through this server, and tells the others.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keep_presence(&self, table: &str, present: &PresentElsewhere) -> Result<()> {
        let notice = Notice::Beside(table.to_owned()).texts(&self.id).concat();
        statement(
            "WITH kept AS (INSERT INTO copy_presence (table_id, copy, person, streams, ended, asked, stamp)
                 VALUES ($1, $2, $3, $4, $5, $6, extract(epoch FROM clock_timestamp()) * 1000000)
                 ON CONFLICT (table_id, copy, person) DO UPDATE SET streams = excluded.streams, ended = \
                 excluded.ended,
                     asked = excluded.asked, stamp = excluded.stamp
                 RETURNING 1)
             SELECT pg_notify('bagatelle', $7) FROM kept",
        )
        .bind(table)
        .bind(&self.id)
        .bind(&present.person)
        .bind(present.streams)
        .bind(present.ended)
        .bind(present.asked)
        .bind(notice)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Who is, or was, at a table through the other running servers; a person may be there through
    /// several.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn present(&self, table: &str) -> Result<Vec<PresentElsewhere>> {
        let query =
            "SELECT person, streams, ended, asked FROM copy_presence WHERE table_id = $1 AND copy <> $2";
        query_as(query).bind(table).bind(&self.id).fetch_all(&self.pool).await
    }

    /// How many people watch each of some tables through the other running servers, without those who play;
    /// tables without any are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn watching(&self, tables: &[&str]) -> Result<Vec<(String, usize)>> {
        let tables: serde_json::Value = tables.iter().map(|table| [*table]).collect();
        let rows: Vec<(String, i64)> = query_as(
            "SELECT p.table_id, count(DISTINCT person) FILTER (WHERE person <> '')
                 + coalesce(sum(streams) FILTER (WHERE person = ''), 0)::bigint
             FROM copy_presence p WHERE copy <> $2 AND streams > 0
                 AND p.table_id IN (SELECT value ->> 0 FROM json_each($1))
                 AND NOT EXISTS (SELECT 1 FROM seat_summaries m
                     WHERE m.table_id = p.table_id AND m.person = p.person)
             GROUP BY p.table_id",
        )
        .bind(tables.to_string())
        .bind(&self.id)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .into_iter()
            .map(|(table, count)| (table, usize::try_from(count).unwrap_or_default()))
            .collect())
    }

    /// Forgets who has left a table that this server no longer holds.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_presence(&self, before: Millis) -> Result<()> {
        let query =
            "DELETE FROM copy_presence WHERE copy = $1 AND streams = 0 AND coalesce(ended, asked, 0) < $2
             AND coalesce(asked, ended, 0) < $2";
        statement(query).bind(&self.id).bind(before).execute(&self.pool).await?;
        Ok(())
    }
}
