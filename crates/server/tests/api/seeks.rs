//! Playing someone: two who want the same are brought together, each once.

use crate::test_server::{Spectator, TestServer, ask};
use crate::tokens::bot;
use bagatelle_store::{Seek, Store};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How a visitor’s search stands.
async fn look(who: &Spectator, id: &str) -> Value {
    let reply = who.get(&format!("/api/v1/seeks/{id}")).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Begins a search.
async fn seek(server: &TestServer, who: &Spectator, wish: Value) -> Value {
    let reply = who.at(server).post_json("/api/v1/seeks", wish).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()
}

fn id(seek: &Value) -> &str {
    seek["id"].as_str().unwrap()
}

/// Whether a search still goes on.
fn waits(seek: &Value) -> bool {
    assert_eq!(seek["game_id"].is_null(), seek["state"] == "waiting", "{seek}");
    seek["state"] == "waiting"
}

/// The id of an account.
async fn account(store: &Store, name: &str) -> String {
    store.account_named(name).await.unwrap().unwrap().id
}

/// An account blocks another one.
async fn blocks(store: &Store, one: &str, other: &str) {
    store.block(&account(store, one).await, &account(store, other).await, other, 0).await.unwrap();
}

#[tokio::test]
async fn two_who_want_the_same_play_each_other() {
    let server = TestServer::new().await;
    for game in ["baju-duel", "bambam-booboo", "bulbous"] {
        let (ann, bob) = (server.spectator().await, server.spectator().await);
        let anns = seek(&server, &ann, json!({ "game": game })).await;
        assert!(waits(&anns));
        let bobs = seek(&server, &bob, json!({ "game": game })).await;
        let anns = look(&ann, id(&anns)).await;
        assert_eq!((&anns["state"], &anns["game_id"]), (&json!("found"), &bobs["game_id"]));
        let state = ann.look_at(bobs["game_id"].as_str().unwrap()).await.json();
        assert_eq!((&state["game"], &state["terms"]["pace"]), (&json!(game), &anns["pace"]));
        let seats: Vec<bool> =
            state["seats"].as_array().unwrap().iter().map(|seat| seat["yours"] == true).collect();
        assert!(matches!(*seats, [true, false] | [false, true]), "{state}");
        assert_eq!(state["may_act"], json!([state["turn"]]), "{state}");
        // The search is still there for who looks late, and another one can begin.
        assert_eq!(look(&bob, id(&bobs)).await["game_id"], bobs["game_id"]);
        assert!(waits(&seek(&server, &bob, json!({ "game": game })).await));
    }
}

#[tokio::test]
async fn no_one_plays_who_wants_something_else_or_has_left_or_is_blocked() {
    let server = TestServer::new().await;
    let (ann, bob, cid) = (server.spectator().await, server.spectator().await, server.spectator().await);
    let fast = json!({ "real-time": { "start_s": 180, "increment_s": 2 } });
    let anns = seek(&server, &ann, json!({ "game": "baju-duel", "pace": fast })).await;
    let others = [
        json!({ "game": "bambam-booboo", "pace": fast }),
        json!({ "game": "baju-duel", "pace": "free" }),
        json!({ "game": "baju-duel" }),
    ];
    for wish in others {
        assert!(waits(&seek(&server, &bob, wish).await));
    }
    // A search of one’s own is none to be brought together with.
    let again = seek(&server, &ann, json!({ "game": "baju-duel", "pace": fast })).await;
    assert!(waits(&again));
    ask(&server.router(), "GET", &format!("/api/v1/seeks/{}", id(&anns)), Some(&ann.token), Value::Null)
        .await
        .is_refused(404, "no such search");
    // Whose program has not asked for a while has left; it comes back by asking.
    server.pass(9_000);
    let bobs = seek(&server, &bob, json!({ "game": "baju-duel", "pace": fast })).await;
    assert!(waits(&bobs));
    assert!(!waits(&look(&ann, id(&again)).await));
    assert!(!waits(&look(&bob, id(&bobs)).await));
    // Others see only their own.
    cid.get(&format!("/api/v1/seeks/{}", id(&bobs))).await.is_refused(404, "no such search");
    let withdraw = async |who: &Spectator, id: &str| {
        ask(&server.router(), "DELETE", &format!("/api/v1/seeks/{id}"), Some(&who.token), Value::Null).await
    };
    let cids = seek(&server, &cid, json!({ "game": "bulbous" })).await;
    withdraw(&bob, id(&cids)).await.is_refused(404, "no such search");
    assert_eq!(withdraw(&cid, id(&cids)).await.status, 204);
    assert!(waits(&seek(&server, &bob, json!({ "game": "bulbous" })).await), "Cid has withdrawn");
    withdraw(&cid, id(&cids)).await.is_refused(404, "no such search");
    let (mia, ned) = (bot(&server, "Mia").await, bot(&server, "Ned").await);
    blocks(&server.store().await, "Mia", "Ned").await;
    for who in [&ned, &mia] {
        assert!(waits(&seek(&server, who, json!({ "game": "baju-duel" })).await), "they do not meet");
    }
}

#[tokio::test]
async fn what_cannot_be_wished_for_is_refused() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for (wish, status, why) in [
        (json!({ "game": "brain-burn" }), 422, "no game for two"),
        (json!({ "game": "chess" }), 422, "no game for two"),
        (json!({ "game": "baju-duel", "pace": { "days": 31 } }), 422, "1 to 30 days"),
        (json!({ "game": "baju-duel", "rated": true }), 422, "Log in"),
    ] {
        ask(&server.router(), "POST", "/api/v1/seeks", Some(&ann.token), wish).await.is_refused(status, why);
    }
}

