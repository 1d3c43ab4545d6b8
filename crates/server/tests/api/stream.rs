//! The events of the API: the state at once, then again after each change.

use crate::test_server::{TestServer, call};
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt;
use serde_json::{Value, json};

/// Reads server-sent events off an answer; one that tells the same version again (a solver has found
/// something) is passed over.
struct Events {
    body: BodyDataStream,
    text: String,
    last: Option<u64>,
}

impl Events {
    async fn next(&mut self) -> Value {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: ")).map(str::to_owned);
                self.text = rest.to_owned();
                let Some(data) = data else { continue };
                let event: Value = serde_json::from_str(&data).unwrap();
                let version = event["version"].as_u64().or(event.as_f64().map(|n| n as u64));
                if std::mem::replace(&mut self.last, version) != version {
                    return event;
                }
                continue;
            }
            let part = self.body.next().await.expect("the stream goes on").unwrap();
            self.text += std::str::from_utf8(&part).unwrap();
        }
    }
}

async fn listen(server: &TestServer, path: &str, token: Option<&str>) -> Events {
    let mut request = Request::get(path);
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let response = call(&server.router(), request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    Events { body: response.into_body().into_data_stream(), text: String::new(), last: None }
}

#[tokio::test]
async fn a_stream_gives_the_state_and_then_each_change() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    ann.act("R").await;
    let path = format!("/api/v1/games/{}/stream", ann.game);
    let mut own = listen(&server, &path, Some(&ann.token)).await;
    let mut public = listen(&server, &path, None).await;
    let first = own.next().await;
    assert_eq!(
        (&first["version"], &first["seen"], &first["yours"]),
        (&json!(1), &json!(["R"]), &json!(true))
    );
    assert_eq!(public.next().await["yours"], json!(false));

    ann.act("D").await;
    assert_eq!(own.next().await["seen"], json!(["D"]), "only what is new");
    assert_eq!(public.next().await["version"], json!(2));
    ann.event(json!({ "kind": "undo" })).await;
    let back = own.next().await;
    assert_eq!((&back["version"], &back["seen"]), (&json!(3), &json!([])));
    assert_eq!(back["seen_from"], json!(1));

    // What was refused is not told; the next thing told is the next thing that happened.
    assert_eq!(ann.event(json!({ "text": "nonsense" })).await.status, 422);
    ann.act("L").await;
    assert_eq!(own.next().await["version"], json!(4));
}

#[tokio::test]
async fn one_who_reads_slowly_gets_the_newest() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let mut own = listen(&server, &format!("/api/v1/games/{}/stream", ann.game), None).await;
    assert_eq!(own.next().await["version"], json!(0));
    for text in ["R", "U", "L", "D", "R", "U"] {
        ann.act(text).await;
    }
    assert_eq!(own.next().await["version"], json!(6));
}

#[tokio::test]
async fn pages_are_told_the_number_only() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let mut page = listen(&server, &format!("/g/{}/events", ann.game), None).await;
    // What stands behind the point counts from another number at each server on a shared database.
    let events = |told: Value| told.as_f64().expect("a number").trunc();
    assert_eq!(events(page.next().await), 0.0);
    ann.act("R").await;
    assert_eq!(events(page.next().await), 1.0);
}

#[tokio::test]
async fn every_stream_tells_proxies_to_pass_on_at_once_what_comes() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let document: Value =
        serde_json::from_str(&server.anonymous().get("/api/v1/openapi.json").await.text()).unwrap();
    let described = document["paths"].as_object().unwrap().iter().filter(|(_, path)| path["get"].is_object());
    let described = described.map(|(path, _)| path.replace("{id}", &ann.game));
    let pages = bagatelle_pages::urls::PATTERNS.into_iter().map(|pattern| pattern.replace("{id}", &ann.game));
    let mut streams = std::collections::BTreeSet::new();
    for path in described.chain(pages) {
        for accepted in ["text/event-stream", "application/x-ndjson"] {
            let request = Request::get(&path)
                .header("authorization", format!("Bearer {}", ann.token))
                .header("accept", accepted);
            let Ok(request) = request.body(Body::empty()) else { continue };
            let response = call(&server.router(), request).await;
            let media = response
                .headers()
                .get("content-type")
                .and_then(|media| media.to_str().ok())
                .unwrap_or_default();
            if ["text/event-stream", "application/x-ndjson"].iter().any(|stream| media.starts_with(stream)) {
                let said = response.headers().get("x-accel-buffering").map(|said| said.to_str().unwrap());
                assert_eq!(said, Some("no"), "{path} as {media}");
                streams.insert(format!("{path} {media}"));
            }
        }
    }
    // The pages of a table and of the lobby; the API's of a table and of the caller, in two forms each.
    assert!(streams.len() >= 6, "{streams:?}");
}
