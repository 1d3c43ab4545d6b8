//! The state of tables, for lists, searches and the clock, which do not replay games.

use super::claims;
use super::database::{Connection, Pool, Row, Sql, Statement, Value, query_as, query_scalar, statement_of};
use super::encoded::{seat_rows, summary_row};
use super::insert::Insert;
use super::rows::{SeatRow, SummaryRow, TableRow, apply_claims, ids};
use super::tables::select_tables;
use crate::{Result, Store, StoreError};
use bagatelle_table::{Corrupt, Millis, SeatResult, SeatSummary, Stage, Summary, TableSpec, programs_called};
use serde_json::json;
use std::collections::HashMap;

/// Which tables to look for. The default finds all of them, but returns none: `limit` is 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Tables that this person owns or plays at.
    pub person: Option<String>,
    /// Tables of this game, by its id in the catalog.
    pub game: Option<String>,
    /// Tables at this stage.
    pub stage: Option<Stage>,
    /// Among the tables of the person, those where it is the person's turn.
    pub to_move: bool,
    /// Tables with this text in a player's name, a daily date, or the seed of a finished game. An empty text
    /// finds all.
    pub text: String,
    /// Among the tables of the person, those at which a seat of the person has this result.
    pub result: Option<SeatResult>,
    /// Tables with help from the solver, or without.
    pub helped: Option<bool>,
    /// Tables with an open seat to which this person was invited since then.
    pub invited: Option<(String, Millis)>,
    /// Tables in the lobby that have changed since then.
    pub listed: Option<Millis>,
    /// Running games that anyone may watch and that have changed since then.
    pub live: Option<Millis>,
    /// Whether the tables come as the person wants them: those where others wait for the person, then those
    /// where the person waits, then those of the person alone or watched, then those that are over.
    pub by_turn: bool,
    /// How many to skip.
    pub skip: u32,
    /// The most that are returned.
    pub limit: u32,
}

/// A table in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// What was decided before its first event.
    pub spec: TableSpec,
    /// How far it has come.
    pub summary: Summary,
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// The tables, the last changed first.
    pub tables: Vec<Listed>,
    /// The damaged ones among the tables found: they are not in `tables`, so that one does not spoil a
    /// list.
    pub damaged: Vec<Corrupt>,
    /// Whether there are more tables after these.
    pub more: bool,
}

row! {
    /// A table and its summary.
    struct ListedRow {
        ..table: TableRow,
        ..summary: SummaryRow,
    }
}

static KEEP: Insert = Insert::new(
    &[
        "id", "stage", "listed", "public", "thinking", "deadline", "changed", "events", "plies", "ending",
        "reason", "helped", "moves", "played", "opening",
    ],
    "INSERT INTO summaries (table_id, stage, listed, public, thinking, deadline, changed, events, plies, \
     ending, reason, helped,
         moves, played, opening)
     SELECT id, stage, listed, public, thinking, deadline, changed, events, plies, ending, reason, helped,
         moves, played, opening
     FROM new WHERE true
     ON CONFLICT (table_id) DO UPDATE SET stage = excluded.stage, listed = excluded.listed,
         public = excluded.public, thinking = excluded.thinking, deadline = excluded.deadline,
         changed = excluded.changed, events = excluded.events, plies = excluded.plies,
         ending = excluded.ending, reason = excluded.reason, helped = excluded.helped,
         moves = excluded.moves, played = excluded.played, opening = excluded.opening
     WHERE summaries.events <= excluded.events",
);

// Another server may still know the player as the visitor that an account has claimed meanwhile.
static KEEP_SEATS: Insert = Insert::new(
    &["id", "seat", "person", "name", "turn", "result", "score"],
    "INSERT INTO seat_summaries (table_id, seat, person, name, turn, result, score)
     SELECT id, seat, coalesce((SELECT account FROM visitor_claims WHERE visitor = new.person), new.person), \
     name, turn, result, score
     FROM new WHERE true
     ON CONFLICT (table_id, seat) DO UPDATE
     SET person = excluded.person, name = excluded.name, turn = excluded.turn, result = excluded.result,
         score = excluded.score
     WHERE (seat_summaries.person, seat_summaries.name, seat_summaries.turn, seat_summaries.result,
         seat_summaries.score)
         IS DISTINCT FROM (excluded.person, excluded.name, excluded.turn, excluded.result, excluded.score)",
);

/// Writes the summaries of any tables, as [`summary_row`] makes them. Returns how many were written: a
/// summary older than the existing row is not.
pub(super) async fn keep_rows(connection: &mut Connection, summaries: Vec<Value<'_>>) -> Result<u64> {
    KEEP.run(connection, summaries).await
}

/// Writes the seats of any tables where they have changed: as [`seat_rows`] makes them.
pub(super) async fn keep_seats(connection: &mut Connection, seats: Vec<Value<'_>>) -> Result<()> {
    KEEP_SEATS.run(connection, seats).await?;
    Ok(())
}

