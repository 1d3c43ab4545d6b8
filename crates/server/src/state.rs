//! What all requests share.

use crate::address::Address;
use crate::auth::passwords::Passwords;
use crate::auth::token::Secret;
use crate::connections::{Counted, Counts};
use crate::error::AppError;
use crate::limits::Limits;
use crate::meters::OpenStream;
use crate::picture::Pictures;
use crate::quotas::Quotas;
use crate::reach::Reach;
use crate::readiness::Readiness;
use crate::recent::Recent;
use crate::tables::Tables;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use bagatelle_store::StoreError;
use bagatelle_table::{Visitor, guest_name};
use std::net::{IpAddr, SocketAddr};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use tokio::sync::watch;

/// What all requests share. A copy costs nothing: each connection and each request has one.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

impl AppState {
    /// What all requests are to share.
    #[must_use]
    pub fn new(shared: Shared) -> AppState {
        AppState(Arc::new(shared))
    }
}

impl Deref for AppState {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// What all requests share, itself.
pub struct Shared {
    /// The tables.
    pub tables: Tables,
    /// Signs tokens.
    pub secret: Secret,
    /// Hashes and checks passwords.
    pub passwords: Passwords,
    /// Whether visitors may sign up, as far as the settings say.
    pub registration: bool,
    /// The limits of what visitors may use.
    pub limits: Limits,
    /// Other machines that are proxies of this server.
    pub proxies: Vec<IpAddr>,
    /// What visitors have made.
    pub quotas: Arc<Quotas>,
    /// The event streams of each visitor and address.
    pub streams: Counts,
    /// The pictures of links.
    pub pictures: Pictures,
    /// The address under which visitors reach the server, if it was given.
    pub public_url: Option<String>,
    /// The address that the server listens on, once it does.
    pub listening: OnceLock<SocketAddr>,
    /// Whether cookies are sent over https only.
    pub https: bool,
    /// Whether the server can do its work.
    pub readiness: Readiness,
    /// Turns true when the server stops, so that streams end.
    pub stopping: watch::Sender<bool>,
    /// Whether each request is logged.
    pub access_log: bool,
    /// The latest warnings and errors.
    pub recent: Recent,
}

impl Shared {
    /// Whether visitors may sign up: neither the settings nor a host have closed registration.
    #[must_use]
    pub fn may_sign_up(&self) -> bool {
        self.registration && !self.tables.office().registration_is_closed()
    }

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

    /// The name that a visitor has given, else a friendly one: made from their id, or `stranger` for a visitor without one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn name_or_guest(
        &self,
        visitor: Option<&Visitor>,
        stranger: &str,
    ) -> Result<String, StoreError> {
        let name = self.name_of(visitor).await?;
        Ok(match visitor {
            _ if !name.is_empty() => name,
            Some(visitor) => guest_name(visitor.id()),
            None => stranger.to_owned(),
        })
    }

    /// Room for one more event stream, for as long as what is returned lives.
    ///
    /// # Errors
    /// When the visitor, or the address, has too many.
    pub fn stream(&self, visitor: Option<&Visitor>, Address(address): &Address) -> Result<Stream, AppError> {
        let count = |kind: &str, key: Option<&str>, most| match key {
            None => Ok(None),
            Some(key) => match self.streams.add(&format!("{kind} {key}"), most) {
                None => Err(AppError::TooMany("too many pages are open: close some of them")),
                counted => Ok(counted),
            },
        };
        let visitor = count("visitor", visitor.map(Visitor::id), self.limits.streams)?;
        let address = count("address", address.as_deref(), self.limits.streams_per_address)?;
        Ok(Stream { _counted: (visitor, address), _metered: self.tables.registry().meters().stream() })
    }

    /// From where an address can be opened.
    #[must_use]
    pub fn reach(&self, base: &str) -> Reach {
        Reach::of(base, self.listening.get().copied())
    }

    /// The address under which a request reached the server, without a slash at its end.
    #[must_use]
    pub fn address(&self, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let given = self.public_url.as_ref().map(|url| url.trim_end_matches('/').to_owned());
        given.unwrap_or_else(|| format!("http://{host}"))
    }
}

/// An event stream that is counted until it is dropped.
pub struct Stream {
    _counted: (Option<Counted>, Option<Counted>),
    _metered: OpenStream,
}
