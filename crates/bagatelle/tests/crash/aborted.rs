//! Clients that hang up in the middle of a request.

use crate::api::Api;
use crate::database::Database;
use crate::ledger::{Deed, Entry, Ledger};
use crate::server::{Server, command};
use bagatelle_core::{Rng, Seed, Stream};
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;
use tempfile::TempDir;

/// How many requests are aborted.
const ABORTED: u32 = 400;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_are_aborted_leave_all_or_nothing() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let server = Server::start(command(folder.path(), &[]), &log).unwrap();
    let ann = Api::new(server.address).await.unwrap();
    let made = ann.solitaire().await.unwrap();
    let game = made["id"].as_str().unwrap().to_owned();
    let mut ledger = Ledger::default();
    let mut note = |deed: Deed, confirmed| {
        ledger.add(Entry { person: ann.person().to_owned(), game: game.clone(), deed, confirmed });
    };
    note(Deed::Made, true);
    let mut rng = Rng::new(&Seed::from_text("aborted"), Stream::Test);
    let mut state = made;
    for number in 0..ABORTED {
        let version = state["version"].as_u64().unwrap();
        let text = state["legal"][0].as_str().unwrap().to_owned();
        let body = json!({ "text": text, "version": version }).to_string();
        let request = format!(
            "POST /api/v1/games/{game}/events HTTP/1.1\r\nhost: {}\r\nauthorization: {}\r\ncontent-type: \
             application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            server.address,
            ann.authorization(),
            body.len()
        );
        // Three of four are whole, and hung up on at some point of the work; the others are cut.
        let sent = if rng.below(4) > 0 { request.len() } else { rng.index(request.len()) };
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(&request.as_bytes()[..sent]).unwrap();
        std::thread::sleep(Duration::from_micros(u64::from(rng.below(3000))));
        if rng.below(2) == 0 {
            // The connection is reset rather than closed.
            rustix::net::sockopt::set_socket_linger(&stream, Some(Duration::ZERO)).unwrap();
        }
        drop(stream);
        if sent == request.len() {
            note(Deed::Move { version, kind: "act".into(), text }, false);
        }
        if number % 4 == 0 {
            // The same player goes on, whether it was written or not.
            state = ann.state(&game).await.unwrap().json();
            let (version, text) = (state["version"].as_u64().unwrap(), state["legal"][0].as_str().unwrap());
            let answer = ann.event(&game, &json!({ "text": text, "version": version })).await.unwrap();
            assert!([200, 409].contains(&answer.status), "{answer:?}");
            if answer.status == 200 {
                note(Deed::Move { version, kind: "act".into(), text: text.to_owned() }, true);
            }
        }
        state = ann.state(&game).await.unwrap().json();
        assert_ne!(state["legal"], Value::Array(Vec::new()), "{state}");
    }
    let health = ann.get("/readyz").await.unwrap();
    assert_eq!((health.status, health.text.as_str()), (200, "ready\n"));
    drop(server);
    let server = Server::start(command(folder.path(), &[]), &log).unwrap();
    let database = Database::open(folder.path()).await.unwrap();
    let count = ledger.check(&database, true).await.unwrap();
    database.close().await;
    assert!(count.arrived > 0 && count.in_flight > 200, "{count:?}");
    let mut ann = ann;
    ann.address = server.address;
    let after = ann.state(&game).await.unwrap().json();
    assert!(after["version"].as_u64() >= state["version"].as_u64(), "{after}");
}
