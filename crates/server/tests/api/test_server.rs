//! A server on a database of its own with a clock that the test moves, and the clients that talk to it:
//! [`Anonymous`] has no token, [`Spectator`] has a token and no part in a game, [`Owner`] has made a game.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode};
use bagatelle_core::record::Record;
use bagatelle_server::push::{deliver, endpoint::Reach};
use bagatelle_server::system::clock::{Clock, ManualClock};
use bagatelle_server::tables::Tables;
use bagatelle_server::{Config, Server, app::ticker};
use bagatelle_store::{Address, DATABASE_FILE, DatabaseLock, Hold, Store};
use bagatelle_table::{Event, EventKind, Millis, Occupant, Person, Table, TableSpec, Terms};
use bagatelle_testdb::{Database, Wire};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, SqlitePool};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::watch;
use tower::ServiceExt;

/// When the tests begin: 21 November 2026, noon.
pub const START: Millis = 1_795_262_400_000;

/// The variable that says in which database the tests are, `sqlite` or `postgres`.
const VARIABLE: &str = "BAGATELLE_TEST_STORE";

/// Where the database of a test is.
#[derive(Clone)]
enum Home {
    Folder(Arc<TempDir>),
    Postgres(Arc<Database>),
}

impl Home {
    async fn new() -> Home {
        match std::env::var(VARIABLE).as_deref() {
            Err(_) | Ok("sqlite") => Home::folder(),
            Ok("postgres") => Home::postgres().await,
            Ok(other) => panic!("{VARIABLE}: sqlite or postgres, not {other}"),
        }
    }

    fn folder() -> Home {
        Home::Folder(Arc::new(TempDir::new().unwrap()))
    }

    async fn postgres() -> Home {
        // Its tables take longer to make than to copy.
        let prepare = async |address: String| Store::connect(&address).await.unwrap().close().await;
        Home::Postgres(Arc::new(Database::prepared(prepare).await))
    }

    /// Waits until the database knows that the servers have ended that were dropped.
    async fn rests(&self) {
        if let Home::Postgres(database) = self {
            while DatabaseLock::new(&database.address(), Hold::Alone).await.unwrap().is_none() {}
        }
    }

    fn address(&self) -> Address {
        match self {
            Home::Folder(folder) => Address::Folder(folder.path().into()),
            Home::Postgres(database) => Address::Postgres(database.address()),
        }
    }

    async fn store(&self) -> Store {
        match self {
            Home::Folder(folder) => Store::open(&folder.path().join(DATABASE_FILE)).await.unwrap(),
            Home::Postgres(database) => Store::connect(&database.address()).await.unwrap(),
        }
    }
}

/// A server, its database, and its clock.
pub struct TestServer {
    server: Option<Server>,
    router: Router,
    clock: Arc<ManualClock>,
    home: Home,
    /// Whether it runs house bots, after a restart, too.
    house_bots: bool,
    /// To where it sends notifications, after a restart, too.
    push: Reach,
}

impl TestServer {
    /// A server on an empty folder.
    pub async fn new() -> TestServer {
        TestServer::with(true).await
    }

    /// A server without registration.
    pub async fn closed() -> TestServer {
        TestServer::with(false).await
    }

    /// A server on an empty folder, whatever the other tests are on.
    pub async fn in_folder() -> TestServer {
        TestServer::on(Home::folder(), START, |config| config).await
    }

    async fn with(registration: bool) -> TestServer {
        TestServer::on(Home::new().await, START, |config| Config { registration, ..config }).await
    }

    async fn on(home: Home, now: Millis, with: impl Fn(Config) -> Config) -> TestServer {
        let clock = Arc::new(ManualClock::new(now));
        let config = Config { clock: clock.clone(), ..Config::on(home.address()) };
        let config = with(config);
        let (house_bots, push) = (config.house_bots, config.push);
        let server = Server::open(config).await.unwrap();
        TestServer { router: server.router(), server: Some(server), clock, home, house_bots, push }
    }

    /// A server that sends notifications to push services on this machine, with other limits than the usual
    /// ones.
    pub async fn pushing(limits: &str) -> TestServer {
        let with = |config| Config { push: Reach::Loopback, limits: limits.parse().unwrap(), ..config };
        TestServer::on(Home::new().await, START, with).await
    }

