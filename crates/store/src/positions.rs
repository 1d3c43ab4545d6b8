//! The positions of the day, and what people have tried at them.

use super::database::{Connection, query_as, query_scalar, statement};
use crate::{Result, Store};
use bagatelle_catalog::Position;
use bagatelle_table::Corrupt;
use serde::Serialize;

/// Replaces an action if a person asked to see the answer.
const SHOWN: &str = "";
/// Replaces an action if a person asked for a hint; the text of no action.
const HINTED: &str = "?";
/// Replaces an action if a person asked to be told more; the text of no action.
const NARROWED: &str = "??";

/// A try at a position of the day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionTry {
    /// This action, as its canonical text.
    Action(String),
    /// The person asked for a hint.
    Hinted,
    /// The person asked to be told more than the hint.
    Narrowed,
    /// The person asked to be shown the answer.
    Shown,
}

/// A try at a position of the day, as it stands in an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TriedPosition {
    /// The game's id in the catalog.
    pub game: String,
    /// The world date.
    pub date: String,
    /// The action; `None` where the person asked for a hint or to be shown the answer.
    pub action: Option<String>,
}

/// Gives an account a visitor's tries, except at positions that the account has tried itself.
pub(super) async fn claim(connection: &mut Connection, visitor: &str, account: &str) -> Result<()> {
    for query in [
        "DELETE FROM position_tries WHERE person = $1 AND $1 <> $2 AND EXISTS (SELECT 1 FROM position_tries \
         own
             WHERE own.person = $2 AND own.game = position_tries.game AND own.date = position_tries.date)",
        "UPDATE position_tries SET person = $2 WHERE person = $1",
    ] {
        statement(query).bind(visitor).bind(account).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// The position of the day of a game and a world date, if it was found before.
    pub async fn position(&self, game: &str, date: &str) -> Result<Option<Position>> {
        let query = "SELECT position FROM positions WHERE game = $1 AND date = $2";
        let text: Option<String> =
            query_scalar(query).bind(game).bind(date).fetch_optional(&self.read).await?;
        let read = |text: String| serde_json::from_str(&text);
        Ok(text.map(read).transpose().map_err(|e| Corrupt::new("a position of the day", e))?)
    }

    /// Keeps the position of the day of a game and a world date. The first one stays.
    pub async fn keep_position(&self, game: &str, date: &str, position: &Position) -> Result<()> {
        let text = serde_json::to_string(position).map_err(|e| Corrupt::new("a position of the day", e))?;
        let query = "INSERT INTO positions (game, date, position) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        self.execute(statement(query).bind(game).bind(date).bind(text)).await?;
        Ok(())
    }

    /// What a person has tried at a position of the day, in order.
    pub async fn tries(&self, person: &str, game: &str, date: &str) -> Result<Vec<PositionTry>> {
        let query = "SELECT action FROM position_tries
             WHERE person = coalesce((SELECT account FROM visitor_claims WHERE visitor = $1), $1)
                 AND game = $2 AND date = $3 ORDER BY number";
        let query = query_scalar(query).bind(person).bind(game).bind(date);
        let rows: Vec<String> = query.fetch_all(&self.read).await?;
        let read = |action: String| match action.as_str() {
            SHOWN => PositionTry::Shown,
            HINTED => PositionTry::Hinted,
            NARROWED => PositionTry::Narrowed,
            _ => PositionTry::Action(action),
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Everything that a person has tried, by date.
    pub(super) async fn all_tries(&self, person: &str) -> Result<Vec<TriedPosition>> {
        let query =
            "SELECT game, date, action FROM position_tries WHERE person = $1 ORDER BY date, game, number";
        let rows: Vec<(String, String, String)> = query_as(query).bind(person).fetch_all(&self.read).await?;
        let tried = |(game, date, action): (String, String, String)| TriedPosition {
            game,
            date,
            action: Some(action).filter(|action| ![SHOWN, HINTED, NARROWED].contains(&action.as_str())),
        };
        Ok(rows.into_iter().map(tried).collect())
    }

    /// Notes a try at a position of the day, unless it was tried before.
    pub async fn add_try(&self, person: &str, game: &str, date: &str, tried: &PositionTry) -> Result<()> {
        let action = match tried {
            PositionTry::Action(action) => action,
            PositionTry::Hinted => HINTED,
            PositionTry::Narrowed => NARROWED,
            PositionTry::Shown => SHOWN,
        };
        let query = statement(
            "INSERT INTO position_tries (person, game, date, number, action)
             SELECT id, $2, $3, (SELECT count(*) + 1 FROM position_tries WHERE person = id AND game = $2 AND \
             date = $3), $4
             FROM (SELECT coalesce((SELECT account FROM visitor_claims WHERE visitor = $1), $1) AS id) AS \
             player
             WHERE true
             ON CONFLICT DO NOTHING",
        );
        self.execute(query.bind(person).bind(game).bind(date).bind(action)).await?;
        Ok(())
    }
}
