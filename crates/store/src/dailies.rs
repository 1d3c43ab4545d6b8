//! What people have played of the deals and positions of the day.
//!
//! The result of a deal follows from the summary of its table and is written in the same transaction
//! ([`settle`]); the caller records that of a position ([`Store::end_daily`]). The first result stays.

use super::database::{Connection, Small, Sql, query_as, statement};
use crate::{Result, Store};
use bagatelle_core::CommittedSeed;
use bagatelle_core::present::Par;
use bagatelle_table::{Corrupt, Millis};
use serde::Serialize;

/// The most rows in the table of a day.
const LONGEST_TABLE: u32 = 1000;

/// A game's deal or position of a world date (UTC), as one person has played it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Daily {
    /// The id of the person.
    #[serde(skip)]
    pub person: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The world date that the deal or position belongs to, `2026-11-21`.
    pub date: String,
    /// The id of the table where a deal is played; `None` for a position.
    pub table: Option<String>,
    /// When it was begun.
    pub begun: Millis,
    /// Whether it was begun on its own date: only then does it count.
    pub on_time: bool,
    /// When it ended; `None` while it is open.
    pub ended: Option<Millis>,
    /// The milliseconds that it took; `None` while it is open.
    pub took: Option<Millis>,
    /// Whether it is solved.
    pub solved: bool,
    /// The moves, or the tries for a position: in the end, or so far.
    pub score: u32,
    /// Whether the solver has helped.
    pub helped: bool,
    /// What the leaderboard calls the person; `None` if the person is not listed.
    pub name: Option<String>,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
}

/// How a daily ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyResult {
    /// When it ended.
    pub ended: Millis,
    /// Whether it is solved.
    pub solved: bool,
    /// The moves, or the tries for a position.
    pub score: u32,
    /// Whether the solver has helped.
    pub helped: bool,
}

row! {
    /// A row of `dailies`. While it is open, score and help are those of its table.
    struct DailyRow {
        person: String,
        game: String,
        date: String,
        table_id: Option<String>,
        begun: Millis,
        on_time: bool,
        ended: Option<Millis>,
        took: Option<Millis>,
        solved: bool,
        score: Small<u32>,
        helped: bool,
        name: Option<String>,
        par_moves: Option<Small<u32>>,
        par_at_least: Option<Small<u32>>,
    }
}

/// Selects [`DailyRow`]s: the columns, then the rest of the statement; `if on time` chooses those that were
/// begun on their own world date.
macro_rules! select_dailies {
    ($rest:literal $(, if on time: $more:literal)?) => {
        Sql::either(
            select_dailies!(
                "date(d.begun / 1000, 'unixepoch') = d.date", $rest $(, $more)?
            ),
            select_dailies!(
                "to_char(to_timestamp(d.begun / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') = d.date", $rest $(,
                    $more)?
            ),
        )
    };
    ($on_time:literal, $rest:literal $(, $more:literal)?) => {
        concat!(
            "SELECT d.person, d.game, d.date, d.table_id, d.begun, d.ended, d.took, d.solved, d.name,
                 p.moves AS par_moves, p.at_least AS par_at_least, ", $on_time, " AS on_time,
                 CASE WHEN d.ended IS NULL THEN coalesce(s.moves, s.plies, d.score) ELSE d.score END AS score,
                 CASE WHEN d.ended IS NULL THEN coalesce(s.helped, d.helped) ELSE d.helped END AS helped
             FROM dailies d LEFT JOIN summaries s ON s.table_id = d.table_id
                 LEFT JOIN tables t ON t.id = d.table_id
                 LEFT JOIN pars p ON p.game = t.game AND p.options = t.options AND p.setup = t.setup ",
            $rest
            $(, " AND ", $on_time, $more)?
        )
    };
}

impl From<DailyRow> for Daily {
    fn from(row: DailyRow) -> Daily {
        let par = row
            .par_moves
            .zip(row.par_at_least)
            .map(|(Small(moves), Small(at_least))| Par { moves, at_least });
        let DailyRow {
            person,
            game,
            date,
            begun,
            on_time,
            ended,
            took,
            solved,
            score: Small(score),
            helped,
            name,
            ..
        } = row;
        let table = row.table_id;
        Daily { person, game, date, table, begun, on_time, ended, took, solved, score, helped, name, par }
    }
}

/// Notes the result of a daily whose table is over, unless it has one.
pub(super) async fn settle(connection: &mut Connection, table: &str) -> Result<()> {
    statement(
        "UPDATE dailies SET ended = s.changed, took = coalesce(s.played, s.changed - begun), score = \
         coalesce(s.moves, s.plies), helped = s.helped,
             solved = EXISTS (SELECT 1 FROM seat_summaries WHERE table_id = $1 AND result = 'won')
         FROM summaries s
         WHERE s.table_id = $1 AND s.stage = 'over' AND dailies.table_id = $1 AND dailies.ended IS NULL",
    )
    .bind(table)
    .execute(connection)
    .await?;
    Ok(())
}

/// A listed person appears under the name of the account from now on.
pub(super) async fn rename(connection: &mut Connection, account: &str) -> Result<()> {
    let query = "UPDATE dailies SET name = people.name FROM people
         WHERE people.id = $1 AND dailies.person = $1 AND dailies.name IS NOT NULL";
    statement(query).bind(account).execute(connection).await?;
    Ok(())
}

