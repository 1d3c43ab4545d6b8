//! Finished games as their players look back at them, and what is shown about people who want to be
//! seen.

use super::database::{Small, query_as, query_scalar};
use super::rows::{RatingRow, parse};
use crate::{Result, Store};
use bagatelle_core::present::Par;
use bagatelle_table::{BestResult, Finished, Millis, RankedPlayer, RatedGame, Rating, SeatSummary};

/// The most people in a list, for each game.
const LISTED: u32 = 50;

/// A query over the seats `m` at tables `t` with their summaries `s` and pars `p`, of games that count as
/// results: they are over, were dealt, and continue no other.
macro_rules! results {
    ($select:literal, $par:literal, $rest:literal) => {
        concat!(
            $select,
            " FROM seat_summaries m JOIN summaries s USING (table_id) JOIN tables t ON t.id = m.table_id ",
            $par,
            " pars p ON p.game = t.game AND p.options = t.options AND p.setup = t.setup
              WHERE s.stage = 'over' AND t.dealt
                 AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = t.id AND seq = 0 AND kind = 'given') ",
            $rest
        )
    };
}

row! {
    struct FinishedRow {
        id: String,
        game: String,
        daily: Option<String>,
        ended: Millis,
        seats: Small<u8>,
        seat: Small<u8>,
        result: String,
        moves: Option<Small<u32>>,
        played: Option<Millis>,
        par_moves: Option<Small<u32>>,
        par_at_least: Option<Small<u32>>,
        helped: bool,
        program: Option<String>,
        opening: Option<String>,
    }
}

impl FinishedRow {
    fn into_finished(self) -> Result<Finished> {
        let par = self
            .par_moves
            .zip(self.par_at_least)
            .map(|(Small(moves), Small(at_least))| Par { moves, at_least });
        let program = |name| SeatSummary { name, ..SeatSummary::default() }.program().map(str::to_owned);
        Ok(Finished {
            table: self.id,
            game: self.game,
            daily: self.daily,
            ended: self.ended,
            seats: self.seats.0,
            seat: self.seat.0,
            result: parse("the result of a seat", &self.result)?,
            moves: self.moves.map(|Small(moves)| moves),
            took: self.played,
            par,
            helped: self.helped,
            program: self.program.and_then(program),
            opening: self.opening,
        })
    }
}

row! {
    struct BestRow {
        game: String,
        name: String,
        moves: Small<u32>,
        par: Small<u32>,
        played: Option<Millis>,
        ended: Millis,
    }
}

row! {
    struct RankedRow {
        ..rating: RatingRow,
        name: String,
    }
}

