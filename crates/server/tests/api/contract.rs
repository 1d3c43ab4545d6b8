//! The document of the API holds: every path, and every answer that it names, is produced by a server and is
//! as its schema says.

use crate::people::Browser;
use crate::test_server::{Reply, TestServer, call, eventually, send};
use crate::tokens::token;
use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request};
use bagatelle_server::house_bots::games::play_one;
use futures_util::StreamExt;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The document, and the answers that were produced.
struct Contract {
    document: Value,
    produced: Mutex<BTreeSet<String>>,
}

/// Lets schemas of objects allow nothing but what they name, unless they say that they allow more. Those that
/// are a part of others allow what these name besides.
fn strict(schemas: &mut Value) {
    let parts = |schema: &Value| schema["allOf"].as_array().cloned().unwrap_or_default();
    let parts = schemas.as_object().unwrap().values().flat_map(parts);
    let parts: Vec<String> = parts.filter_map(|part| Some(part["$ref"].as_str()?.to_owned())).collect();
    // What is a record is said by its game; whatever else stands in it is kept.
    let open = |name: &str| name.ends_with("Record");
    for (name, schema) in schemas.as_object_mut().unwrap() {
        if parts.contains(&format!("#/components/schemas/{name}")) || open(name) {
            close_within(schema.as_object_mut().unwrap());
        } else {
            close(schema);
        }
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            let key =
                if map.contains_key("allOf") { "unevaluatedProperties" } else { "additionalProperties" };
            if (map.contains_key("properties") || map.contains_key("allOf")) && !map.contains_key(key) {
                map.insert(key.into(), false.into());
            }
            close_within(map);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => (),
    }
}

/// Closes what stands within a schema, but not what says more of the same object.
fn close_within(schema: &mut Map<String, Value>) {
    for (key, part) in schema {
        match (key.as_str(), part) {
            ("if" | "then", _) => (),
            ("allOf", Value::Array(parts)) => {
                parts.iter_mut().filter_map(Value::as_object_mut).for_each(close_within);
            }
            (_, part) => close(part),
        }
    }
}

impl Contract {
    async fn of(server: &TestServer) -> Contract {
        let mut document = server.anonymous().get("/api/v1/openapi.json").await.json();
        strict(&mut document["components"]["schemas"]);
        Contract { document, produced: Mutex::default() }
    }

    fn operations(&self) -> Vec<(String, String, &Value)> {
        let paths = self.document["paths"].as_object().unwrap().iter();
        let each = paths.flat_map(|(path, operations)| {
            let operations = operations.as_object().unwrap().iter();
            operations.map(move |(method, operation)| (method.to_uppercase(), path.clone(), operation))
        });
        each.collect()
    }

    /// The operation that a request is for.
    fn find(&self, method: &str, path: &str) -> (String, &Value) {
        let parts: Vec<&str> = path.split('?').next().unwrap().split('/').collect();
        let fits = |template: &str| {
            let wanted: Vec<&str> = template.split('/').collect();
            wanted.len() == parts.len()
                && wanted.iter().zip(&parts).all(|(one, part)| one.starts_with('{') || one == part)
        };
        let mut found: Vec<_> =
            self.operations().into_iter().filter(|(m, path, _)| m == method && fits(path)).collect();
        // A word goes before a parameter.
        found.sort_by_key(|(_, path, _)| path.matches('{').count());
        let (_, path, operation) =
            found.into_iter().next().unwrap_or_else(|| panic!("{method} {path} is not in the document"));
        (path, operation)
    }

    /// Checks a value against a schema of the document.
    #[track_caller]
    fn check(&self, schema: &Value, value: &Value, what: &str) {
        let whole = json!({ "allOf": [schema], "components": self.document["components"] });
        let validator = jsonschema::validator_for(&whole).unwrap();
        let wrong: Vec<String> =
            validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{what}: {wrong:#?}\n{value:#}");
    }

    /// Checks an answer, and notes that it was produced.
    #[track_caller]
    fn answered(&self, method: &str, path: &str, status: u16, headers: &HeaderMap, body: &[u8]) {
        let (template, operation) = self.find(method, path);
        let what = format!("{method} {template} {status}");
        let response = &operation["responses"][status.to_string()];
        let text = String::from_utf8_lossy(body);
        assert!(response.is_object(), "{what} is not in the document: {text}");
        self.produced.lock().unwrap().insert(what.clone());
        let Some(content) = response["content"].as_object() else {
            assert!(body.is_empty(), "{what}: {text}");
            return;
        };
        let media = headers["content-type"].to_str().unwrap().split(';').next().unwrap();
        let schema = &content.get(media).unwrap_or_else(|| panic!("{what}: {media}"))["schema"];
        match media {
            "application/json" => self.check(schema, &serde_json::from_slice(body).unwrap(), &what),
            "text/event-stream" => {
                let data = text.lines().find_map(|line| line.strip_prefix("data: ")).expect("an event");
                self.check(schema, &serde_json::from_str(data).unwrap(), &what);
            }
            "application/x-ndjson" => {
                self.check(schema, &serde_json::from_slice(body).unwrap(), &what);
            }
            // A table of no results is empty.
            _ => (),
        }
        if status == 429 {
            assert!(headers.contains_key("retry-after"), "{what}");
        }
        if status >= 400 {
            assert!(serde_json::from_slice::<Value>(body).unwrap()["code"].is_string(), "{what}");
        }
    }

    /// The example of a schema, which is as the schema says.
    fn example(&self, schema: &str) -> Value {
        let known = &self.document["components"]["schemas"][schema];
        let example = known["example"].clone();
        assert!(!example.is_null(), "{schema} has no example");
        self.check(known, &example, schema);
        example
    }
}

/// A client whose answers are checked.
struct Client<'a> {
    contract: &'a Contract,
    router: Router,
    token: Option<String>,
}

impl<'a> Client<'a> {
    fn new(contract: &'a Contract, server: &TestServer, token: Option<&str>) -> Client<'a> {
        Client { contract, router: server.router(), token: token.map(str::to_owned) }
    }

    fn request(&self, method: &str, path: &str, media: &str, body: String) -> Request<Body> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("content-type", media)
            .header("x-forwarded-for", "203.0.113.1");
        let request = match &self.token {
            Some(token) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        };
        request.body(Body::from(body)).unwrap()
    }

    async fn sent(&self, request: Request<Body>) -> Reply {
        let (method, path) = (request.method().to_string(), request.uri().to_string());
        let reply = send(&self.router, request).await;
        self.contract.answered(&method, &path, reply.status.as_u16(), &reply.headers, reply.bytes());
        reply
    }

