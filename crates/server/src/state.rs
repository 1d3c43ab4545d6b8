//! What all requests share.

use crate::auth::passwords::Passwords;
use crate::auth::token::Secret;
use crate::picture::Pictures;
use crate::tables::Tables;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use bagatelle_store::StoreError;
use bagatelle_table::Visitor;
use std::sync::Arc;
use tokio::sync::watch;

/// What all requests share.
#[derive(Clone)]
pub struct AppState {
    /// The tables.
    pub tables: Tables,
    /// Signs tokens.
    pub secret: Arc<Secret>,
    /// Hashes and checks passwords.
    pub passwords: Arc<Passwords>,
    /// Whether visitors may sign up.
    pub registration: bool,
    /// The pictures of links.
    pub pictures: Pictures,
    /// The address under which visitors reach the server, if it was given.
    pub public_url: Option<String>,
    /// Whether cookies are sent over https only.
    pub https: bool,
    /// Turns true when the server stops, so that streams end.
    pub stopping: watch::Sender<bool>,
}

impl AppState {
    /// The visitor or account behind the token of a request; `None` without a valid token.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn visitor(&self, headers: &HeaderMap) -> Result<Option<Visitor>, StoreError> {
        match self.secret.verify_headers(headers) {
            Some(id) => self.tables.store().resolve_token(&id, self.tables.now()).await,
            None => Ok(None),
        }
    }

    /// The name that a visitor has given, else empty.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn name_of(&self, visitor: Option<&Visitor>) -> Result<String, StoreError> {
        let Some(visitor) = visitor else { return Ok(String::new()) };
        Ok(self.tables.store().name_of(visitor.id()).await?.unwrap_or_default())
    }

    /// The address under which a request reached the server, without a slash at its end.
    #[must_use]
    pub fn address(&self, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let given = self.public_url.as_ref().map(|url| url.trim_end_matches('/').to_owned());
        given.unwrap_or_else(|| format!("http://{host}"))
    }
}
