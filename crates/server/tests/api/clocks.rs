//! Servers on one database whose clocks differ: the clock of the database decides which of them is wrong.

use crate::log::Log;
use crate::test_server::{Spectator, TestServer, eventually};
use bagatelle_server::app::ticker;
use bagatelle_server::system::clock::{Clock, SystemClock};
use bagatelle_table::{Downtime, Millis};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// The clock of a machine that is set wrong, by this many milliseconds.
struct Shifted(SystemClock, AtomicI64);

impl Shifted {
    fn new(by: Millis) -> Arc<Shifted> {
        Arc::new(Shifted(SystemClock::default(), AtomicI64::new(by)))
    }
}

impl Clock for Shifted {
    fn now(&self) -> Millis {
        self.0.now() + self.1.load(Ordering::SeqCst)
    }

    fn catch_up(&self, gap: Duration) -> Option<Downtime> {
        self.0.catch_up(gap)
    }
}

async fn readiness(server: &TestServer) -> (u16, String) {
    let reply = server.anonymous().get("/readyz").await;
    (reply.status.as_u16(), reply.text())
}

fn ready() -> (u16, String) {
    (200, "ready\n".into())
}

fn wrong() -> (u16, String) {
    (503, "the clock is wrong\n".into())
}

async fn move_on(who: &Spectator, id: &str) -> u16 {
    let action = who.look_at(id).await.json()["legal"][0].clone();
    who.try_in(id, json!({ "text": action })).await.status.as_u16()
}

#[tokio::test]
async fn a_server_whose_clock_is_wrong_ends_no_game_of_another_one() {
    let log = Log::listen();
    let base = TestServer::on_postgres().await;
    let server = base.beside_with_clock(Arc::new(SystemClock::default())).await;
    let clock = Shifted::new(200_000);
    let ahead = base.beside_with_clock(clock.clone()).await;
    let is_told = |part: &str| log.lines(true).iter().any(|line| line.contains(part));
    assert!(is_told("no game is ended by it"));
    assert_eq!((readiness(&server).await, readiness(&ahead).await), (ready(), wrong()));

    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let terms = json!({ "pace": { "real-time": { "start_s": 180, "increment_s": 0 } } });
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    for who in [&ann, &bob, &ann] {
        assert_eq!(move_on(who, &id).await, 200);
    }
    // The clock of Bob runs, and is far over for the server that is ahead.
    ticker::tick(ahead.tables()).await.unwrap();
    assert_eq!(bob.look_at(&id).await.json()["outcome"], json!(null));
    let there = bob.at(&ahead);
    let action = there.look_at(&id).await.json()["legal"][0].clone();
    there.try_in(&id, json!({ "text": action })).await.is_refused(503, "server’s clock is wrong");
    assert_eq!(move_on(&bob, &id).await, 200);

    // Each beat looks again: the clock is set right, then back too far, then by a little.
    for (by, expected, told) in [
        (0, ready(), "agrees with that of the database again"),
        (-200_000, wrong(), "no game is ended by it"),
        (-3_500, ready(), "the clock differs from that of the database"),
    ] {
        clock.1.store(by, Ordering::SeqCst);
        let found = async || (readiness(&ahead).await == expected && is_told(told)).then_some(());
        eventually(told, found).await;
    }
}
