//! The stream of a caller: what happens at all games, each entry once for one who comes back with a number.

use crate::test_server::{Reply, Spectator, TestServer, ask, call, send};
use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;

/// Reads JSON lines off a stream.
pub struct Lines {
    body: BodyDataStream,
    text: String,
}

impl Lines {
    /// Opens a stream of JSON lines.
    pub async fn open(router: &Router, path: &str, token: &str) -> Lines {
        let request = Request::get(path)
            .header("authorization", format!("Bearer {token}"))
            .header("accept", "application/x-ndjson");
        let response = call(router, request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Lines { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// The next line; `None` at the end.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((line, rest)) = self.text.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.text = rest;
                if !line.is_empty() {
                    return Some(serde_json::from_str(&line).unwrap());
                }
                continue;
            }
            let part = tokio::time::timeout(Duration::from_secs(30), self.body.next());
            let part = part.await.expect("something is told").and_then(Result::ok)?;
            self.text += std::str::from_utf8(&part).unwrap();
        }
    }

    /// The number, the kind and the game of the next line.
    pub async fn told(&mut self) -> (i64, String, String) {
        let line = self.next().await.expect("the stream goes on");
        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        (line["number"].as_i64().unwrap(), text("kind"), text("game"))
    }
}

/// A duel with an open seat, made by a caller who is called Ann.
pub async fn open_duel(ann: &Spectator, terms: Value) -> String {
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
    let made = ann.order(order).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["id"].as_str().unwrap().to_owned()
}

async fn done(reply: Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

async fn first_legal(who: &Spectator, game: &str) {
    let state = done(who.look_at(game).await).await;
    done(who.try_in(game, json!({ "text": state["legal"][0], "version": state["version"] })).await).await;
}

#[tokio::test]
async fn what_happens_at_all_games_is_told_once_also_after_a_restart() {
    let mut server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let mut told = Lines::open(&server.router(), "/api/v1/stream", &ann.token).await;
    assert_eq!(told.told().await, (0, "connected".into(), String::new()));
    let game = open_duel(&ann, json!({})).await;
    done(bob.try_in(&game, json!({ "kind": "sit", "text": "Bob" })).await).await;
    let entry = |number: i64, kind: &str| (number, kind.to_owned(), game.clone());
    let seat = told.next().await.unwrap();
    assert_eq!(
        (&seat["kind"], &seat["seat"], &seat["game"]),
        (&json!("seat-taken"), &json!(1), &json!(game))
    );
    assert_eq!(told.told().await, entry(2, "start"));
    let turn = told.next().await.unwrap();
    let version = done(ann.look_at(&game).await).await["version"].clone();
    assert_eq!((&turn["kind"], &turn["version"]), (&json!("turn"), &version));
    drop(told);

    // While the stream is closed, and the server is restarted, things go on.
    first_legal(&ann, &game).await;
    server.restart().await;
    let (ann, bob) = (ann.at(&server), bob.at(&server));
    first_legal(&bob, &game).await;
    let mut told = Lines::open(&server.router(), "/api/v1/stream?after=3", &ann.token).await;
    assert_eq!(told.told().await, (3, "connected".into(), String::new()));
    assert_eq!(told.told().await, entry(4, "turn"));
    done(bob.try_in(&game, json!({ "kind": "ask", "text": "draw" })).await).await;
    let question = told.next().await.unwrap();
    assert_eq!(
        (&question["kind"], &question["question"], &question["seat"]),
        (&json!("question"), &json!("draw"), &json!(1))
    );
    done(ann.try_in(&game, json!({ "kind": "agree" })).await).await;
    assert_eq!(told.told().await, entry(6, "end"));
    done(ann.try_in(&game, json!({ "kind": "ask", "text": "rematch" })).await).await;
    done(bob.try_in(&game, json!({ "kind": "agree" })).await).await;
    // The table of the rematch is made first.
    let mut rest = Vec::new();
    for _ in 0..2 {
        rest.push(told.next().await.unwrap());
    }
    let next = rest.iter().find(|line| line["kind"] == "next").expect("it is told");
    let begun = rest.iter().find(|line| line["kind"] == "start").expect("it is told");
    assert_eq!((&next["game"], &next["next"]), (&json!(game), &begun["game"]));

    // By the header, as browsers send it, and as server-sent events.
    let request = Request::get("/api/v1/stream")
        .header("authorization", format!("Bearer {}", ann.token))
        .header("last-event-id", "5");
    let response = call(&server.router(), request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut body = response.into_body().into_data_stream();
    let mut text = String::new();
    while text.matches("id: ").count() < 4 {
        text += std::str::from_utf8(&body.next().await.unwrap().unwrap()).unwrap();
    }
    let ids: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("id: ")).collect();
    assert_eq!(ids, ["5", "6", "7", "8"]);
}

#[tokio::test]
async fn a_number_that_is_not_kept_is_gone_and_none_begins_anew() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    drop(Lines::open(&server.router(), "/api/v1/stream", &ann.token).await);
    let order = json!({ "game": "baju-duel", "programs": ["1"] });
    for _ in 0..2 {
        assert_eq!(ann.order(order.clone()).await.status, 201);
    }
    let week = 7 * 24 * 60 * 60 * 1000;
    server.pass(week + 1);
    bagatelle_server::app::ticker::forget_old(server.tables()).await.unwrap();
    ann.get("/api/v1/stream?after=0").await.is_refused(410, "no longer kept");
    ann.get("/api/v1/stream?after=99").await.is_refused(410, "no longer kept");
    assert_eq!(ann.get("/api/v1/stream?after=x").await.status, 400);
    let mut told = Lines::open(&server.router(), "/api/v1/stream", &ann.token).await;
    let (number, kind, _) = told.told().await;
    assert!(number > 0 && kind == "connected");
    server.anonymous().get("/api/v1/stream").await.is_refused(401, "needs a token");
}

