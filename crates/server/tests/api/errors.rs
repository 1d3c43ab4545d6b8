//! Errors of the API: a sentence, a word that programs know, and headers, in JSON wherever something is
//! wrong.

use crate::test_server::{Reply, TestServer, ask, send};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

#[track_caller]
fn is(reply: &Reply, status: u16, code: &str) {
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (status, &json!(code)), "{}", reply.text());
    assert_eq!(reply.headers["content-type"], "application/json");
    reply.is_refused(status, "");
}

async fn sent(server: &TestServer, path: &str, media: Option<&str>, body: String) -> Reply {
    let token = server.spectator().await.token;
    let request =
        Request::builder().method("POST").uri(path).header("authorization", format!("Bearer {token}"));
    let request = media.into_iter().fold(request, |request, media| request.header("content-type", media));
    send(&server.router(), request.body(Body::from(body)).unwrap()).await
}

#[tokio::test]
async fn every_error_below_api_is_json_with_a_word() {
    let server = TestServer::new().await;
    let stranger = server.anonymous();
    for path in ["/api", "/api/", "/api/v1", "/api/v1/nonsense", "/api/v2/games"] {
        is(&stranger.get(path).await, 404, "not-found");
    }
    is(&stranger.get("/api/v1/games/nonsense").await, 404, "no-such-game");
    let wrong = ask(&server.router(), "DELETE", "/api/v1/games", None, Value::Null).await;
    is(&wrong, 405, "wrong-method");
    assert_eq!(wrong.headers["allow"], "POST,GET,HEAD");
    is(&stranger.post("/api/v1/games", json!({})).await, 401, "token-missing");
    assert_eq!(stranger.post("/api/v1/games", json!({})).await.headers["www-authenticate"], "Bearer");
    is(&sent(&server, "/api/v1/games", None, "{}".into()).await, 415, "not-json");
    is(&sent(&server, "/api/v1/games", Some("application/json"), "{".into()).await, 400, "not-json");
    let large = format!("{{\"game\": \"{}\"}}", "x".repeat(300 << 10));
    is(&sent(&server, "/api/v1/games", Some("application/json"), large).await, 413, "too-large");
    is(&sent(&server, "/api/v1/records", None, "x".repeat((4 << 20) + 1)).await, 413, "too-large");
    is(&sent(&server, "/api/v1/records", None, "{}".into()).await, 422, "bad-record");
    let unknown = json!({ "game": "brain-burn", "SECRET": { "a": "b" } }).to_string();
    let reply = sent(&server, "/api/v1/games", Some("application/json"), unknown).await;
    is(&reply, 422, "bad-body");
    let long = json!({ "game": "x".repeat(5000) }).to_string();
    let reply = sent(&server, "/api/v1/games", Some("application/json"), long).await;
    assert!(reply.status == 404 && reply.len() < 400, "{}", reply.text());
    is(&server.spectator().await.get("/api/v1/results?format=nonsense").await, 400, "bad-request");
}

#[tokio::test]
async fn a_token_that_opens_nothing_is_refused_by_every_address() {
    let server = TestServer::new().await;
    let game = server.plain_owner().await.game;
    for (method, path) in [
        ("GET", "/api/v1/catalog".to_owned()),
        ("GET", "/api/v1/today".to_owned()),
        ("GET", "/api/v1/people".to_owned()),
        ("GET", format!("/api/v1/games/{game}")),
        ("GET", format!("/api/v1/games/{game}/stream")),
        ("GET", format!("/api/v1/games/{game}/record")),
        ("POST", "/api/v1/games".to_owned()),
        ("POST", format!("/api/v1/games/{game}/events")),
    ] {
        for token in ["nonsense", "abc.def", "bagatelle_00000000000000000000000000000000"] {
            is(&ask(&server.router(), method, &path, Some(token), Value::Null).await, 401, "token-invalid");
        }
    }
}

#[tokio::test]
async fn a_limit_says_when_there_is_room_again() {
    let server = TestServer::limited("games=1").await;
    let ann = server.spectator().await;
    let order = json!({ "game": "brain-burn" });
    assert_eq!(ann.order(order.clone()).await.status, 201);
    let refused = ann.order(order.clone()).await;
    is(&refused, 429, "too-many");
    let after: i64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=3600).contains(&after), "{after}");
    server.pass(after * 1000);
    assert_eq!(ann.order(order).await.status, 201);
}

#[tokio::test]
async fn refusals_at_a_table_have_words() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let refused = async |event: Value| ann.event(event).await;
    is(&refused(json!({ "text": "nonsense" })).await, 422, "action-unreadable");
    is(&refused(json!({ "kind": "nonsense" })).await, 422, "unknown-kind");
    is(&refused(json!({ "kind": "undo" })).await, 422, "no-takeback");
    is(&refused(json!({ "text": "R", "version": 7 })).await, 409, "outdated");
    let path = format!("/api/v1/games/{}/events", ann.game);
    let other = server.spectator().await;
    let reply = ask(&server.router(), "POST", &path, Some(&other.token), json!({ "text": "R" })).await;
    is(&reply, 403, "not-seated");
}

#[tokio::test]
async fn pages_of_other_sites_read_answers_to_tokens_and_never_to_cookies() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let from = |method: &str, path: &str| {
        Request::builder().method(method).uri(path).header("origin", "https://bots.example")
    };
    let allowed = |reply: &Reply| {
        assert!(!reply.headers.contains_key("access-control-allow-credentials"));
        reply.headers.get("access-control-allow-origin").map(|origin| origin.to_str().unwrap().to_owned())
    };
    let game = format!("/api/v1/games/{}", ann.game);
    let bearer = format!("Bearer {}", ann.token);
    let request = from("GET", &game).header("authorization", &bearer).body(Body::empty()).unwrap();
    let reply = send(&server.router(), request).await;
    assert_eq!((reply.status.as_u16(), allowed(&reply).as_deref()), (200, Some("https://bots.example")));
    let cookie = format!("visitor={}", ann.token);
    let request = from("GET", &game).header("cookie", cookie).body(Body::empty()).unwrap();
    assert_eq!(allowed(&send(&server.router(), request).await), None);
    let preflight = |headers: &'static str| {
        from("OPTIONS", "/api/v1/games")
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", headers)
            .body(Body::empty())
            .unwrap()
    };
    let asked = send(&server.router(), preflight("authorization,content-type")).await;
    assert_eq!((asked.status.as_u16(), allowed(&asked).as_deref()), (200, Some("https://bots.example")));
    let names = asked.headers["access-control-allow-headers"].to_str().unwrap();
    assert!(names.contains("authorization") && names.contains("idempotency-key"), "{names}");
    assert_eq!(allowed(&send(&server.router(), preflight("content-type")).await), None);
}
