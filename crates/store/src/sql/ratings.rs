//! Ratings of accounts. What a game changes is written with the event that ends it, in one transaction, so it can neither be
//! lost nor happen twice.

use super::database::{Connection, Pool, query_as, query_scalar, statement};
use super::rows::RatingRow;
use super::{dailies, moderation, positions};
use crate::{PersonalData, RatingChange, Report, Result, SentMessage, SentReport, Strength};
use bagatelle_table::{FinalRank, Millis, Rating, rate};
use sqlx::FromRow;

/// Lets no other server rate games of these people until the end of the transaction. Their accounts are locked rather than their
/// ratings, since a rating may not be there yet; in the order of their ids, so that no two servers wait for each other.
pub(super) async fn lock(connection: &mut Connection, ranks: &[&FinalRank]) -> Result<()> {
    if ranks.is_empty() {
        return Ok(());
    }
    let people: serde_json::Value = ranks.iter().map(|rank| [rank.person()]).collect();
    let rows = "SELECT id FROM accounts WHERE id IN (SELECT value ->> 0 FROM json_each($1)) ORDER BY id FOR NO KEY UPDATE";
    connection.lock(rows, &people.to_string()).await
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
    let query = "SELECT game FROM tables WHERE id = $1";
    let game: String = query_scalar(query).bind(table).fetch_one(&mut *connection).await?;
    let mut before = Vec::new();
    for rank in ranks {
        let query = "SELECT *, NULL AS change FROM ratings WHERE account = $1 AND game = $2";
        let row: Option<RatingRow> =
            query_as(query).bind(rank.person()).bind(&game).fetch_optional(&mut *connection).await?;
        before.push(row.map_or_else(|| Rating::initial(&game), Rating::from));
    }
    for (rank, (before, after)) in ranks.iter().zip(before.iter().zip(rate(ranks, &before))) {
        // A deleted account has no rating any more, but the other players have played against it.
        let changed = statement(
            "INSERT INTO rating_changes (table_id, account, rating_before, deviation_before, rating, deviation)
             SELECT $1, id, $3, $4, $5, $6 FROM accounts WHERE id = $2",
        )
        .bind(table)
        .bind(rank.person())
        .bind(before.rating)
        .bind(before.deviation)
        .bind(after.rating)
        .bind(after.deviation)
        .execute(&mut *connection)
        .await?;
        if changed == 0 {
            continue;
        }
        statement(
            "INSERT INTO ratings (account, game, rating, deviation, volatility, games) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (account, game) DO UPDATE SET rating = $3, deviation = $4, volatility = $5, games = $6",
        )
        .bind(rank.person())
        .bind(&game)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(after.volatility)
        .bind(after.games)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

pub(super) async fn ratings(pool: &Pool, person: &str) -> Result<Vec<Rating>> {
    let query = "SELECT *, NULL AS change FROM ratings WHERE account = $1 ORDER BY game";
    let rows: Vec<RatingRow> = query_as(query).bind(person).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Rating::from).collect())
}

pub(super) async fn at_table(pool: &Pool, person: &str, game: &str, table: &str) -> Result<Rating> {
    let row: Option<RatingRow> = query_as(
        "SELECT ratings.game, volatility, games, changes.rating - changes.rating_before AS change,
             coalesce(changes.rating, ratings.rating) AS rating,
             coalesce(changes.deviation, ratings.deviation) AS deviation
         FROM ratings LEFT JOIN rating_changes changes
             ON changes.account = ratings.account AND changes.table_id = $3
         WHERE ratings.account = $1 AND ratings.game = $2",
    )
    .bind(person)
    .bind(game)
    .bind(table)
    .fetch_optional(pool)
    .await?;
    Ok(row.map_or_else(|| Rating::initial(game), Rating::from))
}

#[derive(FromRow)]
struct ChangeRow {
    table_id: String,
    rating_before: f64,
    deviation_before: f64,
    rating: f64,
    deviation: f64,
}

#[derive(FromRow)]
struct SentRow {
    table_id: String,
    at: Millis,
    text: String,
}

pub(super) async fn personal_data(pool: &Pool, person: &str) -> Result<PersonalData> {
    let sessions = "SELECT created FROM sessions WHERE account = $1 ORDER BY created";
    let sessions = query_scalar(sessions).bind(person).fetch_all(pool).await?;
    let changes = "SELECT table_id, rating_before, deviation_before, rating, deviation FROM rating_changes
         WHERE account = $1";
    let changes: Vec<ChangeRow> = query_as(changes).bind(person).fetch_all(pool).await?;
    let chat = "SELECT table_id, at, text FROM chat WHERE person = $1 AND text <> '' ORDER BY at, seq";
    let chat: Vec<SentRow> = query_as(chat).bind(person).fetch_all(pool).await?;
    let change = |row: ChangeRow| RatingChange {
        table: row.table_id,
        before: Strength { rating: row.rating_before, deviation: row.deviation_before },
        after: Strength { rating: row.rating, deviation: row.deviation },
    };
    let sent = |SentRow { table_id, at, text }| SentMessage { table: table_id, at, text };
    let reported = |Report { reported: one, .. }| SentReport {
        at: one.at,
        name: one.name,
        table: one.table,
        text: one.text,
        note: one.note,
    };
    Ok(PersonalData {
        sessions,
        rated: changes.into_iter().map(change).collect(),
        chat: chat.into_iter().map(sent).collect(),
        dailies: dailies::of(pool, person, "", "~").await?,
        tries: positions::all_tries(pool, person).await?,
        blocked: moderation::blocked_by(pool, person).await?.into_iter().map(|one| one.name).collect(),
        reports: moderation::by(pool, person).await?.into_iter().map(reported).collect(),
    })
}