#[tokio::test]
async fn a_stream_ends_when_its_token_is_revoked() {
    let server = TestServer::new().await;
    let mut ann = crate::people::Browser::of(&server, "Ann").await;
    let token = crate::tokens::token(&mut ann, "bot", &["read", "play"]).await;
    let mut told = Lines::open(&server.router(), "/api/v1/stream", &token).await;
    assert_eq!(told.told().await.1, "connected");
    let page = ann.get("/me/tokens").await.text();
    let id = page.split("name=\"id\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(ann.post("/me/tokens/revoke", &[("id", &id)]).await.status, 303);
    let order = json!({ "game": "baju-duel", "programs": ["1"] });
    let browser = server.spectator_with(&ann.token);
    assert_eq!(browser.order(order).await.status, 201);
    assert!(told.next().await.is_none());
}

#[tokio::test]
async fn a_stream_at_one_server_tells_what_happens_at_another_on_postgres() {
    let server = TestServer::on_postgres().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let other = server.beside().await;
    let mut told = Lines::open(&other.router(), "/api/v1/stream", &ann.token).await;
    assert_eq!(told.told().await.1, "connected");
    let game = open_duel(&ann, json!({})).await;
    done(bob.at(&other).try_in(&game, json!({ "kind": "sit", "text": "Bob" })).await).await;
    for kind in ["seat-taken", "start", "turn"] {
        assert_eq!(told.told().await.1, kind);
    }
    let request = async |who: &Spectator, path: &str, event: Value| {
        ask(&server.router(), "POST", path, Some(&who.token), event).await
    };
    let path = format!("/api/v1/games/{game}/events");
    done(request(&bob, &path, json!({ "kind": "resign" })).await).await;
    assert_eq!(told.told().await.1, "end");
}

#[tokio::test]
async fn the_stream_of_a_game_sends_what_is_new() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let path = format!("/api/v1/games/{}/stream", ann.game);
    ann.act("R").await;
    let mut states = Lines::open(&server.router(), &path, &ann.token).await;
    let seen = |state: Value| (state["seen_from"].clone(), state["seen"].clone());
    assert_eq!(seen(states.next().await.unwrap()), (json!(0), json!(["R"])));
    ann.act("D").await;
    assert_eq!(seen(states.next().await.unwrap()), (json!(1), json!(["D"])));
    ann.event(json!({ "kind": "undo" })).await;
    assert_eq!(seen(states.next().await.unwrap()), (json!(1), json!([])));
    ann.act("U").await;
    assert_eq!(seen(states.next().await.unwrap()), (json!(1), json!(["U"])));
    let whole = send(
        &server.router(),
        Request::get(format!("/api/v1/games/{}", ann.game)).body(Body::empty()).unwrap(),
    )
    .await;
    assert_eq!(seen(whole.json()), (json!(0), json!(["R", "U"])));
}
