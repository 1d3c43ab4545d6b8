//! What programs need beside the board: lists, chat, hints, times, clocks and presence.

use crate::feed::open_duel;
use crate::test_server::{TestServer, ask, eventually};
use serde_json::{Value, json};

#[tokio::test]
async fn games_are_listed_by_phase_and_turn() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let listed = open_duel(&ann, json!({ "listed": true })).await;
    server.pass(1_000);
    let closed = open_duel(&ann, json!({})).await;
    let lobby = server.anonymous().get("/api/v1/lobby").await.json();
    assert_eq!((lobby["games"].as_array().unwrap().len(), &lobby["games"][0]["id"]), (1, &json!(listed)));
    assert_eq!(lobby["games"][0]["seats"][1]["open"], true);
    assert_eq!(bob.get("/api/v1/lobby?game=bulbous").await.json()["games"], json!([]));
    assert_eq!(bob.try_in(&closed, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    let ids = async |query: &str| {
        let found = ann.get(&format!("/api/v1/games{query}")).await.json();
        let games = found["games"].as_array().unwrap().clone();
        games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("?phase=open").await, [listed.as_str()]);
    assert_eq!(ids("?your_turn=true").await, [closed.as_str()]);
    assert_eq!(ids("?limit=1").await, [closed.as_str()]);
    assert_eq!(ids("?limit=1&skip=1&game=baju-duel").await, [listed]);
    assert_eq!(ids("?phase=over").await, [] as [String; 0]);
    assert_eq!(bob.try_in(&closed, json!({ "kind": "resign" })).await.status, 200);
    let over = bob.get("/api/v1/games?phase=over").await.json();
    assert_eq!(
        (&over["games"][0]["phase"], &over["games"][0]["seats"][0]["name"]),
        (&json!("over"), &json!("Ann"))
    );
    ann.get("/api/v1/games?limit=101").await.is_refused(422, "100");
    ann.get("/api/v1/games?phase=nonsense").await.is_refused(400, "`phase`");
    server.anonymous().get("/api/v1/games").await.is_refused(401, "token");
}

#[tokio::test]
async fn players_talk() {
    let server = TestServer::new().await;
    let (ann, bob, cleo) = (server.spectator().await, server.spectator().await, server.spectator().await);
    let game = open_duel(&ann, json!({})).await;
    assert_eq!(bob.try_in(&game, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    let path = format!("/api/v1/games/{game}/chat");
    let say = async |token: &str, text: &str| {
        ask(&server.router(), "POST", &path, Some(token), json!({ "text": text })).await
    };
    assert_eq!(say(&ann.token, "Hello").await.status, 204);
    say(&cleo.token, "Hello").await.is_refused(403, "have a seat");
    let read = bob.get(&path).await.json();
    assert_eq!(
        (&read[0]["name"], &read[0]["text"], &read[0]["yours"]),
        (&json!("Ann"), &json!("Hello"), &json!(false))
    );
    assert_eq!(ann.get(&path).await.json()[0]["yours"], true);
    for _ in 0..4 {
        assert_eq!(say(&ann.token, "again").await.status, 204);
    }
    let refused = say(&ann.token, "again").await;
    refused.is_refused(429, "wait a few seconds");
    assert_eq!(refused.headers["retry-after"], "2");
    let block = json!({ "game": game, "seat": 0 });
    assert_eq!(ask(&server.router(), "POST", "/api/v1/blocks", Some(&bob.token), block).await.status, 201);
    assert_eq!(bob.get(&path).await.json(), json!([]));
}

#[tokio::test]
async fn a_hint_is_found_for_one_who_plays_alone() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let path = format!("/api/v1/games/{}/hint", ann.game);
    let ask_for = async |strength: &str| {
        ask(&server.router(), "POST", &path, Some(&ann.token), json!({ "strength": strength })).await
    };
    let idle = ask(&server.router(), "GET", &path, Some(&ann.token), Value::Null).await.json();
    assert_eq!(idle["state"], "idle");
    assert_eq!(ask_for("move").await.status, 200);
    let found = eventually("a hint", async || {
        let hint = ask(&server.router(), "GET", &path, Some(&ann.token), Value::Null).await.json();
        (hint["state"] == "found").then_some(hint)
    })
    .await;
    let action = found["actions"][0].as_str().unwrap();
    assert_eq!((found["actions"].as_array().unwrap().len(), &found["strength"]), (1, &json!("move")));
    ann.act(action).await;
    let solution = ask_for("solution").await.json();
    assert!(solution["state"] == "found" && solution["actions"].as_array().unwrap().len() > 1, "{solution}");
    assert_eq!(ask_for("everything").await.status, 422);
    let other = server.spectator().await;
    other.get(&path).await.is_refused(403, "have a seat");
    let bob = server.spectator().await;
    let duel = open_duel(&bob, json!({})).await;
    let refused = ask(
        &server.router(),
        "POST",
        &format!("/api/v1/games/{duel}/hint"),
        Some(&bob.token),
        json!({ "strength": "nudge" }),
    )
    .await;
    refused.is_refused(422, "without other people");
}

#[tokio::test]
async fn clocks_times_and_presence_are_told() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let terms = json!({ "pace": { "real-time": { "start_s": 60, "increment_s": 0 } } });
    let game = open_duel(&ann, terms).await;
    assert_eq!(bob.try_in(&game, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    for (who, pause) in [(&ann, 0), (&bob, 2_000), (&ann, 5_000)] {
        server.pass(pause);
        let state = who.look_at(&game).await.json();
        let acted = who.try_in(&game, json!({ "text": state["legal"][0] })).await;
        assert_eq!(acted.status, 200, "{}", acted.text());
    }
    server.pass(3_000);
    let state = ann.look_at(&game).await.json();
    let seat = |n: usize, key: &str| state["seats"][n][key].clone();
    assert_eq!((seat(0, "runs"), seat(1, "runs")), (json!(false), json!(true)));
    assert_eq!((seat(0, "left_ms"), seat(1, "left_ms")), (json!(55_000), json!(57_000)));
    assert_eq!((seat(0, "away_ms"), seat(1, "away_ms")), (Value::Null, Value::Null));
    assert_eq!((&state["paused"], &state["watching"]), (&json!(false), &json!(0)));
    let moves = bob.get(&format!("/api/v1/games/{game}/moves")).await.json();
    let took: Vec<&Value> = moves.as_array().unwrap().iter().map(|one| &one["took_ms"]).collect();
    assert_eq!(took, [&Value::Null, &json!(2_000), &json!(5_000)]);
    assert_eq!((&moves[0]["seat"], &moves[0]["action"]), (&json!(0), &state["seen"][0]));
    assert_eq!(state["now"].as_i64().unwrap() - moves[2]["at"].as_i64().unwrap(), 3_000);
    server.pass(40_000);
    let state = ann.look_at(&game).await.json();
    assert!(state["seats"][1]["away_ms"].as_i64().unwrap() >= 30_000, "{}", state["seats"][1]);
    assert_eq!(state["seats"][0]["away_ms"], Value::Null);
}

#[tokio::test]
async fn moves_that_are_taken_back_have_no_times() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let moves = async || {
        let list = server.anonymous().get(&format!("/api/v1/games/{}/moves", ann.game)).await.json();
        let list = list.as_array().unwrap().clone();
        list.iter()
            .map(|one| (one["action"].as_str().unwrap().to_owned(), one["took_ms"].clone()))
            .collect::<Vec<_>>()
    };
    ann.act("R").await;
    server.pass(1_000);
    ann.act("D").await;
    assert_eq!(moves().await, [("R".into(), Value::Null), ("D".into(), json!(1_000))]);
    ann.event(json!({ "kind": "undo" })).await;
    assert_eq!(moves().await, [("R".into(), Value::Null)]);
    server.pass(500);
    ann.act("U").await;
    assert_eq!(moves().await[1], ("U".into(), json!(1_500)));
}