    /// The same, on PostgreSQL, whatever the other tests are on.
    pub async fn pushing_on_postgres() -> TestServer {
        let with = |config| Config { push: Reach::Loopback, ..config };
        TestServer::on(Home::postgres().await, START, with).await
    }

    /// A server that sends no notifications.
    pub async fn quiet() -> TestServer {
        let with = |config| Config { push: Reach::Nowhere, ..config };
        TestServer::on(Home::new().await, START, with).await
    }

    /// Sends notifications, as a running server does, until the returned value is dropped.
    pub fn sends_pushes(&self) -> watch::Sender<bool> {
        let pusher = Arc::clone(self.server.as_ref().unwrap().pusher().unwrap());
        let stopping = watch::Sender::new(false);
        tokio::spawn(deliver::run(pusher, stopping.subscribe()));
        stopping
    }

    /// A server with other limits than the usual ones.
    pub async fn limited(limits: &str) -> TestServer {
        let with = |config| Config { limits: limits.parse().unwrap(), ..config };
        TestServer::on(Home::new().await, START, with).await
    }

    /// A server where visitors write at tables from the lobby once they have finished this many games.
    pub async fn muting_newcomers(mute_newcomers: u32) -> TestServer {
        TestServer::on(Home::new().await, START, |config| Config { mute_newcomers, ..config }).await
    }

    /// A server that visitors reach at this address.
    pub async fn at(url: &str) -> TestServer {
        let with = |config| Config { public_url: Some(url.parse().unwrap()), ..config };
        TestServer::on(Home::new().await, START, with).await
    }

    /// A server that keeps games of guests for this many days.
    pub async fn keeping_guests(days: &str) -> TestServer {
        let with = |config| Config { keep_guests: Some(days.parse().unwrap()), ..config };
        TestServer::on(Home::new().await, START, with).await
    }

    /// A server that runs house bots. They play among themselves only where a test lets them.
    pub async fn with_house_bots() -> TestServer {
        TestServer::on(Home::new().await, START, |config| Config { house_bots: true, ..config }).await
    }

    /// Lets the server run house bots, or none, once it is restarted.
    pub fn set_house_bots(&mut self, house_bots: bool) {
        self.house_bots = house_bots;
    }

    /// A server on a copy of a data folder, at this time.
    pub async fn on_copy_of(data: &Path, now: Millis) -> TestServer {
        let folder = TempDir::new().unwrap();
        for file in [DATABASE_FILE, "secret"] {
            std::fs::copy(data.join(file), folder.path().join(file)).unwrap();
        }
        TestServer::on(Home::Folder(Arc::new(folder)), now, |config| config).await
    }

    /// A server and its store, whose writes can be made to fail. Once it is restarted, its store is another
    /// one.
    pub async fn with_store() -> (TestServer, Store) {
        let (home, clock) = (Home::new().await, Arc::new(ManualClock::new(START)));
        let store = home.store().await;
        let config = Config { clock: clock.clone(), ..Config::on(home.address()) };
        let server = Server::with_store(config, store.clone()).await.unwrap();
        let (router, push) = (server.router(), Reach::default());
        (TestServer { router, server: Some(server), clock, home, house_bots: false, push }, store)
    }

    /// A second server on the same database, in spite of the lock.
    pub async fn second(&self) -> (Server, Router) {
        let config = Config { clock: self.clock.clone(), ..Config::on(self.home.address()) };
        let server = Server::with_store(config, self.store().await).await.unwrap();
        let router = server.router();
        (server, router)
    }

    /// Whether other servers can be on its database.
    pub fn is_shared(&self) -> bool {
        matches!(self.home, Home::Postgres(_))
    }

    /// A server on a database of PostgreSQL, whatever the other tests are on.
    pub async fn on_postgres() -> TestServer {
        TestServer::on(Home::postgres().await, START, |config| config).await
    }

    /// Another server on the same database, with the same clock, as a second process is.
    pub async fn beside(&self) -> TestServer {
        self.beside_with(self.home.address(), self.clock.clone()).await
    }

