//! Tables, their events, and their places in matches.

use super::claims;
use super::database::{Connection, Value, query_as, query_scalar, statement};
use super::insert::Insert;
use super::rows::{EventRow, TableRow, apply_claims, ids};
use crate::{Letter, Result, Store, StoreError};
use bagatelle_table::{Corrupt, Event, Summary, TableSpec};
use serde_json::{Value as Json, json};

/// The columns of a [`TableRow`], and where they come from.
macro_rules! select_tables {
    ($more:literal, $rest:literal) => {
        concat!(
            "SELECT tables.*, rounds.match_id, rounds.round, rounds.best_of, rounds.score, rounds.players,
                 forks.table_id IS NOT NULL AS forked, forks.source,
                 CASE WHEN forks.table_id IS NULL THEN 0 ELSE (SELECT count(*) FROM events
                     WHERE events.table_id = tables.id AND events.kind = 'given') END AS inherited",
            $more,
            " FROM tables LEFT JOIN rounds ON rounds.table_id = tables.id
                 LEFT JOIN forks ON forks.table_id = tables.id ",
            $rest
        )
    };
}
pub(super) use select_tables;

/// The set-up as it stands in a row.
pub(super) fn stored_setup(spec: &TableSpec) -> String {
    spec.setup.as_ref().unwrap_or(&Json::Null).to_string()
}