/// Gives an account the daily deals that a visitor has played. If both have played the same one, the
/// first result stays; without any result, the one begun first stays.
pub(super) async fn claim(connection: &mut Connection, visitor: &str, account: &str) -> Result<()> {
    for query in [
        "DELETE FROM dailies WHERE person = $1 AND $1 <> $2 AND EXISTS (SELECT 1 FROM dailies own
             WHERE own.person = $2 AND own.game = dailies.game AND own.date = dailies.date
                 AND (own.ended IS NULL, coalesce(own.ended, own.begun), own.begun)
                     <= (dailies.ended IS NULL, coalesce(dailies.ended, dailies.begun), dailies.begun))",
        "DELETE FROM dailies WHERE person = $2 AND $1 <> $2 AND EXISTS (SELECT 1 FROM dailies other
             WHERE other.person = $1 AND other.game = dailies.game AND other.date = dailies.date)",
        "UPDATE dailies SET person = $2 WHERE person = $1",
    ] {
        statement(query).bind(visitor).bind(account).execute(&mut *connection).await?;
    }
    rename(connection, account).await
}

impl Store {
    /// Notes that a person has begun the daily of a game and a world date, unless that is noted. `table` is
    /// where a deal is played: its result is noted in the transaction of the event that ends it, or here if
    /// it has ended. Who is listed by name stays listed.
    pub async fn begin_daily(
        &self,
        person: &str,
        game: &str,
        date: &str,
        table: Option<&str>,
        now: Millis,
    ) -> Result<()> {
        transaction!(self, write => async {
            if let Some(table) = table {
                // An event that ends the table at the same time comes either before this or after
                // it.
                write.lock("SELECT 1 FROM summaries WHERE table_id = $1 FOR SHARE", table).await?;
            }
            // Another server may still know the player as the visitor that an account has claimed meanwhile.
            statement(
                "INSERT INTO dailies (person, game, date, table_id, begun, name)
                 SELECT id, $2, $3, $4, $5, (SELECT name FROM dailies WHERE person = id ORDER BY begun DESC \
                 LIMIT 1)
                 FROM (SELECT coalesce((SELECT account FROM visitor_claims WHERE visitor = $1), $1) AS id) \
                 AS player
                 WHERE true
                 ON CONFLICT DO NOTHING",
            )
            .bind(person)
            .bind(game)
            .bind(date)
            .bind(table)
            .bind(now)
            .execute(&mut *write)
            .await?;
            match table {
                Some(table) => settle(&mut write, table).await,
                None => Ok(()),
            }
        })
    }

    /// Notes the result of a position that is begun. The first result stays.
    pub async fn end_daily(&self, person: &str, game: &str, date: &str, result: DailyResult) -> Result<()> {
        let query = statement(
            "UPDATE dailies SET ended = $4, took = $4 - begun, solved = $5, score = $6, helped = $7
             WHERE person = coalesce((SELECT account FROM visitor_claims WHERE visitor = $1), $1)
                 AND game = $2 AND date = $3 AND ended IS NULL",
        );
        let DailyResult { ended, solved, score, helped } = result;
        let query =
            query.bind(person).bind(game).bind(date).bind(ended).bind(solved).bind(score).bind(helped);
        self.execute(query).await?;
        Ok(())
    }

    /// What a person has played of the world dates from `first` to `last`, by date.
    pub async fn dailies(&self, person: &str, first: &str, last: &str) -> Result<Vec<Daily>> {
        let query = select_dailies!(
            "WHERE d.person = $1 AND d.date BETWEEN $2 AND $3 ORDER BY d.date, d.begun, d.game"
        );
        let query = query_as(query).bind(person).bind(first).bind(last);
        let rows: Vec<DailyRow> = query.fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(Daily::from).collect())
    }

    /// The leaderboard of a game: all who have begun the daily on its date and solved it without help, with a
    /// name or without. Ordered by score, then by time.
    pub async fn table_of_the_day(&self, game: &str, date: &str) -> Result<Vec<Daily>> {
        let query = select_dailies!(
            "WHERE d.game = $1 AND d.date = $2 AND d.solved AND NOT d.helped",
            if on time: " ORDER BY d.score, d.took, d.ended, d.person LIMIT $3"
        );
        let query = query_as(query).bind(game).bind(date).bind(LONGEST_TABLE);
        let rows: Vec<DailyRow> = query.fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(Daily::from).collect())
    }

    /// Lists a person under this name on the leaderboards, past and future, or stops listing the person.
    pub async fn list_dailies(&self, person: &str, name: Option<&str>) -> Result<()> {
        let query = statement("UPDATE dailies SET name = $2 WHERE person = $1");
        self.execute(query.bind(person).bind(name)).await?;
        Ok(())
    }

    /// The seed of the deals of a world date, if the server is committed to one.
    pub async fn day_seed(&self, date: &str) -> Result<Option<CommittedSeed>> {
        let query = "SELECT seed, nonce FROM day_seeds WHERE date = $1";
        let row: Option<(String, String)> = query_as(query).bind(date).fetch_optional(&self.read).await?;
        let read = |text: String| text.parse().map_err(|_| Corrupt::new("the seed of a day", date));
        row.map(|(seed, nonce)| Ok(CommittedSeed { seed: read(seed)?, nonce: read(nonce)? })).transpose()
    }

    /// Commits the server to a seed for the deals of a world date. The first one stays.
    pub async fn keep_day_seed(&self, date: &str, seed: &CommittedSeed) -> Result<()> {
        let query = "INSERT INTO day_seeds (date, seed, nonce) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let query = statement(query).bind(date).bind(seed.seed.to_string()).bind(seed.nonce.to_string());
        self.execute(query).await?;
        Ok(())
    }
}
