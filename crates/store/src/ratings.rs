//! Ratings of accounts. The changes from a game are written with the event that ends it, in one transaction,
//! so they can neither be lost nor happen twice.

use super::database::{Connection, query_as, query_scalar, statement};
use super::rows::{RatingRow, parse_pool};
use crate::{Result, Store};
use bagatelle_table::{FinalRank, Rating, RatingPool, rate};

/// Keeps other servers from rating games of these people until the end of the transaction. Their accounts are
/// locked rather than their ratings, since a rating may not be there yet; in the order of their ids, so that
/// no two servers wait for each other.
pub(super) async fn lock(connection: &mut Connection, ranks: &[&FinalRank]) -> Result<()> {
    if ranks.is_empty() {
        return Ok(());
    }
    let people: serde_json::Value = ranks.iter().map(|rank| [rank.person()]).collect();
    let rows = "SELECT id FROM accounts WHERE id IN (SELECT value ->> 0 FROM json_each($1)) ORDER BY id FOR \
        NO KEY UPDATE";
    connection.lock(rows, &people.to_string()).await
}

/// The pool in which a game counts: that of the ladder if a house bot plays in it.
macro_rules! pool_of {
    ($table:literal) => {
        concat!(
            "(SELECT CASE WHEN EXISTS (SELECT 1 FROM seat_summaries m JOIN accounts a ON a.id = m.person
                 WHERE m.table_id = ",
            $table,
            " AND a.house) THEN 'ladder' ELSE 'people' END)"
        )
    };
}

