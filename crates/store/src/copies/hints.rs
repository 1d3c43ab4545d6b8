//! The solver's work on a hint, as its server reports it to the others.

use super::super::database::{query_as, statement};
use super::{Copies, Notice};
use crate::Result;

row! {
    /// How far a hint has come.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct SharedHint {
        /// The text that was kept.
        pub state: String,
        /// Whether this server has kept it.
        pub own: bool,
        /// Whether the server that has kept it runs.
        pub alive: bool,
    }
}

impl Copies {
    /// Notes how far a hint has come, as a text of the caller's, and tells the others. `None`: there is no
    /// longer a hint.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keep_hint(&self, table: &str, state: Option<&str>) -> Result<()> {
        let notice = Notice::Beside(table.to_owned()).texts(&self.id).concat();
        statement(
            "WITH kept AS (INSERT INTO copy_hints (table_id, copy, state, stamp)
                 VALUES ($1, $2, $3, extract(epoch FROM clock_timestamp()) * 1000000)
                 ON CONFLICT (table_id) DO UPDATE SET copy = excluded.copy, state = excluded.state, stamp = \
                 excluded.stamp
                 RETURNING 1)
             SELECT pg_notify('bagatelle', $4) FROM kept",
        )
        .bind(table)
        .bind(&self.id)
        .bind(state.unwrap_or_default())
        .bind(notice)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// How far the hint of a table has come; `None` if there is none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hint(&self, table: &str) -> Result<Option<SharedHint>> {
        let query = "SELECT state, copy = $2 AS own, copy IN (SELECT id FROM copies) AS alive FROM copy_hints
             WHERE table_id = $1 AND state <> ''";
        query_as(query).bind(table).bind(&self.id).fetch_optional(&self.pool).await
    }
}
