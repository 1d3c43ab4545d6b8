//! A server in a temporary folder, and the three kinds of people who come to it: [`Anonymous`], who has no token,
//! [`Owner`], whose game it is, and [`Spectator`], who has a token and no part in the game.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, Request, StatusCode};
use bagatelle_core::record::Record;
use bagatelle_server::line::{Event, Kind};
use bagatelle_server::store::{GameRow, Standing, Store};
use bagatelle_server::{Config, Server};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;
use tower::ServiceExt;

/// A server and its folder.
pub struct House {
    folder: TempDir,
    server: Option<Server>,
    router: Router,
}

impl House {
    /// A server on an empty folder.
    pub async fn new() -> House {
        House::with(true).await
    }

    /// A server at which nobody can sign up.
    pub async fn closed() -> House {
        House::with(false).await
    }

    async fn with(registration: bool) -> House {
        let folder = TempDir::new().unwrap();
        let config = Config { data: folder.path().to_owned(), public_url: None, registration };
        let server = Server::open(config).await.unwrap();
        House { router: server.router(), folder, server: Some(server) }
    }

    /// A second server on the same folder, as another copy of the program would be.
    pub async fn second(&self) -> (Server, Router) {
        let server = open(self.folder.path()).await;
        let router = server.router();
        (server, router)
    }

    /// The database of the folder.
    pub async fn store(&self) -> Store {
        Store::open(&self.folder.path().join("bagatelle.sqlite")).await.unwrap()
    }

    /// Lays a game that has come this far straight into the database; the owner sits on all seats.
    pub async fn lay(&self, owner: &Spectator, record: &Record, seed: &str) -> String {
        let store = self.store().await;
        let seats = bagatelle_catalog::entry_of(record).unwrap().open(record).unwrap().seats();
        let row = GameRow {
            id: format!("{}-{}", record.game, record.actions.len()),
            game: record.game.clone(),
            options: record.options.to_string(),
            setup: record.setup.clone().unwrap_or_default().to_string(),
            seed: seed.to_owned(),
            dealt: true,
            daily: None,
            owner: owner.token.split('.').next().unwrap().to_owned(),
            seats: json!(vec![Value::Null; usize::from(seats)]).to_string(),
            terms: "{}".into(),
            created: 0,
        };
        let standing = Standing::default();
        store.create(&row, &standing, None, None).await.unwrap();
        let event = |text: &String| Event::new(0, Kind::Act, text);
        let events: Vec<Event> = record.actions.iter().map(event).collect();
        store.append(&row.id, 0, &events, &standing).await.unwrap();
        store.close().await;
        row.id
    }

    /// Closes the server and opens the folder again.
    pub async fn restart(&mut self) {
        self.server = None;
        let server = open(self.folder.path()).await;
        self.router = server.router();
        self.server = Some(server);
    }

    /// Closes the server for so long, and opens the folder again: everything that happened lies further back then.
    pub async fn sleep(&mut self, ms: i64) {
        let now = bagatelle_server::live::now();
        self.shift(ms, &format!("UPDATE heartbeat SET at = {now} - {ms}")).await;
    }

    /// Lets so much time pass while the server runs, in all games.
    pub async fn wind(&mut self, ms: i64) {
        let now = bagatelle_server::live::now();
        self.shift(ms, &format!("UPDATE heartbeat SET at = {now}")).await;
    }

    async fn shift(&mut self, ms: i64, heartbeat: &str) {
        self.server = None;
        let file = self.folder.path().join("bagatelle.sqlite");
        let database = sqlx::SqlitePool::connect(&format!("sqlite:{}", file.display())).await.unwrap();
        for change in [
            format!("UPDATE events SET at = at - {ms}"),
            format!("UPDATE games SET created = created - {ms}"),
            format!("UPDATE standings SET deadline = deadline - {ms}"),
            format!("UPDATE downtimes SET begin_at = begin_at - {ms}, end_at = end_at - {ms}"),
            heartbeat.to_owned(),
        ] {
            sqlx::query(sqlx::AssertSqlSafe(change)).execute(&database).await.unwrap();
        }
        database.close().await;
        self.restart().await;
    }

