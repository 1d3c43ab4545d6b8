//! The document of the API holds: every path, and every answer that it names, is produced by a server and is as its schema says.

use crate::people::Browser;
use crate::test_server::{Reply, TestServer, eventually, send};
use crate::tokens::token;
use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderMap, Request};
use bagatelle_server::house_games::play_one;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Mutex;
use tower::ServiceExt;

/// The document, and the answers that were produced.
struct Contract {
    document: Value,
    produced: Mutex<BTreeSet<String>>,
}

/// Lets schemas of objects allow nothing but what they name. Those that are a part of others allow what these name besides.
fn strict(schemas: &mut Value) {
    let parts = |schema: &Value| schema["allOf"].as_array().cloned().unwrap_or_default();
    let parts = schemas.as_object().unwrap().values().flat_map(parts);
    let parts: Vec<String> = parts.map(|part| text(&part["$ref"])).collect();
    for (name, schema) in schemas.as_object_mut().unwrap() {
        if parts.contains(&format!("#/components/schemas/{name}")) {
            schema.as_object_mut().unwrap().values_mut().for_each(close);
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
            if map.contains_key("properties") && !map.contains_key(key) {
                map.insert(key.into(), false.into());
            }
            map.values_mut().for_each(close);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => (),
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

    /// The first entry of a stream.
    async fn stream(&self, path: &str) -> BodyDataStream {
        let request = self.request("GET", path, "application/json", String::new());
        let response = self.router.clone().oneshot(request).await.unwrap();
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
        let (path, responses) = (nowhere(&template), &operation["responses"]);
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
        if operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].is_string() {
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
        if responses["404"].is_object() && template.contains('{') {
            let reference =
                operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
            let body =
                reference.map_or(Value::Null, |name| contract.example(name.rsplit('/').next().unwrap()));
            whole.gives(404, &method, &path, body).await;
        }
        let key = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|one| one["name"] == "Idempotency-Key");
        if key {
            let mut request = whole.request(&method, &path, "application/json", String::new());
            request.headers_mut().insert("idempotency-key", "x".repeat(65).parse().unwrap());
            assert_eq!(whole.sent(request).await.status, 400);
        }
    }
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
}

/// Begins the game in the examples of a game, which is in the position that they show, and takes their action.
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
    ann.gives(200, "GET", "/api/v1/games", Value::Null).await;
    ann.gives(422, "GET", "/api/v1/games?limit=101", Value::Null).await;
    ann.gives(400, "GET", "/api/v1/games?limit=x", Value::Null).await;
    ann.gives(422, "POST", &format!("{path}/again"), Value::Null).await;
    bob.gives(200, "POST", &format!("{path}/events"), json!({ "kind": "resign" })).await;
    ann.gives(200, "GET", &path, Value::Null).await;
    let record = stranger.gives(200, "GET", &format!("{path}/record"), Value::Null).await;
    ann.gives(201, "POST", "/api/v1/records", record).await;
    ann.gives(422, "POST", "/api/v1/records", json!({})).await;
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

/// Answers of a server with narrow limits.
async fn limits(contract: &Contract) {
    let server = TestServer::limited(
        "games=1,visitors_per_address=2,uploads=1,questions=1,reports=1,challenges=1,streams=0",
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
    ann.gives(429, "POST", &format!("{path}/again"), Value::Null).await;
    ann.gives(429, "POST", "/api/v1/today/2026-11-21/brain-burn", Value::Null).await;
    ann.gives(429, "GET", "/api/v1/stream", Value::Null).await;
    ann.gives(429, "GET", &format!("{path}/stream"), Value::Null).await;
    for (path, body, status) in [
        (format!("{path}/hint"), contract.example("NewHint"), 200),
        ("/api/v1/records".into(), json!({}), 422),
        ("/api/v1/challenges".into(), contract.example("NewChallenge"), 201),
        ("/api/v1/reports".into(), contract.example("ApiReport"), 204),
    ] {
        ann.gives(status, "POST", &path, body.clone()).await;
        ann.gives(429, "POST", &path, body).await;
    }
    ann.gives(429, "POST", "/api/v1/blocks", contract.example("NewBlock")).await;
    for _ in 0..5 {
        ann.gives(204, "POST", &format!("{path}/chat"), contract.example("NewMessage")).await;
    }
    ann.gives(429, "POST", &format!("{path}/chat"), contract.example("NewMessage")).await;
    let stranger = Client::new(contract, &server, None);
    stranger.gives(201, "POST", "/api/v1/visitors", Value::Null).await;
    stranger.gives(429, "POST", "/api/v1/visitors", Value::Null).await;
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
        let whole = json!({ "$ref": format!("#/components/schemas/{name}"), "components": contract.document["components"] });
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
    days(&contract, &server).await;
    limits(&contract).await;
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
