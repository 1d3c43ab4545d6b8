//! What the server does for one visitor, and what it does not.

use crate::test_server::{Reply, Spectator, TestServer, call, eventually, send};
use axum::body::Body;
use axum::http::Request;
use axum::response::Response;
use bagatelle_server::app::ticker;
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn a_board_on_which_nothing_moves_is_refused_wherever_it_comes_from() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let board = "baju-board 1\nname y";
    let setup = json!({ "position": "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5" });
    for extra in
        [json!({}), json!({ "seed": "by hand" }), json!({ "setup": setup }), json!({ "daily": true })]
    {
        let mut order = json!({ "game": "baju-puzzle", "options": { "board": board } });
        order.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        ann.order(order).await.is_refused(422, "over before it begins");
    }
    let reply = ann.form("/baju-puzzle/new", &[("option.board", board)]).await;
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert_eq!(server.anonymous().get("/baju-puzzle/workshop?text=baju-board%201").await.status, 200);
}

/// The status of an answer to a request from an address; the answer stays open as long as it is kept.
pub async fn listen(server: &TestServer, path: &str, token: Option<&str>, address: &str) -> Response {
    let mut request = Request::get(path).header("x-forwarded-for", address);
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    call(&server.router(), request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_visitor_and_an_address_have_so_many_streams_at_once() {
    let server = TestServer::limited("streams=2,streams_per_address=3").await;
    let ann = server.plain_owner().await;
    let paths = [format!("/g/{}/events", ann.game), format!("/api/v1/games/{}/stream", ann.game)];
    let lobby = "/tables/events".to_owned();
    let mut open = Vec::new();
    for path in &paths {
        open.push(listen(&server, path, Some(&ann.token), "203.0.113.1").await);
    }
    for path in paths.iter().chain([&lobby]) {
        let refused = listen(&server, path, Some(&ann.token), "203.0.113.2").await;
        assert_eq!(refused.status(), 429, "{path}");
    }
    assert_eq!(
        listen(&server, &lobby, None, "203.0.113.1").await.status(),
        200,
        "a third one at this address"
    );
    open.push(listen(&server, &lobby, None, "203.0.113.1").await);
    assert_eq!(listen(&server, &lobby, None, "203.0.113.1").await.status(), 429);
    assert_eq!(listen(&server, &lobby, None, "203.0.113.2").await.status(), 200);
    assert!(open.iter().all(|response| response.status() == 200));
    drop(open);
    assert_eq!(listen(&server, &paths[0], Some(&ann.token), "203.0.113.1").await.status(), 200);
}

#[tokio::test]
async fn programs_play_among_themselves_only_while_they_are_watched() {
    let mut server = TestServer::new().await;
    let ann = server.owner(json!({ "game": "baju-duel", "programs": ["1"], "sit": null })).await;
    // Looks past the routes, which is no look of a visitor.
    async fn moves(server: &TestServer, id: &str) -> u64 {
        server.tables().get(id).await.unwrap().lock().await.table().seq()
    }
    eventually("a move", async || (moves(&server, &ann.game).await > 1).then_some(())).await;
    server.pass(60_000);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let stopped = moves(&server, &ann.game).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(moves(&server, &ann.game).await, stopped);
    server.restart().await;
    ticker::resume_all(server.tables()).await.unwrap();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(moves(&server, &ann.game).await, stopped, "a restart wakes no game that is not watched");
    server.anonymous().get(&format!("/g/{}", ann.game)).await;
    eventually("a move", async || (moves(&server, &ann.game).await > stopped).then_some(())).await;
}

/// Sends a form or JSON from an address.
pub async fn post(
    server: &TestServer,
    path: &str,
    token: Option<&str>,
    address: &str,
    body: String,
) -> Reply {
    let media = if body.starts_with('{') { "application/json" } else { "application/x-www-form-urlencoded" };
    let mut request = Request::post(path).header("x-forwarded-for", address).header("content-type", media);
    request = request.header("sec-fetch-site", "same-origin");
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    send(&server.router(), request.body(Body::from(body)).unwrap()).await
}

#[tokio::test]
async fn what_is_made_is_limited_by_visitor_and_by_address_and_free_again_after_a_while() {
    let server = TestServer::limited(
        "games=12,games_per_address=16,visitors_per_address=8,sign_ups_per_address=4,uploads=4",
    )
    .await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let order = json!({ "game": "brain-burn" }).to_string();
    let make = async |who: &Spectator, address: &str| {
        post(&server, "/api/v1/games", Some(&who.token), address, order.clone()).await.status.as_u16()
    };
    let here = "203.0.113.1";
    // A quarter of an hour's limit at once.
    let mut made = Vec::new();
    for _ in 0..4 {
        made.push(make(&ann, here).await);
    }
    assert_eq!(made, [201, 201, 201, 429]);
    assert_eq!([make(&bob, here).await, make(&bob, here).await], [201, 429], "the address has made four");
    assert_eq!(make(&bob, "203.0.113.2").await, 201);
    let form = post(&server, "/brain-burn/new", Some(&ann.token), "203.0.113.3", "seed=".into()).await;
    assert!(form.status == 429 && form.text().contains("many games at once"), "{}", form.text());
    server.pass(300_000);
    assert_eq!([make(&ann, "203.0.113.3").await, make(&ann, "203.0.113.3").await], [201, 429]);

    let visit = async || post(&server, "/api/v1/visitors", None, here, String::new()).await;
    assert_eq!([visit().await.status, visit().await.status], [201, 201]);
    visit().await.is_refused(429, "new guests");
    let stranger = post(&server, "/brain-burn/new", None, here, "seed=".into()).await;
    assert_eq!(stranger.status, 429, "a form makes a visitor, too");
    let record = json!({ "bagatelle": 1, "game": "nothing" }).to_string();
    let bring = async || post(&server, "/api/v1/records", Some(&ann.token), here, record.clone()).await;
    assert_eq!(bring().await.status, 422);
    bring().await.is_refused(429, "records");

    let off = TestServer::limited("off").await;
    let cleo = off.spectator().await;
    for _ in 0..100 {
        assert_eq!(post(&off, "/api/v1/visitors", None, here, String::new()).await.status, 201);
    }
    assert_eq!(post(&off, "/api/v1/games", Some(&cleo.token), here, order.clone()).await.status, 201);
}

#[tokio::test]
async fn pictures_that_are_to_be_drawn_count_for_the_address_that_asks() {
    let server = TestServer::limited("questions_per_address=4").await;
    let ann = server.owner(json!({ "game": "baju-duel", "programs": ["open"] })).await;
    let picture = async |path: String, address: &str| listen(&server, &path, None, address).await.status();
    let (table, deal) = (format!("/g/{}/picture.png", ann.game), "/brain-burn/picture.png?seed=1".to_owned());
    assert_eq!(picture(table.clone(), "203.0.113.1").await, 200, "it is drawn");
    // What is drawn already is no work.
    assert_eq!(picture(table, "203.0.113.1").await, 200);
    assert_eq!(picture(deal.clone(), "203.0.113.1").await, 429);
    assert_eq!(picture(deal, "203.0.113.2").await, 200);
}

#[tokio::test]
async fn an_answer_to_one_visitor_is_kept_for_no_other() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let id = ann.order(json!({ "game": "brain-burn" })).await.json()["id"].as_str().unwrap().to_owned();
    for path in [format!("/api/v1/games/{id}"), "/api/v1/games".into(), "/api/v1/me".into()] {
        let reply = ann.get(&path).await;
        assert_eq!(reply.headers["cache-control"], "private, no-cache", "{path}");
    }
}
