//! Names of visitors and accounts.

use crate::{Result, StoreError};
use sqlx::SqliteExecutor;
use sqlx::sqlite::SqliteConnection;

/// The name in small letters: the names of accounts differ by more than their case.
pub(super) fn key(name: &str) -> String {
    name.to_lowercase()
}

pub(super) async fn name_of(executor: impl SqliteExecutor<'_>, person: &str) -> Result<Option<String>> {
    let query = "SELECT name FROM people WHERE id = $1";
    Ok(sqlx::query_scalar(query).bind(person).fetch_optional(executor).await?)
}

pub(super) async fn name_for(executor: impl SqliteExecutor<'_>, person: &str, name: &str) -> Result<String> {
    let row: (Option<String>, bool) = sqlx::query_as(
        "SELECT (SELECT name FROM people JOIN accounts USING (id) WHERE id = $1),
                EXISTS (SELECT 1 FROM accounts WHERE name_key = $2)",
    )
    .bind(person)
    .bind(key(name))
    .fetch_one(executor)
    .await?;
    match row {
        (Some(own), _) => Ok(own),
        (None, true) => Err(StoreError::Conflict),
        (None, false) => Ok(name.to_owned()),
    }
}

pub(super) async fn keep(connection: &mut SqliteConnection, person: &str, name: &str) -> Result<String> {
    let shown = name_for(&mut *connection, person, name).await?;
    sqlx::query(
        "INSERT INTO people (id, name) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET name = $2 WHERE id NOT IN (SELECT id FROM accounts)",
    )
    .bind(person)
    .bind(name)
    .execute(&mut *connection)
    .await?;
    Ok(shown)
}