/// Tables with their summaries, before the conditions of a list. A list is sorted and cut as ids alone, and
/// only the rest is read whole: a person may have thousands of games.
const LIST: &str = select_tables!(
    ", s.stage, s.listed, s.public, s.thinking, s.deadline, s.changed, s.events, s.plies, s.moves, \
     s.played, s.opening, s.ending, s.reason, s.helped",
    "JOIN summaries s ON s.table_id = tables.id
     WHERE tables.id IN (SELECT s.table_id FROM summaries s JOIN tables ON tables.id = s.table_id WHERE true"
);

/// The order of a list, the last changed table first.
const ORDER: &str = "s.changed DESC, s.table_id";

/// What comes before it in a person's own order: the [group](Summary::group) of each table.
const BY_TURN: &str = "CASE s.stage WHEN 'over' THEN 3 WHEN 'open' THEN 1 ELSE (
         SELECT CASE WHEN count(*) FILTER (WHERE own.person = ?) = 0 THEN 2
             WHEN count(*) FILTER (WHERE own.person = ?) = count(*)
                 AND NOT EXISTS (SELECT 1 FROM event_games g WHERE g.table_id = s.table_id) THEN 2
             WHEN count(*) FILTER (WHERE own.person = ? AND own.turn) > 0 THEN 0 ELSE 1 END
         FROM seat_summaries own WHERE own.table_id = s.table_id) END, ";

/// The text of a statement with its values, which are numbered as they come.
struct Conditions<'q> {
    text: String,
    values: Vec<Value<'q>>,
}

impl<'q> Conditions<'q> {
    /// Adds a condition, in which each `?` stands for this value.
    fn and(&mut self, condition: &str, value: impl Into<Value<'q>>) {
        self.text.push_str("\n AND ");
        self.add(condition, value);
    }

    /// Adds the order in which the tables come.
    fn order(&mut self, search: &'q Search) {
        self.text.push_str("\n ORDER BY ");
        if let Some(person) = search.person.as_ref().filter(|_| search.by_turn) {
            self.add(BY_TURN, person);
        }
        self.text.push_str(ORDER);
    }

    fn add(&mut self, text: &str, value: impl Into<Value<'q>>) {
        self.values.push(value.into());
        self.text.push_str(&text.replace('?', &format!("${}", self.values.len())));
    }
}

/// The statement of a list: it has only the requested conditions, so the database finds the rows by an index.
/// Only the list of all tables, which a host gets by a command, reads them all.
fn list(search: &Search) -> Statement<'_> {
    let mut list = Conditions { text: LIST.to_owned(), values: Vec::new() };
    if let Some(person) = &search.person {
        let own = match search.to_move {
            true => "tables.id IN (SELECT table_id FROM seat_summaries WHERE person = ? AND turn)",
            false => {
                "tables.id IN (SELECT table_id FROM seat_summaries WHERE person = ?
                 UNION SELECT id FROM tables WHERE owner = ?)"
            }
        };
        list.and(own, person);
        if let Some(result) = search.result {
            list.and(
                "EXISTS (SELECT 1 FROM seat_summaries own WHERE own.table_id = tables.id AND own.person = ?",
                person,
            );
            list.add(" AND own.result = ?)", result.to_string());
        }
    }
    if let Some((person, since)) = &search.invited {
        list.and(
            "s.stage = 'open' AND tables.id IN (SELECT table_id FROM invitations WHERE person = ?",
            person,
        );
        list.add(" AND at > ?)", *since);
    }
    if let Some(since) = search.listed {
        list.and("s.stage = 'open' AND s.listed AND s.changed > ?", since);
    }
    if let Some(since) = search.live {
        list.and("s.stage = 'playing' AND s.public AND s.changed > ?", since);
    }
    if let Some(game) = &search.game {
        list.and("tables.game = ?", game);
    }
    if let Some(stage) = search.stage {
        list.and("s.stage = ?", stage.to_string());
    }
    if let Some(helped) = search.helped {
        list.and("s.helped = ?", helped);
    }
    let text = search.text.trim();
    if !text.is_empty() {
        let escaped = text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
        // The seed of a running game could be guessed letter by letter.
        list.and(
            r"(lower(tables.daily) LIKE lower(?) ESCAPE '\'
               OR (s.stage = 'over' AND lower(tables.seed) LIKE lower(?) ESCAPE '\')
               OR EXISTS (SELECT 1 FROM seat_summaries named
                   WHERE named.table_id = tables.id AND lower(named.name) LIKE lower(?) ESCAPE '\')",
            format!("%{escaped}%"),
        );
        // A program is stored by its own name and found by that of its persona.
        list.add(
            " OR EXISTS (SELECT 1 FROM seat_summaries p, json_each(?) called WHERE p.table_id = tables.id
                   AND p.person IS NULL AND called.value ->> 0 = tables.game
                   AND called.value ->> 1 = p.name))",
            json!(programs_called(text)).to_string(),
        );
    }
    list.order(search);
    list.add(" LIMIT ?", i64::from(search.limit) + 1);
    list.add(" OFFSET ?)", search.skip);
    list.order(search);
    statement_of(Sql::made(list.text), list.values)
}

