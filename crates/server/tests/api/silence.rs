//! A database that does not answer: nothing waits without an end, and the server says that it is not ready.

use crate::test_server::{Reply, Spectator, TestServer, eventually};
use bagatelle_server::limits::READY_FOR;
use bagatelle_testdb::Wire;
use serde_json::{Value, json};

/// A server that reaches its database by a way that can be lost, and another one that has it beside it.
async fn on_a_wire() -> (TestServer, Wire, TestServer) {
    let beside = TestServer::on_postgres().await;
    let wire = beside.wire().await;
    let server = beside.beside_by(&wire).await;
    (server, wire, beside)
}

async fn puzzle(who: &Spectator) -> String {
    let order = json!({ "game": "brain-burn", "seed": "house", "wish": { "hole": 12 } });
    who.order(order).await.json()["id"].as_str().unwrap().to_owned()
}

async fn readiness(server: &TestServer) -> (u16, String) {
    let reply = server.anonymous().get("/readyz").await;
    (reply.status.as_u16(), reply.text())
}

/// A move, once the server takes it.
async fn moved(who: &Spectator, game: &str, text: &str) -> Value {
    let done = async || {
        let reply = who.try_in(game, json!({ "text": text })).await;
        assert!([200, 503].contains(&reply.status.as_u16()), "{}", reply.text());
        (reply.status == 200).then(|| reply.json())
    };
    eventually("the move", done).await
}

fn is_unknown(reply: &Reply) {
    reply.is_refused(503, "The server doesn’t know whether this was saved");
    assert_eq!(
        (&reply.json()["code"], reply.headers["retry-after"].to_str().unwrap()),
        (&json!("unknown"), "5")
    );
}

#[tokio::test]
async fn a_connection_that_falls_silent_in_the_middle_of_a_move_holds_up_no_other_one() {
    let (server, wire, _beside) = on_a_wire().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let (game, other) = (puzzle(&ann).await, puzzle(&bob).await);
    assert_eq!(readiness(&server).await, (200, "ready\n".to_owned()));
    wire.fall_silent_at("COMMIT", true);
    let lost = ann.try_in(&game, json!({ "text": "R" }));
    let looks = async {
        let unready = async || (readiness(&server).await.0 == 503).then_some(());
        eventually("the server that is not ready", unready).await;
        // It stays so until the write is given up, though a new connection would answer at once.
        assert_eq!(readiness(&server).await, (503, "a write takes too long\n".to_owned()));
    };
    let (lost, ()) = tokio::join!(lost, looks);
    is_unknown(&lost);
    // Others go on, and so does the table: what was written is there.
    assert_eq!(moved(&bob, &other, "R").await["seen"], json!(["R"]));
    assert_eq!(readiness(&server).await, (200, "ready\n".to_owned()));
    assert_eq!(ann.look_at(&game).await.json()["seen"], json!(["R"]));
    assert_eq!(moved(&ann, &game, "U").await["seen"], json!(["R", "U"]));
}

#[tokio::test]
async fn a_database_that_stands_still_makes_the_server_unready_until_it_goes_on() {
    let (server, wire, _beside) = on_a_wire().await;
    let ann = server.spectator().await;
    let game = puzzle(&ann).await;
    wire.freeze(true);
    let move_of_ann = {
        let (who, game) = (ann.at(&server), game.clone());
        tokio::spawn(async move { who.try_in(&game, json!({ "text": "R" })).await })
    };
    let unready = async || (readiness(&server).await.0 == 503).then_some(());
    eventually("the server that is not ready", unready).await;
    wire.freeze(false);
    let answered = move_of_ann.await.unwrap();
    assert!([200, 503].contains(&answered.status.as_u16()), "{}", answered.text());
    let seen = ann.look_at(&game).await.json()["seen"].clone();
    assert_eq!(seen, if answered.status == 200 { json!(["R"]) } else { json!([]) });
    moved(&ann, &game, if answered.status == 200 { "U" } else { "R" }).await;
    server.pass(READY_FOR);
    assert_eq!(readiness(&server).await, (200, "ready\n".to_owned()));
}
