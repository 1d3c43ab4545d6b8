//! Challenges between accounts.

use super::database::{Connection, Pool, query_as, statement};
use crate::{Challenge, Opponent, Result, StoreError};
use bagatelle_table::{Corrupt, Millis};

row! {
    struct ChallengeRow {
        id: String,
        challenger: String,
        challenger_name: String,
        challenger_bot: bool,
        challenged: String,
        challenged_name: String,
        challenged_bot: bool,
        game: String,
        proposed: String,
        created: Millis,
        state: String,
    }
}

impl TryFrom<ChallengeRow> for Challenge {
    type Error = StoreError;

    fn try_from(row: ChallengeRow) -> Result<Challenge> {
        Ok(Challenge {
            id: row.id,
            from: Opponent { id: row.challenger, name: row.challenger_name, bot: row.challenger_bot },
            to: Opponent { id: row.challenged, name: row.challenged_name, bot: row.challenged_bot },
            game: row.game,
            order: serde_json::from_str(&row.proposed).map_err(|e| Corrupt::new("a challenge", e))?,
            created: row.created,
            state: row.state.parse()?,
        })
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.challenger, p.name AS challenger_name, a.bot AS challenger_bot, c.challenged,
                 q.name AS challenged_name, b.bot AS challenged_bot, c.game, c.proposed, c.created, c.state
             FROM challenges c JOIN people p ON p.id = c.challenger JOIN accounts a ON a.id = c.challenger
                 JOIN people q ON q.id = c.challenged JOIN accounts b ON b.id = c.challenged ",
            $rest
        )
    };
}

/// Writes a challenge. [`StoreError::Conflict`] if there is one with this id, or an open one for the same
/// game between the two.
pub(super) async fn add(connection: &mut Connection, challenge: &Challenge) -> Result<()> {
    statement(
        "INSERT INTO challenges (id, challenger, challenged, game, proposed, created, state) VALUES ($1, $2, \
         $3, $4, $5, $6, $7)",
    )
    .bind(&challenge.id)
    .bind(&challenge.from.id)
    .bind(&challenge.to.id)
    .bind(&challenge.game)
    .bind(challenge.order.to_string())
    .bind(challenge.created)
    .bind(challenge.state.word())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn find(pool: &Pool, id: &str) -> Result<Option<Challenge>> {
    let row: Option<ChallengeRow> =
        query_as(select!("WHERE c.id = $1")).bind(id).fetch_optional(pool).await?;
    row.map(Challenge::try_from).transpose()
}

/// The challenges that an account has made or got since then, the last one first.
pub(super) async fn of(pool: &Pool, account: &str, since: Millis, limit: u32) -> Result<Vec<Challenge>> {
    let query = select!(
        "WHERE (c.challenger = $1 OR c.challenged = $1) AND c.created >= $2 ORDER BY c.created DESC, c.id \
         LIMIT $3"
    );
    let rows: Vec<ChallengeRow> =
        query_as(query).bind(account).bind(since).bind(limit).fetch_all(pool).await?;
    rows.into_iter().map(Challenge::try_from).collect()
}

/// Notes what became of a challenge that is open; returns whether it was.
pub(super) async fn settle(connection: &mut Connection, id: &str, state: &'static str) -> Result<bool> {
    let query = "UPDATE challenges SET state = $2 WHERE id = $1 AND state = 'open'";
    Ok(statement(query).bind(id).bind(state).execute(connection).await? > 0)
}

/// Notes that challenges from before then were not answered in time.
pub(super) async fn expire(connection: &mut Connection, before: Millis) -> Result<()> {
    let query = "UPDATE challenges SET state = 'expired' WHERE state = 'open' AND created <= $1";
    statement(query).bind(before).execute(connection).await?;
    Ok(())
}

/// Forgets challenges from before then.
pub(super) async fn forget(connection: &mut Connection, before: Millis) -> Result<()> {
    statement("DELETE FROM challenges WHERE created < $1").bind(before).execute(connection).await?;
    Ok(())
}
