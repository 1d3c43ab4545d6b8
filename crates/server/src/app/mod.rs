//! The server as a whole: what all requests share, the router, start and stop.

pub mod cluster;
pub mod database;
pub mod lock;
pub mod ticker;

use crate::app::cluster::Joined;
use crate::app::lock::FolderLock;
use crate::auth::house_bots::House;
use crate::auth::passwords::Passwords;
use crate::auth::token::Secret;
use crate::house_bots::games;
use crate::http::address::Proxies;
use crate::http::base;
use crate::http::bodies::Bodies;
use crate::http::connections::{self, Counts};
use crate::http::listener::Listener;
use crate::http::public_url::PublicUrl;
use crate::http::quotas::Quotas;
use crate::limits::{CLOSE_GRACE, LARGEST_BODY, Limits, STOP_GRACE, WORKSHOPS_KEPT};
use crate::live::registry::Registry;
use crate::live::restrictions::Office;
use crate::observability::recent_warnings::Recent;
use crate::push::deliver::{self, Pusher};
use crate::push::endpoint::Reach;
use crate::push::key::PushKey;
use crate::routes;
use crate::routes::metrics;
use crate::routes::middleware;
use crate::routes::picture::Pictures;
use crate::routes::printing::Printing;
use crate::routes::readiness::Readiness;
use crate::routes::state::{AppState, Shared};
use crate::system::clock::{Clock, SystemClock};
use crate::tables::Tables;
use crate::tables::jobs::Jobs;
use crate::tables::retention::KeepGuests;
use crate::work::kept::Kept;
use anyhow::{Context, Result, bail};
use axum::extract::DefaultBodyLimit;
use bagatelle_store::{Address, DATABASE_FILE, DatabaseLock, Hold, Store};
use futures_util::future::BoxFuture;
use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;

/// How the server is set up.
#[derive(Clone)]
pub struct Config {
    /// Where the database is: in a folder, which also holds the secret, or on a server.
    pub database: Address,
    /// The address under which visitors reach the server, if it is not the one it listens on.
    pub public_url: Option<PublicUrl>,
    /// Whether visitors may sign up.
    pub registration: bool,
    /// With how many finished games with other people a visitor may write at tables in the lobby.
    pub mute_newcomers: u32,
    /// Whether a secret is made for a database that has lost its own.
    pub new_secret: bool,
    /// The limits of what visitors may use.
    pub limits: Limits,
    /// The trusted proxies.
    pub proxies: Proxies,
    /// Whether each request is logged.
    pub access_log: bool,
    /// For how long games of guests are kept; forever if not given.
    pub keep_guests: Option<KeepGuests>,
    /// Whether house bots play: each level of each game for two, rated on the ladder.
    pub house_bots: bool,
    /// To where notifications are sent.
    pub push: Reach,
    /// The latest warnings and errors, for the page of moderators.
    pub recent: Recent,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

impl Config {
    /// A server on this folder, open for registration, by the system's clock.
    #[must_use]
    pub fn new(data: impl Into<PathBuf>) -> Config {
        Config::on(Address::Folder(data.into()))
    }

