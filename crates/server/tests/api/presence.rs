//! Who counts as present: a player whose stream has ended is away after the grace, and the others are told.

use crate::test_server::{Spectator, TestServer, call};
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use bagatelle_server::live::presence::{DISCONNECT_GRACE, REQUEST_GRACE};
use futures_util::StreamExt;
use serde_json::json;
use std::time::Duration;

/// How long a stream may take to tell on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The stream of a table's page, which counts as presence as long as it is held.
struct Watch(BodyDataStream);

impl Watch {
    async fn new(server: &TestServer, who: &Spectator, id: &str) -> Watch {
        Watch::with(server, Some(who), id).await
    }

    /// The stream of a visitor, or of one without a token.
    async fn with(server: &TestServer, who: Option<&Spectator>, id: &str) -> Watch {
        let mut request = Request::get(format!("/g/{id}/events"));
        if let Some(who) = who {
            request = request.header("authorization", format!("Bearer {}", who.token));
        }
        let response = call(&server.router(), request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 200);
        Watch(response.into_body().into_data_stream())
    }

    /// Reads until the stream tells this revision.
    async fn hears(&mut self, revision: u64) {
        loop {
            let part = tokio::time::timeout(PATIENCE, self.0.next()).await;
            let text = String::from_utf8(part.expect("no news").unwrap().unwrap().to_vec()).unwrap();
            if text.lines().any(|line| line.starts_with("data: ") && line.ends_with(&format!(".{revision}")))
            {
                return;
            }
        }
    }
}

/// The revision that the streams of a table tell now.
async fn revision(server: &TestServer, id: &str) -> u64 {
    server.tables().get(id).await.unwrap().version().revision
}

/// A duel between Ann and Bob in which Bob is to act.
async fn duel(server: &TestServer) -> (Spectator, Spectator, String) {
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let order =
        json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": { "grace_s": 10 } });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    let action = ann.look_at(&id).await.json()["legal"][0].clone();
    assert_eq!(ann.try_in(&id, json!({ "text": action })).await.status, 200);
    (ann, bob, id)
}

/// The entry of a player in the list of seats.
async fn seat(who: &Spectator, id: &str, name: &str) -> String {
    let page = who.get(&format!("/g/{id}/table")).await.text();
    let entry = page.split("<li class=\"").find(|entry| entry.contains(name)).unwrap();
    entry.split("</li>").next().unwrap().to_owned()
}

#[tokio::test]
async fn a_player_whose_stream_has_ended_is_away_after_the_grace_and_the_others_are_told() {
    let server = TestServer::new().await;
    let (ann, bob, id) = duel(&server).await;
    let mut watch = Watch::new(&server, &ann, &id).await;
    let first = Watch::new(&server, &bob, &id).await;
    let second = Watch::new(&server, &bob, &id).await;
    let start = revision(&server, &id).await;
    server.advance(60_000).await;
    assert!(!seat(&ann, &id, "Bob").await.contains("away"));

    drop(first);
    server.advance(60_000).await;
    assert_eq!(revision(&server, &id).await, start, "another page of Bob is open");
    drop(second);
    server.advance(DISCONNECT_GRACE - 1).await;
    assert_eq!(revision(&server, &id).await, start);
    assert!(!seat(&ann, &id, "Bob").await.contains("away"));
    server.advance(1).await;
    assert_eq!(revision(&server, &id).await, start + 1, "the tick tells it");
    watch.hears(start + 1).await;
    assert!(seat(&ann, &id, "Bob").await.contains("away"));
    server.advance(1_000).await;
    assert_eq!(revision(&server, &id).await, start + 1, "once");

    let _stream = Watch::new(&server, &bob, &id).await;
    watch.hears(start + 2).await;
    assert!(!seat(&ann, &id, "Bob").await.contains("away"));
}

#[tokio::test]
async fn a_page_that_is_loaded_again_within_the_grace_is_not_told() {
    let server = TestServer::new().await;
    let (ann, bob, id) = duel(&server).await;
    let _watch = Watch::new(&server, &ann, &id).await;
    let stream = Watch::new(&server, &bob, &id).await;
    let start = revision(&server, &id).await;
    drop(stream);
    server.advance(DISCONNECT_GRACE - 1).await;
    let _stream = Watch::new(&server, &bob, &id).await;
    server.advance(60_000).await;
    assert_eq!(revision(&server, &id).await, start);
    assert!(!seat(&ann, &id, "Bob").await.contains("away"));
}