/// Gives accounts ratings in the duel.
async fn rate(server: &TestServer, store: &Store, ratings: &[(&str, i32)]) {
    for (name, rating) in ratings {
        let query = format!(
            "INSERT INTO ratings (account, game, pool, rating, deviation, volatility, games)
             VALUES ('{}', 'baju-duel', 'people', {rating}, 60, 0.06, 20)",
            account(store, name).await
        );
        server.sql(&query).await;
    }
}

#[tokio::test]
async fn an_open_table_of_a_rated_game_shows_the_rating_of_its_player() {
    let (server, store) = TestServer::with_store().await;
    let (ann, cid) = (bot(&server, "Ann").await, server.spectator().await);
    rate(&server, &store, &[("Ann", 1612)]).await;
    for rated in [true, false] {
        let terms = json!({ "rated": rated, "listed": true });
        let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
        assert_eq!(ann.order(order).await.status, 201);
    }
    let lobby = cid.get("/api/v1/lobby").await.json();
    for game in lobby["games"].as_array().unwrap() {
        let rating = if game["terms"]["rated"] == true { json!(1612.0) } else { Value::Null };
        let seats: Vec<&Value> =
            game["seats"].as_array().unwrap().iter().map(|seat| &seat["rating"]).collect();
        assert_eq!(seats, [&rating, &Value::Null]);
    }
    let page = cid.get("/tables").await.text();
    assert_eq!(page.matches("Ann (1612)").count(), 1, "{page}");
}

#[tokio::test]
async fn in_a_rated_game_the_nearest_rating_comes_first() {
    let (server, store) = TestServer::with_store().await;
    // Ann waits longest, and Bob is nearer to the third one. Ann and Bob do not play with each other.
    let (ann, bob, cid) = (bot(&server, "Ann").await, bot(&server, "Bob").await, bot(&server, "Cid").await);
    blocks(&store, "Ann", "Bob").await;
    rate(&server, &store, &[("Ann", 1900), ("Bob", 1400), ("Cid", 1450)]).await;
    let wish = json!({ "game": "baju-duel", "rated": true });
    let (anns, bobs) = (seek(&server, &ann, wish.clone()).await, seek(&server, &bob, wish.clone()).await);
    assert!(waits(&anns) && waits(&bobs));
    let cids = seek(&server, &cid, wish).await;
    assert_eq!(cids["game_id"], look(&bob, id(&bobs)).await["game_id"]);
    assert!(!waits(&cids) && waits(&look(&ann, id(&anns)).await));
    let state = bob.look_at(cids["game_id"].as_str().unwrap()).await.json();
    assert_eq!(state["terms"]["rated"], true);
}

#[tokio::test]
async fn many_at_once_get_one_game_each() {
    let server = TestServer::new().await;
    let beside = if server.is_shared() { Some(server.beside().await) } else { None };
    let mut all = Vec::new();
    for n in 0..12 {
        let who = server.spectator().await;
        let at = beside.as_ref().filter(|_| n % 2 == 1).unwrap_or(&server);
        all.push(who.at(at));
    }
    let wish = json!({ "game": "baju-duel" });
    let begun = join_all(all.iter().map(|who| async {
        let reply = who.post_json("/api/v1/seeks", wish.clone()).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()
    }))
    .await;
    let mut games = BTreeMap::<String, usize>::new();
    for (who, seek) in all.iter().zip(&begun) {
        let found = look(who, id(seek)).await;
        assert!(!waits(&found), "one is left over: {found}");
        *games.entry(found["game_id"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert_eq!(games.values().copied().collect::<Vec<_>>(), [2; 6]);
}

#[tokio::test]
async fn a_game_that_a_server_has_not_begun_before_it_ended_is_begun_by_the_next_look() {
    let (server, store) = TestServer::with_store().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let slow = json!({ "game": "baju-duel", "pace": { "days": 3 } });
    let anns = seek(&server, &ann, json!({ "game": "baju-duel" })).await;
    let bobs = seek(&server, &bob, slow).await;
    assert!(waits(&bobs));
    assert!(store.pair_seeks([id(&anns), id(&bobs)], "begun0000000000000000000a", 0).await.unwrap());
    let found = join_all([look(&ann, id(&anns)), look(&bob, id(&bobs))]).await;
    assert_eq!(found[0]["game_id"], found[1]["game_id"]);
    assert_eq!(ann.look_at("begun0000000000000000000a").await.json()["may_act"], json!([0]));
}

#[tokio::test]
async fn after_a_minute_the_page_offers_the_computer() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let made = ann.form("/tables/someone", &[("game", "bulbous"), ("pace", "live")]).await;
    assert_eq!(made.status, 303, "{}", made.text());
    let page = made.headers["location"].to_str().unwrap().to_owned();
    assert!(ann.get(&page).await.text().contains("Looking for an opponent"));
    server.pass(61_000);
    let late = ann.get(&page).await.text();
    assert!(late.contains("No one yet") && late.contains("action=\"/bulbous/new\""), "{late}");
    let seeks = server.store().await.seeks(0, 9).await.unwrap();
    assert_eq!(seeks.iter().map(|Seek { rated, .. }| *rated).collect::<Vec<_>>(), [false]);
    // The list shows it to others, and to its owner as her own.
    let bob = server.spectator().await;
    assert!(bob.get("/tables").await.text().contains(">Play<"));
    assert!(ann.get("/tables").await.text().contains("You’re waiting"));
    assert_eq!(ann.form(&format!("{page}/leave"), &[]).await.status, 303);
    assert!(ann.get(&page).await.text().contains("This search is over"));
    let soon = ann.form("/tables/someone", &[("game", "bulbous"), ("pace", "soon")]).await;
    assert_eq!((soon.status.as_u16(), soon.text()), (422, "Choose a pace.".to_owned()));
}
