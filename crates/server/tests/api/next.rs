//! The table that follows another one, a rematch or the next round of a match: all at the table hear of it,
//! and no time counts there before its players have come.

use crate::test_server::{Spectator, TestServer};
use bagatelle_server::live::presence::REQUEST_GRACE;
use serde_json::{Value, json};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// A duel between Ann and Bob that Bob has resigned.
async fn ended(server: &TestServer, order: Value) -> (Spectator, Spectator, String) {
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let mut full = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    full.as_object_mut().unwrap().extend(order.as_object().unwrap().clone());
    let reply = ann.order(full).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let id = reply.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    assert_eq!(bob.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    (ann, bob, id)
}

/// The link to the table that follows, as a page has it: where it leads, whether the reader goes along, and
/// its text.
async fn link(who: &Spectator, id: &str) -> Option<(String, bool, String)> {
    let page = who.get(&format!("/g/{id}/table")).await.text();
    let (before, after) = page.split_once("data-go=\"")?;
    let address = before.rsplit_once("href=\"").unwrap().1.split('"').next().unwrap().to_owned();
    let text = after.split_once('>').unwrap().1.split('<').next().unwrap().to_owned();
    Some((address, after.starts_with("along"), text))
}

#[tokio::test]
async fn a_rematch_takes_both_players_along_and_tells_all_who_watch() {
    let mut server = TestServer::new().await;
    let (ann, bob, id) = ended(&server, json!({})).await;
    let cleo = server.spectator().await;
    let asked = ann.try_in(&id, json!({ "kind": "ask", "text": "rematch" })).await.json();
    assert_eq!(
        (&asked["asked"], &asked["asked_by"], &asked["next"]),
        (&json!("rematch"), &json!(0), &Value::Null)
    );
    assert_eq!(bob.look_at(&id).await.json()["asked_by"], 0);
    let seq = server.tables().get(&id).await.unwrap().version().events;
    let agreed = bob.try_in(&id, json!({ "kind": "agree" })).await.json();
    let address = format!("/g/{}", agreed["next"].as_str().unwrap());
    assert_eq!(server.tables().get(&id).await.unwrap().version().events, seq + 1, "the streams tell it");
    for _ in 0..2 {
        for player in [&ann, &bob] {
            assert_eq!(link(player, &id).await, Some((address.clone(), true, "Go to the rematch".into())));
        }
        let watches = Some((address.clone(), false, "Watch the rematch".into()));
        assert_eq!(link(&cleo, &id).await, watches);
        server.restart().await;
        let (ann, bob, cleo) = (ann.at(&server), bob.at(&server), cleo.at(&server));
        assert_eq!(link(&cleo, &id).await, watches);
        assert!(link(&ann, &id).await.unwrap().1 && link(&bob, &id).await.unwrap().1);
    }
}

#[tokio::test]
async fn the_next_round_is_told_to_the_other_player_and_to_all_who_watch() {
    let mut server = TestServer::new().await;
    let (ann, bob, id) = ended(&server, json!({ "best_of": 3 })).await;
    let cleo = server.spectator().await;
    assert!(bob.get(&format!("/g/{id}")).await.text().contains("Next round"));
    assert_eq!((link(&bob, &id).await, &bob.look_at(&id).await.json()["next"]), (None, &Value::Null));
    let seq = server.tables().get(&id).await.unwrap().version().events;
    let reply = ann.form(&format!("/g/{id}/again"), &[]).await;
    let address = reply.headers["location"].to_str().unwrap().to_owned();
    let next = address.replace("/g/", "");
    assert_eq!(server.tables().get(&id).await.unwrap().version().events, seq + 1, "the streams tell it");
    let told = async |bob: &Spectator, cleo: &Spectator| {
        assert_eq!(link(bob, &id).await, Some((address.clone(), false, "Go to round 2".into())));
        assert_eq!(link(cleo, &id).await, Some((address.clone(), false, "Watch round 2".into())));
        for who in [bob, cleo] {
            assert_eq!(who.look_at(&id).await.json()["next"], next);
        }
        let page = bob.get(&format!("/g/{id}")).await.text();
        assert!(page.contains("Round 2 has begun.") && !page.contains("Next round"), "{page}");
    };
    told(&bob, &cleo).await;
    assert_eq!(bob.post(&format!("/api/v1/games/{id}/again")).await.json()["id"], next, "one round 2");
    server.restart().await;
    told(&bob.at(&server), &cleo.at(&server)).await;
}

#[tokio::test]
async fn no_clock_and_no_absence_counts_before_a_player_has_come() {
    let server = TestServer::new().await;
    let terms = json!({ "pace": { "days": 1 }, "grace_s": 3 });
    let (ann, bob, id) = ended(&server, json!({ "best_of": 3, "terms": terms })).await;
    let round = ann.post(&format!("/api/v1/games/{id}/again")).await.json();
    let next = round["id"].as_str().unwrap();
    // Bob begins the round, and has not come. Ann has, by asking for it.
    assert_eq!((&round["turn"], &round["seats"][0]["name"]), (&json!(0), &json!("Bob")));
    let expected =
        |state: &Value| [&state["seats"][0]["expected"], &state["seats"][1]["expected"]].map(|e| e == true);
    assert_eq!(expected(&round), [true, false]);
    server.advance(3 * DAY).await;
    let state = ann.look_at(next).await.json();
    assert_eq!((&state["outcome"], &state["seats"][0]["left_ms"]), (&Value::Null, &json!(DAY)));
    ann.try_in(next, json!({ "kind": "claim" })).await.is_refused(422, "hasn’t joined yet");
    let page = ann.get(&format!("/g/{next}")).await.text();
    assert!(page.contains("hasn’t joined yet") && !page.contains(">away</small>"), "{page}");

    // A request of his is enough; from now on his time runs, and his absence counts.
    let state = bob.look_at(next).await.json();
    assert_eq!((expected(&state), &state["seats"][0]["left_ms"]), ([false, false], &json!(DAY)));
    server.advance(1_000).await;
    assert_eq!(bob.look_at(next).await.json()["seats"][0]["left_ms"], DAY - 1_000);
    server.advance(REQUEST_GRACE).await;
    let state = ann.try_in(next, json!({ "kind": "claim" })).await.json();
    assert_eq!((&state["ending"], &state["outcome"]["winners"]), (&json!("left"), &json!([1])));
}

#[tokio::test]
async fn a_round_to_which_a_player_does_not_come_can_be_given_up_without_losing_it() {
    let server = TestServer::new().await;
    let (ann, _, id) = ended(&server, json!({ "best_of": 3 })).await;
    let round = ann.post(&format!("/api/v1/games/{id}/again")).await.json();
    let next = round["id"].as_str().unwrap();
    assert_eq!(ann.try_in(next, json!({ "kind": "resign" })).await.json()["ending"], "aborted");
    let page = ann.get(&format!("/g/{next}")).await.text();
    assert!(page.contains("<strong>1</strong>–<strong>0</strong>"), "the score stays: {page}");
    assert_ne!(
        ann.post(&format!("/api/v1/games/{next}/again")).await.json()["id"],
        next,
        "the match isn’t over"
    );
}

#[tokio::test]
async fn a_table_whose_player_has_come_stays_so_after_a_restart() {
    let mut server = TestServer::new().await;
    let (ann, bob, id) = ended(&server, json!({})).await;
    assert_eq!(ann.try_in(&id, json!({ "kind": "ask", "text": "rematch" })).await.status, 200);
    let agreed = bob.try_in(&id, json!({ "kind": "agree" })).await.json();
    let next = agreed["next"].as_str().unwrap().to_owned();
    // Bob comes by the page, Ann by its stream.
    assert_eq!(bob.get(&format!("/g/{next}")).await.status, 200);
    let expected = async |server: &TestServer| {
        let state = server.anonymous().get(&format!("/api/v1/games/{next}")).await.json();
        [&state["seats"][0]["expected"], &state["seats"][1]["expected"]].map(|expected| expected == true)
    };
    assert_eq!(expected(&server).await, [false, true]);
    server.restart().await;
    assert_eq!(expected(&server).await, [false, true]);
    let ann = ann.at(&server);
    assert_eq!(ann.get(&format!("/g/{next}/table")).await.status, 200);
    assert_eq!(expected(&server).await, [false, false]);
}

#[tokio::test]
async fn after_a_duel_with_the_computer_another_one_follows_and_nothing_is_undone() {
    const ENDED: &str = include_str!("../../../../tests/formats/records/burbuja-ended.json");
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let page = async |id: &str| ann.get(&format!("/g/{id}")).await.text();
    let steps = |page: &str| ["undo", "redo", "restart"].map(|kind| page.contains(&format!("\"{kind}\"")));
    let made = ann.order(json!({ "game": "baju-duel", "programs": ["1"], "sit": 0 })).await.json();
    let duel = made["id"].as_str().unwrap();
    assert_eq!(steps(&page(duel).await), [true; 3], "while it is played, moves are taken back");
    assert_eq!(ann.try_in(duel, json!({ "kind": "resign" })).await.status, 200);
    let over = page(duel).await;
    assert_eq!(steps(&over), [false; 3], "{over}");
    assert!(over.contains("Play again"), "{over}");
    // A deal alone is stepped through after its end, too. Where pieces lie face down, it does not begin
    // again.
    let ended: Value = serde_json::from_str(ENDED).unwrap();
    let brought = ann.post_json("/api/v1/records", ended).await.json();
    let solitaire = page(brought["id"].as_str().unwrap()).await;
    assert!(solitaire.contains("id=\"result\""), "{solitaire}");
    assert_eq!(steps(&solitaire), [true, true, false], "{solitaire}");
}