    /// A server on this database, open for registration, by the system's clock.
    #[must_use]
    pub fn on(database: Address) -> Config {
        Config {
            database,
            public_url: None,
            registration: true,
            mute_newcomers: 0,
            new_secret: false,
            limits: Limits::default(),
            proxies: Proxies::default(),
            access_log: false,
            keep_guests: None,
            house_bots: false,
            push: Reach::default(),
            recent: Recent::default(),
            clock: Arc::new(SystemClock::default()),
        }
    }
}

/// A server that is ready to run.
pub struct Server {
    state: AppState,
    database: Address,
    /// The lock of the folder, if the server has opened the database in it.
    lock: Option<FolderLock>,
    /// Its part among other servers, where there can be others.
    joined: Option<Joined>,
    /// Whether no other server ran on the database when this one started.
    alone: bool,
    /// Where figures can be requested, if they can.
    metrics: Option<TcpListener>,
}

impl Server {
    /// Opens the database; a data folder is made if it does not exist.
    ///
    /// # Errors
    /// When the folder or the database cannot be opened, another server uses the folder, or another process
    /// has the database for itself.
    pub async fn open(config: Config) -> Result<Server> {
        let (store, lock) = database::open(&config.database, Hold::Shared, |folder| {
            let file = folder.join(DATABASE_FILE);
            let first = !file.try_exists().with_context(|| file.display().to_string())?;
            // Before the database, so that a start that is cut short leaves no database without a secret.
            Secret::open(folder, first || config.new_secret).map(drop)
        })
        .await?;
        let (folder, shared) = lock.into_parts();
        let mut server = Server::start(config, store, shared).await?;
        server.lock = folder;
        Ok(server)
    }

    /// A server on a store that is open; the secret is in it, or in the data folder.
    ///
    /// # Errors
    /// When the store or the secret cannot be read.
    pub async fn with_store(config: Config, store: Store) -> Result<Server> {
        Server::start(config, store, None).await
    }

    async fn start(config: Config, store: Store, lock: Option<DatabaseLock>) -> Result<Server> {
        let kept = store.secret(&Secret::random()?.to_text()).await?;
        let secret = match (kept, &config.database) {
            (Some(text), _) => Secret::from_text(&text)?,
            (None, Address::Folder(folder)) => Secret::open(folder, true)?,
            (None, Address::Postgres(_)) => bail!("the store has no secret"),
        };
        let copies = store.copies().cloned();
        let starting = match &copies {
            Some(copies) => Some(Joined::new(copies, lock).await?),
            None => None,
        };
        let registry =
            Arc::new(Registry::open(store, Arc::clone(&config.clock), House::new(config.house_bots)).await?);
        let office = Office::open(registry.store(), config.mute_newcomers).await?;
        let jobs = Jobs::new(Arc::clone(&registry));
        let pool = registry.pool().clone();
        let tables = Tables::new(registry, jobs, office);
        let contact = config.public_url.as_ref().filter(|url| url.is_https()).map(PublicUrl::to_string);
        let pusher = match config.push {
            Reach::Nowhere => None,
            reach => {
                let key = PushKey::load(tables.store(), &secret, contact).await?;
                Some(Arc::new(Pusher::new(tables.clone(), key, reach)))
            }
        };
        let state = AppState::new(Shared {
            tables,
            pusher,
            secret,
            passwords: Passwords::new(Arc::clone(&config.clock))
                .within(&pool)
                .shared(copies.as_ref(), &config.clock),
            registration: config.registration,
            quotas: Arc::new(Quotas::new(&config.limits, &config.clock)),
            limits: config.limits,
            proxies: config.proxies,
            streams: Counts::default(),
            bodies: Bodies::default(),
            pictures: Pictures::default(),
            workshops: Kept::new(WORKSHOPS_KEPT),
            printing: Printing::default(),
            public_url: config.public_url,
            listening: OnceLock::new(),
            readiness: Readiness::default(),
            stopping: watch::Sender::new(false),
            access_log: config.access_log,
            keep_guests: config.keep_guests,
            recent: config.recent,
        });
        let registry = state.tables.registry();
        if registry.house().is_open() {
            let store = registry.store();
            registry.house().move_in(store, &state.passwords, state.tables.now()).await?;
        }
        let alone = starting.as_ref().is_none_or(|(_, starting)| starting.alone);
        let joined = starting.map(|(mut joined, starting)| {
            joined.begin(&state.tables, starting);
            joined
        });
        Ok(Server { state, database: config.database, lock: None, joined, alone, metrics: None })
    }

    /// Where the database is.
    #[must_use]
    pub fn database(&self) -> &Address {
        &self.database
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.state.tables
    }