/// Rates a game that has ended, once: without ranks, or if it was rated before, nothing changes.
pub(super) async fn settle(connection: &mut Connection, table: &str, ranks: &[FinalRank]) -> Result<()> {
    if ranks.len() < 2 {
        return Ok(());
    }
    let query = "SELECT EXISTS (SELECT 1 FROM rating_changes WHERE table_id = $1)";
    if query_scalar(query).bind(table).fetch_one(&mut *connection).await? {
        return Ok(());
    }
    let query = concat!("SELECT game, ", pool_of!("$1"), " AS pool FROM tables WHERE id = $1");
    let (game, pool): (String, String) = query_as(query).bind(table).fetch_one(&mut *connection).await?;
    let pool = parse_pool(&pool)?;
    let mut before = Vec::new();
    for rank in ranks {
        let query = "SELECT *, NULL AS change FROM ratings WHERE account = $1 AND game = $2 AND pool = $3";
        let query = query_as(query).bind(rank.person()).bind(&game).bind(pool.to_string());
        let row: Option<RatingRow> = query.fetch_optional(&mut *connection).await?;
        before.push(match row {
            Some(row) => Rating::try_from(row)?,
            None => first(connection, rank.person(), &game, pool).await?,
        });
    }
    for (rank, (before, after)) in ranks.iter().zip(before.iter().zip(rate(ranks, &before))) {
        // A deleted account no longer has a rating, but the other players have played against it.
        let changed = statement(
            "INSERT INTO rating_changes (table_id, account, rating_before, deviation_before, rating, \
             deviation, pool)
             SELECT $1, id, $3, $4, $5, $6, $7 FROM accounts WHERE id = $2",
        )
        .bind(table)
        .bind(rank.person())
        .bind(before.rating)
        .bind(before.deviation)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(pool.to_string())
        .execute(&mut *connection)
        .await?;
        if changed == 0 {
            continue;
        }
        statement(
            "INSERT INTO ratings (account, game, rating, deviation, volatility, games, pool) VALUES ($1, $2, \
             $3, $4, $5, $6, $7)
             ON CONFLICT (account, game, pool) DO UPDATE SET rating = $3, deviation = $4, volatility = $5, \
             games = $6",
        )
        .bind(rank.person())
        .bind(&game)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(after.volatility)
        .bind(after.games)
        .bind(pool.to_string())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// The rating that an account begins with. A house bot always plays alike.
async fn first(connection: &mut Connection, account: &str, game: &str, pool: RatingPool) -> Result<Rating> {
    let query = "SELECT EXISTS (SELECT 1 FROM accounts WHERE id = $1 AND house)";
    let house: bool = query_scalar(query).bind(account).fetch_one(connection).await?;
    let rating = Rating::initial(game).within(pool);
    Ok(if house { rating.steady() } else { rating })
}

/// A player on the ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderPlayer {
    /// The id of the account.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is a house bot.
    pub house: bool,
    /// Whether it is marked as a bot, as every house bot is.
    pub bot: bool,
    /// Whether all may see its profile.
    pub public: bool,
    /// The rating on the ladder.
    pub rating: Rating,
}

row! {
    struct LadderRow {
        ..rating: RatingRow,
        id: String,
        name: String,
        house: bool,
        bot: bool,
        public: bool,
    }
}

row! {
    /// The rating of a player for a table.
    #[derive(Clone, PartialEq, Debug)]
    pub struct TableRating {
        /// The id of the table.
        pub table_id: String,
        /// The id of the account.
        pub person: String,
        /// The rating now, in the pool in which the game counts.
        pub rating: f64,
    }
}

impl Store {
    /// The ratings that the players of some tables have now.
    pub async fn ratings_at_tables(&self, tables: &[&str]) -> Result<Vec<TableRating>> {
        let tables: serde_json::Value = tables.iter().map(|table| [*table]).collect();
        query_as(concat!(
            "SELECT DISTINCT m.table_id, m.person, r.rating
             FROM seat_summaries m JOIN tables t ON t.id = m.table_id
                 JOIN ratings r ON r.account = m.person AND r.game = t.game AND r.pool = ",
            pool_of!("t.id"),
            " WHERE m.table_id IN (SELECT value ->> 0 FROM json_each($1))"
        ))
        .bind(tables.to_string())
        .fetch_all(&self.read)
        .await
    }

    /// The ratings of a person: those in the pool of people, by game, then those on the ladder.
    pub async fn ratings(&self, person: &str) -> Result<Vec<Rating>> {
        let query = "SELECT *, NULL AS change FROM ratings WHERE account = $1 ORDER BY pool DESC, game";
        let rows: Vec<RatingRow> = query_as(query).bind(person).fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(Rating::try_from).collect::<Result<_, _>>()?)
    }

    /// The rating of a person for a table: as it was after that game if the game has been rated, and
    /// otherwise as it is now.
    pub async fn rating_at_table(&self, person: &str, game: &str, table: &str) -> Result<Rating> {
        let row: Option<RatingRow> = query_as(concat!(
            "SELECT ratings.game, ratings.pool, volatility, games, changes.rating - changes.rating_before AS \
             change,
                 coalesce(changes.rating, ratings.rating) AS rating,
                 coalesce(changes.deviation, ratings.deviation) AS deviation
             FROM ratings LEFT JOIN rating_changes changes
                 ON changes.account = ratings.account AND changes.table_id = $3
             WHERE ratings.account = $1 AND ratings.game = $2 AND ratings.pool = coalesce(changes.pool, ",
            pool_of!("$3"),
            ")"
        ))
        .bind(person)
        .bind(game)
        .bind(table)
        .fetch_optional(&self.read)
        .await?;
        Ok(row.map_or_else(|| Ok(Rating::initial(game)), Rating::try_from)?)
    }

    /// The ladder: those that have played on it, house bots, accounts that are marked as bots, and people who
    /// want to be seen; by game, the best first. At most `others` for each game are not house bots.
    pub async fn ladder(&self, others: u32) -> Result<Vec<LadderPlayer>> {
        let rows: Vec<LadderRow> = query_as(
            "SELECT account AS id, name, house, bot, public, game, pool, rating, deviation, volatility, \
             games, NULL AS change FROM (
                 SELECT r.*, a.house, a.bot, a.public, row_number() OVER (PARTITION BY r.game, a.house \
                 ORDER BY r.rating DESC, r.account) AS place
                 FROM ratings r JOIN accounts a ON a.id = r.account WHERE r.pool = 'ladder' AND r.account IN (
                     SELECT id FROM accounts WHERE bot UNION SELECT id FROM accounts WHERE public)) ranked
                 JOIN people ON people.id = ranked.account
             WHERE house OR place <= $1 ORDER BY game, rating DESC, account",
        )
        .bind(others)
        .fetch_all(&self.read)
        .await?;
        let player = |LadderRow { id, name, house, bot, public, rating }| {
            Ok(LadderPlayer { id, name, house, bot, public, rating: Rating::try_from(rating)? })
        };
        rows.into_iter().map(player).collect()
    }
}
