//! What all requests share.

use crate::auth::passwords::Passwords;
use crate::auth::token::Secret;
use crate::error::AppError;
use crate::http::address::{self, Address, Proxies};
use crate::http::bodies::Bodies;
use crate::http::connections::{Counted, Counts};
use crate::http::network::Reach;
use crate::http::public_url::PublicUrl;
use crate::http::quotas::Quotas;
use crate::limits::{Limits, STREAM_RETRY};
use crate::live::visits::OpenPage;
use crate::observability::meters::OpenStream;
use crate::observability::recent_warnings::Recent;
use crate::push::deliver::Pusher;
use crate::routes::picture::Pictures;
use crate::routes::printing::Printing;
use crate::routes::readiness::Readiness;
use crate::tables::Tables;
use crate::tables::retention::KeepGuests;
use crate::work::kept::Kept;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use bagatelle_pages::Markup;
use bagatelle_pages::base::Base;
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
    /// What all requests will share.
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
    /// What sends notifications, if the server does.
    pub pusher: Option<Arc<Pusher>>,
    /// Signs tokens.
    pub secret: Secret,
    /// Hashes and checks passwords.
    pub passwords: Passwords,
    /// Whether visitors may sign up, as far as the settings say.
    pub registration: bool,
    /// The limits of what visitors may use.
    pub limits: Limits,
    /// The trusted proxies.
    pub proxies: Proxies,
    /// What visitors have made.
    pub quotas: Arc<Quotas>,
    /// The event streams of each visitor and address.
    pub streams: Counts,
    /// What the bodies of requests take in memory.
    pub bodies: Bodies,
    /// The pictures of links.
    pub pictures: Pictures,
    /// The pages of workshops.
    pub workshops: Kept<Markup>,
    /// What was printed.
    pub printing: Printing,
    /// The address under which visitors reach the server, if it was given.
    pub public_url: Option<PublicUrl>,
    /// The address that the server listens on, once it does.
    pub listening: OnceLock<SocketAddr>,
    /// Whether the server can do its work.
    pub readiness: Readiness,
    /// Turns true when the server stops, so that streams end.
    pub stopping: watch::Sender<bool>,
    /// Whether each request is logged.
    pub access_log: bool,
    /// For how long games of guests are kept, if not forever.
    pub keep_guests: Option<KeepGuests>,
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

    /// The name that a visitor has given, else a friendly one: made from their id, or `stranger` for a
    /// visitor without one.
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

    /// Takes room for one more event stream, as long as the returned value lives.
    ///
    /// # Errors
    /// When the visitor, or the address, has too many.
    pub fn stream(&self, visitor: Option<&Visitor>, Address(address): &Address) -> Result<Stream, AppError> {
        let too_many =
            || AppError::TooMany { why: "too many pages are open: close some of them", after: STREAM_RETRY };
        let of_visitor = |visitor: &Visitor| {
            self.streams.add(&format!("visitor {}", visitor.id()), self.limits.streams).ok_or_else(too_many)
        };
        let of_address = |address: &str| {
            self.streams.add_at(address, self.limits.streams_per_address).ok_or_else(too_many)
        };
        let page = visitor.map(|visitor| self.tables.visits().open(visitor.id()));
        let visitor = visitor.map(of_visitor).transpose()?;
        let address = address.as_deref().map(of_address).transpose()?;
        let metered = self.tables.registry().meters().stream();
        Ok(Stream { _counted: (visitor, address), _metered: metered, _page: page })
    }

    /// From where an address can be opened.
    #[must_use]
    pub fn reach(&self, base: &str) -> Reach {
        Reach::of(base, self.listening.get().copied())
    }

    /// Whether a request came over https: by the public address, or by what a proxy says.
    #[must_use]
    pub fn is_https(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_https)
            || address::is_https(peer, headers, &self.proxies)
    }

    /// The address under which a request reached the server, with the base path and without a slash at its
    /// end.
    #[must_use]
    pub fn address(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> String {
        if let Some(url) = &self.public_url {
            return url.to_string();
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let scheme = if self.is_https(peer, headers) { "https" } else { "http" };
        format!("{scheme}://{host}")
    }

    /// The base path, if there is one.
    #[must_use]
    pub fn base(&self) -> Option<&Base> {
        self.public_url.as_ref().and_then(PublicUrl::base)
    }

    /// A path of the server as it is seen from outside, for answers that are not pages.
    #[must_use]
    pub fn path(&self, path: String) -> String {
        self.base().map_or_else(|| path.clone(), |base| base.address(&path))
    }
}

/// An event stream that is counted until it is dropped.
pub struct Stream {
    _counted: (Option<Counted>, Option<Vec<Counted>>),
    _metered: OpenStream,
    _page: Option<OpenPage>,
}