    /// The same, which reaches the database by this way.
    pub async fn beside_by(&self, wire: &Wire) -> TestServer {
        self.beside_with(Address::Postgres(wire.address()), self.clock.clone()).await
    }

    /// The same, with a clock of its own, which the test does not move.
    pub async fn beside_with_clock(&self, clock: Arc<dyn Clock>) -> TestServer {
        self.beside_with(self.home.address(), clock).await
    }

    async fn beside_with(&self, address: Address, clock: Arc<dyn Clock>) -> TestServer {
        let (house_bots, push) = (self.house_bots, self.push);
        let config = Config { clock, house_bots, push, ..Config::on(address) };
        let server = Server::open(config).await.unwrap();
        TestServer {
            router: server.router(),
            server: Some(server),
            clock: self.clock.clone(),
            home: self.home.clone(),
            house_bots,
            push,
        }
    }

    /// A way to its database that can be lost.
    pub async fn wire(&self) -> Wire {
        match &self.home {
            Home::Postgres(database) => Wire::new(database).await,
            Home::Folder(_) => panic!("it is in a folder"),
        }
    }

    /// Where the database is.
    pub fn address(&self) -> String {
        match &self.home {
            Home::Folder(folder) => folder.path().display().to_string(),
            Home::Postgres(database) => database.address(),
        }
    }

    /// Opens the database as a second process does.
    pub async fn open_again(&self) -> Result<Server, anyhow::Error> {
        Server::open(Config::on(self.home.address())).await
    }

    /// The database.
    pub async fn store(&self) -> Store {
        self.home.store().await
    }

    /// Runs SQL statements on the database, as a tool beside the server does.
    pub async fn sql(&self, statements: &str) {
        self.sql_of(statements, statements).await;
    }

    /// Runs SQL statements on the database, those of SQLite or those of PostgreSQL.
    pub async fn sql_of(&self, sqlite: &str, postgres: &str) {
        match &self.home {
            Home::Postgres(database) => database.sql(postgres).await,
            Home::Folder(folder) => {
                let file = folder.path().join(DATABASE_FILE);
                let database = SqlitePool::connect(&format!("sqlite:{}", file.display())).await.unwrap();
                sqlx::raw_sql(AssertSqlSafe(sqlite.to_owned())).execute(&database).await.unwrap();
                database.close().await;
            }
        }
    }

    /// The data folder of [`TestServer::in_folder`].
    pub fn folder(&self) -> &Path {
        match &self.home {
            Home::Folder(folder) => folder.path(),
            Home::Postgres(_) => panic!("it has no folder"),
        }
    }

    /// The tables of the server.
    pub fn tables(&self) -> &Tables {
        self.server.as_ref().unwrap().tables()
    }

    /// Writes a game that has come this far straight into the database, with the owner on all seats; returns
    /// its id.
    pub async fn insert_game(&self, owner: &Spectator, record: &Record, seed: &str) -> String {
        let store = self.store().await;
        let seats = bagatelle_catalog::game_of(record).unwrap().open(record).unwrap().seats();
        let owner = owner.id().to_owned();
        let spec = TableSpec {
            id: format!("{}-{}", record.game, record.actions.len()),
            game: record.game.clone(),
            options: record.options.clone(),
            setup: record.setup.clone(),
            seed: seed.to_owned(),
            dealt: true,
            daily: None,
            seating: vec![Occupant::Person(Person::new(&owner, "")); usize::from(seats)],
            owner,
            terms: Terms::default(),
            created: 0,
            round: None,
            forked_from: None,
            fairness: None,
        };
        let acted = |action: &String| Event::new(0, EventKind::Acted { action: action.clone() });
        let events: Vec<Event> = record.actions.iter().map(acted).collect();
        let table = Table::restore(spec.clone(), Arc::from([]), &events).unwrap();
        store.create(&spec, &table.summary(0), &events, &[]).await.unwrap();
        store.close().await;
        spec.id
    }

    /// Closes the server and opens the database again.
    pub async fn restart(&mut self) {
        self.server = None;
        self.router = Router::new();
        self.home.rests().await;
        let (clock, house_bots, push) = (self.clock.clone(), self.house_bots, self.push);
        let config = Config { clock, house_bots, push, ..Config::on(self.home.address()) };
        let server = Server::open(config).await.unwrap();
        self.router = server.router();
        self.server = Some(server);
    }