impl Store {
    /// The finished games of a person, the newest first, at most `limit`. Left out are games that were
    /// aborted or continue others, set-ups that were given, and games in which the person had several seats.
    pub async fn played(&self, person: &str, limit: u32) -> Result<Vec<Finished>> {
        let rows: Vec<FinishedRow> = query_as(results!(
            "SELECT t.id, t.game, t.daily, s.changed AS ended, m.seat, m.result, s.moves, s.played, \
             s.helped, s.opening,
                 p.moves AS par_moves, p.at_least AS par_at_least,
                 (SELECT count(*) FROM seat_summaries WHERE table_id = t.id) AS seats,
                 (SELECT min(name) FROM seat_summaries WHERE table_id = t.id AND seat <> m.seat
                     HAVING count(person) = 0 AND count(DISTINCT name) = 1) AS program",
            "LEFT JOIN",
            "AND m.person = $1 AND m.result IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM seat_summaries o
                     WHERE o.table_id = t.id AND o.person = $1 AND o.seat <> m.seat)
             ORDER BY s.changed DESC, t.id LIMIT $2"
        ))
        .bind(person)
        .bind(limit)
        .fetch_all(&self.read)
        .await?;
        rows.into_iter().map(FinishedRow::into_finished).collect()
    }

    /// How many moves over par a person's best solution without help is; negative if it is under par. The
    /// table `besides` does not count. `None` if there is none.
    pub async fn best_besides(&self, besides: &str, person: &str, game: &str) -> Result<Option<i64>> {
        let best = query_scalar(results!(
            "SELECT min(s.moves - p.moves)",
            "JOIN",
            "AND m.person = $1 AND t.game = $2 AND t.id <> $3 AND m.result = 'won' AND NOT s.helped"
        ));
        best.bind(person).bind(game).bind(besides).fetch_one(&self.read).await
    }

    /// The best solutions of people who want to be seen, by game, the best first: one for each person.
    pub async fn records(&self) -> Result<Vec<BestResult>> {
        let rows: Vec<BestRow> = query_as(results!(
            "WITH solved AS (
                 SELECT t.game, m.person, s.moves, s.played, s.changed AS ended, p.moves AS par, \
                 row_number() OVER (
                     PARTITION BY t.game, m.person ORDER BY s.moves - p.moves, s.played NULLS FIRST, \
                     s.changed, t.id) AS own",
            "JOIN",
            "AND m.person IN (SELECT id FROM accounts WHERE public) AND m.result = 'won' AND NOT s.helped
                 AND s.moves IS NOT NULL AND (SELECT count(*) FROM seat_summaries WHERE table_id = t.id) = 1),
             best AS (
                 SELECT *, row_number() OVER (PARTITION BY game ORDER BY moves - par, played NULLS FIRST, \
                 ended, person) AS place
                 FROM solved WHERE own = 1)
             SELECT game, name, moves, par, played, ended FROM best JOIN people ON people.id = best.person
             WHERE place <= $1 ORDER BY game, place"
        ))
        .bind(LISTED)
        .fetch_all(&self.read)
        .await?;
        let best = |BestRow { game, name, moves: Small(moves), par: Small(par), played, ended }| BestResult {
            game,
            name,
            moves,
            par,
            took: played,
            ended,
        };
        Ok(rows.into_iter().map(best).collect())
    }

    /// The ratings of people who want to be seen in the pool of people, by game, the best first.
    pub async fn rating_lists(&self) -> Result<Vec<RankedPlayer>> {
        let rows: Vec<RankedRow> = query_as(
            "SELECT name, game, pool, rating, deviation, volatility, games, NULL AS change FROM (
                 SELECT r.*, row_number() OVER (PARTITION BY r.game ORDER BY r.rating DESC, r.account) AS \
                 place
                 FROM ratings r
                 WHERE r.pool = 'people' AND r.account IN (SELECT id FROM accounts WHERE public)) ranked
                 JOIN people ON people.id = ranked.account
             WHERE place <= $1 ORDER BY game, place",
        )
        .bind(LISTED)
        .fetch_all(&self.read)
        .await?;
        let ranked =
            |RankedRow { name, rating }| Ok(RankedPlayer { name, rating: Rating::try_from(rating)? });
        rows.into_iter().map(ranked).collect()
    }

    /// The names of all people who want to be seen, in order.
    pub async fn public_names(&self) -> Result<Vec<String>> {
        let query =
            "SELECT name FROM people JOIN accounts USING (id) WHERE public ORDER BY name_key LIMIT 1000";
        query_scalar(query).fetch_all(&self.read).await
    }

    /// The rated games of an account in the pool of people, the oldest first.
    pub async fn rated(&self, account: &str) -> Result<Vec<RatedGame>> {
        let rows: Vec<(String, String, Millis, f64, f64)> = query_as(
            "SELECT t.id, t.game, s.changed, c.rating, c.deviation FROM rating_changes c
                 JOIN summaries s USING (table_id) JOIN tables t ON t.id = c.table_id
             WHERE c.account = $1 AND c.pool = 'people' ORDER BY s.changed, t.id",
        )
        .bind(account)
        .fetch_all(&self.read)
        .await?;
        let rated =
            |(table, game, ended, rating, deviation)| RatedGame { table, game, ended, rating, deviation };
        Ok(rows.into_iter().map(rated).collect())
    }
}