#[tokio::test]
async fn a_player_can_be_claimed_after_the_grace_of_the_terms_since_the_stream_ended() {
    let server = TestServer::new().await;
    let (ann, bob, id) = duel(&server).await;
    let stream = Watch::new(&server, &bob, &id).await;
    server.advance(60_000).await;
    let claim = json!({ "kind": "claim" });
    ann.try_in(&id, claim.clone()).await.is_refused(422, "o player is away");
    drop(stream);
    server.advance(9_999).await;
    ann.try_in(&id, claim.clone()).await.is_refused(422, "still has time");
    server.advance(1).await;
    assert_eq!(ann.try_in(&id, claim).await.json()["outcome"]["reason"], "Bob left the table");
}

#[tokio::test]
async fn visitors_without_a_seat_are_counted_as_long_as_they_watch() {
    let server = TestServer::new().await;
    let (ann, _, id) = duel(&server).await;
    let page = async || ann.get(&format!("/g/{id}/table")).await.text();
    let alone = page().await;
    let cleo = server.spectator().await;
    let stream = Watch::new(&server, &cleo, &id).await;
    let watched = page().await;
    drop(stream);
    assert!(watched.contains(" · 1 watching") && !alone.contains("watching"), "{watched}");
    // That the stream has ended waits for what is being done at the table.
    eventually("the visitor has left", async || !page().await.contains("watching")).await;
}

/// Waits until a page says what it is to say.
async fn eventually(what: &str, is_so: impl AsyncFn() -> bool) {
    for _ in 0..1_000 {
        if is_so().await {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("not in a thousand pages: {what}");
}

#[tokio::test]
async fn watchers_without_a_cookie_are_counted_and_the_players_hear_of_them() {
    let server = TestServer::new().await;
    let (ann, _, id) = duel(&server).await;
    let page = async || ann.get(&format!("/g/{id}/table")).await.text();
    let mut watch = Watch::new(&server, &ann, &id).await;
    let start = revision(&server, &id).await;
    let first = Watch::with(&server, None, &id).await;
    watch.hears(start + 1).await;
    let second = Watch::with(&server, None, &id).await;
    assert!(page().await.contains(" · 2 watching"));
    watch.hears(start + 2).await;
    drop(first);
    eventually("one has left", async || page().await.contains(" · 1 watching")).await;
    server.advance(1_000).await;
    assert_eq!(revision(&server, &id).await, start + 3, "the tick tells that one has left");
    server.advance(1_000).await;
    assert_eq!(revision(&server, &id).await, start + 3, "once");
    drop(second);
    eventually("both have left", async || !page().await.contains("watching")).await;
}

#[tokio::test]
async fn a_player_who_polls_is_present() {
    let server = TestServer::new().await;
    let (ann, bob, id) = duel(&server).await;
    let mut watch = Watch::new(&server, &ann, &id).await;
    let claim = json!({ "kind": "claim" });
    for _ in 0..5 {
        server.advance(REQUEST_GRACE - 1_000).await;
        ann.try_in(&id, claim.clone()).await.is_refused(422, "o player is away");
        assert!(!seat(&ann, &id, "Bob").await.contains("away"));
        assert_eq!(bob.look_at(&id).await.status, 200);
    }
    // What others ask for him counts for nothing.
    let start = revision(&server, &id).await;
    server.advance(REQUEST_GRACE - 1).await;
    assert_eq!(server.anonymous().get(&format!("/api/v1/games/{id}")).await.status, 200);
    server.advance(1).await;
    watch.hears(start + 1).await;
    assert!(seat(&ann, &id, "Bob").await.contains("away"));
    // One request brings him back, whatever it asks for.
    assert_eq!(bob.get(&format!("/api/v1/games/{id}/record")).await.status, 200);
    watch.hears(start + 2).await;
    assert!(!seat(&ann, &id, "Bob").await.contains("away"));
    server.advance(REQUEST_GRACE).await;
    assert_eq!(ann.try_in(&id, claim).await.json()["outcome"]["reason"], "Bob left the table");
}
