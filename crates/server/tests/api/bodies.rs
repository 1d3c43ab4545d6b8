//! Large bodies: they are counted before they are read, and take only so much memory.

use crate::test_server::{TestServer, eventually, send};
use axum::body::{Body, Bytes};
use axum::http::Request;
use bagatelle_server::limits::{BODIES, BODIES_PER_ADDRESS, LARGEST_BODY, VALUES, VALUES_IN_RECORDS};
use bagatelle_server::{Config, Server};
use futures_util::stream::FuturesUnordered;
use futures_util::{StreamExt, stream};
use serde_json::Value;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// The size of a record that is sent, all but its last byte.
const SIZE: usize = 4_000_000;

/// Begins to send a record from an address, as a proxy hands it on.
async fn begin(server: SocketAddr, from: &str, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\n\
         x-forwarded-for: {from}\r\ncontent-type: text/plain\r\ncontent-length: {SIZE}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server that refuses it does not take all of it.
    let _ = stream.write_all(&vec![b'x'; SIZE - 1]).await;
    stream
}

/// The status of the answer; `None` if the server hangs up before the client has read it, since it does not
/// read on.
async fn status(stream: &mut TcpStream) -> Option<String> {
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).await.ok()?;
    String::from_utf8(answer).ok()
}

/// Begins to send records from these addresses, and waits until this many are refused, though none has
/// ended. The others then hang up.
async fn crowd(server: SocketAddr, path: &str, addresses: &[String], refused: usize) {
    let mut all: FuturesUnordered<_> = addresses
        .iter()
        .map(async |from| {
            let mut stream = begin(server, from, path).await;
            status(&mut stream).await
        })
        .collect();
    for _ in 0..refused {
        let status = all.next().await.unwrap();
        assert!(status.as_ref().is_none_or(|status| status == "HTTP/1.1 429"), "{path}: {status:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_that_do_not_end_take_only_so_much_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(Config::new(folder.path())).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(listener, async move {
        let _ = stopped.await;
    }));
    let (of_one, of_all) = (BODIES_PER_ADDRESS / SIZE, BODIES / SIZE);
    for path in ["/verify", "/records"] {
        let one = vec!["203.0.113.1".to_owned(); of_one + 5];
        crowd(here, path, &one, 5).await;
        let many: Vec<_> = (0..of_all + 5).map(|n| format!("203.0.113.{n}")).collect();
        crowd(here, path, &many, 5).await;
        // Once they have gone there is room again.
        let done = async || {
            let mut stream = begin(here, "203.0.113.1", path).await;
            let _ = stream.write_all(b"x").await;
            (status(&mut stream).await.as_deref() == Some("HTTP/1.1 422")).then_some(())
        };
        eventually("room", done).await;
    }
    stop.send(()).unwrap();
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_record_is_counted_before_it_is_read() {
    let server = TestServer::limited("uploads_per_address=1").await;
    let ann = server.spectator().await;
    for path in ["/verify", "/records", "/api/v1/records"] {
        // After the first one nothing of a body comes, and nothing of it is waited for.
        let bodies =
            [Body::from("no record"), Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>())];
        let mut told = Vec::new();
        for body in bodies {
            let request = Request::post(path)
                .header("authorization", format!("Bearer {}", ann.token))
                .header("sec-fetch-site", "same-origin")
                .header("x-forwarded-for", format!("203.0.113.{}", path.len()))
                .header("content-type", "text/plain");
            told.push(send(&server.router(), request.body(body).unwrap()).await.status.as_u16());
        }
        assert_eq!(told, [422, 429], "{path}");
    }
}

#[tokio::test]
async fn a_record_may_be_sent_as_a_form_as_json_and_as_text() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    ann.act("R").await;
    let record = ann.record().await;
    let parsed: Value = serde_json::from_str(&record).unwrap();
    let escaped: String = record.bytes().map(|byte| format!("%{byte:02X}")).collect();
    for (media, body) in [
        ("application/x-www-form-urlencoded", format!("record={escaped}")),
        ("application/json", parsed.to_string()),
        ("text/plain; charset=utf-8", record.clone()),
    ] {
        for (path, status) in [("/records", 303), ("/verify", 200)] {
            let request = Request::post(path)
                .header("authorization", format!("Bearer {}", ann.token))
                .header("sec-fetch-site", "same-origin")
                .header("content-type", media);
            // It comes in small parts.
            let parts: Vec<_> = body.as_bytes().chunks(7).map(Bytes::copy_from_slice).collect();
            let body = Body::from_stream(stream::iter(parts).map(Ok::<_, std::io::Error>));
            let answer = send(&server.router(), request.body(body).unwrap()).await;
            assert_eq!(answer.status.as_u16(), status, "{path} {media}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn a_body_of_many_values_is_refused_before_it_is_parsed() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let list = |values: usize| format!("[{}]", vec!["0"; values].join(","));
    let (game, record) = (
        format!("{{\"game\": \"brain-burn\", \"options\": {}}}", list(VALUES)),
        format!("{{\"actions\": {}}}", list(VALUES_IN_RECORDS)),
    );
    assert!(game.len() < LARGEST_BODY, "its size is no reason");
    for (path, body) in [
        ("/api/v1/games", &game),
        ("/api/v1/records", &record),
        ("/records", &record),
        ("/verify", &record),
        ("/offline/games", &list(VALUES_IN_RECORDS + 1)),
    ] {
        let request = Request::post(path)
            .header("authorization", format!("Bearer {}", ann.token))
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json");
        let answer = send(&server.router(), request.body(Body::from(body.clone())).unwrap()).await;
        assert_eq!(answer.status, 413, "{path}: {}", answer.text());
        assert!(answer.text().contains("too many values"), "{path}: {}", answer.text());
    }
}
