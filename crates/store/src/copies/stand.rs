//! How far a table, and the data beside it, has come in the database.

use super::super::database::query_as;
use super::Copies;
use crate::Result;

row! {
    /// How far a table has come. Numbers are compared with those that a server holds; only whether they
    /// differ matters.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Stand {
        /// How many events it has.
        pub events: i64,
        /// How many messages its chat has.
        pub said: i64,
        /// When the other servers last recorded who is there.
        pub presence: i64,
        /// When the solver's work on a hint was last noted.
        pub hint: i64,
    }
}

impl Copies {
    /// How far a table has come; `None` if there is no such table.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn stand(&self, table: &str) -> Result<Option<Stand>> {
        let query = "SELECT coalesce((SELECT max(seq) + 1 FROM events WHERE table_id = $1), 0) AS events,
                 (SELECT count(*) FROM chat WHERE table_id = $1) AS said,
                 coalesce((SELECT max(stamp) FROM copy_presence WHERE table_id = $1 AND copy <> $2), 0) AS \
                 presence,
                 coalesce((SELECT stamp FROM copy_hints WHERE table_id = $1), 0) AS hint
             FROM tables WHERE id = $1";
        query_as(query).bind(table).bind(&self.id).fetch_optional(&self.pool).await
    }
}
