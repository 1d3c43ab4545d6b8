//! The chat of tables.

use super::database::{Connection, Pool, query_as, statement};
use crate::{ChatMessage, Result};
use bagatelle_table::Millis;

row! {
    struct ChatRow {
        at: Millis,
        person: String,
        name: String,
        text: String,
    }
}

pub(super) async fn chat(pool: &Pool, table: &str) -> Result<Vec<ChatMessage>> {
    let query = "SELECT at, person, name, text FROM chat WHERE table_id = $1 ORDER BY seq";
    let rows: Vec<ChatRow> = query_as(query).bind(table).fetch_all(pool).await?;
    let message = |ChatRow { at, person, name, text }| ChatMessage { at, person, name, text };
    Ok(rows.into_iter().map(message).collect())
}

pub(super) async fn say(connection: &mut Connection, table: &str, message: &ChatMessage) -> Result<()> {
    // Those who speak at a table at once take their numbers one after the other.
    connection.lock("SELECT 1 FROM tables WHERE id = $1 FOR NO KEY UPDATE", table).await?;
    statement(
        "INSERT INTO chat (table_id, seq, at, person, name, text)
         VALUES ($1, (SELECT coalesce(max(seq) + 1, 0) FROM chat WHERE table_id = $1), $2, $3, $4, $5)",
    )
    .bind(table)
    .bind(message.at)
    .bind(&message.person)
    .bind(&message.name)
    .bind(&message.text)
    .execute(connection)
    .await?;
    Ok(())
}
