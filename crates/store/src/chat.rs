//! The chat of tables.

use super::copies::Notice;
use super::database::{query_as, statement};
use crate::{Result, Store};
use bagatelle_table::Millis;

/// A message in the chat of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatMessage {
    /// When it was sent.
    pub at: Millis,
    /// The id of the sender.
    pub person: String,
    /// The sender's name at that time.
    pub name: String,
    /// The text.
    pub text: String,
}

row! {
    struct ChatRow {
        at: Millis,
        person: String,
        name: String,
        text: String,
    }
}

impl Store {
    /// The messages of a table, oldest first.
    pub async fn chat(&self, table: &str) -> Result<Vec<ChatMessage>> {
        let query = "SELECT at, person, name, text FROM chat WHERE table_id = $1 ORDER BY seq";
        let rows: Vec<ChatRow> = query_as(query).bind(table).fetch_all(&self.read).await?;
        let message = |ChatRow { at, person, name, text }| ChatMessage { at, person, name, text };
        Ok(rows.into_iter().map(message).collect())
    }

    /// Adds a message to the chat of a table.
    pub async fn say(&self, table: &str, message: &ChatMessage) -> Result<()> {
        transaction!(self, write => async {
            // Messages written at a table at the same time get their numbers one after the other.
            write.lock("SELECT 1 FROM tables WHERE id = $1 FOR NO KEY UPDATE", table).await?;
            statement(
                "INSERT INTO chat (table_id, seq, at, person, name, text)
                 VALUES ($1, (SELECT coalesce(max(seq) + 1, 0) FROM chat WHERE table_id = $1), $2, $3, $4, \
                 $5)",
            )
            .bind(table)
            .bind(message.at)
            .bind(&message.person)
            .bind(&message.name)
            .bind(&message.text)
            .execute(&mut *write)
            .await?;
            self.tell(&mut write, || Notice::Beside(table.to_owned())).await
        })
    }
}
