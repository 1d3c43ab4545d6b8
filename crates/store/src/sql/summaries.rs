//! Where tables stand: what lists, searches and the clock look up without replaying games.

use super::claims;
use super::database::{Connection, Pool, Row, Value, query_as, query_scalar, statement};
use super::encoded::{seat_rows, summary_row};
use super::insert::Insert;
use super::rows::{SeatRow, SummaryRow, TableRow, apply_claims, ids};
use super::tables::select_tables;
use crate::{Found, Listed, Result, Search, StoreError};
use bagatelle_table::{Corrupt, Millis, SeatSummary, Summary, TableSpec, programs_called};
use serde_json::json;
use std::collections::HashMap;

row! {
    /// A table and its summary.
    struct ListedRow {
        ..table: TableRow,
        ..summary: SummaryRow,
    }
}

static KEEP: Insert = Insert::new(
    &[
        "id", "stage", "listed", "thinking", "deadline", "changed", "events", "plies", "ending", "reason",
        "helped", "moves", "played", "opening",
    ],
    "INSERT INTO summaries (table_id, stage, listed, thinking, deadline, changed, events, plies, ending, \
     reason, helped,
         moves, played, opening)
     SELECT id, stage, listed, thinking, deadline, changed, events, plies, ending, reason, helped, moves, \
     played, opening
     FROM new WHERE true
     ON CONFLICT (table_id) DO UPDATE SET stage = excluded.stage, listed = excluded.listed,
         thinking = excluded.thinking, deadline = excluded.deadline, changed = excluded.changed,
         events = excluded.events, plies = excluded.plies, ending = excluded.ending, reason = excluded.reason,
         helped = excluded.helped, moves = excluded.moves, played = excluded.played, opening = \
         excluded.opening
     WHERE summaries.events <= excluded.events",
);

// Another server may still know the player as the visitor that an account has claimed meanwhile.
static KEEP_SEATS: Insert = Insert::new(
    &["id", "seat", "person", "name", "turn", "result"],
    "INSERT INTO seat_summaries (table_id, seat, person, name, turn, result)
     SELECT id, seat, coalesce((SELECT account FROM visitor_claims WHERE visitor = new.person), new.person), \
     name, turn, result
     FROM new WHERE true
     ON CONFLICT (table_id, seat) DO UPDATE
     SET person = excluded.person, name = excluded.name, turn = excluded.turn, result = excluded.result
     WHERE (seat_summaries.person, seat_summaries.name, seat_summaries.turn, seat_summaries.result)
         IS DISTINCT FROM (excluded.person, excluded.name, excluded.turn, excluded.result)",
);

/// Writes the summaries of any tables, as [`summary_row`] makes them. Returns how many are written: one that
/// is older than what is there is not.
pub(super) async fn keep_rows(connection: &mut Connection, summaries: Vec<Value<'_>>) -> Result<u64> {
    KEEP.run(connection, summaries).await
}

/// Writes the seats of any tables where they have changed: as [`seat_rows`] makes them.
pub(super) async fn keep_seats(connection: &mut Connection, seats: Vec<Value<'_>>) -> Result<()> {
    KEEP_SEATS.run(connection, seats).await?;
    Ok(())
}

/// Writes the summary of one table, unless a newer one is there.
pub(super) async fn keep(connection: &mut Connection, id: &str, summary: &Summary) -> Result<()> {
    if keep_rows(connection, summary_row(id, summary)?).await? > 0 {
        keep_seats(connection, seat_rows(id, summary)).await?;
    }
    Ok(())
}

