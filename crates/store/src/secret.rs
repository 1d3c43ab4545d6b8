//! The secret that signs tokens, where it is in the database.

use super::database::{query_scalar, statement};
use crate::{Result, Store};

impl Store {
    /// The secret that signs tokens; `fresh` if there was none before. `None` if it is kept beside the
    /// database rather than in it.
    pub async fn secret(&self, fresh: &str) -> Result<Option<String>> {
        if self.write.file().is_some() {
            return Ok(None);
        }
        let query = "INSERT INTO secret (id, text) VALUES (1, $1) ON CONFLICT DO NOTHING";
        statement(query).bind(fresh).execute(&self.write).await?;
        query_scalar("SELECT text FROM secret").fetch_one(&self.write).await.map(Some)
    }
}
