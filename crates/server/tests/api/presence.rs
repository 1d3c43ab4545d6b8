//! Who counts as present: a player whose stream has ended is away after the grace, and the others are told.

use crate::test_server::{Spectator, TestServer};
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use bagatelle_server::live::presence::DISCONNECT_GRACE;
use futures_util::{FutureExt, StreamExt};
use serde_json::json;
use tower::ServiceExt;

/// The stream of a table's page, which counts as presence as long as it is held.
struct Watch(BodyDataStream);

impl Watch {
    async fn new(server: &TestServer, who: &Spectator, id: &str) -> Watch {
        let request = Request::get(format!("/g/{id}/events"));
        let request = request.header("authorization", format!("Bearer {}", who.token));
        let response = server.router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), 200);
        let mut watch = Watch(response.into_body().into_data_stream());
        assert!(watch.heard().is_some(), "the version comes at once");
        watch
    }

    /// The newest version told since the last call, as `events.revision`; `None` if none was.
    fn heard(&mut self) -> Option<String> {
        let mut last = None;
        while let Some(Some(part)) = self.0.next().now_or_never() {
            let text = String::from_utf8(part.unwrap().to_vec()).unwrap();
            last = text.lines().find_map(|line| line.strip_prefix("data: ").map(str::to_owned)).or(last);
        }
        last
    }
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
    let stream = Watch::new(&server, &bob, &id).await;
    let second = Watch::new(&server, &bob, &id).await;
    server.advance(60_000).await;
    assert!(!seat(&ann, &id, "Bob").await.contains("away"));
    watch.heard();

    drop(stream);
    server.advance(60_000).await;
    assert_eq!(watch.heard(), None, "another page of Bob is open");
    drop(second);
    server.advance(DISCONNECT_GRACE - 1).await;
    assert_eq!(watch.heard(), None);
    assert!(!seat(&ann, &id, "Bob").await.contains("away"));
    server.advance(1).await;
    let told = watch.heard().expect("Ann is told");
    assert!(seat(&ann, &id, "Bob").await.contains("away"));
    server.advance(1_000).await;
    assert_eq!(watch.heard(), None, "once");

    let _stream = Watch::new(&server, &bob, &id).await;
    let back = watch.heard().expect("Ann is told that Bob is back");
    let revision = |version: &str| version.split('.').nth(1).unwrap().parse::<u64>().unwrap();
    assert!(revision(&back) > revision(&told), "{told} {back}");
    assert!(!seat(&ann, &id, "Bob").await.contains("away"));
}

#[tokio::test]
async fn a_page_that_is_loaded_again_within_the_grace_is_not_told() {
    let server = TestServer::new().await;
    let (ann, bob, id) = duel(&server).await;
    let mut watch = Watch::new(&server, &ann, &id).await;
    drop(Watch::new(&server, &bob, &id).await);
    server.advance(DISCONNECT_GRACE - 1).await;
    let _stream = Watch::new(&server, &bob, &id).await;
    server.advance(60_000).await;
    assert_eq!(watch.heard(), None);
}

#[tokio::test]
async fn a_player_can_be_claimed_after_the_grace_of_the_terms_since_the_stream_ended() {
    let server = TestServer::new().await;
    let (ann, bob, id) = duel(&server).await;
    let stream = Watch::new(&server, &bob, &id).await;
    server.advance(60_000).await;
    let claim = json!({ "kind": "claim" });
    ann.try_in(&id, claim.clone()).await.is_refused(422, "is not away");
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
    assert!(!page().await.contains("watching"));
}