    /// Closes the server for so long, and opens the database again.
    pub async fn sleep(&mut self, ms: Millis) {
        let tables = self.tables().clone();
        tables.store().heartbeat(tables.now(), false).await.unwrap();
        self.server = None;
        self.clock.advance(ms);
        self.restart().await;
    }

    /// Lets so much time pass while the server runs, and one tick happen.
    pub async fn advance(&self, ms: Millis) {
        self.clock.advance(ms);
        ticker::tick(self.tables()).await.unwrap();
    }

    /// Sets the system's clock forward by so much, or lets the machine sleep, and one tick happen.
    pub async fn jump(&self, ms: Millis) {
        self.clock.jump(ms);
        ticker::tick(self.tables()).await.unwrap();
    }

    /// Lets so much time pass before the next tick.
    pub fn pass(&self, ms: Millis) {
        self.clock.advance(ms);
    }

    /// All routes.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// A client without a token.
    pub fn anonymous(&self) -> Anonymous {
        Anonymous { router: self.router() }
    }

    /// A client with a token of its own and no game.
    pub async fn spectator(&self) -> Spectator {
        let reply = self.anonymous().post("/api/v1/visitors", Value::Null).await;
        assert_eq!(reply.status, StatusCode::CREATED);
        Spectator { router: self.router(), token: reply.json()["token"].as_str().unwrap().to_owned() }
    }

    /// The client with this token.
    pub fn spectator_with(&self, token: &str) -> Spectator {
        Spectator { router: self.router(), token: token.to_owned() }
    }

    /// A client that has made a game.
    pub async fn owner(&self, order: Value) -> Owner {
        let Spectator { router, token } = self.spectator().await;
        let reply = ask(&router, "POST", "/api/v1/games", Some(&token), order).await;
        assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
        let game = reply.json()["id"].as_str().unwrap().to_owned();
        Owner { router, token, game }
    }

    /// The owner of a plain deal with the hole in the middle.
    pub async fn plain_owner(&self) -> Owner {
        self.owner(json!({ "game": "brain-burn", "seed": "house", "wish": { "hole": 12 } })).await
    }
}

/// An answer.
pub struct Reply {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    body: Vec<u8>,
}

impl Reply {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The body.
    pub fn bytes(&self) -> &[u8] {
        &self.body
    }

    /// The bytes of the body.
    pub fn len(&self) -> usize {
        self.body.len()
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// Checks that it is a refusal that says why: one sentence with a capital and a full stop.
    #[track_caller]
    pub fn is_refused(&self, status: u16, part: &str) {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        let json = self.json();
        let why = json["error"].as_str().unwrap();
        assert!(why.contains(part), "“{why}” does not say “{part}”");
        assert!(why.starts_with(|c: char| !c.is_lowercase()) && why.ends_with(['.', '!', '?']), "“{why}”");
    }
}

/// How long work in the background may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Looks again and again until work in the background has an effect, and returns it.
pub async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("{what} did not come"))
}

/// Sends a request as every client does, which names the host.
pub async fn call(router: &Router, mut request: Request<Body>) -> Response<Body> {
    request.headers_mut().entry(HOST).or_insert(HeaderValue::from_static("localhost"));
    router.clone().oneshot(request).await.unwrap()
}

/// Sends a request and reads the whole answer.
pub async fn send(router: &Router, request: Request<Body>) -> Reply {
    let response = call(router, request).await;
    let (status, headers) = (response.status(), response.headers().clone());
    let body = to_bytes(response.into_body(), 4 << 20).await.unwrap().to_vec();
    Reply { status, headers, body }
}

/// Asks with a JSON body (none for null), signed with a token if there is one.
pub async fn ask(router: &Router, method: &str, path: &str, token: Option<&str>, body: Value) -> Reply {
    let mut request = Request::builder().method(method).uri(path);
    // The scripts of pages ask, and say so; programs ask the API, and say nothing.
    if !path.contains("/api/") {
        request = request.header("sec-fetch-site", "same-origin");
    }
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = if body.is_null() {
        Body::empty()
    } else {
        request = request.header(CONTENT_TYPE, "application/json");
        Body::from(body.to_string())
    };
    send(router, request.body(body).unwrap()).await
}

