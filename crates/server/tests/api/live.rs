//! Live: only games whose terms say that anyone may watch are listed, as long as they are played.

use crate::test_server::{Spectator, TestServer};
use crate::tokens::bot;
use serde_json::{Value, json};

/// A duel of Ann and Bob with these terms.
async fn duel(ann: &Spectator, bob: &Spectator, terms: Value) -> String {
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
    let made = ann.order(order).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let id = made.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    id
}

/// The public games, as a visitor finds them.
async fn live(who: &Spectator) -> Vec<Value> {
    let reply = who.get("/api/v1/live").await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["games"].as_array().unwrap().clone()
}

async fn ids(who: &Spectator) -> Vec<String> {
    live(who).await.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

/// Where an address leads.
async fn leads(who: &Spectator, path: &str) -> String {
    let reply = who.get(path).await;
    assert_eq!(reply.status, 303, "{path}: {}", reply.text());
    reply.headers["location"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn only_public_games_are_listed_and_only_while_they_are_played() {
    let server = TestServer::new().await;
    let (ann, bob, cid) = (server.spectator().await, server.spectator().await, server.spectator().await);
    for private in [json!({}), json!({ "public": false }), json!({ "public": null, "listed": true })] {
        duel(&ann, &bob, private).await;
    }
    let alone = json!({ "game": "brain-burn", "terms": { "public": true } });
    assert_eq!(ann.order(alone).await.status, 201);
    let open = json!({ "game": "baju-duel", "programs": ["open"], "terms": { "public": true } });
    assert_eq!(ann.order(open).await.status, 201);
    assert_eq!(live(&cid).await, [] as [Value; 0], "private, for one, or not begun");

    let id = duel(&ann, &bob, json!({ "public": true })).await;
    let games = live(&cid).await;
    let game = &games[0];
    assert_eq!((games.len(), &game["id"], &game["plies"]), (1, &json!(id), &json!(0)));
    assert_eq!((&game["terms"]["public"], &game["watching"]), (&json!(true), &json!(0)));
    let seats: Vec<(&Value, &Value)> =
        game["seats"].as_array().unwrap().iter().map(|seat| (&seat["name"], &seat["rating"])).collect();
    assert_eq!(seats, [(&json!("Ann"), &Value::Null), (&json!("Bob"), &Value::Null)]);
    let of_game = async |game: &str| cid.get(&format!("/api/v1/live?game={game}")).await.json();
    assert_eq!(of_game("baju-duel").await["games"].as_array().unwrap().len(), 1);
    assert_eq!(of_game("bulbous").await["games"], json!([]));
    for page in ["/live", "/live/part"] {
        let page = cid.get(page).await.text();
        assert!(page.contains(&format!("/live/watch/{id}")) && page.contains("Ann and Bob"), "{page}");
    }
    assert!(cid.get("/tables").await.text().contains("Watch 1 live game"));

    assert_eq!(bob.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    assert_eq!(live(&cid).await, [] as [Value; 0], "it is over");
    let page = cid.get("/live").await.text();
    assert!(page.contains("No public games right now") && !page.contains(&id), "{page}");
}

#[tokio::test]
async fn one_page_leads_from_game_to_game() {
    let server = TestServer::new().await;
    let (ann, bob, cid) = (server.spectator().await, server.spectator().await, server.spectator().await);
    let waiting = cid.get("/live/watch").await;
    assert!(waiting.status == 200 && waiting.text().contains("Keep this page open"), "{}", waiting.text());
    let private = duel(&ann, &bob, json!({})).await;
    assert_eq!(leads(&cid, &format!("/live/watch/{private}")).await, format!("/g/{private}"));

    let (one, two) = (
        duel(&ann, &bob, json!({ "public": true })).await,
        duel(&ann, &bob, json!({ "public": true })).await,
    );
    let [first, second] = <[String; 2]>::try_from(ids(&cid).await).unwrap();
    assert!(first == one && second == two || first == two && second == one);
    let watch = |id: &str| format!("/live/watch/{id}");
    let after = |id: &str| format!("/live/watch?after={id}");
    assert_eq!(leads(&cid, "/live/watch").await, watch(&first));
    assert_eq!(leads(&cid, &after(&first)).await, watch(&second));
    assert_eq!(leads(&cid, &after(&second)).await, watch(&first));
    assert!(cid.get("/live/part?wait=1").await.text().contains("data-go=\"along\""));
    let page = cid.get(&watch(&first)).await.text();
    assert!(page.contains(&format!("href=\"{}\"", after(&first))) && page.contains("Next game"), "{page}");
    // The page of the table alone has no way to other games.
    assert!(!cid.get(&format!("/g/{first}")).await.text().contains("Next game"));

    // The players come to their table, and are shown no game of their own.
    assert_eq!(leads(&ann, &watch(&first)).await, format!("/g/{first}"));
    assert!(ann.get("/live/watch").await.text().contains("Keep this page open"));

    assert_eq!(bob.try_in(&first, json!({ "kind": "resign" })).await.status, 200);
    let over = cid.get(&watch(&first)).await;
    assert!(over.status == 200 && over.text().contains("http-equiv=\"refresh\""), "{}", over.text());
    assert_eq!(leads(&cid, &after(&first)).await, watch(&second));
    server.pass(31_000);
    assert_eq!(leads(&cid, &watch(&first)).await, after(&first), "the result was seen");
}

#[tokio::test]
async fn games_of_blocked_people_are_not_listed_for_who_has_blocked_them() {
    let server = TestServer::new().await;
    let (ann, bob, cid) = (bot(&server, "Ann").await, bot(&server, "Bob").await, bot(&server, "Cid").await);
    let id = duel(&ann, &bob, json!({ "public": true, "rated": true })).await;
    assert_eq!(ids(&cid).await, [id.as_str()]);
    let blocked = cid.post_json("/api/v1/blocks", json!({ "game": id, "seat": 0 })).await;
    assert!(blocked.status.is_success(), "{}", blocked.text());
    assert_eq!(ids(&cid).await, [""; 0]);
    assert_eq!(ids(&server.spectator().await).await, [id]);
}

#[tokio::test]
async fn a_found_game_is_public_only_if_both_say_so() {
    let server = TestServer::new().await;
    for (one, other) in [(true, true), (true, false), (false, true), (false, false)] {
        let (ann, bob) = (server.spectator().await, server.spectator().await);
        let wish = |public: bool| json!({ "game": "baju-duel", "public": public });
        ann.post_json("/api/v1/seeks", wish(one)).await;
        let found = bob.post_json("/api/v1/seeks", wish(other)).await.json();
        let id = found["game_id"].as_str().unwrap();
        let public = one && other;
        assert_eq!(bob.look_at(id).await.json()["terms"]["public"] == true, public, "{one} {other}");
        assert_eq!(ids(&bob).await.iter().any(|one| one == id), public);
    }
}

#[tokio::test]
async fn a_rematch_of_a_public_game_is_public() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let id = duel(&ann, &bob, json!({ "public": true })).await;
    assert_eq!(bob.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    assert_eq!(ann.try_in(&id, json!({ "kind": "ask", "text": "rematch" })).await.status, 200);
    assert_eq!(bob.try_in(&id, json!({ "kind": "agree" })).await.status, 200);
    let listed = ids(&bob).await;
    assert!(listed.len() == 1 && listed[0] != id, "{listed:?}");
}
