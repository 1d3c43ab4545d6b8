//! What is removed after a while: games in which no account took part, and what is kept of visitors who have
//! nothing left.

use super::database::{Connection, Pool, query_scalar, statement};
use super::{feeds, tables};
use crate::{Guests, Result};
use bagatelle_table::Millis;

/// Whether a game `t` with the summary `s` is one of guests alone: no account has made it, had a seat, done
/// anything or said anything in it. An account that has been deleted counts, for others may have played with
/// it.
macro_rules! guests_alone {
    () => {
        "NOT EXISTS (SELECT 1 FROM visitor_claims WHERE visitor = t.owner)
         AND NOT EXISTS (SELECT 1 FROM seat_summaries p JOIN visitor_claims c ON c.visitor = p.person WHERE \
         p.table_id = t.id)
         AND NOT EXISTS (SELECT 1 FROM events e JOIN visitor_claims c ON c.visitor = e.person WHERE \
         e.table_id = t.id)
         AND NOT EXISTS (SELECT 1 FROM chat m JOIN visitor_claims c ON c.visitor = m.person WHERE m.table_id \
         = t.id)"
    };
}

/// Games of guests alone that have not changed since then, after an id, in order. One with a clock that runs
/// is none of them.
pub(super) async fn idle(pool: &Pool, before: Millis, after: &str, limit: u32) -> Result<Vec<String>> {
    let query = concat!(
        "SELECT t.id FROM tables t JOIN summaries s ON s.table_id = t.id
         WHERE s.changed < $1 AND t.id > $2 AND s.deadline IS NULL AND ",
        guests_alone!(),
        " ORDER BY t.id LIMIT $3"
    );
    query_scalar(query).bind(before).bind(after).bind(limit).fetch_all(pool).await
}

/// How many games are those of guests alone, and how many of these have not changed since then.
pub(super) async fn count(pool: &Pool, before: Millis) -> Result<(u64, u64)> {
    let all = concat!(
        "SELECT count(*) FROM tables t JOIN summaries s ON s.table_id = t.id WHERE s.changed < $1 AND ",
        guests_alone!()
    );
    let count = async |before: Millis| -> Result<u64> {
        let count: i64 = query_scalar(all).bind(before).fetch_one(pool).await?;
        Ok(count.unsigned_abs())
    };
    Ok((count(Millis::MAX).await?, count(before).await?))
}

/// Removes those of the games that are still such ones, and the visitors who have nothing left.
pub(super) async fn remove(connection: &mut Connection, ids: &[String], before: Millis) -> Result<Guests> {
    let list = |ids: &[String]| -> String {
        let rows: serde_json::Value = ids.iter().map(|id| [id.as_str()]).collect();
        rows.to_string()
    };
    let still = concat!(
        "SELECT t.id FROM tables t JOIN summaries s ON s.table_id = t.id
         WHERE t.id IN (SELECT value ->> 0 FROM json_each($1)) AND s.changed < $2 AND s.deadline IS NULL AND \
         ",
        guests_alone!()
    );
    let ids: Vec<String> =
        query_scalar(still).bind(list(ids)).bind(before).fetch_all(&mut *connection).await?;
    let ids_list = list(&ids);
    let people = "SELECT owner FROM tables WHERE id IN (SELECT value ->> 0 FROM json_each($1))
         UNION SELECT person FROM seat_summaries WHERE person IS NOT NULL
             AND table_id IN (SELECT value ->> 0 FROM json_each($1))";
    let people: Vec<String> = query_scalar(people).bind(&ids_list).fetch_all(&mut *connection).await?;
    tables::remove(connection, &ids_list).await?;
    let visitors = remove_visitors(connection, &list(&people), before).await?;
    Ok(Guests { games: ids.len() as u64, visitors })
}

/// Visitors without an account who have begun no deal of a day since then.
pub(super) async fn idle_visitors(pool: &Pool, before: Millis, limit: u32) -> Result<Vec<String>> {
    let query = "SELECT person FROM dailies d
         WHERE NOT EXISTS (SELECT 1 FROM visitor_claims WHERE visitor = d.person)
             AND NOT EXISTS (SELECT 1 FROM tables WHERE owner = d.person)
             AND NOT EXISTS (SELECT 1 FROM seat_summaries p WHERE p.person = d.person)
         GROUP BY person HAVING max(begun) < $1 ORDER BY person LIMIT $2";
    query_scalar(query).bind(before).bind(limit).fetch_all(pool).await
}

/// Removes those of the visitors who have no account, no game, and have begun no deal of a day since then;
/// returns how many.
pub(super) async fn remove_visitors(
    connection: &mut Connection,
    people: &str,
    before: Millis,
) -> Result<u64> {
    let gone = "SELECT value ->> 0 FROM json_each($1) AS one
         WHERE NOT EXISTS (SELECT 1 FROM visitor_claims WHERE visitor = value ->> 0)
             AND NOT EXISTS (SELECT 1 FROM tables WHERE owner = value ->> 0)
             AND NOT EXISTS (SELECT 1 FROM seat_summaries WHERE person = value ->> 0)
             AND NOT EXISTS (SELECT 1 FROM dailies WHERE person = value ->> 0 AND begun >= $2)";
    let gone: Vec<String> = query_scalar(gone).bind(people).bind(before).fetch_all(&mut *connection).await?;
    let rows: serde_json::Value = gone.iter().map(|person| [person.as_str()]).collect();
    for query in [
        "DELETE FROM dailies WHERE person IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM position_tries WHERE person IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM people WHERE id IN (SELECT value ->> 0 FROM json_each($1))",
    ] {
        statement(query).bind(rows.to_string()).execute(&mut *connection).await?;
    }
    feeds::end(connection, &rows.to_string()).await?;
    Ok(gone.len() as u64)
}
