//! What is written stays, once, whatever else goes on.

use crate::test_server::TestServer;
use serde_json::json;

#[tokio::test]
async fn opening_the_folder_again_gives_the_same_games() {
    let mut server = TestServer::new().await;
    let ann = server.plain_owner().await;
    ann.act("R").await;
    ann.event(json!({ "kind": "amend", "text": "Rd" })).await;
    ann.act("D").await;
    ann.event(json!({ "kind": "undo" })).await;
    let (before, record) = (ann.state().await, ann.record().await);

    server.restart().await;
    let ann = ann.at(server.router());
    let after = ann.state().await;
    for key in ["id", "game", "version", "turn", "yours", "legal", "seen", "view", "outcome"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    assert_eq!(ann.record().await, record);
    // The clock does not start anew, and what was taken back can be played again.
    assert!(after["played_ms"].as_u64() >= before["played_ms"].as_u64());
    assert_eq!(ann.event(json!({ "kind": "redo" })).await.json()["seen"], json!(["Rd", "D"]));
}

#[tokio::test]
async fn two_copies_of_the_server_never_lose_or_double_a_move() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let (_server, router) = server.second().await;
    let clients = [ann.at(server.router()), ann.at(router)];
    // Slides that lead back to the first position.
    let cycle = ["R", "U", "L", "D"];
    let mut tasks = Vec::new();
    for client in clients {
        tasks.push(tokio::spawn(async move {
            let mut done = Vec::new();
            while done.len() < 20 {
                // What this copy believes may be behind: then it is told, learns, and tries again.
                let state = client.state().await;
                let version = state["version"].as_u64().unwrap();
                let text = cycle[version as usize % 4];
                let reply = client.event(json!({ "text": text, "version": version })).await;
                match reply.status.as_u16() {
                    200 => done.push(version),
                    409 => (),
                    other => panic!("{other}: {}", reply.text()),
                }
            }
            done
        }));
    }
    let mut versions = Vec::new();
    for task in tasks {
        versions.extend(task.await.unwrap());
    }
    versions.sort_unstable();
    assert_eq!(versions, (0..40).collect::<Vec<u64>>(), "each version was written by exactly one");

    let (_third, router) = server.second().await;
    let state = ann.at(router).state().await;
    assert_eq!(state["version"], json!(40));
    let seen: Vec<&str> =
        state["seen"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(seen, cycle.repeat(10));
}

#[tokio::test]
async fn many_at_once_at_one_server_take_turns() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let tries = (0..30).map(|_| {
        let client = ann.at(server.router());
        tokio::spawn(async move { client.event(json!({ "text": "R", "version": 0 })).await.status.as_u16() })
    });
    let mut answers = Vec::new();
    for task in tries.collect::<Vec<_>>() {
        answers.push(task.await.unwrap());
    }
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|status| [200, 409].contains(status)), "{answers:?}");
    assert_eq!(ann.state().await["seen"], json!(["R"]));
}

#[tokio::test]
async fn the_same_daily_deal_asked_for_at_once_is_made_once() {
    let server = TestServer::new().await;
    let ann = std::sync::Arc::new(server.spectator().await);
    let tries = (0..12).map(|_| {
        let ann = std::sync::Arc::clone(&ann);
        tokio::spawn(async move { ann.order(json!({ "game": "brain-burn", "daily": true })).await.json() })
    });
    let mut ids = std::collections::BTreeSet::new();
    for task in tries.collect::<Vec<_>>() {
        ids.insert(task.await.unwrap()["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(ids.len(), 1, "{ids:?}");
}

#[tokio::test]
async fn a_folder_that_is_served_is_not_served_again() {
    let mut server = TestServer::in_folder().await;
    let refused = server.open_again().await.err().unwrap().to_string();
    assert!(refused.starts_with("another Bagatelle is using the folder"), "{refused}");
    server.restart().await;
}