/// Writes a table.
pub(super) async fn create(connection: &mut Connection, spec: &TableSpec) -> Result<()> {
    statement(
        "INSERT INTO tables (id, game, options, setup, seed, dealt, daily, owner, seating, terms, created, \
         fairness)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(&spec.id)
    .bind(&spec.game)
    .bind(spec.options.to_string())
    .bind(stored_setup(spec))
    .bind(&spec.seed)
    .bind(spec.dealt)
    .bind(&spec.daily)
    .bind(&spec.owner)
    .bind(spec.stored_seating())
    .bind(json!(spec.terms).to_string())
    .bind(spec.created)
    .bind(spec.fairness.as_ref().map(|fairness| json!(fairness).to_string()))
    .execute(&mut *connection)
    .await?;
    if let Some(round) = &spec.round {
        statement(
            "INSERT INTO rounds (table_id, match_id, round, best_of, score, players)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&spec.id)
        .bind(&round.match_id)
        .bind(round.round)
        .bind(round.best_of)
        .bind(json!(round.score).to_string())
        .bind(json!(round.players).to_string())
        .execute(&mut *connection)
        .await?;
    }
    if let Some(origin) = &spec.forked_from {
        statement("INSERT INTO forks (table_id, source) VALUES ($1, $2)")
            .bind(&spec.id)
            .bind(&origin.table)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

static APPEND: Insert = Insert::new(
    &["id", "first", "seq", "at", "kind", "seat", "person", "text", "randomness"],
    "INSERT INTO events (table_id, seq, at, kind, seat, person, text, randomness)
     SELECT id, seq, at, kind, seat, person, text, randomness FROM new
     WHERE CASE first WHEN 0 THEN EXISTS (SELECT 1 FROM tables WHERE tables.id = new.id)
               ELSE EXISTS (SELECT 1 FROM events before WHERE before.table_id = new.id AND before.seq = \
               first - 1) END
     ON CONFLICT DO NOTHING",
);

/// Appends events of any tables, as [`Encoded`](super::encoded::Encoded) has them. The first of a table needs
/// the one before it, so a log never has a gap. [`StoreError::Conflict`] if one of them does not have the
/// next number; the others are written, for the caller to roll back.
pub(super) async fn append_rows(connection: &mut Connection, rows: Vec<Value<'_>>) -> Result<()> {
    let count = APPEND.rows(&rows) as u64;
    match APPEND.run(connection, rows).await? == count {
        true => Ok(()),
        false => Err(StoreError::Conflict),
    }
}

/// Removes tables with all that belongs to them; `ids` is a JSON list of lists of one id. Returns how many
/// there were. A result of the day stays, so that no one gets a second try.
pub(super) async fn remove(connection: &mut Connection, ids: &str) -> Result<u64> {
    for query in [
        "UPDATE dailies SET table_id = NULL WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "UPDATE forks SET source = NULL WHERE source IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM rating_changes WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM event_games WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM invitations WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM planned WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM chat WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM seat_summaries WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM summaries WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM forks WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM rounds WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
        "DELETE FROM events WHERE table_id IN (SELECT value ->> 0 FROM json_each($1))",
    ] {
        statement(query).bind(ids).execute(&mut *connection).await?;
    }
    let query = "DELETE FROM tables WHERE id IN (SELECT value ->> 0 FROM json_each($1))";
    statement(query).bind(ids).execute(connection).await
}

impl Store {
    /// Writes a new table, with its summary and first events. [`StoreError::Conflict`] if the owner has this
    /// daily deal already, or the match this round. The letters, the news about it, are written in the same
    /// transaction.
    pub async fn create(
        &self,
        spec: &TableSpec,
        summary: &Summary,
        first_events: &[Event],
        letters: &[Letter],
    ) -> Result<()> {
        self.appends.send(Some(spec.clone()), (&spec.id, 0), first_events, summary, letters).await
    }

    /// What was decided before the first event of a table.
    pub async fn table(&self, id: &str) -> Result<Option<TableSpec>> {
        let row: Option<TableRow> =
            query_as(select_tables!("", "WHERE tables.id = $1")).bind(id).fetch_optional(&self.read).await?;
        let Some(row) = row else { return Ok(None) };
        let mut spec = row.into_spec()?;
        let claims = claims::of(&self.read, ids(&spec)).await?;
        apply_claims(&mut spec, &claims);
        Ok(Some(spec))
    }

    /// The ids of at most `limit` tables after this one, in order.
    pub async fn table_ids(&self, after: &str, limit: u32) -> Result<Vec<String>> {
        let query = query_scalar("SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2");
        query.bind(after).bind(limit).fetch_all(&self.read).await
    }

    /// The events of a table, in order.
    pub async fn events(&self, id: &str) -> Result<Vec<Event>> {
        self.events_from(id, 0).await
    }

    /// The events of a table from this number on, in order.
    pub async fn events_from(&self, id: &str, seq: u64) -> Result<Vec<Event>> {
        let from = i64::try_from(seq).unwrap_or(i64::MAX);
        let rows: Vec<EventRow> = query_as(
            "SELECT seq, at, kind, seat, coalesce(account, person) AS person, text, randomness
             FROM events LEFT JOIN visitor_claims ON visitor = person WHERE table_id = $1 AND seq >= $2 \
             ORDER BY seq",
        )
        .bind(id)
        .bind(from)
        .fetch_all(&self.read)
        .await?;
        let event = |(row, seq): (EventRow, i64)| {
            if row.seq != seq {
                return Err(
                    Corrupt::new("the log of a table", format!("{id}: event {seq} is missing")).into()
                );
            }
            let at_table = |e: Corrupt| Corrupt::new(e.what, format!("{id}, event {seq}: {}", e.value));
            Ok(row.into_event().map_err(at_table)?)
        };
        rows.into_iter().zip(from..).map(event).collect()
    }

    /// Appends events, the first with number `seq`, and the summary after them; settles the ratings if the
    /// summary has ranks and the table was not rated before, and notes the result of a deal of the day.
    /// [`StoreError::Conflict`] if `seq` is not the next number. The letters are written in the same
    /// transaction.
    pub async fn append(
        &self,
        id: &str,
        seq: u64,
        events: &[Event],
        summary: &Summary,
        letters: &[Letter],
    ) -> Result<()> {
        self.appends.send(None, (id, seq), events, summary, letters).await
    }

    /// The id of the owner's table with the daily deal of a date.
    pub async fn daily(&self, owner: &str, game: &str, date: &str, options: &Json) -> Result<Option<String>> {
        let query = "SELECT id FROM tables WHERE owner = $1 AND game = $2 AND daily = $3 AND options = $4";
        let query = query_scalar(query).bind(owner).bind(game).bind(date).bind(options.to_string());
        query.fetch_optional(&self.read).await
    }

    /// The id of the table with a round of a match.
    pub async fn round(&self, match_id: &str, round: u32) -> Result<Option<String>> {
        let query = "SELECT table_id FROM rounds WHERE match_id = $1 AND round = $2";
        query_scalar(query).bind(match_id).bind(round).fetch_optional(&self.read).await
    }

    /// Writes seed and set-up of a table whose deal waited until all seats were taken. The log has them, too.
    pub async fn keep_deal(&self, spec: &TableSpec) -> Result<()> {
        let query = statement("UPDATE tables SET setup = $2, seed = $3 WHERE id = $1 AND seed = ''");
        self.execute(query.bind(&spec.id).bind(stored_setup(spec)).bind(&spec.seed)).await?;
        Ok(())
    }
}