fn read(row: &Row) -> Result<(TableSpec, SummaryRow)> {
    let ListedRow { table, summary } = row.read()?;
    Ok((table.into_spec()?, summary))
}

/// The seats of some tables, by the tables' ids.
async fn seats(pool: &Pool, tables: impl Iterator<Item = &str>) -> Result<HashMap<String, Vec<SeatRow>>> {
    let tables: serde_json::Value = tables.map(|table| [table]).collect();
    let rows: Vec<SeatRow> = query_as(
        "SELECT table_id, person, name, turn, result, score FROM seat_summaries
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

impl Store {
    /// The tables that the search finds.
    pub async fn search(&self, search: &Search) -> Result<Found> {
        let rows = list(search).rows(&self.read).await?;
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
        let claims = claims::of(&self.read, open.iter().flat_map(|(spec, _)| ids(spec))).await?;
        // Only games of events are played unaided.
        let of_events = open.iter().map(|(spec, _)| spec).filter(|spec| spec.terms.unaided);
        let mut events = self.event_titles(of_events.map(|spec| spec.id.as_str())).await?;
        let mut seats = seats(&self.read, open.iter().map(|(spec, _)| spec.id.as_str())).await?;
        for (mut spec, summary) in open {
            apply_claims(&mut spec, &claims);
            let seats: Result<Vec<SeatSummary>, Corrupt> =
                seats.remove(&spec.id).unwrap_or_default().into_iter().map(SeatRow::into_seat).collect();
            match seats.and_then(|seats| summary.into_summary(seats)) {
                Ok(summary) => {
                    let summary = Summary { event: events.remove(&spec.id), ..summary };
                    found.tables.push(Listed { spec, summary });
                }
                Err(damage) => {
                    found.damaged.push(Corrupt::new(damage.what, format!("{}: {}", spec.id, damage.value)));
                }
            }
        }
        Ok(found)
    }

    /// Tables where a seat has run out of time, up to a hundred.
    pub async fn due(&self, now: Millis) -> Result<Vec<String>> {
        let query = "SELECT table_id FROM summaries WHERE deadline <= $1 LIMIT 100";
        query_scalar(query).bind(now).fetch_all(&self.read).await
    }

    /// Tables where a program is to act.
    pub async fn thinking(&self) -> Result<Vec<String>> {
        self.thinking_since(Millis::MIN).await
    }

    /// Tables where a program is to act since this moment, or later.
    pub async fn thinking_since(&self, since: Millis) -> Result<Vec<String>> {
        let query = "SELECT table_id FROM summaries WHERE thinking AND stage = 'playing' AND changed >= $1";
        query_scalar(query).bind(since).fetch_all(&self.read).await
    }

    /// How many tables wait for a person to act or to come, with other seats than the person's or in events,
    /// and how many challenges and invitations that are open were made to the person since then.
    pub async fn waiting(&self, person: &str, since: Millis) -> Result<u64> {
        let query = "SELECT (SELECT count(DISTINCT mine.table_id) FROM seat_summaries mine
                 JOIN summaries s ON s.table_id = mine.table_id AND s.stage = 'playing'
                 WHERE mine.person = $1 AND mine.turn AND (EXISTS (SELECT 1 FROM seat_summaries other
                         WHERE other.table_id = mine.table_id AND other.person IS DISTINCT FROM $1)
                     OR EXISTS (SELECT 1 FROM event_games g WHERE g.table_id = mine.table_id)))
             + (SELECT count(*) FROM challenges WHERE challenged = $1 AND created > $2 AND state = 'open')
             + (SELECT count(*) FROM invitations i
                 JOIN summaries s ON s.table_id = i.table_id AND s.stage = 'open'
                 WHERE i.person = $1 AND i.at > $2)";
        let count: i64 = query_scalar(query).bind(person).bind(since).fetch_one(&self.read).await?;
        Ok(count.unsigned_abs())
    }

    /// The tables that a person plays at and that are not over: those with other players, and those with open
    /// seats.
    pub async fn unfinished(&self, person: &str) -> Result<Vec<String>> {
        let query = "SELECT DISTINCT table_id FROM seat_summaries mine JOIN summaries USING (table_id)
             WHERE mine.person = $1 AND stage <> 'over' AND (stage = 'open' OR EXISTS (SELECT 1
                 FROM seat_summaries other WHERE other.table_id = mine.table_id AND other.person <> $1))";
        query_scalar(query).bind(person).fetch_all(&self.read).await
    }

    /// Tables without a summary, from versions that wrote none.
    pub async fn without_summary(&self) -> Result<Vec<String>> {
        let query = "SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM summaries)";
        query_scalar(query).fetch_all(&self.read).await
    }

    /// Writes the summary of a table without a new event, unless a newer one is there.
    pub async fn keep_summary(&self, id: &str, summary: &Summary) -> Result<()> {
        transaction!(self, write => async {
            if keep_rows(&mut write, summary_row(id, summary)?).await? > 0 {
                keep_seats(&mut write, seat_rows(id, summary)).await?;
            }
            Ok(())
        })
    }
}
