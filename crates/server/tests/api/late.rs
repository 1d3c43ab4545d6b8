//! Moves that come too late.

use crate::test_server::{Spectator, TestServer, eventually};
use serde_json::{Value, json};

async fn state(who: &Spectator, id: &str) -> Value {
    who.look_at(id).await.json()
}

#[tokio::test]
async fn a_move_after_the_time_is_refused_and_a_program_goes_on_at_once() {
    let server = TestServer::new().await;
    let people = [server.spectator().await, server.spectator().await, server.spectator().await];
    let terms = json!({ "pace": { "real-time": { "start_s": 10, "increment_s": 0 } } });
    let order = json!({
        "game": "bulbous", "wish": { "seats": 3 }, "programs": ["open", "open"], "name": "Ann",
            "terms": terms,
    });
    let id = people[0].order(order).await.json()["id"].as_str().unwrap().to_owned();
    for (person, name) in people[1..].iter().zip(["Bob", "Cleo"]) {
        assert_eq!(person.try_in(&id, json!({ "kind": "sit", "text": name })).await.status, 200);
    }
    // Clocks run from the second move of a seat on.
    let late = loop {
        let seat = state(&people[0], &id).await["turn"].as_u64().unwrap() as usize;
        let own = state(&people[seat], &id).await;
        if own["seen"].as_array().unwrap().len() >= 6 {
            break seat;
        }
        let reply = people[seat].try_in(&id, json!({ "text": own["legal"][0] })).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    };
    let before = state(&people[late], &id).await;
    // No tick sees that the time is up before the player moves.
    server.pass(10_001);
    people[late].try_in(&id, json!({ "text": before["legal"][0] })).await.is_refused(422, "Time is up");
    let count = |state: &Value| state["seen"].as_array().unwrap().len();
    assert_eq!(state(&people[late], &id).await["seats"][late]["sitter"], "program");
    let moved = async || Some(state(&people[late], &id).await).filter(|now| count(now) > count(&before));
    eventually("the move of the program", moved).await;
}

#[tokio::test]
async fn a_jump_of_the_clock_or_a_sleep_of_the_machine_costs_no_player_time() {
    let mut server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let terms = json!({ "pace": { "real-time": { "start_s": 10, "increment_s": 0 } } });
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    for player in [&ann, &bob] {
        let action = state(player, &id).await["legal"][0].clone();
        assert_eq!(player.try_in(&id, json!({ "text": action })).await.status, 200);
    }
    server.jump(3_600_000).await;
    server.advance(9_000).await;
    assert_eq!(state(&ann, &id).await["outcome"], Value::Null);
    server.restart().await;
    let ann = ann.at(&server);
    server.advance(9_000).await;
    assert_eq!(state(&ann, &id).await["outcome"], Value::Null, "the log knows it, too");
    server.advance(2_000).await;
    assert_eq!(state(&ann, &id).await["outcome"]["reason"], "Ann ran out of time");
}

#[tokio::test]
async fn a_damaged_table_does_not_keep_the_others_in_the_old_time() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let terms = json!({ "pace": { "real-time": { "start_s": 10, "increment_s": 0 } } });
    let mut ids = Vec::new();
    for _ in 0..2 {
        let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
        let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
        for player in [&ann, &bob] {
            let action = state(player, &id).await["legal"][0].clone();
            assert_eq!(player.try_in(&id, json!({ "text": action })).await.status, 200);
        }
        ids.push(id);
    }
    // One of them can no longer be read, while both are in memory.
    server
        .sql(&format!("UPDATE events SET kind = 'dance' WHERE table_id = '{}' AND kind = 'act'", ids[1]))
        .await;
    server.jump(3_600_000).await;
    server.advance(9_000).await;
    assert_eq!(state(&ann, &ids[0]).await["outcome"], Value::Null);
}
