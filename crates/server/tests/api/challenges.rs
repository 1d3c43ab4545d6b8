//! Challenges between accounts, by the API and by the page.

use crate::feed::Lines;
use crate::people::Browser;
use crate::test_server::{Reply, Spectator, TestServer, ask, send};
use crate::tokens::bot;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

async fn challenge(server: &TestServer, from: &Spectator, order: Value) -> Reply {
    ask(&server.router(), "POST", "/api/v1/challenges", Some(&from.token), order).await
}

async fn turn_down(server: &TestServer, who: &Spectator, id: &str) -> Reply {
    let path = format!("/api/v1/challenges/{id}");
    ask(&server.router(), "DELETE", &path, Some(&who.token), Value::Null).await
}

#[tokio::test]
async fn a_challenge_is_told_accepted_and_played() {
    let server = TestServer::new().await;
    let (ann, bob) = (bot(&server, "Ann").await, bot(&server, "Bob").await);
    let mut anns = Lines::open(&server.router(), "/api/v1/stream", &ann.token).await;
    let mut bobs = Lines::open(&server.router(), "/api/v1/stream", &bob.token).await;
    assert_eq!((anns.told().await.1, bobs.told().await.1), ("connected".into(), "connected".into()));
    let order = json!({ "to": "bob", "game": "baju-duel", "sit": 1, "terms": { "rated": true } });
    let made = challenge(&server, &ann, order.clone()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let id = made.json()["id"].as_str().unwrap().to_owned();
    challenge(&server, &ann, order).await.is_refused(409, "already");
    let told = bobs.next().await.unwrap();
    assert_eq!((&told["kind"], &told["challenge"]), (&json!("challenge"), &json!(id)));
    let listed = bob.get("/api/v1/challenges").await.json();
    assert_eq!((&listed[0]["from"]["name"], &listed[0]["yours"]), (&json!("Ann"), &json!(false)));
    ann.post(&format!("/api/v1/challenges/{id}/accept")).await.is_refused(422, "your own");
    // It is accepted once, however often the answer is sent.
    let accepted = bob.post(&format!("/api/v1/challenges/{id}/accept")).await;
    assert_eq!((accepted.status.as_u16(), &accepted.json()["state"]), (200, &json!("accepted")));
    bob.post(&format!("/api/v1/challenges/{id}/accept")).await.is_refused(422, "answered");
    let state = bob.look_at(&id).await.json();
    assert_eq!((&state["seats"][0]["name"], &state["seats"][1]["name"]), (&json!("Bob"), &json!("Ann")));
    assert_eq!((&state["seats"][1]["expected"], &state["yours"]), (&json!(true), &json!(true)));
    assert_eq!(state["terms"]["rated"], true);
    let mut kinds = Vec::new();
    for _ in 0..3 {
        kinds.push(anns.told().await.1);
    }
    assert_eq!(kinds, ["seat-taken", "start", "accepted"]);
    assert_eq!((bobs.told().await.1, bobs.told().await.1), ("start".into(), "turn".into()));
}

#[tokio::test]
async fn a_challenge_is_declined_withdrawn_or_too_old() {
    let server = TestServer::new().await;
    let (ann, bob) = (bot(&server, "Ann").await, bot(&server, "Bob").await);
    let mut anns = Lines::open(&server.router(), "/api/v1/stream", &ann.token).await;
    let mut bobs = Lines::open(&server.router(), "/api/v1/stream", &bob.token).await;
    assert_eq!((anns.told().await.1, bobs.told().await.1), ("connected".into(), "connected".into()));
    let order = json!({ "to": "Bob", "game": "bulbous" });
    let id = async || {
        server.pass(1_000);
        challenge(&server, &ann, order.clone()).await.json()["id"].as_str().unwrap().to_owned()
    };
    let first = id().await;
    assert_eq!(turn_down(&server, &bob, &first).await.json()["state"], "declined");
    assert_eq!((bobs.told().await.1, anns.told().await.1), ("challenge".into(), "declined".into()));
    let second = id().await;
    assert_eq!(turn_down(&server, &ann, &second).await.json()["state"], "withdrawn");
    turn_down(&server, &ann, &second).await.is_refused(422, "answered");
    assert_eq!((bobs.told().await.1, bobs.told().await.1), ("challenge".into(), "withdrawn".into()));
    let third = id().await;
    server.pass(3 * 24 * 60 * 60 * 1000);
    bob.post(&format!("/api/v1/challenges/{third}/accept")).await.is_refused(422, "has expired");
    assert_eq!(bob.get("/api/v1/challenges").await.json()[0]["state"], "expired");
    let fourth = id().await;
    assert_ne!(fourth, third, "the old one is not in the way");
    let cleo = bot(&server, "Cleo").await;
    turn_down(&server, &cleo, &fourth).await.is_refused(404, "no such challenge");
}

#[tokio::test]
async fn what_cannot_be_played_is_not_proposed() {
    let server = TestServer::new().await;
    let (ann, visitor) = (bot(&server, "Ann").await, server.spectator().await);
    let mut bob = Browser::of(&server, "Bob").await;
    for (order, status, why) in [
        (json!({ "to": "Cleo", "game": "baju-duel" }), 404, "no account"),
        (json!({ "to": "Ann", "game": "baju-duel" }), 422, "yourself"),
        (json!({ "to": "Bob", "game": "chess" }), 404, "no such game"),
        (json!({ "to": "Bob", "game": "brain-burn" }), 422, "a game for one player"),
        (json!({ "to": "Bob", "game": "bulbous", "wish": { "seats": 3 } }), 422, "two-player games"),
        (json!({ "to": "Bob", "game": "baju-duel", "best_of": 2 }), 422, "best of"),
    ] {
        challenge(&server, &ann, order).await.is_refused(status, why);
    }
    let order = json!({ "to": "Bob", "game": "baju-duel" });
    challenge(&server, &visitor, order.clone()).await.is_refused(403, "needs an account");
    let blocks = json!({ "person": "Ann" });
    assert_eq!(ann_publishes(&server, &ann).await, 201);
    let blocked = ask(&server.router(), "POST", "/api/v1/blocks", Some(&bob.token), blocks).await;
    assert_eq!(blocked.status, 201, "{}", blocked.text());
    challenge(&server, &ann, order).await.is_refused(403, "doesn’t accept challenges from you");
    assert_eq!(bob.get("/me/challenges").await.status, 200);
}

/// Shows the profile of Ann, so that she can be named.
async fn ann_publishes(server: &TestServer, _ann: &Spectator) -> u16 {
    let mut browser = Browser::new(server);
    browser.enter("log-in", "Ann", crate::people::PASSWORD).await;
    assert_eq!(browser.post("/me/public", &[("public", "1")]).await.status, 303);
    201
}

#[tokio::test]
async fn the_same_key_makes_one_thing() {
    let mut server = TestServer::new().await;
    let ann = bot(&server, "Ann").await;
    drop(Browser::of(&server, "Bob").await);
    let under = async |server: &TestServer, token: &str, key: &str, path: &str, body: Value| {
        let request = Request::post(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        send(&server.router(), request.body(Body::from(body.to_string())).unwrap()).await
    };
    let game = json!({ "game": "baju-duel", "programs": ["1"] });
    let first = under(&server, &ann.token, "one", "/api/v1/games", game.clone()).await;
    assert_eq!(first.status, 201, "{}", first.text());
    let id = |reply: &Reply| reply.json()["id"].clone();
    server.restart().await;
    assert_eq!(id(&under(&server, &ann.token, "one", "/api/v1/games", game.clone()).await), id(&first));
    assert_ne!(id(&under(&server, &ann.token, "two", "/api/v1/games", game.clone()).await), id(&first));
    let other = server.spectator().await;
    assert_ne!(id(&under(&server, &other.token, "one", "/api/v1/games", game.clone()).await), id(&first));
    let (one, two) = tokio::join!(
        under(&server, &ann.token, "three", "/api/v1/games", game.clone()),
        under(&server, &ann.token, "three", "/api/v1/games", game.clone())
    );
    assert_eq!(id(&one), id(&two), "{} {}", one.text(), two.text());
    let challenge = json!({ "to": "Bob", "game": "baju-duel" });
    let made = under(&server, &ann.token, "one", "/api/v1/challenges", challenge.clone()).await;
    let again = under(&server, &ann.token, "one", "/api/v1/challenges", challenge).await;
    assert_eq!((made.status.as_u16(), id(&made)), (201, id(&again)));
    let puzzle = under(&server, &ann.token, "p", "/api/v1/games", json!({ "game": "brain-burn" })).await;
    let record = ann.get(&format!("/api/v1/games/{}/record", id(&puzzle).as_str().unwrap())).await.json();
    let brought = under(&server, &ann.token, "r", "/api/v1/records", record.clone()).await;
    assert_eq!(id(&brought), id(&under(&server, &ann.token, "r", "/api/v1/records", record).await));
    let path = format!("/api/v1/games/{}/again", id(&puzzle).as_str().unwrap());
    let anew = under(&server, &ann.token, "a", &path, Value::Null).await;
    assert_eq!(id(&anew), id(&under(&server, &ann.token, "a", &path, Value::Null).await));
    let long = "x".repeat(65);
    under(&server, &ann.token, &long, "/api/v1/games", game).await.is_refused(400, "Idempotency-Key");
}

#[tokio::test]
async fn a_person_answers_on_a_page() {
    let server = TestServer::new().await;
    let ann = bot(&server, "Ann").await;
    let mut bob = Browser::of(&server, "Bob").await;
    let order = json!({ "to": "Bob", "game": "baju-duel" });
    let id = challenge(&server, &ann, order.clone()).await.json()["id"].as_str().unwrap().to_owned();
    assert!(bob.get("/me").await.text().contains("Challenges (1)"));
    let page = bob.get("/me/challenges").await.text();
    assert!(
        page.contains("You’ve been challenged") && page.contains("Accept the challenge of Ann"),
        "{page}"
    );
    let path = format!("/me/challenges/{id}");
    let declined = bob.post(&path, &[("answer", "decline")]).await;
    assert_eq!(declined.headers["location"], "/me/challenges");
    let made = bob.post("/me/challenges", &[("to", "Ann"), ("game", "baju-duel"), ("pace", "1")]).await;
    assert_eq!(made.status, 303, "{}", made.text());
    assert!(bob.get("/me/challenges").await.text().contains("Withdraw the challenge"));
    assert!(!bob.get("/me").await.text().contains("Challenges ("), "it waits for Ann");
    let wrong = bob.post("/me/challenges", &[("to", "Cleo"), ("game", "baju-duel")]).await;
    assert!(wrong.status == 404 && wrong.text().contains("no account with this name"));
    let id = challenge(&server, &ann, order).await.json()["id"].as_str().unwrap().to_owned();
    let accepted = bob.post(&format!("/me/challenges/{id}"), &[("answer", "accept")]).await;
    assert_eq!(accepted.headers["location"], format!("/g/{id}").as_str());
    assert_eq!(bob.get(&format!("/g/{id}")).await.status, 200);
    assert_eq!(Browser::new(&server).get("/me/challenges").await.status, 422);
}

#[tokio::test]
async fn a_challenge_keeps_its_id_whatever_is_brought_home() {
    let server = TestServer::new().await;
    let (ann, bob) = (bot(&server, "Ann").await, bot(&server, "Bob").await);
    let order = json!({ "to": "Bob", "game": "baju-duel" });
    let id = challenge(&server, &ann, order).await.json()["id"].as_str().unwrap().to_owned();
    let device = crate::offline::Device::puzzle(&id);
    let told = server.spectator().await.brings(&server, &[&device]).await;
    assert!(told[0]["why"].as_str().unwrap_or_default().contains("isn’t yours"), "{told:?}");
    let accepted = bob.post(&format!("/api/v1/challenges/{id}/accept")).await;
    assert_eq!(accepted.json()["state"], "accepted", "{}", accepted.text());
}