/// A client without a token.
pub struct Anonymous {
    router: Router,
}

impl Anonymous {
    /// Looks at a page.
    pub async fn get(&self, path: &str) -> Reply {
        ask(&self.router, "GET", path, None, Value::Null).await
    }

    /// Sends JSON.
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        ask(&self.router, "POST", path, None, body).await
    }
}

/// A client with a token and no part in a game.
pub struct Spectator {
    router: Router,
    /// The token.
    pub token: String,
}

impl Spectator {
    /// The visitor's id.
    pub fn id(&self) -> &str {
        self.token.split('.').next().unwrap()
    }

    /// Asks for a new game.
    pub async fn order(&self, order: Value) -> Reply {
        ask(&self.router, "POST", "/api/v1/games", Some(&self.token), order).await
    }

    /// The same client at the server as it is now.
    pub fn at(&self, server: &TestServer) -> Spectator {
        Spectator { router: server.router(), token: self.token.clone() }
    }

    /// Looks at a page.
    pub async fn get(&self, path: &str) -> Reply {
        ask(&self.router, "GET", path, Some(&self.token), Value::Null).await
    }

    /// Sends a request without a body.
    pub async fn post(&self, path: &str) -> Reply {
        ask(&self.router, "POST", path, Some(&self.token), Value::Null).await
    }

    /// Sends JSON.
    pub async fn post_json(&self, path: &str, body: Value) -> Reply {
        ask(&self.router, "POST", path, Some(&self.token), body).await
    }

    /// Puts JSON in the place of what is there.
    pub async fn put(&self, path: &str, body: Value) -> Reply {
        ask(&self.router, "PUT", path, Some(&self.token), body).await
    }

    /// Sends a form, as the page's script does.
    pub async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let escape = |text: &str| text.bytes().map(|b| format!("%{b:02X}")).collect::<String>();
        let body: Vec<String> = fields.iter().map(|(key, text)| format!("{key}={}", escape(text))).collect();
        let request = Request::builder()
            .method("POST")
            .uri(path)
            .header(AUTHORIZATION, format!("Bearer {}", self.token))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .header("x-part", "table");
        send(&self.router, request.body(Body::from(body.join("&"))).unwrap()).await
    }

    /// Looks at a game.
    pub async fn look_at(&self, game: &str) -> Reply {
        ask(&self.router, "GET", &format!("/api/v1/games/{game}"), Some(&self.token), Value::Null).await
    }

    /// Tries to do something in a game.
    pub async fn try_in(&self, game: &str, event: Value) -> Reply {
        ask(&self.router, "POST", &format!("/api/v1/games/{game}/events"), Some(&self.token), event).await
    }
}

/// A client that has made a game.
pub struct Owner {
    router: Router,
    /// The owner's token.
    pub token: String,
    /// The id of the game.
    pub game: String,
}

impl Owner {
    /// The same owner at another server.
    pub fn at(&self, router: Router) -> Owner {
        Owner { router, token: self.token.clone(), game: self.game.clone() }
    }

    /// The game as its owner sees it.
    pub async fn state(&self) -> Value {
        let path = format!("/api/v1/games/{}", self.game);
        ask(&self.router, "GET", &path, Some(&self.token), Value::Null).await.json()
    }

    /// Sends an event.
    pub async fn event(&self, event: Value) -> Reply {
        let path = format!("/api/v1/games/{}/events", self.game);
        ask(&self.router, "POST", &path, Some(&self.token), event).await
    }

    /// Takes an action, which must be accepted; gives the state after it.
    #[track_caller]
    pub fn act(&self, text: &str) -> impl Future<Output = Value> + '_ {
        let event = json!({ "kind": "act", "text": text });
        async move {
            let reply = self.event(event).await;
            assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
            reply.json()
        }
    }

    /// The game's record.
    pub async fn record(&self) -> String {
        ask(&self.router, "GET", &format!("/api/v1/games/{}/record", self.game), None, Value::Null)
            .await
            .text()
    }
}
