//! Rated games that were called off, by whom.

use super::database::{Connection, Pool, Small, query_scalar, statement};
use crate::Result;
use bagatelle_table::Millis;

/// Notes that a person has called off a game, and forgets what was called off before `since`.
pub(super) async fn note(
    connection: &mut Connection,
    person: &str,
    table: &str,
    now: Millis,
    since: Millis,
) -> Result<()> {
    statement("DELETE FROM called_off WHERE at < $1").bind(since).execute(&mut *connection).await?;
    let query = "INSERT INTO called_off (person, table_id, at) VALUES ($1, $2, $3)
         ON CONFLICT (person, table_id) DO NOTHING";
    statement(query).bind(person).bind(table).bind(now).execute(&mut *connection).await?;
    Ok(())
}

/// How many games a person has called off since then.
pub(super) async fn count(pool: &Pool, person: &str, since: Millis) -> Result<u64> {
    let query = "SELECT count(*) FROM called_off WHERE person = $1 AND at >= $2";
    let Small(count) = query_scalar(query).bind(person).bind(since).fetch_one(pool).await?;
    Ok(count)
}