pub(super) async fn search(pool: &Pool, search: &Search) -> Result<Found> {
    let escaped = search.text.trim().replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    let like = format!("%{escaped}%");
    let rows: Vec<Row> = statement(select_tables!(
        ", s.stage, s.listed, s.thinking, s.deadline, s.changed, s.events, s.plies, s.moves, s.played, \
         s.opening, s.ending, s.reason, s.helped",
        "JOIN summaries s ON s.table_id = tables.id
         WHERE ($1 IS NULL OR tables.id IN (SELECT table_id FROM seat_summaries WHERE person = $1 AND (NOT \
         $4 OR turn))
                          OR (NOT $4 AND tables.owner = $1))
           AND ($2 IS NULL OR tables.game = $2)
           AND ($3 IS NULL OR s.stage = $3)
           AND ($10 IS NULL OR EXISTS (SELECT 1 FROM seat_summaries own
                WHERE own.table_id = tables.id AND own.person = $1 AND own.result = $10))
           AND ($11 IS NULL OR s.helped = $11)
           AND (NOT $5 OR (s.listed AND s.stage = 'open'))
           AND ($6 = '%%' OR lower(tables.daily) LIKE lower($6) ESCAPE '\\'
                -- The seed of a running game could be guessed letter by letter.
                OR (s.stage = 'over' AND lower(tables.seed) LIKE lower($6) ESCAPE '\\')
                OR tables.id IN (SELECT table_id FROM seat_summaries WHERE lower(name) LIKE lower($6) ESCAPE \
                '\\')
                -- A program is stored by its own name and found by that of its persona.
                OR EXISTS (SELECT 1 FROM seat_summaries p, json_each($9) called WHERE p.table_id = tables.id
                           AND p.person IS NULL AND called.value ->> 0 = tables.game AND called.value ->> 1 \
                           = p.name))
         ORDER BY s.changed DESC, tables.id LIMIT $7 OFFSET $8"
    ))
    .bind(&search.person)
    .bind(&search.game)
    .bind(search.stage.map(|stage| stage.to_string()))
    .bind(search.to_move)
    .bind(search.listed)
    .bind(&like)
    .bind(i64::from(search.limit) + 1)
    .bind(search.skip)
    .bind(json!(programs_called(search.text.trim())).to_string())
    .bind(search.result.map(|result| result.to_string()))
    .bind(search.helped)
    .rows(pool)
    .await?;
    let wanted = search.limit as usize;
    let mut found = Found { more: rows.len() > wanted, ..Found::default() };
    let mut open = Vec::new();
    for row in rows.iter().take(wanted) {
        match read(row) {
            Ok(listed) => open.push(listed),
            Err(StoreError::Corrupt(damage)) => found.damaged.push(damage),
            Err(error) => return Err(error),
        }
    }
    let claims = claims::of(pool, open.iter().flat_map(|(spec, _)| ids(spec))).await?;
    let mut seats = seats(pool, open.iter().map(|(spec, _)| spec.id.as_str())).await?;
    for (mut spec, summary) in open {
        apply_claims(&mut spec, &claims);
        let seats: Result<Vec<SeatSummary>, Corrupt> =
            seats.remove(&spec.id).unwrap_or_default().into_iter().map(SeatRow::into_seat).collect();
        match seats.and_then(|seats| summary.into_summary(seats)) {
            Ok(summary) => found.tables.push(Listed { spec, summary }),
            Err(damage) => {
                found.damaged.push(Corrupt::new(damage.what, format!("{}: {}", spec.id, damage.value)));
            }
        }
    }
    Ok(found)
}

fn read(row: &Row) -> Result<(TableSpec, SummaryRow)> {
    let ListedRow { table, summary } = row.read()?;
    Ok((table.into_spec()?, summary))
}

/// The seats of some tables, by the tables' ids.
async fn seats(pool: &Pool, tables: impl Iterator<Item = &str>) -> Result<HashMap<String, Vec<SeatRow>>> {
    let tables: serde_json::Value = tables.map(|table| [table]).collect();
    let rows: Vec<SeatRow> = query_as(
        "SELECT table_id, person, name, turn, result FROM seat_summaries
         WHERE table_id IN (SELECT value ->> 0 FROM json_each($1)) ORDER BY table_id, seat",
    )
    .bind(tables.to_string())
    .fetch_all(pool)
    .await?;
    let mut found: HashMap<String, Vec<SeatRow>> = HashMap::new();
    for row in rows {
        found.entry(row.table_id.clone()).or_default().push(row);
    }
    Ok(found)
}

pub(super) async fn due(pool: &Pool, now: Millis) -> Result<Vec<String>> {
    let query = "SELECT table_id FROM summaries WHERE deadline <= $1 LIMIT 100";
    query_scalar(query).bind(now).fetch_all(pool).await
}

pub(super) async fn thinking(pool: &Pool, since: Millis) -> Result<Vec<String>> {
    let query = "SELECT table_id FROM summaries WHERE thinking AND stage = 'playing' AND changed >= $1";
    query_scalar(query).bind(since).fetch_all(pool).await
}

pub(super) async fn missing(pool: &Pool) -> Result<Vec<String>> {
    let query = "SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM summaries)";
    query_scalar(query).fetch_all(pool).await
}

pub(super) async fn unfinished(pool: &Pool, person: &str) -> Result<Vec<String>> {
    let query = "SELECT DISTINCT table_id FROM seat_summaries mine JOIN summaries USING (table_id)
         WHERE mine.person = $1 AND stage <> 'over' AND (stage = 'open' OR EXISTS (SELECT 1
             FROM seat_summaries other WHERE other.table_id = mine.table_id AND other.person <> $1))";
    query_scalar(query).bind(person).fetch_all(pool).await
}
