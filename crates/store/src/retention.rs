//! Data that is removed after a while: games in which no account took part, and the data of visitors who
//! have nothing left.

use super::database::{Connection, query_scalar, statement};
use super::{challenges, feeds, friends, invitations, planned, pushes, seeks, tables};
use crate::{Result, Store};
use bagatelle_table::Millis;
use serde_json::Value;

/// Whether a game `t` with the summary `s` is one of guests alone: no account has made it, or taken a seat,
/// acted or written in it. A deleted account counts, too, since others may have played with it.
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

/// How much data of guests was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guests {
    /// The games.
    pub games: u64,
    /// The visitors.
    pub visitors: u64,
}

/// The moments before which each kind of thing is forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Old {
    /// News for people.
    pub news: Millis,
    /// Challenges and invitations.
    pub challenges: Millis,
    /// Pushes that did not arrive.
    pub pushes: Millis,
    /// Searches for an opponent that began, and whose pages were last there.
    pub seeks: Millis,
    /// When people whom others follow were last here.
    pub visits: Millis,
}

/// A JSON list of lists of one id.
fn list(ids: &[String]) -> String {
    ids.iter().map(|id| [id.as_str()]).collect::<Value>().to_string()
}

/// Removes those of the visitors who have no account, no game, and have begun no deal of a day and followed
/// no one since then; returns how many.
async fn remove_visitors(connection: &mut Connection, people: &str, before: Millis) -> Result<u64> {
    let gone = "SELECT value ->> 0 FROM json_each($1) AS one
         WHERE NOT EXISTS (SELECT 1 FROM visitor_claims WHERE visitor = value ->> 0)
             AND NOT EXISTS (SELECT 1 FROM tables WHERE owner = value ->> 0)
             AND NOT EXISTS (SELECT 1 FROM seat_summaries WHERE person = value ->> 0)
             AND NOT EXISTS (SELECT 1 FROM dailies WHERE person = value ->> 0 AND begun >= $2)
             AND NOT EXISTS (SELECT 1 FROM follows WHERE follower = value ->> 0 AND since >= $2)";
    let gone: Vec<String> = query_scalar(gone).bind(people).bind(before).fetch_all(&mut *connection).await?;
    let rows = list(&gone);
    for query in [
        "DELETE FROM dailies WHERE person IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM position_tries WHERE person IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM people WHERE id IN (SELECT value ->> 0 FROM json_each($1))",
    ] {
        statement(query).bind(&rows).execute(&mut *connection).await?;
    }
    feeds::end(connection, &rows).await?;
    friends::end(connection, &rows).await?;
    invitations::end(connection, &rows).await?;
    pushes::end(connection, &rows).await?;
    Ok(gone.len() as u64)
}

impl Store {
    /// At most `limit` games in which no account took part and that have not changed since `before`, with ids
    /// after `after`, in order. A game with a running clock is not among them.
    pub async fn idle_guest_games(&self, before: Millis, after: &str, limit: u32) -> Result<Vec<String>> {
        let query = concat!(
            "SELECT t.id FROM tables t JOIN summaries s ON s.table_id = t.id
             WHERE s.changed < $1 AND t.id > $2 AND s.deadline IS NULL AND ",
            guests_alone!(),
            " ORDER BY t.id LIMIT $3"
        );
        query_scalar(query).bind(before).bind(after).bind(limit).fetch_all(&self.read).await
    }

    /// How many games are those of guests alone, and how many of these have not changed since `before`.
    pub async fn count_guest_games(&self, before: Millis) -> Result<(u64, u64)> {
        let all = concat!(
            "SELECT count(*) FROM tables t JOIN summaries s ON s.table_id = t.id WHERE s.changed < $1 AND ",
            guests_alone!()
        );
        let count = async |before: Millis| -> Result<u64> {
            let count: i64 = query_scalar(all).bind(before).fetch_one(&self.read).await?;
            Ok(count.unsigned_abs())
        };
        Ok((count(Millis::MAX).await?, count(before).await?))
    }

    /// Removes those of the games that are still what [`Store::idle_guest_games`] finds, with all that
    /// belongs to them, and what is kept of visitors who have nothing left.
    pub async fn remove_guest_games(&self, ids: &[String], before: Millis) -> Result<Guests> {
        let still = concat!(
            "SELECT t.id FROM tables t JOIN summaries s ON s.table_id = t.id
             WHERE t.id IN (SELECT value ->> 0 FROM json_each($1)) AND s.changed < $2 AND s.deadline IS \
             NULL AND ",
            guests_alone!()
        );
        let people = "SELECT owner FROM tables WHERE id IN (SELECT value ->> 0 FROM json_each($1))
             UNION SELECT person FROM seat_summaries WHERE person IS NOT NULL
                 AND table_id IN (SELECT value ->> 0 FROM json_each($1))";
        transaction!(self, write => async {
            let still = query_scalar(still).bind(list(ids)).bind(before);
            let ids: Vec<String> = still.fetch_all(&mut *write).await?;
            let ids_list = list(&ids);
            let people: Vec<String> = query_scalar(people).bind(&ids_list).fetch_all(&mut *write).await?;
            tables::remove(&mut write, &ids_list).await?;
            let visitors = remove_visitors(&mut write, &list(&people), before).await?;
            Ok(Guests { games: ids.len() as u64, visitors })
        })
    }

    /// Removes what is kept of at most `limit` visitors who have no account, no game, and have begun no deal
    /// of a day and followed no one since `before`; returns how many were removed.
    pub async fn remove_guests(&self, before: Millis, limit: u32) -> Result<u64> {
        let people: Vec<String> = query_scalar(
            "SELECT person FROM (SELECT person, begun FROM dailies UNION ALL SELECT follower, since FROM \
             follows) d
             WHERE NOT EXISTS (SELECT 1 FROM visitor_claims WHERE visitor = d.person)
                 AND NOT EXISTS (SELECT 1 FROM tables WHERE owner = d.person)
                 AND NOT EXISTS (SELECT 1 FROM seat_summaries p WHERE p.person = d.person)
             GROUP BY person HAVING max(begun) < $1 ORDER BY person LIMIT $2",
        )
        .bind(before)
        .bind(limit)
        .fetch_all(&self.read)
        .await?;
        if people.is_empty() {
            return Ok(0);
        }
        let people = list(&people);
        transaction!(self, write => remove_visitors(&mut write, &people, before))
    }

    /// Forgets what is older than a moment, with the browsers whose session or token has ended and what was
    /// planned in games that are over.
    pub async fn forget_old(&self, old: &Old) -> Result<()> {
        transaction!(self, write => async {
            feeds::forget(&mut write, old.news).await?;
            pushes::forget(&mut write, old.pushes).await?;
            seeks::forget(&mut write, old.seeks).await?;
            friends::forget_visits(&mut write, old.visits).await?;
            planned::forget(&mut write).await?;
            invitations::forget(&mut write, old.challenges).await?;
            challenges::forget(&mut write, old.challenges).await
        })
    }
}
