//! All that is kept of a person, as one document: for taking it along, and before an account is deleted.

use super::accounts::Account;
use crate::live::{GameError, Games};
use crate::store::{Search, Store, StoreError};
use serde_json::{Value, json};

/// How many games are looked up at once.
const CHUNK: u32 = 100;

/// The export of an account. Of a game that still holds secrets it has where it stands, but no record.
///
/// # Errors
/// When the store fails.
pub async fn all(games: &Games, account: &Account) -> Result<Value, GameError> {
    let store = games.store();
    let mut played = Vec::new();
    let mut search = Search { person: Some(account.id.clone()), limit: CHUNK, ..Search::default() };
    loop {
        let found = store.search(&search).await?;
        for listed in &found {
            let (row, standing) = (&listed.row, &listed.standing);
            let record = match games.get(&row.id).await {
                Ok(live) => live.public_record(&*live.line().await),
                // A game that is not in the catalog any more has no record that could be read.
                Err(GameError::Record(_)) => None,
                Err(error) => return Err(error),
            };
            let own = |sits: &&crate::store::Sits| sits.person.as_deref() == Some(&account.id);
            played.push(json!({
                "id": row.id,
                "game": row.game,
                "created": row.created,
                "changed": standing.changed,
                "phase": standing.phase.word(),
                "result": standing.sitters.iter().find(own).and_then(|sits| sits.result.clone()),
                "record": record,
            }));
        }
        if found.len() < CHUNK as usize {
            break;
        }
        search.skip += CHUNK;
    }
    Ok(json!({
        "bagatelle": "account",
        "name": account.name,
        "created": account.created,
        "sessions": store.sessions(&account.id).await?,
        "ratings": store.ratings(&account.id).await?,
        "rated": store.rated(&account.id).await?,
        "chat": store.said_by(&account.id).await?,
        "games": played,
    }))
}

impl Store {
    /// When each session of a person began, in milliseconds since 1970.
    async fn sessions(&self, person: &str) -> Result<Vec<i64>, StoreError> {
        let query = "SELECT created FROM sessions WHERE person = $1 ORDER BY created";
        Ok(sqlx::query_scalar(query).bind(person).fetch_all(self.reader()).await?)
    }

    /// What rated games have changed for a person.
    async fn rated(&self, person: &str) -> Result<Vec<Value>, StoreError> {
        type Row = (String, f64, f64, f64, f64);
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT game, rating_before, deviation_before, rating, deviation FROM rated WHERE person = $1",
        )
        .bind(person)
        .fetch_all(self.reader())
        .await?;
        let change = |(game, rating_before, deviation_before, rating, deviation): Row| {
            json!({
                "game": game,
                "before": { "rating": rating_before, "deviation": deviation_before },
                "after": { "rating": rating, "deviation": deviation },
            })
        };
        Ok(rows.into_iter().map(change).collect())
    }

    /// What a person has said.
    async fn said_by(&self, person: &str) -> Result<Vec<Value>, StoreError> {
        let rows: Vec<(String, i64, String)> =
            sqlx::query_as("SELECT game, at, text FROM chat WHERE who = $1 ORDER BY at, seq")
                .bind(person)
                .fetch_all(self.reader())
                .await?;
        Ok(rows.into_iter().map(|(game, at, text)| json!({ "game": game, "at": at, "text": text })).collect())
    }
}