    /// What sends notifications, if the server does.
    #[must_use]
    pub fn pusher(&self) -> Option<&Arc<Pusher>> {
        self.state.pusher.as_ref()
    }

    /// All routes, with what all responses have in common.
    pub fn router(&self) -> axum::Router {
        // One stack: otherwise each layer of a router is a separate service behind a pointer, created
        // again for each request.
        let layers = ServiceBuilder::new()
            .layer(CompressionLayer::new())
            .layer(axum::middleware::from_fn_with_state(self.state.clone(), middleware::answer))
            .layer(DefaultBodyLimit::max(LARGEST_BODY));
        let routes = routes::all(self.state.base()).layer(layers).with_state(self.state.clone());
        match self.state.base() {
            None => routes,
            Some(base) => base::below(base, routes, routes::health::routes().with_state(self.state.clone())),
        }
    }

    /// Answers requests for figures at an address of their own.
    #[must_use]
    pub fn with_metrics(mut self, listener: TcpListener) -> Server {
        self.metrics = Some(listener);
        self
    }

    /// Serves until `stop` resolves; open requests may then end, and everything is closed.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn run(
        self,
        listener: impl Into<Listener>,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<()> {
        self.run_until(listener.into(), Box::pin(stop)).await
    }

    /// The same for one type of futures, so that what carries each request is compiled with this crate. The
    /// program that calls it is compiled as it stands.
    fn run_until(self, listener: Listener, stop: BoxFuture<'static, ()>) -> BoxFuture<'static, Result<()>> {
        Box::pin(self.serve(listener, stop))
    }

    /// See [`Server::run`].
    async fn serve(mut self, listener: Listener, stop: BoxFuture<'static, ()>) -> Result<()> {
        let router = self.router();
        if let Some(address) = listener.address() {
            // It is set once: a server runs once.
            let _ = self.state.listening.set(address);
        }
        let tables = self.state.tables.clone();
        let ticker = tokio::spawn(ticker::run_ticker(
            tables.clone(),
            Arc::clone(&self.state.quotas),
            self.alone,
            self.state.keep_guests,
            self.state.stopping.subscribe(),
        ));
        if tables.registry().house().is_open() {
            tokio::spawn(games::run(tables.clone(), self.state.stopping.subscribe()));
        }
        if let Some(pusher) = &self.state.pusher {
            tokio::spawn(deliver::run(Arc::clone(pusher), self.state.stopping.subscribe()));
        }
        let figures = self.metrics.take().map(|listener| {
            let router = metrics::router(self.state.clone());
            tokio::spawn(async move { axum::serve(listener, router).await })
        });
        let stopping = self.state.stopping.clone();
        let mut stopped = stopping.subscribe();
        let jobs = tables.jobs().clone();
        let (limits, proxies) = (self.state.limits.clone(), self.state.proxies.clone());
        let served = connections::serve(listener, router, &limits, &proxies, async move {
            stop.await;
            stopping.send_replace(true);
            jobs.stop();
        });
        let overtime = async move {
            // The sender lives in this server, so this ends only when it says so.
            let _ = stopped.wait_for(|stop| *stop).await;
            tokio::time::sleep(STOP_GRACE).await;
        };
        tokio::select! {
            () = served => (),
            () = overtime => tracing::warn!("some requests did not finish in time"),
        }
        if let Some(figures) = figures {
            figures.abort();
        }
        let joined = self.joined.take();
        // Work that is still going on then is not waited for: each write is complete or not there.
        let closed = async {
            ticker.await?;
            tables.registry().heartbeat().await?;
            if let Some(joined) = joined {
                joined.end().await?;
            }
            tables.store().close().await;
            Ok(())
        };
        tokio::time::timeout(CLOSE_GRACE, closed).await.unwrap_or_else(|_| {
            tracing::warn!("the database was not closed in time");
            Ok(())
        })
    }
}

impl Drop for Server {
    /// Ends all jobs.
    fn drop(&mut self) {
        self.state.tables.jobs().stop();
    }
}