    async fn ask(&self, method: &str, path: &str, body: Value) -> Reply {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        self.sent(self.request(method, path, "application/json", text)).await
    }

    /// As [`Client::ask`], for an answer with this status.
    async fn gives(&self, status: u16, method: &str, path: &str, body: Value) -> Value {
        let reply = self.ask(method, path, body).await;
        assert_eq!(reply.status.as_u16(), status, "{method} {path}: {}", reply.text());
        if reply.len() == 0 { Value::Null } else { reply.json() }
    }

    /// What cannot be read, of each parameter and header.
    async fn unreadable(&self, method: &str, path: &str, operation: &Value) {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = text(&parameter["name"]);
            match parameter["in"].as_str() {
                Some("query") => {
                    let path = format!("{path}?{name}=1&{name}=1");
                    let why = text(&self.gives(400, method, &path, Value::Null).await["error"]);
                    assert!(why.contains(&format!("`{name}`")), "{method} {path}: {why}");
                }
                Some("header") => {
                    let mut request = self.request(method, path, "application/json", String::new());
                    let name: HeaderName = name.parse().unwrap();
                    request.headers_mut().insert(name, HeaderValue::from_bytes(&[0xfc; 65]).unwrap());
                    assert_eq!(self.sent(request).await.status, 400);
                }
                _ => (),
            }
        }
    }

    /// The first entry of a stream.
    async fn stream(&self, path: &str) -> BodyDataStream {
        self.stream_of(path, "text/event-stream").await
    }

    /// The same, in the form of a media type.
    async fn stream_of(&self, path: &str, media: &str) -> BodyDataStream {
        let mut request = self.request("GET", path, "application/json", String::new());
        request.headers_mut().insert("accept", media.parse().unwrap());
        let response = call(&self.router, request).await;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let mut body = response.into_body().into_data_stream();
        let first = body.next().await.unwrap().unwrap();
        self.contract.answered("GET", path, status, &headers, &first);
        body
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// A path of the document with something in the place of each parameter that is not there.
fn nowhere(template: &str) -> String {
    let part = |part| if str::starts_with(part, '{') { "nonsense" } else { part };
    template.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// What goes wrong at every operation in the same way: tokens, bodies, ids.
async fn common_errors(contract: &Contract, server: &TestServer, ann: &mut Browser) {
    let all = token(ann, "all", &["read", "play", "challenge", "bot"]).await;
    let (reads, plays) = (token(ann, "reads", &["read"]).await, token(ann, "plays", &["play"]).await);
    let client = |token: Option<&str>| Client::new(contract, server, token);
    let (whole, none, bad) = (client(Some(&all)), client(None), client(Some("nonsense")));
    for (method, template, operation) in contract.operations() {
        let path = nowhere(&template);
        whole.unreadable(&method, &path, operation).await;
        if let Some(security) = operation["security"].as_array() {
            let scope = security.iter().find_map(|one| one["token"][0].as_str()).unwrap();
            let other = client(Some(if scope == "read" { &plays } else { &reads }));
            let refused = other.gives(403, &method, &path, Value::Null).await;
            assert_eq!(refused["code"], "scope-missing", "{method} {template}");
            assert_eq!(bad.gives(401, &method, &path, Value::Null).await["code"], "token-invalid");
            if !security.iter().any(|one| one.as_object().unwrap().is_empty()) {
                assert_eq!(none.gives(401, &method, &path, Value::Null).await["code"], "token-missing");
            }
        }
        let body = body_of(operation).filter(|name| *name != "Record");
        if body.is_some() {
            let large = "x".repeat(300 << 10);
            for (status, media, body) in [
                (415, "text/plain", "{}"),
                (400, "application/json", "{"),
                (413, "application/json", &large),
                (422, "application/json", "{\"nonsense\": 7}"),
            ] {
                let reply = whole.sent(whole.request(&method, &path, media, body.to_owned())).await;
                assert_eq!(reply.status.as_u16(), status, "{method} {template}: {}", reply.text());
            }
        }
        if template.contains('{') {
            // A path that is no text names nothing.
            let path = path.replace("nonsense", "%FF");
            whole.gives(404, &method, &path, body.map_or(Value::Null, |name| contract.example(name))).await;
        }
    }
}

/// The name of the schema of the body of an operation.
fn body_of(operation: &Value) -> Option<&str> {
    let path = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str()?;
    path.rsplit('/').next()
}

/// Accounts, challenges and the stream.
async fn people(contract: &Contract, server: &TestServer, ann: &mut Browser) {
    let mut bob = Browser::of(server, "Bob").await;
    assert_eq!(bob.post("/me/public", &[("public", "1")]).await.status, 303);
    let all = ["read", "play", "challenge", "bot"];
    let (anns, bobs) = (token(ann, "bot", &all).await, token(&mut bob, "bot", &all).await);
    let (ann, bob) = (Client::new(contract, server, Some(&anns)), Client::new(contract, server, Some(&bobs)));
    ann.gives(200, "GET", "/api/v1/account", Value::Null).await;
    ann.gives(200, "PUT", "/api/v1/account/bot", contract.example("BotMark")).await;
    drop(ann.stream("/api/v1/stream").await);
    drop(ann.stream_of("/api/v1/stream", "application/x-ndjson").await);
    ann.gives(400, "GET", "/api/v1/stream?after=x", Value::Null).await;
    ann.gives(410, "GET", "/api/v1/stream?after=99", Value::Null).await;
    let challenge = contract.example("NewChallenge");
    let path = "/api/v1/challenges";
    let first = text(&ann.gives(201, "POST", path, challenge.clone()).await["id"]);
    ann.gives(409, "POST", path, challenge.clone()).await;
    let mut unknown = challenge.clone();
    unknown["to"] = "Cleo".into();
    ann.gives(404, "POST", path, unknown).await;
    bob.gives(200, "GET", path, Value::Null).await;
    ann.gives(422, "POST", &format!("{path}/{first}/accept"), Value::Null).await;
    bob.gives(200, "POST", &format!("{path}/{first}/accept"), Value::Null).await;
    // A house bot accepts at once; its rating is on the ladder once a game is over.
    let ladders = ann.gives(200, "GET", "/api/v1/ladder", Value::Null).await["ladders"].clone();
    let of_game = |one: &&Value| one["game"] == challenge["game"];
    let house = ladders.as_array().unwrap().iter().find(of_game).unwrap()["players"][0]["name"].clone();
    let on_ladder = json!({ "to": house, "game": challenge["game"], "sit": 0, "terms": { "rated": true } });
    let game = text(&ann.gives(201, "POST", path, on_ladder).await["id"]);
    assert!(play_one(server.tables()).await.unwrap());
    ann.gives(200, "GET", &format!("/api/v1/games/{game}"), Value::Null).await;
    let second = text(&ann.gives(201, "POST", path, challenge).await["id"]);
    bob.gives(200, "DELETE", &format!("{path}/{second}"), Value::Null).await;
    bob.gives(422, "DELETE", &format!("{path}/{second}"), Value::Null).await;
    ann.gives(200, "GET", "/api/v1/people", Value::Null).await;
    ann.gives(200, "GET", "/api/v1/ladder", Value::Null).await;
    ann.gives(200, "GET", "/api/v1/people/Bob", Value::Null).await;
    assert_eq!(ann.ask("GET", "/api/v1/people/Bob?format=csv", Value::Null).await.status, 200);
    ann.gives(204, "POST", "/api/v1/reports", contract.example("ApiReport")).await;
    let blocked = ann.gives(201, "POST", "/api/v1/blocks", contract.example("NewBlock")).await;
    for path in ["/api/v1/blocks", "/api/v1/reports"] {
        ann.gives(404, "POST", path, json!({ "person": "Cleo" })).await;
    }
    ann.gives(200, "GET", "/api/v1/blocks", Value::Null).await;
    let path = format!("/api/v1/blocks/{}", text(&blocked["id"]));
    ann.gives(204, "DELETE", &path, Value::Null).await;
    ann.gives(422, "DELETE", &path, Value::Null).await;
    ann.gives(204, "PUT", "/api/v1/friends/Bob", Value::Null).await;
    ann.gives(404, "PUT", "/api/v1/friends/Cleo", Value::Null).await;
    ann.gives(422, "PUT", "/api/v1/friends/Ann", Value::Null).await;
    let friends = ann.gives(200, "GET", "/api/v1/friends", Value::Null).await;
    let path = format!("/api/v1/friends/{}", text(&friends["friends"][0]["id"]));
    ann.gives(204, "DELETE", &path, Value::Null).await;
    ann.gives(422, "DELETE", "/api/v1/friends/Bob", Value::Null).await;
    ann.gives(404, "DELETE", "/api/v1/friends/Cleo", Value::Null).await;
    ann.gives(204, "PUT", "/api/v1/presence", contract.example("PresenceChoice")).await;
    bob.gives(201, "POST", "/api/v1/blocks", json!({ "game": game, "seat": 0 })).await;
    bob.gives(403, "PUT", "/api/v1/friends/Ann", Value::Null).await;
    ann.gives(200, "GET", "/api/v1/opponents", Value::Null).await;
    ann.gives(400, "GET", "/api/v1/opponents?skip=x", Value::Null).await;
    ann.gives(422, "GET", "/api/v1/opponents?limit=31", Value::Null).await;
}

/// Begins the game in the examples of a game, which is in the position that they show, and takes their
/// action.
async fn begins_as_in_the_examples(contract: &Contract, ann: &Client<'_>, schema: &str) {
    let name = schema.rsplit('/').next().unwrap();
    let prefix = name.strip_suffix("NewGame").unwrap();
    let id = text(&ann.gives(201, "POST", "/api/v1/games", contract.example(name)).await["id"]);
    let path = format!("/api/v1/games/{id}");
    let state = eventually("a turn", async || {
        let state = ann.gives(200, "GET", &path, Value::Null).await;
        (state["yours"] == true).then_some(state)
    })
    .await;
    assert_eq!(state["view"], contract.example(&format!("{prefix}View")), "{prefix}");
    let act = json!({ "text": contract.example(&format!("{prefix}Action")), "version": state["version"] });
    ann.gives(200, "POST", &format!("{path}/events"), act).await;
}

/// Games, from the first request to the end.
async fn games(contract: &Contract, server: &TestServer) {
    let stranger = Client::new(contract, server, None);
    let made = async || text(&stranger.gives(201, "POST", "/api/v1/visitors", Value::Null).await["token"]);
    let (anns, bobs) = (made().await, made().await);
    let (ann, bob) = (Client::new(contract, server, Some(&anns)), Client::new(contract, server, Some(&bobs)));
    let sheets = "/api/v1/catalog/baju-duel/print.pdf";
    let file = stranger
        .ask("GET", &format!("{sheets}?parts=card&options=%7B%22first%22%3A%22B%22%7D"), Value::Null)
        .await;
    assert!(file.status == 200 && file.bytes().starts_with(b"%PDF-"), "{}", file.text());
    let mut again =
        stranger.request("GET", &format!("{sheets}?parts=card"), "application/json", String::new());
    again.headers_mut().insert("if-none-match", file.headers["etag"].clone());
    assert_eq!(stranger.sent(again).await.status, 304, "who begins is not printed");
    for wrong in
        ["paper=a5", "parts=card,box", "bleed=9", "options=no", "options=%7B%22board%22%3A%22x%22%7D"]
    {
        stranger.gives(422, "GET", &format!("{sheets}?{wrong}"), Value::Null).await;
    }
    stranger.gives(404, "GET", "/api/v1/catalog/no-game/print.pdf", Value::Null).await;
    for game in stranger.gives(200, "GET", "/api/v1/catalog", Value::Null).await.as_array().unwrap() {
        let programs = game["programs"].as_array().unwrap();
        let mut order =
            json!({ "game": game["id"], "programs": programs.first().into_iter().collect::<Vec<_>>() });
        if programs.is_empty() {
            order["programs"] = json!([]);
        }
        let id = text(&ann.gives(201, "POST", "/api/v1/games", order).await["id"]);
        let path = format!("/api/v1/games/{id}");
        for _ in 0..4 {
            let state = eventually("a turn", async || {
                let state = ann.gives(200, "GET", &path, Value::Null).await;
                (state["yours"] == true || state["turn"] == "over").then_some(state)
            })
            .await;
            let legal = state["legal"].as_array().unwrap();
            let Some(action) = legal.first() else { break };
            let act = json!({ "text": action, "version": state["version"] });
            ann.gives(200, "POST", &format!("{path}/events"), act).await;
        }
        drop(stranger.stream(&format!("{path}/stream")).await);
        drop(stranger.stream_of(&format!("{path}/stream"), "application/x-ndjson").await);
    }
    for name in contract.document["components"]["schemas"]["NewGame"]["discriminator"]["mapping"]
        .as_object()
        .unwrap()
        .values()
    {
        begins_as_in_the_examples(contract, &ann, &text(name)).await;
    }
    let order = contract.example("NewGame");
    let id = text(&ann.gives(201, "POST", "/api/v1/games", order.clone()).await["id"]);
    let path = format!("/api/v1/games/{id}");
    for wrong in [json!({ "game": "chess" }), json!({ "game": "baju-duel", "programs": ["nonsense"] })] {
        let status = if wrong["game"] == "chess" { 404 } else { 422 };
        ann.gives(status, "POST", "/api/v1/games", wrong).await;
    }
    bob.gives(200, "POST", &format!("{path}/events"), contract.example("NewEvent")).await;
    bob.gives(422, "POST", &format!("{path}/events"), json!({ "kind": "nonsense" })).await;
    let state = ann.gives(200, "GET", &path, Value::Null).await;
    let late = json!({ "text": state["legal"][0], "version": 99 });
    ann.gives(409, "POST", &format!("{path}/events"), late).await;
    ann.gives(204, "POST", &format!("{path}/chat"), contract.example("NewMessage")).await;
    ann.gives(422, "POST", &format!("{path}/chat"), json!({ "text": " " })).await;
    stranger.gives(200, "GET", &format!("{path}/chat"), Value::Null).await;
    stranger.gives(200, "GET", &format!("{path}/moves"), Value::Null).await;
    stranger.gives(200, "GET", "/api/v1/lobby", Value::Null).await;
    stranger.gives(200, "GET", "/api/v1/live", Value::Null).await;
    ann.gives(200, "GET", "/api/v1/games", Value::Null).await;
    for beyond in ["limit=101", "skip=2147483648"] {
        ann.gives(422, "GET", &format!("/api/v1/games?{beyond}"), Value::Null).await;
    }
    ann.gives(400, "GET", "/api/v1/games?limit=x", Value::Null).await;
    ann.gives(422, "POST", &format!("{path}/again"), Value::Null).await;
    bob.gives(200, "POST", &format!("{path}/events"), json!({ "kind": "resign" })).await;
    ann.gives(200, "GET", &path, Value::Null).await;
    let record = stranger.gives(200, "GET", &format!("{path}/record"), Value::Null).await;
    ann.gives(201, "POST", "/api/v1/records", record).await;
    ann.gives(422, "POST", "/api/v1/records", json!({})).await;
    let no_text = ann.request("POST", "/api/v1/records", "application/json", String::new());
    let no_text = no_text.map(|_| Body::from(vec![0xff]));
    assert_eq!(ann.sent(no_text).await.status, 400);
    let large = "x".repeat((4 << 20) + 1);
    assert_eq!(ann.sent(ann.request("POST", "/api/v1/records", "application/json", large)).await.status, 413);
    ann.gives(200, "GET", "/api/v1/results", Value::Null).await;
    assert_eq!(ann.ask("GET", "/api/v1/results?format=csv", Value::Null).await.status, 200);
    stranger.gives(200, "GET", "/api/v1/people", Value::Null).await;
    assert_eq!(stranger.ask("GET", "/api/v1/people?format=csv", Value::Null).await.status, 200);

    // Hints, for one who plays alone.
    let puzzle = json!({ "game": "brain-burn", "seed": "house", "wish": { "hole": 12 } });
    let id = text(&ann.gives(201, "POST", "/api/v1/games", puzzle).await["id"]);
    let path = format!("/api/v1/games/{id}/hint");
    ann.gives(200, "GET", &path, Value::Null).await;
    ann.gives(200, "POST", &path, contract.example("NewHint")).await;
    eventually("a hint", async || {
        (ann.gives(200, "GET", &path, Value::Null).await["state"] == "found").then_some(())
    })
    .await;
    ann.gives(201, "POST", &format!("/api/v1/games/{id}/again"), Value::Null).await;
}

/// Events by link.
async fn events(contract: &Contract, server: &TestServer) {
    let mut players = Vec::new();
    for name in ["Eve", "Fay", "Gus"] {
        let mut browser = Browser::of(server, name).await;
        let token = token(&mut browser, "all", &["read", "play"]).await;
        players.push(Client::new(contract, server, Some(&token)));
    }
    let stranger = Client::new(contract, server, None);
    let order = contract.example("EventOrder");
    let made = players[0].gives(201, "POST", "/api/v1/events", order.clone()).await;
    players[0]
        .gives(422, "POST", "/api/v1/events", json!({ "title": "", "game": "bulbous", "form": "swiss" }))
        .await;
    let path = format!("/api/v1/events/{}", text(&made["id"]));
    let changes = format!("{path}/changes");
    players[0].gives(422, "POST", &changes, json!({ "kind": "start" })).await;
    for player in &players {
        player.gives(200, "POST", &changes, contract.example("EventRequest")).await;
    }
    players[0].gives(200, "POST", &changes, json!({ "kind": "start" })).await;
    let correct = json!({ "kind": "correct", "round": 1, "table": 0, "winner": null });
    players[0].gives(422, "POST", &changes, correct).await;
    players[0].gives(200, "GET", "/api/v1/events", Value::Null).await;
    stranger.gives(200, "GET", &path, Value::Null).await;
    stranger.gives(200, "GET", &format!("{path}/standings"), Value::Null).await;
    let csv = stranger.ask("GET", &format!("{path}/standings?format=csv"), Value::Null).await;
    assert_eq!(csv.status, 200);
    stranger.gives(200, "GET", &format!("{path}/export"), Value::Null).await;
    let report = json!({ "event": made["id"], "note": "an insult" });
    players[1].gives(204, "POST", "/api/v1/reports", report).await;
    let both = json!({ "event": made["id"], "person": "Eve" });
    players[1].gives(422, "POST", "/api/v1/reports", both).await;
    players[1].gives(404, "POST", "/api/v1/reports", json!({ "event": "nonsense" })).await;
    players[0].gives(200, "POST", &changes, json!({ "kind": "end" })).await;
    let mut later = order;
    later["starts_at"] = (server.tables().now() + 60_000).into();
    later["form"] = json!("swiss");
    later["late"] = json!("half");
    let made = players[0].gives(201, "POST", "/api/v1/events", later).await;
    stranger.gives(200, "GET", &format!("/api/v1/events/{}", text(&made["id"])), Value::Null).await;
}

/// Searches for an opponent.
async fn seeks(contract: &Contract, server: &TestServer) {
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let ann = Client::new(contract, server, Some(&ann.token));
    let bob = Client::new(contract, server, Some(&bob.token));
    let wish = contract.example("NewSeek");
    let path =
        format!("/api/v1/seeks/{}", text(&ann.gives(201, "POST", "/api/v1/seeks", wish.clone()).await["id"]));
    ann.gives(200, "GET", &path, Value::Null).await;
    bob.gives(404, "GET", &path, Value::Null).await;
    bob.gives(404, "DELETE", &path, Value::Null).await;
    let found = bob.gives(201, "POST", "/api/v1/seeks", wish).await;
    assert_eq!(ann.gives(200, "GET", &path, Value::Null).await["game_id"], found["game_id"]);
    ann.gives(204, "DELETE", &path, Value::Null).await;
    ann.gives(422, "POST", "/api/v1/seeks", json!({ "game": "brain-burn" })).await;
    ann.gives(422, "POST", "/api/v1/seeks", json!({ "game": "bulbous", "rated": true })).await;
}

/// Planned moves.
async fn plans(contract: &Contract, server: &TestServer) {
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let ann = Client::new(contract, server, Some(&ann.token));
    let bob = Client::new(contract, server, Some(&bob.token));
    let made = ann.gives(201, "POST", "/api/v1/games", contract.example("NewGame")).await;
    let game = format!("/api/v1/games/{}", text(&made["id"]));
    bob.gives(200, "POST", &format!("{game}/events"), contract.example("NewEvent")).await;
    let (path, wish) = (format!("{game}/plan"), contract.example("NewPlan"));
    let (waits, acts) = if made["turn"] == 0 { (&bob, &ann) } else { (&ann, &bob) };
    let planned = waits.gives(200, "PUT", &path, wish.clone()).await;
    assert_eq!(planned["lines"], wish["lines"]);
    waits.gives(200, "GET", &path, Value::Null).await;
    acts.gives(422, "PUT", &path, wish.clone()).await;
    let mut late = wish.clone();
    late["version"] = 99.into();
    waits.gives(409, "PUT", &path, late).await;
    waits.gives(204, "DELETE", &path, Value::Null).await;
    waits.gives(200, "PUT", &path, wish.clone()).await;
    let act = json!({ "text": wish["lines"][0][0] });
    let state = acts.gives(200, "POST", &format!("{game}/events"), act).await;
    assert_eq!(state["seen"], wish["lines"][0]);
    waits.gives(200, "GET", &path, Value::Null).await;
}

/// The deals and positions of the day.
async fn days(contract: &Contract, server: &TestServer) {
    let ann = server.spectator().await;
    let ann = Client::new(contract, server, Some(&ann.token));
    let today = ann.gives(200, "GET", "/api/v1/today", Value::Null).await;
    let date = text(&today["date"]);
    ann.gives(200, "GET", &format!("/api/v1/today/{date}"), Value::Null).await;
    ann.gives(404, "GET", "/api/v1/today/nonsense", Value::Null).await;
    let deals = today["deals"].as_array().unwrap();
    let game =
        |position: bool| text(&deals.iter().find(|deal| deal["position"] == position).unwrap()["game"]);
    ann.gives(201, "POST", &format!("/api/v1/today/{date}/{}", game(false)), Value::Null).await;
    let path = format!("/api/v1/today/{date}/{}", game(true));
    eventually("a position", async || {
        ann.gives(200, "GET", &path, Value::Null).await["position"].is_object().then_some(())
    })
    .await;
    let tries = format!("{path}/tries");
    ann.gives(422, "POST", &tries, json!({ "action": "nonsense" })).await;
    ann.gives(200, "POST", &tries, contract.example("NewTry")).await;
    ann.gives(200, "GET", &path, Value::Null).await;
}

/// Notifications, and answers of a server that sends none.
async fn notifications(contract: &Contract) {
    let (server, quiet) = (TestServer::pushing("").await, TestServer::quiet().await);
    let path = "/api/v1/notifications";
    let ann = server.spectator().await;
    let ann = Client::new(contract, &server, Some(&ann.token));
    let mut browser = contract.example("NewBrowser");
    ann.gives(422, "PUT", path, browser.clone()).await;
    browser["endpoint"] = "http://127.0.0.1:9/push".into();
    let kept = ann.gives(200, "PUT", path, browser.clone()).await;
    assert_eq!(ann.gives(200, "GET", path, Value::Null).await["browsers"], json!([kept]));
    let own = format!("{path}/{}", text(&kept["id"]));
    ann.gives(202, "POST", &format!("{own}/test"), Value::Null).await;
    ann.gives(204, "DELETE", &own, Value::Null).await;
    ann.gives(404, "DELETE", &own, Value::Null).await;
    let bob = quiet.spectator().await;
    let bob = Client::new(contract, &quiet, Some(&bob.token));
    assert_eq!(bob.gives(200, "GET", path, Value::Null).await["key"], Value::Null);
    bob.gives(422, "PUT", path, contract.example("NewBrowser")).await;
    bob.gives(422, "POST", &format!("{own}/test"), Value::Null).await;

    let server = TestServer::pushing("notifications=1").await;
    let cleo = server.spectator().await;
    let cleo = Client::new(contract, &server, Some(&cleo.token));
    cleo.gives(200, "PUT", path, browser.clone()).await;
    cleo.gives(429, "PUT", path, browser).await;
    cleo.gives(429, "POST", &format!("{own}/test"), Value::Null).await;
}

/// Answers of a server with narrow limits.
async fn limits(contract: &Contract) {
    let server = TestServer::limited(
        "games=1,visitors_per_address=2,uploads=1,questions=1,reports=1,challenges=1,plans=1,follows=1,\
         events=1,sheets_per_address=1,streams=0",
    )
    .await;
    let mut ann = Browser::of(&server, "Ann").await;
    let mut bob = Browser::of(&server, "Bob").await;
    assert_eq!(bob.post("/me/public", &[("public", "1")]).await.status, 303);
    let all = token(&mut ann, "all", &["read", "play", "challenge"]).await;
    let ann = Client::new(contract, &server, Some(&all));
    let puzzle = json!({ "game": "brain-burn", "seed": "house", "wish": { "hole": 12 } });
    let made = ann.gives(201, "POST", "/api/v1/games", puzzle.clone()).await;
    let path = format!("/api/v1/games/{}", text(&made["id"]));
    ann.gives(429, "POST", "/api/v1/games", puzzle).await;
    let sheets = "/api/v1/catalog/baju-duel/print.pdf?parts=";
    assert_eq!(ann.ask("GET", &format!("{sheets}card"), Value::Null).await.status, 200);
    ann.gives(429, "GET", &format!("{sheets}rules"), Value::Null).await;
    ann.gives(429, "POST", &format!("{path}/again"), Value::Null).await;
    ann.gives(429, "POST", "/api/v1/seeks", contract.example("NewSeek")).await;
    ann.gives(429, "POST", "/api/v1/today/2026-11-21/brain-burn", Value::Null).await;
    ann.gives(429, "GET", "/api/v1/stream", Value::Null).await;
    ann.gives(429, "GET", &format!("{path}/stream"), Value::Null).await;
    for (path, body, status) in [
        (format!("{path}/hint"), contract.example("NewHint"), 200),
        ("/api/v1/records".into(), json!({}), 422),
        ("/api/v1/challenges".into(), contract.example("NewChallenge"), 201),
        ("/api/v1/events".into(), contract.example("EventOrder"), 201),
        ("/api/v1/reports".into(), contract.example("ApiReport"), 204),
    ] {
        ann.gives(status, "POST", &path, body.clone()).await;
        ann.gives(429, "POST", &path, body).await;
    }
    ann.gives(429, "POST", "/api/v1/events/nonsense/changes", contract.example("EventRequest")).await;
    ann.gives(422, "PUT", &format!("{path}/plan"), contract.example("NewPlan")).await;
    ann.gives(429, "PUT", &format!("{path}/plan"), contract.example("NewPlan")).await;
    ann.gives(429, "POST", "/api/v1/blocks", contract.example("NewBlock")).await;
    ann.gives(204, "PUT", "/api/v1/friends/Bob", Value::Null).await;
    ann.gives(429, "PUT", "/api/v1/friends/Bob", Value::Null).await;
    ann.gives(429, "DELETE", "/api/v1/friends/Bob", Value::Null).await;
    ann.gives(429, "PUT", "/api/v1/presence", contract.example("PresenceChoice")).await;
    for _ in 0..5 {
        ann.gives(204, "POST", &format!("{path}/chat"), contract.example("NewMessage")).await;
    }
    ann.gives(429, "POST", &format!("{path}/chat"), contract.example("NewMessage")).await;
    let stranger = Client::new(contract, &server, None);
    stranger.gives(201, "POST", "/api/v1/visitors", Value::Null).await;
    stranger.gives(429, "POST", "/api/v1/visitors", Value::Null).await;
}

/// Answers to one who has called off three rated games today.
async fn called_off(contract: &Contract) {
    let server = TestServer::new().await;
    let (mut ann, mut bob) = (Browser::of(&server, "Ann").await, Browser::of(&server, "Bob").await);
    for _ in 0..3 {
        let game = ann.rated_table().await;
        bob.act(&game, "sit", "Bob").await;
        bob.act(&game, "resign", "").await;
    }
    let (game, scopes) = (ann.rated_table().await, ["read", "play", "challenge"]);
    let (anns, bobs) = (token(&mut ann, "all", &scopes).await, token(&mut bob, "all", &scopes).await);
    let ann = Client::new(contract, &server, Some(&anns));
    let bob = Client::new(contract, &server, Some(&bobs));
    let sit = json!({ "kind": "sit", "text": "Bob" });
    bob.gives(429, "POST", &format!("/api/v1/games/{game}/events"), sit).await;
    let rated = json!({ "to": "Bob", "game": "baju-duel", "terms": { "rated": true } });
    let made = ann.gives(201, "POST", "/api/v1/challenges", rated).await;
    let accept = format!("/api/v1/challenges/{}/accept", text(&made["id"]));
    bob.gives(429, "POST", &accept, Value::Null).await;
}

#[tokio::test]
async fn the_document_is_valid_and_tools_make_types_of_it() {
    let server = TestServer::new().await;
    let document = server.anonymous().get("/api/v1/openapi.json").await.json();
    let meta: Value = serde_json::from_str(include_str!("../openapi/schema.json")).unwrap();
    let validator = jsonschema::validator_for(&meta).unwrap();
    let errors = validator.iter_errors(&document);
    let wrong: Vec<String> = errors.map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");

    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let operations: Vec<&Value> = operations.collect();
    let ids: BTreeSet<String> = operations.iter().map(|one| text(&one["operationId"])).collect();
    assert_eq!(ids.len(), operations.len(), "two operations have one id: {ids:?}");
    let tags: Vec<&Value> = document["tags"].as_array().unwrap().iter().map(|tag| &tag["name"]).collect();
    for operation in operations {
        let id = &operation["operationId"];
        assert!(
            matches!(operation["tags"].as_array().unwrap().as_slice(), [tag] if tags.contains(&tag)),
            "{id}"
        );
        for (status, answer) in operation["responses"].as_object().unwrap() {
            let about = text(&answer["description"]);
            assert!(about.ends_with('.') && about.starts_with(char::is_uppercase), "{id} {status}: {about}");
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(!parameter["schema"].to_string().contains("null"), "{id}: {parameter}");
        }
    }
    assert_eq!(document["servers"], json!([{ "url": "/" }]));

    let schemas = document["components"]["schemas"].as_object().unwrap();
    let names: BTreeSet<String> = schemas.keys().map(|name| name.to_lowercase()).collect();
    assert_eq!(names.len(), schemas.len());
    for (name, schema) in schemas {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
        assert_named(name, schema, true);
    }
}

/// Tools make a type of each object that has members: so it has a name, or says more of one that has. They
/// pass over members that stand beside `allOf`.
fn assert_named(name: &str, schema: &Value, may_have_members: bool) {
    match schema {
        Value::Object(map) => {
            let members = map.get("properties").is_some_and(Value::is_object);
            assert!(!members || may_have_members, "{name} holds an object without a name: {schema}");
            assert!(!(map.contains_key("allOf") && members), "{name}: {schema}");
            for (key, part) in map {
                match (key.as_str(), part) {
                    ("example" | "if" | "then", _) => (),
                    ("properties", Value::Object(members)) => {
                        members.values().for_each(|member| assert_named(name, member, false));
                    }
                    ("allOf" | "oneOf" | "anyOf", Value::Array(parts)) => {
                        parts.iter().for_each(|part| assert_named(name, part, may_have_members));
                    }
                    (_, part) => assert_named(name, part, false),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|part| assert_named(name, part, false)),
        _ => (),
    }
}

#[tokio::test]
async fn what_may_be_left_out_may_be_null_and_means_the_same_or_what_it_says() {
    let server = TestServer::new().await;
    let contract = Contract::of(&server).await;
    let schemas = &contract.document["components"]["schemas"];
    let bodies: BTreeSet<&str> = contract
        .operations()
        .into_iter()
        .filter_map(|(_, _, operation)| body_of(operation))
        .filter(|name| *name != "Record")
        .collect();
    let mut seen = 0;
    for name in bodies {
        let one =
            schemas[name]["oneOf"][0]["$ref"].as_str().map_or(name, |path| path.rsplit('/').next().unwrap());
        seen += optional(schemas, &schemas[one], name);
    }
    seen += optional(schemas, &schemas["NewTerms"], "NewTerms");
    assert!(seen > 25, "{seen}");
}

/// Looks at what may be left out of an object: it may be null. Says how much that is.
fn optional(schemas: &Value, schema: &Value, name: &str) -> usize {
    let parts: Vec<&Value> = schema["allOf"].as_array().into_iter().flatten().collect();
    let of_parts = parts.into_iter().map(|part| match part["$ref"].as_str() {
        Some(path) => optional(schemas, &schemas[path.rsplit('/').next().unwrap()], name),
        None => optional(schemas, part, name),
    });
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let members = schema["properties"].as_object().into_iter().flatten();
    let may_be_left_out: Vec<_> = members.filter(|(member, _)| !required.contains(&json!(member))).collect();
    for (member, schema) in &may_be_left_out {
        let whole = json!({ "allOf": [schema], "components": { "schemas": schemas } });
        assert!(jsonschema::is_valid(&whole, &Value::Null), "{name} {member} may be left out, but not null");
    }
    of_parts.sum::<usize>() + may_be_left_out.len()
}

/// What a game is like that was made by an order, without what differs each time.
async fn made(ann: &Client<'_>, order: &Value) -> Value {
    let mut state = ann.gives(201, "POST", "/api/v1/games", order.clone()).await;
    for changing in ["id", "now", "commitment", "played_ms"] {
        state[changing].take();
    }
    state
}

#[tokio::test]
async fn null_is_as_good_as_nothing_but_where_the_document_says_what_it_means() {
    let server = TestServer::new().await;
    let contract = Contract::of(&server).await;
    let mut ann = Browser::of(&server, "Ann").await;
    let mut bob = Browser::of(&server, "Bob").await;
    assert_eq!(bob.post("/me/public", &[("public", "1")]).await.status, 303);
    let all = token(&mut ann, "all", &["read", "play", "challenge"]).await;
    let ann = Client::new(&contract, &server, Some(&all));
    let schemas = &contract.document["components"]["schemas"];
    let order = json!({ "game": "baju-duel", "programs": ["1", "open"], "name": "Ann" });
    let members = ["AnyNewGame", "BajuDuelNewGame"].into_iter().flat_map(|name| {
        let parts =
            [&schemas[name]].into_iter().chain(schemas[name]["allOf"].as_array().into_iter().flatten());
        parts
            .flat_map(|part| {
                part["properties"].as_object().into_iter().flatten().map(|(member, _)| member.clone())
            })
            .collect::<Vec<_>>()
    });
    for member in members.filter(|member| member != "game" && member != "sit") {
        let (mut without, mut null) = (order.clone(), order.clone());
        without.as_object_mut().unwrap().remove(&member);
        null[&member] = Value::Null;
        let (without, null) = (made(&ann, &without).await, made(&ann, &null).await);
        assert_eq!(without, null, "{member}");
    }
    for member in
        schemas["NewTerms"]["properties"].as_object().unwrap().keys().filter(|member| *member != "grace_s")
    {
        let mut with = order.clone();
        with["terms"] = json!({ member: null });
        assert_eq!(made(&ann, &with).await, made(&ann, &order).await, "{member}");
    }
    let grace = async |terms: Value| {
        let mut with = order.clone();
        with["terms"] = terms;
        made(&ann, &with).await["terms"]["grace_s"].clone()
    };
    assert_eq!(grace(json!({})).await, schemas["NewTerms"]["properties"]["grace_s"]["default"]);
    assert_eq!(grace(json!({ "grace_s": null })).await, Value::Null);

    let yours = async |sit: Value| {
        let order = json!({ "game": "baju-duel", "programs": ["1"], "sit": sit });
        let seats = made(&ann, &order).await["seats"].clone();
        seats.as_array().unwrap().iter().map(|seat| seat["yours"].as_bool().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(schemas["AnyNewGame"]["properties"]["sit"]["default"], 0);
    assert_eq!(yours(json!(0)).await, [true, false]);
    assert_eq!(yours(json!(1)).await, [false, true]);
    assert_eq!((yours(json!("watch")).await, yours(Value::Null).await), (vec![false; 2], vec![false; 2]));
    let left_out = made(&ann, &json!({ "game": "baju-duel", "programs": ["1"] })).await;
    assert_eq!(left_out["seats"][0]["yours"], true);
    let alone = made(&ann, &json!({ "game": "baju-duel" })).await;
    assert!(alone["seats"].as_array().unwrap().iter().all(|seat| seat["yours"] == true));
    for wrong in
        [json!({ "game": "baju-duel", "sit": "watch" }), json!({ "game": "baju-duel", "sit": "nowhere" })]
    {
        ann.gives(422, "POST", "/api/v1/games", wrong).await;
    }

    let duel =
        ann.gives(201, "POST", "/api/v1/games", json!({ "game": "baju-duel", "programs": null })).await;
    let path = format!("/api/v1/games/{}/events", text(&duel["id"]));
    let act =
        json!({ "kind": null, "text": duel["legal"][0], "seat": null, "version": null, "randomness": null });
    assert_eq!(ann.gives(200, "POST", &path, act).await["version"], 1);
    let undo = json!({ "kind": "undo", "text": null, "seat": null, "version": null, "randomness": null });
    ann.gives(200, "POST", &path, undo).await;
    let challenge = json!({ "to": "Bob", "game": "baju-duel", "options": null, "wish": null, "terms": null,
        "sit": null, "best_of": null });
    ann.gives(201, "POST", "/api/v1/challenges", challenge).await;
    let report = json!({ "person": "Bob", "game": null, "seat": null, "note": null });
    ann.gives(204, "POST", "/api/v1/reports", report).await;
    ann.gives(201, "POST", "/api/v1/blocks", json!({ "person": "Bob", "game": null, "seat": null })).await;
}

#[tokio::test]
async fn limits_stand_in_the_schemas() {
    let server = TestServer::new().await;
    let contract = Contract::of(&server).await;
    let schemas = &contract.document["components"]["schemas"];
    let most = bagatelle_catalog::games().iter().map(|game| *game.manifest().seats.end()).max().unwrap();
    for (schema, member) in [("NewEvent", "seat"), ("NewBlock", "seat"), ("ApiReport", "seat")] {
        assert_eq!(schemas[schema]["properties"][member]["maximum"], most - 1, "{schema}");
    }
    assert_eq!(schemas["AnyNewGame"]["properties"]["sit"]["anyOf"][0]["maximum"], most - 1);
    let is = |schema: &str, body: Value| {
        let whole =
            json!({ "$ref": format!("#/components/schemas/{schema}"), "components": { "schemas": schemas } });
        jsonschema::is_valid(&whole, &body)
    };
    for (schema, good, wrong) in [
        (
            "NewGame",
            json!({ "game": "baju-duel", "best_of": 3 }),
            json!({ "game": "baju-duel", "best_of": 2 }),
        ),
        (
            "NewGame",
            json!({ "game": "baju-duel", "sit": "watch" }),
            json!({ "game": "baju-duel", "sit": "look" }),
        ),
        (
            "NewGame",
            json!({ "game": "baju-duel", "seed": "1" }),
            json!({ "game": "baju-duel", "seed": "x".repeat(101) }),
        ),
        (
            "NewChallenge",
            json!({ "to": "Bob", "game": "baju-duel", "sit": 1 }),
            json!({ "to": "Bob", "game": "baju-duel", "sit": 2 }),
        ),
        ("NewMessage", json!({ "text": "x" }), json!({ "text": "" })),
        ("NewMessage", json!({ "text": " x" }), json!({ "text": "  " })),
        ("NewMessage", json!({ "text": "x".repeat(300) }), json!({ "text": "x".repeat(301) })),
        ("ApiReport", json!({ "note": "x".repeat(500) }), json!({ "note": "x".repeat(501) })),
        ("NewEvent", json!({ "kind": "undo" }), json!({ "kind": "nonsense" })),
        ("NewEvent", json!({ "kind": "ask", "text": "draw" }), json!({ "kind": "ask", "text": "nonsense" })),
        ("NewEvent", json!({ "kind": "act", "text": "3" }), json!({ "kind": "ask" })),
        (
            "Record",
            json!({ "bagatelle": 1, "game": "brain-burn", "actions": ["R"], "seed": "x" }),
            json!({ "game": "brain-burn" }),
        ),
    ] {
        assert!(is(schema, good.clone()), "{schema} {good}");
        assert!(!is(schema, wrong.clone()), "{schema} {wrong}");
    }
    let parameter = |path: &str, method: &str, name: &str| {
        let all = contract.document["paths"][path][method]["parameters"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["schema"].clone()
    };
    assert_eq!(parameter("/api/v1/games", "get", "limit")["maximum"], 100);
    assert_eq!(parameter("/api/v1/games", "get", "skip")["maximum"], i32::MAX);
    let key = parameter("/api/v1/games", "post", "Idempotency-Key");
    assert_eq!((&key["minLength"], &key["maxLength"]), (&json!(1), &json!(64)));
    // The words of the document are those that the server knows.
    let ann = server.spectator().await;
    let game = text(&ann.order(json!({ "game": "baju-duel" })).await.json()["id"]);
    for kind in schemas["CommandKind"]["enum"].as_array().unwrap() {
        let reply = ann.try_in(&game, json!({ "kind": kind, "text": "draw" })).await;
        assert!(reply.status == 200 || reply.json()["code"] != "unknown-kind", "{kind}: {}", reply.text());
    }
}

#[tokio::test]
async fn every_example_is_as_its_schema_says_and_every_reference_leads_somewhere() {
    let server = TestServer::new().await;
    let contract = Contract::of(&server).await;
    let schemas = contract.document["components"]["schemas"].as_object().unwrap();
    let with_example = schemas.iter().filter(|(_, schema)| schema.get("example").is_some());
    let names: Vec<&String> = with_example.map(|(name, _)| name).collect();
    assert!(names.len() > 20, "{names:?}");
    names.iter().for_each(|name| drop(contract.example(name)));
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                found.extend(map.get("$ref").and_then(Value::as_str).map(str::to_owned));
                map.values().for_each(|part| references(part, found));
            }
            Value::Array(list) => list.iter().for_each(|part| references(part, found)),
            _ => (),
        }
    }
    let mut found = BTreeSet::new();
    references(&contract.document, &mut found);
    let known = |path: &str| {
        path.strip_prefix("#/components/schemas/").is_some_and(|name| schemas.contains_key(name))
    };
    let lost: Vec<&String> = found.iter().filter(|path| !known(path)).collect();
    assert!(found.len() > 50 && lost.is_empty(), "{lost:?}");
    // A view of one game is none of another, and a view with a word too many is none at all.
    let duel = contract.example("BajuDuelNewGame");
    let validator = |name: &str| {
        let whole = json!({ "$ref": format!("#/components/schemas/{name}"),
            "components": contract.document["components"] });
        jsonschema::validator_for(&whole).unwrap()
    };
    assert!(validator("NewGame").is_valid(&duel));
    for (member, wrong) in
        [("options", json!({ "goal": 2 })), ("game", json!("chess")), ("nonsense", json!(1))]
    {
        let mut other = duel.clone();
        other[member] = wrong;
        assert!(!validator("NewGame").is_valid(&other), "{other}");
    }
}

#[tokio::test]
async fn every_answer_in_the_document_is_given_as_it_says() {
    let server = TestServer::with_house_bots().await;
    let contract = Contract::of(&server).await;
    let mut ann = Browser::of(&server, "Ann").await;
    common_errors(&contract, &server, &mut ann).await;
    people(&contract, &server, &mut ann).await;
    games(&contract, &server).await;
    events(&contract, &server).await;
    seeks(&contract, &server).await;
    plans(&contract, &server).await;
    days(&contract, &server).await;
    notifications(&contract).await;
    limits(&contract).await;
    called_off(&contract).await;
    let documented = contract.operations().into_iter().flat_map(|(method, path, operation)| {
        let statuses = operation["responses"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        statuses.into_iter().map(move |status| format!("{method} {path} {status}"))
    });
    let produced = contract.produced.lock().unwrap();
    let missing: Vec<String> = documented.filter(|answer| !produced.contains(answer)).collect();
    assert!(
        missing.is_empty() && produced.len() > 150,
        "{} were produced, not these: {missing:#?}",
        produced.len()
    );
}
