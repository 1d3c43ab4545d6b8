//! Deals that can be checked, as programs and pages meet them.

use crate::test_server::{Spectator, TestServer};
use bagatelle_catalog::{Verdict, verify};
use bagatelle_core::CommittedSeed;
use bagatelle_core::record::Record;
use serde_json::{Value, json};

/// What a seat adds, from one hexadecimal digit.
fn random(digit: &str) -> String {
    digit.repeat(64)
}

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A game of cards for two that Ann has made; she has added ones.
async fn cards(ann: &Spectator) -> Value {
    let order = json!({ "game": "bulbous", "wish": { "seats": 2 }, "programs": ["open"], "name": "Ann",
        "randomness": random("1") });
    let reply = ann.order(order).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()
}

async fn record(reader: &Spectator, id: &str) -> Record {
    let reply = reader.get(&format!("/api/v1/games/{id}/record")).await;
    Record::from_json(&reply.text()).unwrap()
}

fn verdict(record: &Record) -> Verdict {
    verify(record).unwrap().verdict
}

#[tokio::test]
async fn a_game_of_two_is_dealt_from_what_both_have_added() {
    let mut server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let begun = cards(&ann).await;
    let (id, commitment) = (begun["id"].as_str().unwrap(), &begun["commitment"]);
    assert_eq!(commitment.as_str().unwrap().len(), 64);
    assert_eq!((&begun["dealt"], &begun["revealed"]), (&json!(false), &Value::Null));
    assert_eq!(begun["randomness"], json!([random("1"), null]));
    let page = ann.get(&format!("/g/{id}")).await.text();
    assert!(page.contains("The cards are dealt then.") && page.contains(commitment.as_str().unwrap()));
    // All tables that wait show the same.
    let other = cards(&ann).await;
    assert_eq!(other["view"], begun["view"]);
    assert_ne!(&other["commitment"], commitment);

    bob.try_in(id, json!({ "kind": "sit", "text": "Bob", "randomness": "22" }))
        .await
        .is_refused(422, "64 lower-case hexadecimal");
    let sat = bob.try_in(id, json!({ "kind": "sit", "text": "Bob", "randomness": random("2") })).await.json();
    assert_eq!(
        (&sat["dealt"], &sat["commitment"], &sat["revealed"]),
        (&json!(true), commitment, &Value::Null)
    );
    assert_eq!(sat["randomness"], json!([random("1"), random("2")]));
    let hand = bob.look_at(id).await.json()["view"].clone();
    server.restart().await;
    let (ann, bob) = (ann.at(&server), bob.at(&server));
    assert_eq!(bob.look_at(id).await.json()["view"], hand, "the deal follows from the log");
    assert_eq!(ann.get(&format!("/g/{id}/verify")).await.status, 403, "the game isn’t over");

    bob.try_in(id, json!({ "kind": "resign" })).await;
    let over = ann.look_at(id).await.json();
    let revealed: CommittedSeed = serde_json::from_value(over["revealed"].clone()).unwrap();
    assert_eq!(revealed.commitment(), commitment.as_str().unwrap());
    let mut record = record(&ann, id).await;
    assert_eq!(verdict(&record), Verdict::Verified, "{:?}", verify(&record));
    let page = ann.get(&format!("/g/{id}/verify")).await;
    assert!(page.status == 200 && page.text().contains("Verified."), "{}", page.text());
    let seed = record.more["seed"].as_str().unwrap();
    let found = ann.get(&format!("/games?text={seed}")).await.text();
    assert!(found.contains(id), "a finished game is found by the seed of its deal");

    let sent = ann.form("/verify", &[("record", &record.to_json())]).await;
    assert!(sent.status == 200 && sent.text().contains("Verified."), "{}", sent.text());
    record.more["randomness"][1] = random("3").into();
    let sent = ann.form("/verify", &[("record", &record.to_json())]).await;
    assert!(sent.status == 200 && sent.text().contains("Not verified"), "{}", sent.text());
    let sent = ann.form("/verify", &[("record", "{}")]).await;
    assert!(sent.status == 422 && sent.text().contains("isn’t a Bagatelle record"), "{}", sent.text());
}

#[tokio::test]
async fn a_rematch_is_dealt_from_what_both_add_when_they_agree() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let id = cards(&ann).await["id"].as_str().unwrap().to_owned();
    for event in [json!({ "kind": "sit", "text": "Bob" }), json!({ "kind": "resign" })] {
        assert_eq!(bob.try_in(&id, event).await.status, 200);
    }
    let ask = json!({ "kind": "ask", "text": "rematch", "randomness": random("a") });
    assert_eq!(ann.try_in(&id, ask).await.status, 200);
    let agreed = bob.try_in(&id, json!({ "kind": "agree", "randomness": random("b") })).await.json();
    let next = ann.look_at(agreed["next"].as_str().unwrap()).await.json();
    assert_eq!(next["randomness"], json!([random("b"), random("a")]));
    assert!(next["commitment"].is_string() && next["dealt"] == true);
}