    /// Lets the server look at the clocks, as it does again and again while it runs.
    pub async fn tend(&self) {
        self.server.as_ref().unwrap().games().look_at_clocks().await.unwrap();
    }

    /// All routes.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Somebody without a token.
    pub fn anonymous(&self) -> Anonymous {
        Anonymous { router: self.router() }
    }

    /// Somebody with a token of their own and no game.
    pub async fn spectator(&self) -> Spectator {
        let reply = self.anonymous().post("/api/v1/visitors", Value::Null).await;
        assert_eq!(reply.status, StatusCode::CREATED);
        Spectator { router: self.router(), token: reply.json()["token"].as_str().unwrap().to_owned() }
    }

    /// Somebody who has ordered a game.
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

async fn open(folder: &Path) -> Server {
    Server::open(Config { data: folder.to_owned(), public_url: None, registration: true }).await.unwrap()
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

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// Checks that it is a refusal that tells people why: one sentence with a capital and a full stop.
    #[track_caller]
    pub fn is_refused(&self, status: u16, part: &str) {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        let json = self.json();
        let why = json["error"].as_str().unwrap();
        assert!(why.contains(part), "“{why}” does not say “{part}”");
        assert!(why.starts_with(|c: char| !c.is_lowercase()) && why.ends_with(['.', '!', '?']), "“{why}”");
    }
}

/// Sends a request and reads the whole answer.
pub async fn send(router: &Router, request: Request<Body>) -> Reply {
    let response = router.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let body = to_bytes(response.into_body(), 4 << 20).await.unwrap().to_vec();
    Reply { status, headers, body }
}

/// Asks with a JSON body (none for null), signed with a token if there is one.
pub async fn ask(router: &Router, method: &str, path: &str, token: Option<&str>, body: Value) -> Reply {
    let mut request = Request::builder().method(method).uri(path);
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

/// Somebody without a token.
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

/// Somebody who has a token and no part in a game.
pub struct Spectator {
    router: Router,
    /// The token.
    pub token: String,
}

impl Spectator {
    /// Asks for a new game.
    pub async fn order(&self, order: Value) -> Reply {
        ask(&self.router, "POST", "/api/v1/games", Some(&self.token), order).await
    }

    /// The same person at the house's present door.
    pub fn at(&self, house: &House) -> Spectator {
        Spectator { router: house.router(), token: self.token.clone() }
    }

    /// Looks at a page.
    pub async fn get(&self, path: &str) -> Reply {
        ask(&self.router, "GET", path, Some(&self.token), Value::Null).await
    }

    /// Asks for something that needs no words.
    pub async fn post(&self, path: &str) -> Reply {
        ask(&self.router, "POST", path, Some(&self.token), Value::Null).await
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
            .header("x-part", "table");
        send(&self.router, request.body(Body::from(body.join("&"))).unwrap()).await
    }

    /// Looks at somebody's game.
    pub async fn look_at(&self, game: &str) -> Reply {
        ask(&self.router, "GET", &format!("/api/v1/games/{game}"), Some(&self.token), Value::Null).await
    }

    /// Tries to do something in somebody's game.
    pub async fn try_in(&self, game: &str, event: Value) -> Reply {
        ask(&self.router, "POST", &format!("/api/v1/games/{game}/events"), Some(&self.token), event).await
    }
}

/// Somebody with a game.
pub struct Owner {
    router: Router,
    /// The owner's token.
    pub token: String,
    /// The id of the game.
    pub game: String,
}

impl Owner {
    /// The same owner at another door.
    pub fn at(&self, router: Router) -> Owner {
        Owner { router, token: self.token.clone(), game: self.game.clone() }
    }

    /// The game as its owner sees it.
    pub async fn state(&self) -> Value {
        let path = format!("/api/v1/games/{}", self.game);
        ask(&self.router, "GET", &path, Some(&self.token), Value::Null).await.json()
    }

    /// Lets something happen.
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
