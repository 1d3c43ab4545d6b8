//! A game through the API, from the order to the record.

use crate::test_server::TestServer;
use bagatelle_brain_burn::BrainBurn;
use bagatelle_core::record::Record;
use serde_json::{Value, json};

/// One slide and one swap from the end.
const NEARLY: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 C0 A0 | \
                      A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 0 0 2 0 0";

#[tokio::test]
async fn a_game_is_ordered_in_four_ways() {
    let server = TestServer::new().await;
    let visitor = server.spectator().await;
    let order = async |order: Value| {
        let reply = visitor.order(order).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()
    };
    let seeded = order(json!({ "game": "brain-burn", "seed": "one", "wish": { "hole": 3 } })).await;
    assert_eq!(seeded["view"]["hole"], 3);
    assert_eq!(seeded["version"], 0);
    assert_eq!(
        (&seeded["turn"], &seeded["yours"], &seeded["played_ms"]),
        (&json!(0), &json!(true), &Value::Null)
    );
    assert_eq!(seeded["legal"].as_array().unwrap().len(), 9);
    let again = order(json!({ "game": "brain-burn", "seed": " one ", "wish": { "hole": 3 } })).await;
    assert_eq!(again["view"], seeded["view"]);
    assert_ne!(again["id"], seeded["id"]);

    let given = order(json!({ "game": "brain-burn", "setup": { "position": NEARLY } })).await;
    assert_eq!(given["view"]["position"], NEARLY.split_whitespace().collect::<Vec<_>>().join(" "));

    let fresh = order(json!({ "game": "brain-burn" })).await;
    let other = order(json!({ "game": "brain-burn", "seed": "" })).await;
    assert_ne!(fresh["view"], other["view"]);

    // Today's deal is the same for all visitors, and each has a table of their own.
    let daily = order(json!({ "game": "brain-burn", "daily": true })).await;
    let same = order(json!({ "game": "brain-burn", "daily": true })).await;
    assert_eq!(same["id"], daily["id"]);
    let friends = server.spectator().await.order(json!({ "game": "brain-burn", "daily": true })).await.json();
    assert_eq!(friends["view"], daily["view"]);
    assert_ne!(friends["id"], daily["id"]);
}

#[tokio::test]
async fn a_bad_order_is_refused_in_words() {
    let server = TestServer::new().await;
    server
        .anonymous()
        .post("/api/v1/games", json!({ "game": "brain-burn" }))
        .await
        .is_refused(401, "This needs a token");
    let visitor = server.spectator().await;
    for (order, status, why) in [
        (json!({ "game": "tiddlywinks" }), 404, "no such game"),
        (json!({ "game": "brain-burn", "options": { "size": 6 } }), 422, "size"),
        (json!({ "game": "brain-burn", "options": 7 }), 422, "options"),
        (json!({ "game": "brain-burn", "wish": { "hole": 25 } }), 422, "0 to 24"),
        (json!({ "game": "brain-burn", "wish": { "corner": true } }), 422, "corner"),
        (json!({ "game": "brain-burn", "setup": { "position": "SA" } }), 422, "bar is missing"),
        (json!({ "game": "brain-burn", "setup": [] }), 422, "set-up"),
        (json!({ "game": "brain-burn", "setup": { "position": NEARLY, "more": 1 } }), 422, "more"),
        (json!({ "game": "brain-burn", "seed": "x", "daily": true }), 422, "Only one"),
        (json!({ "game": "brain-burn", "seed": "x".repeat(101) }), 422, "100"),
        (json!({ "game": "brain-burn", "programs": ["unknown"] }), 422, "“unknown”"),
        (json!({ "game": "brain-burn", "colour": "red" }), 422, "colour"),
        (json!({ "seed": "x" }), 422, "game"),
        (json!([1, 2]), 422, "match the document"),
    ] {
        let reply = visitor.order(order.clone()).await;
        assert_eq!(reply.status, status, "{order}: {}", reply.text());
        let json = reply.json();
        assert!(json["error"].as_str().unwrap().contains(why), "{order}: {json}");
    }
}

