//! Rated games that were called off, by whom.

use super::database::{Small, query_scalar, statement};
use crate::{Result, Store};
use bagatelle_table::Millis;

impl Store {
    /// Notes that a person has called off a rated game, and forgets what was called off before `since`.
    pub async fn note_called_off(&self, person: &str, table: &str, now: Millis, since: Millis) -> Result<()> {
        transaction!(self, write => async {
            statement("DELETE FROM called_off WHERE at < $1").bind(since).execute(&mut *write).await?;
            let query = "INSERT INTO called_off (person, table_id, at) VALUES ($1, $2, $3)
                 ON CONFLICT (person, table_id) DO NOTHING";
            statement(query).bind(person).bind(table).bind(now).execute(&mut *write).await?;
            Ok(())
        })
    }

    /// How many rated games a person has called off since then.
    pub async fn called_off(&self, person: &str, since: Millis) -> Result<u64> {
        let query = "SELECT count(*) FROM called_off WHERE person = $1 AND at >= $2";
        let Small(count) = query_scalar(query).bind(person).bind(since).fetch_one(&self.read).await?;
        Ok(count)
    }
}