#[tokio::test]
async fn one_who_plays_alone_is_dealt_to_at_once() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order = |more: Value| {
        let mut order = json!({ "game": "brain-burn" });
        order.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ann.order(order)
    };
    let begun = order(json!({ "wish": { "hole": 12 }, "randomness": random("4") })).await.json();
    let id = begun["id"].as_str().unwrap();
    assert_eq!((&begun["dealt"], &begun["randomness"]), (&json!(true), &json!([random("4")])));
    assert_eq!(verdict(&record(&ann, id).await), Verdict::Unverifiable, "the game isn’t over");
    ann.try_in(id, json!({ "kind": "resign" })).await;
    assert_eq!(verdict(&record(&ann, id).await), Verdict::Verified);
    let again = ann.form(&format!("/g/{id}/again"), &[("randomness", &random("5"))]).await;
    let next = again.headers["location"].to_str().unwrap().trim_start_matches("/g/").to_owned();
    let next = ann.look_at(&next).await.json();
    assert_eq!(next["randomness"], json!([random("5")]));

    for known in [json!({ "seed": "x" }), json!({ "wish": { "grade": "ten" } }), json!({ "daily": true })] {
        let reply = order(known.clone()).await;
        assert_eq!(reply.status, 201, "{known}: {}", reply.text());
        let begun = reply.json();
        assert_eq!(begun["commitment"], Value::Null);
        let page = ann.get(&format!("/g/{}", begun["id"].as_str().unwrap())).await.text();
        assert!(page.contains("it needs no commitment"));
    }
    order(json!({ "randomness": "nonsense" })).await.is_refused(422, "64 lower-case hexadecimal");
    // A form adds nothing where the browser runs no scripts, or sends nonsense.
    for added in ["", "nonsense"] {
        let made = ann.form("/brain-burn/new", &[("way", "fresh"), ("randomness", added)]).await;
        let id = made.headers["location"].to_str().unwrap().trim_start_matches("/g/").to_owned();
        assert_eq!(ann.look_at(&id).await.json()["randomness"], json!([null]));
    }
}

#[tokio::test]
async fn the_deals_of_a_day_are_committed_to_the_day_before() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let today = ann.get("/api/v1/today").await.json();
    assert_eq!(
        (&today["commitment"], &today["revealed"]),
        (&Value::Null, &Value::Null),
        "the first day is known"
    );
    let next = today["next_commitment"].as_str().unwrap().to_owned();
    assert!(ann.get("/today").await.text().contains(&next));
    let old = ann.order(json!({ "game": "brain-burn", "daily": true })).await.json();

    server.pass(DAY);
    let day = ann.get("/api/v1/today").await.json();
    assert_eq!(day["commitment"], next);
    let revealed: CommittedSeed = serde_json::from_value(day["revealed"].clone()).unwrap();
    assert_eq!(revealed.commitment(), next);
    assert!(ann.get("/today").await.text().contains(&revealed.seed.to_string()));
    let begun = ann.order(json!({ "game": "brain-burn", "daily": true })).await.json();
    assert_ne!(begun["view"], old["view"]);
    let record = record(&ann, begun["id"].as_str().unwrap()).await;
    assert_eq!(record.more["seed"], revealed.day_seed(day["date"].as_str().unwrap()));
    assert_eq!(verdict(&record), Verdict::Verified);
    // A day that was known keeps its deal.
    let bob = server.spectator().await;
    let path = format!("/api/v1/today/{}/brain-burn", today["date"].as_str().unwrap());
    assert_eq!(bob.post(&path).await.json()["view"], old["view"]);
    // It counts as the deal of the day.
    let day = ann.get("/api/v1/today").await.json();
    let deal = day["deals"].as_array().unwrap().iter().find(|deal| deal["game"] == "brain-burn").unwrap();
    assert_eq!(deal["played"]["counts"], false, "it is open: {deal}");
}

#[tokio::test]
async fn people_find_what_it_is_about() {
    let server = TestServer::new().await;
    let reader = server.anonymous();
    for (path, part) in [
        ("/fairness", "bagatelle commitment 1"),
        ("/verify", "Verify a record"),
        ("/bulbous/rules", "/fairness"),
        ("/today", "/fairness"),
    ] {
        let page = reader.get(path).await;
        assert!(page.status == 200 && page.text().contains(part), "{path}");
    }
}