#[tokio::test]
async fn what_happens_changes_the_game_and_what_cannot_changes_nothing() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let state = ann.act("R").await;
    assert_eq!(
        (&state["version"], &state["seen"], &state["view"]["hole"]),
        (&json!(1), &json!(["R"]), &json!(11))
    );
    assert!(state["played_ms"].is_u64());

    let before = ann.state().await;
    for (event, status, why) in [
        (json!({ "text": "hello" }), 422, "hello"),
        (json!({ "text": "" }), 422, "“” isn’t a move here"),
        (json!({ "text": "Lr" }), 422, "no tile to the right of"),
        (json!({ "kind": "amend", "text": "L" }), 422, "doesn’t continue"),
        (json!({ "kind": "redo" }), 422, "nothing to redo"),
        (json!({ "kind": "cheat" }), 422, "cheat"),
        (json!({ "kind": "act", "text": "D", "version": 0 }), 409, "moved on"),
        (json!({ "kind": "act", "text": "D", "version": 7 }), 409, "moved on"),
        (json!({ "kind": "act", "text": "D", "extra": 1 }), 422, "extra"),
    ] {
        let reply = ann.event(event.clone()).await;
        assert_eq!(reply.status, status, "{event}: {}", reply.text());
        assert!(reply.json()["error"].as_str().unwrap().contains(why), "{event}: {}", reply.text());
    }
    let after = ann.state().await;
    for key in ["version", "seen", "view", "legal", "turn"] {
        assert_eq!(after[key], before[key], "{key}");
    }

    let reply = ann.event(json!({ "kind": "amend", "text": "Rd", "version": 1 })).await.json();
    assert_eq!((&reply["version"], &reply["seen"]), (&json!(2), &json!(["Rd"])));
    let seen = async |kind: &str| ann.event(json!({ "kind": kind })).await.json()["seen"].clone();
    assert_eq!(seen("undo").await, json!(["R"]));
    assert_eq!(seen("undo").await, json!([]));
    assert_eq!(seen("redo").await, json!(["R"]));
    assert_eq!(seen("redo").await, json!(["Rd"]));
    ann.act("D").await;
    assert_eq!(seen("restart").await, json!([]));
    assert_eq!(seen("redo").await, json!(["R"]));
    assert_eq!(ann.act("L").await["seen"], json!(["R", "L"]));
    ann.event(json!({ "kind": "redo" })).await.is_refused(422, "nothing to redo");
}

#[tokio::test]
async fn undo_after_resigning_leaves_the_moves_as_they_are() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    ann.act("R").await;
    ann.act("D").await;
    let before = ann.state().await;
    let resigned = ann.event(json!({ "kind": "resign" })).await.json();
    assert_eq!((&resigned["seen"], &resigned["turn"]), (&before["seen"], &json!("over")));
    let back = ann.event(json!({ "kind": "undo" })).await.json();
    for key in ["seen", "turn", "view", "legal"] {
        assert_eq!(back[key], before[key], "{key}");
    }
    assert_eq!(ann.event(json!({ "kind": "undo" })).await.json()["seen"], json!(["R"]));
}

#[tokio::test]
async fn only_the_owner_acts_and_all_may_look() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let bob = server.spectator().await;
    let event = json!({ "kind": "act", "text": "R" });
    bob.try_in(&ann.game, event.clone()).await.is_refused(403, "watch");
    let anonymous = server.anonymous();
    anonymous
        .post(&format!("/api/v1/games/{}/events", ann.game), event.clone())
        .await
        .is_refused(401, "token");
    let seen = bob.look_at(&ann.game).await.json();
    assert_eq!((&seen["yours"], &seen["legal"], &seen["version"]), (&json!(false), &json!([]), &json!(0)));
    assert_eq!(seen["view"], ann.state().await["view"]);

    bob.look_at("0123456789abcdef").await.is_refused(404, "no such game");
    bob.try_in("0123456789abcdef", event).await.is_refused(404, "no such game");
    anonymous.get("/api/v1/games/0123456789abcdef/record").await.is_refused(404, "no such game");
    anonymous.get("/api/v1/games/0123456789abcdef/stream").await.is_refused(404, "no such game");
}

#[tokio::test]
async fn the_record_replays_to_the_same_position() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    for text in ["R", "Dd", "Lu", "U"] {
        ann.act(text).await;
    }
    ann.event(json!({ "kind": "undo" })).await;
    let state = ann.state().await;
    let text = ann.record().await;
    let record = Record::from_json(&text).unwrap();
    assert_eq!(record.actions, ["R", "Dd", "Lu"]);
    assert_eq!(record.more["seed"], "house");
    let (_, position) = record.replay::<BrainBurn>(|_, _, _| ()).unwrap();
    assert_eq!(state["view"]["position"], position.to_string());

    // What was exported can be ordered, and is the same deal.
    let setup: Value = serde_json::to_value(&record.setup).unwrap();
    let copy = server.owner(json!({ "game": "brain-burn", "setup": setup })).await;
    for action in &record.actions {
        copy.act(action).await;
    }
    assert_eq!(copy.state().await["view"], state["view"]);
    assert_eq!(Record::from_json(&copy.record().await).unwrap().more.get("seed"), None);
}

#[tokio::test]
async fn a_game_ends_once_and_says_so() {
    let server = TestServer::new().await;
    let ann = server.owner(json!({ "game": "brain-burn", "setup": { "position": NEARLY } })).await;
    let end = ann.act("Ul").await;
    assert_eq!((&end["turn"], &end["yours"], &end["legal"]), (&json!("over"), &json!(false), &json!([])));
    assert_eq!(end["outcome"]["winners"], json!([0]));
    let time = end["played_ms"].clone();
    ann.event(json!({ "text": "D" })).await.is_refused(422, "solved");
    assert_eq!(ann.state().await["played_ms"], time);
    let record = Record::from_json(&ann.record().await).unwrap();
    assert_eq!(record.more["result"], end["outcome"]);
}
