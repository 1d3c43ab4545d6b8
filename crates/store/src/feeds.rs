//! The feeds of people: their news, numbered for each person. A person has a feed once it is first asked
//! for; for everyone else, nothing is written.

use super::copies::Notice;
use super::database::{Connection, query_as, statement};
use super::pushes;
use super::write::Write;
use crate::{Letter, News, Result, Store, StoreError};
use bagatelle_table::{Corrupt, Millis};
use serde_json::Value;
use std::collections::HashMap;

/// Adds news to the feeds of those who have one; returns who has been told. Each feed is locked until the
/// commit, so that entries become visible in the order of their numbers.
pub(super) async fn add<'a>(
    connection: &mut Connection,
    letters: impl Iterator<Item = &'a Letter> + Clone,
) -> Result<Vec<String>> {
    let people: Value = letters.clone().map(|letter| [letter.person.as_str()]).collect();
    if people.as_array().is_none_or(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let people = people.to_string();
    let lock = "SELECT 1 FROM feeds WHERE person IN (SELECT value ->> 0 FROM json_each($1)) ORDER BY person \
        FOR UPDATE";
    connection.lock(lock, &people).await?;
    let known = "SELECT person, last FROM feeds WHERE person IN (SELECT value ->> 0 FROM json_each($1))";
    let known: Vec<(String, i64)> = query_as(known).bind(&people).fetch_all(&mut *connection).await?;
    let mut last: HashMap<String, i64> = known.into_iter().collect();
    let mut rows = Vec::new();
    for letter in letters {
        let Some(last) = last.get_mut(&letter.person) else { continue };
        *last += 1;
        let news = serde_json::to_string(&letter.news).map_err(|e| StoreError::Database(Box::new(e)))?;
        rows.push(serde_json::json!([letter.person, *last, letter.at, news]));
    }
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    statement(
        "INSERT INTO feed_entries (person, number, at, news)
         SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), value ->> 3 FROM \
         json_each($1)",
    )
    .bind(Value::from(rows).to_string())
    .execute(&mut *connection)
    .await?;
    let mut told: Vec<String> = last.into_keys().collect();
    told.sort_unstable();
    let rows: Value = told.iter().map(|person| [person.as_str()]).collect();
    statement(
        "UPDATE feeds SET last = (SELECT max(number) FROM feed_entries WHERE feed_entries.person = \
         feeds.person)
         WHERE person IN (SELECT value ->> 0 FROM json_each($1))",
    )
    .bind(rows.to_string())
    .execute(connection)
    .await?;
    Ok(told)
}

/// News in the feed of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedEntry {
    /// Its number: the next one has the next number.
    pub number: i64,
    /// When it happened.
    pub at: Millis,
    /// Its kind.
    pub news: News,
}

/// How far a feed reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedSpan {
    /// A person who has read up to this number, or a later one, has missed nothing. Earlier entries are
    /// not kept.
    pub kept_after: i64,
    /// The number of the newest entry; 0 if there was none.
    pub last: i64,
}

row! {
    struct EntryRow {
        number: i64,
        at: Millis,
        news: String,
    }
}

/// Forgets earlier entries, except for the newest of each feed; returns how many.
pub(super) async fn forget(connection: &mut Connection, before: Millis) -> Result<u64> {
    let query = "DELETE FROM feed_entries WHERE at < $1
         AND number < (SELECT last FROM feeds WHERE feeds.person = feed_entries.person)";
    statement(query).bind(before).execute(connection).await
}

/// Ends the feeds of people; `people` is a JSON list of lists of one id.
pub(super) async fn end(connection: &mut Connection, people: &str) -> Result<()> {
    for query in [
        "DELETE FROM feed_entries WHERE person IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM feeds WHERE person IN (SELECT value ->> 0 FROM json_each($1))",
    ] {
        statement(query).bind(people).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Begins the feed of a person, unless there is one; returns how far it reaches.
    pub async fn open_feed(&self, person: &str) -> Result<FeedSpan> {
        if let Some(span) = self.feed_span(person).await? {
            return Ok(span);
        }
        let query = "INSERT INTO feeds (person, last) VALUES ($1, 0) ON CONFLICT (person) DO NOTHING";
        self.execute(statement(query).bind(person)).await?;
        Ok(self.feed_span(person).await?.unwrap_or(FeedSpan { kept_after: 0, last: 0 }))
    }

    /// How far the feed of a person reaches; `None` if there is none.
    async fn feed_span(&self, person: &str) -> Result<Option<FeedSpan>> {
        let query =
            "SELECT coalesce((SELECT min(number) - 1 FROM feed_entries e WHERE e.person = f.person), \
             f.last), f.last
             FROM feeds f WHERE f.person = $1";
        let row: Option<(i64, i64)> = query_as(query).bind(person).fetch_optional(&self.read).await?;
        Ok(row.map(|(kept_after, last)| FeedSpan { kept_after, last }))
    }

    /// A person's entries after a number, at most `limit` of them.
    pub async fn news(&self, person: &str, after: i64, limit: u32) -> Result<Vec<FeedEntry>> {
        let query = "SELECT number, at, news FROM feed_entries WHERE person = $1 AND number > $2 \
            ORDER BY number LIMIT $3";
        let rows: Vec<EntryRow> =
            query_as(query).bind(person).bind(after).bind(limit).fetch_all(&self.read).await?;
        let entry = |EntryRow { number, at, news }: EntryRow| {
            let news = serde_json::from_str(&news).map_err(|e| Corrupt::new("news of a person", e))?;
            Ok(FeedEntry { number, at, news })
        };
        rows.into_iter().map(entry).collect()
    }

    /// Tells people, and the other servers, once the transaction is committed.
    pub(super) async fn tell_letters(&self, write: &mut Write, letters: &[Letter]) -> Result<()> {
        pushes::add(write, letters.iter()).await?;
        let told = add(write, letters.iter()).await?;
        self.tell(write, || Notice::Feeds(told)).await
    }
}
