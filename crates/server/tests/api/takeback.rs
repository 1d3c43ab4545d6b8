//! Takebacks by consent where hands are hidden.

use crate::test_server::{Spectator, TestServer};
use serde_json::{Value, json};

/// Lets Ann and Bob sit down at Bulbous; returns the table's id.
async fn pair(ann: &Spectator, bob: &Spectator) -> String {
    let order = json!({ "game": "bulbous", "wish": { "seats": 2 }, "programs": ["open"], "name": "Ann" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    id
}

/// What all may see of the cards.
async fn public(server: &TestServer, id: &str) -> Value {
    server.anonymous().get(&format!("/api/v1/games/{id}")).await.json()["view"].clone()
}

#[tokio::test]
async fn a_face_down_bet_is_taken_back_by_consent_but_nothing_after_cards_were_shown() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let id = pair(&ann, &bob).await;
    let ask = json!({ "kind": "ask", "text": "takeback" });
    let (mut taken_back, mut refused) = (0, 0);
    for _ in 0..40 {
        let (actor, other) = match ann.look_at(&id).await.json()["yours"] == true {
            true => (&ann, &bob),
            false => (&bob, &ann),
        };
        let (before, shown) = (actor.look_at(&id).await.json(), public(&server, &id).await);
        let legal: Vec<&str> =
            before["legal"].as_array().unwrap().iter().map(|action| action.as_str().unwrap()).collect();
        let action = legal.iter().find(|action| action.starts_with("bet:")).unwrap_or(&legal[0]);
        let acted = actor.try_in(&id, json!({ "text": action })).await;
        assert_eq!(acted.status, 200, "{}", acted.text());
        let asked = actor.try_in(&id, ask.clone()).await;
        if asked.status == 200 {
            let told = other.look_at(&id).await.json()["seen"].as_array().unwrap().last().unwrap().clone();
            assert!(!action.starts_with("bet:") || told.as_str().unwrap().starts_with("bet:?"), "{told}");
            actor.try_in(&id, json!({ "kind": "undo" })).await.is_refused(422, "ask the other players");
            assert_eq!(other.try_in(&id, json!({ "kind": "agree" })).await.status, 200);
            let back = actor.look_at(&id).await.json();
            for key in ["seen", "view", "legal", "turn", "yours"] {
                assert_eq!(back[key], before[key], "{key} after {action} was taken back");
            }
            assert_eq!(public(&server, &id).await, shown);
            assert_eq!(
                actor.try_in(&id, json!({ "text": action })).await.json()["seen"],
                acted.json()["seen"]
            );
            taken_back += 1;
        } else {
            asked.is_refused(422, "it revealed something new");
            assert_eq!(actor.look_at(&id).await.json()["asked"], Value::Null);
            refused += 1;
        }
        if taken_back > 2 && refused > 2 {
            return;
        }
    }
    panic!("{taken_back} takebacks, {refused} refusals");
}
