//! The web server: pages, live play, storage and the JSON API.
//!
//! One move, from click to disk to the other screen: the browser posts the action's text to [`web`]; [`live`] checks it
//! against the position that [`mod@line`] folded from the events, appends the event in [`store`], and tells the new version; the
//! answer is the table drawn anew by [`pages`]; whoever else watches hears the version and asks for the table.
//!
//! The server knows no game: it holds what [`bagatelle_catalog`] gives it.

pub mod api;
pub mod assets;
pub mod chat;
pub mod clock;
pub mod deal;
pub mod http;
pub mod line;
pub mod live;
pub mod origin;
pub mod pages;
pub mod people;
pub mod picture;
pub mod presence;
pub mod random;
pub mod replay;
pub mod rounds;
pub mod seats;
pub mod solver;
pub mod store;
pub mod tables;
pub mod terms;
pub mod thinkers;
pub mod together;
pub mod visitor;
pub mod web;
pub mod why;

use anyhow::{Context, Result};
use assets::Assets;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use live::Games;
use people::passwords::Passwords;
use picture::Pictures;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::{Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use visitor::{Secret, Visitor};

/// The largest body of a request, in bytes.
const LARGEST_BODY: usize = 256 << 10;
/// How long open requests may take to end when the server stops.
const GRACE: Duration = Duration::from_secs(5);

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder that holds everything that is kept.
    pub data: PathBuf,
    /// The address under which people reach the server, if it is another than the one it listens on.
    pub public_url: Option<String>,
    /// Whether visitors may sign up.
    pub registration: bool,
}

/// What all requests share.
#[derive(Clone)]
pub struct Shared {
    /// The games.
    pub games: Games,
    /// Signs the visitors' tokens.
    pub secret: Arc<Secret>,
    /// Hashes and checks passwords.
    pub passwords: Arc<Passwords>,
    /// Whether visitors may sign up.
    pub registration: bool,
    /// The pictures of links.
    pub pictures: Pictures,
    /// Style sheet and scripts.
    pub assets: Arc<Assets>,
    /// The address under which people reach the server, if it was told.
    pub public_url: Option<String>,
    /// Whether cookies are sent over https only.
    pub https: bool,
    /// Turns true when the server stops, so that streams end.
    pub stopping: watch::Sender<bool>,
}

impl Shared {
    /// Who asks: the visitor whose token, or the person whose session, a request with these headers bears.
    ///
    /// # Errors
    /// When the store fails, so that nobody knows.
    pub async fn who_asks(&self, headers: &HeaderMap) -> Result<Option<Visitor>, StoreError> {
        match self.secret.borne(headers) {
            Some(id) => self.games.store().bearer(&id, live::now()).await,
            None => Ok(None),
        }
    }

    /// Who asks, for looking: while the store fails, nobody.
    pub async fn visitor(&self, headers: &HeaderMap) -> Option<Visitor> {
        self.who_asks(headers).await.unwrap_or_else(|error| {
            tracing::error!(%error, "it is not known who asks");
            None
        })
    }

    /// The name that somebody has told, empty for nobody.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn name_of(&self, visitor: Option<&Visitor>) -> Result<String, StoreError> {
        let Some(visitor) = visitor else { return Ok(String::new()) };
        Ok(self.games.store().name_of(visitor.id()).await?.unwrap_or_default())
    }

    /// The address under which a request with these headers reached the server, without a slash at its end.
    #[must_use]
    pub fn address(&self, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let told = self.public_url.as_ref().map(|url| url.trim_end_matches('/').to_owned());
        told.unwrap_or_else(|| format!("http://{host}"))
    }
}

/// A server that is ready to run.
pub struct Server {
    shared: Shared,
    data: PathBuf,
}

impl Server {
    /// Opens the data folder, and makes it if it is not there.
    ///
    /// # Errors
    /// When the folder or the database in it cannot be opened.
    pub async fn open(config: Config) -> Result<Server> {
        std::fs::create_dir_all(&config.data).with_context(|| config.data.display().to_string())?;
        let file = config.data.join("bagatelle.sqlite");
        let store = Store::open(&file).await.with_context(|| file.display().to_string())?;
        let shared = Shared {
            games: Games::open(store).await?,
            secret: Arc::new(Secret::open(&config.data)?),
            passwords: Arc::default(),
            registration: config.registration,
            assets: Arc::new(Assets::load()),
            pictures: Pictures::default(),
            https: config.public_url.as_ref().is_some_and(|url| url.starts_with("https://")),
            public_url: config.public_url,
            stopping: watch::Sender::new(false),
        };
        Ok(Server { shared, data: config.data })
    }

    /// The data folder.
    #[must_use]
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The games.
    #[must_use]
    pub fn games(&self) -> &Games {
        &self.shared.games
    }

    /// All routes with all that every answer has in common.
    pub fn router(&self) -> axum::Router {
        axum::Router::new()
            .merge(web::routes())
            .merge(tables::routes())
            .merge(people::routes())
            .merge(replay::routes())
            .merge(api::routes())
            .layer(axum::middleware::from_fn_with_state(self.shared.clone(), http::same_site))
            .layer(DefaultBodyLimit::max(LARGEST_BODY))
            .layer(CatchPanicLayer::new())
            .layer(CompressionLayer::new())
            .layer(axum::middleware::from_fn(http::headers))
            .with_state(self.shared.clone())
    }

    /// Serves until `stop` resolves; open requests may then end, and everything is closed.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<()> {
        let router = self.router();
        let tending = tokio::spawn(self.shared.games.clone().tend(self.shared.stopping.subscribe()));
        let (stopping, games) = (self.shared.stopping.clone(), self.shared.games.clone());
        let mut stopped = stopping.subscribe();
        let served = axum::serve(listener, router).with_graceful_shutdown(async move {
            stop.await;
            stopping.send_replace(true);
            games.stop_thinking();
        });
        let overtime = async move {
            // The sender lives in this server, so this ends only when it says so.
            let _ = stopped.wait_for(|stop| *stop).await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            result = std::future::IntoFuture::into_future(served) => result?,
            () = overtime => tracing::warn!("some requests did not end in time"),
        }
        tending.await?;
        let store = self.shared.games.store();
        store.beat(live::now(), false).await?;
        store.close().await;
        Ok(())
    }
}

impl Drop for Server {
    /// Nobody is left for whom programs and solvers could work.
    fn drop(&mut self) {
        self.shared.games.stop_thinking();
    }
}
