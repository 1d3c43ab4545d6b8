//! Events by link, from the first player to the last game: each form, who may do what, absence, blocks and
//! deleted accounts.

use crate::event_flows;
use crate::people::{Browser, PASSWORD};
use crate::test_server::{Reply, Spectator, TestServer};
use crate::tokens::bot;
use bagatelle_store::Store;
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A minute, in milliseconds.
const MINUTE: i64 = 60_000;

/// Makes an event; returns its id.
pub async fn make(who: &Spectator, order: Value) -> String {
    let made = who.post_json("/api/v1/events", order).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["id"].as_str().unwrap().to_owned()
}

async fn ask(who: &Spectator, event: &str, change: Value) -> Reply {
    who.post_json(&format!("/api/v1/events/{event}/changes"), change).await
}

/// Asks for something that must be possible.
pub async fn does(who: &Spectator, event: &str, kind: &str) -> Value {
    let reply = ask(who, event, json!({ "kind": kind })).await;
    assert_eq!(reply.status, 200, "{kind}: {}", reply.text());
    reply.json()
}

pub async fn show(who: &Spectator, event: &str) -> Value {
    let reply = who.get(&format!("/api/v1/events/{event}")).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Accounts with these names.
pub async fn accounts(server: &TestServer, names: &[&str]) -> Vec<Spectator> {
    let mut all = Vec::new();
    for name in names {
        all.push(bot(server, name).await);
    }
    all
}

/// An event that these players have joined and the first of them has begun.
pub async fn begun(players: &[Spectator], order: Value) -> String {
    let event = make(&players[0], order).await;
    for player in players {
        does(player, &event, "join").await;
    }
    does(&players[0], &event, "start").await;
    event
}

/// The game that a player has to play now.
pub async fn own_game(who: &Spectator, event: &str) -> Option<String> {
    show(who, event).await["your_game"].as_str().map(str::to_owned)
}

/// Lets a player resign the game that is to be played.
pub async fn resigns(who: &Spectator, event: &str) {
    let game = own_game(who, event).await.expect("a game to play");
    let reply = who.try_in(&game, json!({ "kind": "resign" })).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// Plays a whole event of duels in which the player with the lower number wins; returns it when it is over.
async fn played_by_number(server: &TestServer, players: &[Spectator], event: &str) -> Value {
    for _ in 0..20 {
        let state = show(&players[0], event).await;
        if state["stage"] == "over" {
            return state;
        }
        let rounds = state["rounds"].as_array().unwrap();
        for table in rounds.last().unwrap()["tables"].as_array().unwrap() {
            if table["decided"] == false {
                let seats = table["seats"].as_array().unwrap();
                let weaker = seats.iter().filter_map(Value::as_u64).max().unwrap();
                resigns(&players[weaker as usize], event).await;
            }
        }
        server.advance(1000).await;
    }
    panic!("the event does not end");
}

/// The numbers of the players in the order of the standings.
fn order(state: &Value) -> Vec<u64> {
    state["standings"].as_array().unwrap().iter().map(|one| one["player"].as_u64().unwrap()).collect()
}

pub fn duel(title: &str, form: &str) -> Value {
    json!({ "title": title, "game": "baju-duel", "form": form })
}

#[tokio::test]
async fn in_a_round_robin_each_meets_each_and_one_rests() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let event = begun(&players, duel("Sunday cup", "round-robin")).await;
    let state = show(&players[0], &event).await;
    assert_eq!((&state["stage"], &state["rounds_planned"]), (&json!("running"), &json!(3)));
    assert_eq!((&state["organizes"], &state["you"]), (&json!(true), &json!(0)));
    let round = &state["rounds"][0];
    assert_eq!(round["tables"].as_array().unwrap().len(), 1);
    assert_eq!(round["byes"][0]["why"], "rest");

    // The table belongs to the event, and tells so.
    let game = round["tables"][0]["game"].as_str().unwrap();
    let table = players[0].look_at(game).await.json();
    assert_eq!((&table["game"], &table["terms"]["rated"]), (&json!("baju-duel"), &json!(false)));
    assert_eq!(server.store().await.event_of_table(game).await.unwrap().unwrap().1, "Sunday cup");

    let state = played_by_number(&server, &players, &event).await;
    assert_eq!(state["rounds"].as_array().unwrap().len(), 3);
    assert_eq!(state["ended"], "All rounds have been played.");
    assert_eq!(order(&state), [0, 1, 2], "{state:#}");
    let points: Vec<_> = state["standings"].as_array().unwrap().iter().map(|one| &one["points"]).collect();
    assert_eq!(points, [&json!(2.0), &json!(1.0), &json!(0.0)]);
    assert_eq!(state["tie_breaks"][0]["name"], "Direct encounter");
    let mut pairs = BTreeSet::new();
    for round in state["rounds"].as_array().unwrap() {
        let seats = round["tables"][0]["seats"].as_array().unwrap();
        let mut pair: Vec<u64> = seats.iter().filter_map(Value::as_u64).collect();
        pair.sort_unstable();
        pairs.insert(pair);
    }
    assert_eq!(pairs.len(), 3, "no two meet twice");

    let csv = players[1].get(&format!("/api/v1/events/{event}/standings?format=csv")).await.text();
    assert_eq!(csv.lines().nth(1), Some("1,Ann,2.0,0 1 2"), "{csv}");
    let export = server.anonymous().get(&format!("/api/v1/events/{event}/export")).await;
    let text = export.text();
    let export = export.json();
    assert!(export["seed"].is_string() && export["log"].as_array().unwrap().len() > 9, "{text}");
    assert_eq!((&export["log"][0]["kind"], &export["log"][0]["by"]), (&json!("joined"), &json!(0)));
    let store = server.store().await;
    for name in ["Ann", "Bob", "Cid"] {
        let id = store.account_named(name).await.unwrap().unwrap().id;
        assert!(!text.contains(&id), "no one learns the id of an account");
    }
    let list = players[1].get("/api/v1/events").await.json();
    assert_eq!(
        (&list["events"][0]["stage"], &list["events"][0]["organizes"]),
        (&json!("over"), &json!(false))
    );
}

#[tokio::test]
async fn a_swiss_event_of_five_has_a_bye_in_each_round_and_no_pair_twice() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dan", "Eve"]).await;
    let order_of_event = json!({ "title": "Swiss", "game": "baju-duel", "form": "swiss", "rounds": 3 });
    let event = begun(&players, order_of_event).await;
    let state = played_by_number(&server, &players, &event).await;
    let (mut byes, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for round in state["rounds"].as_array().unwrap() {
        assert_eq!(round["byes"][0]["why"], "bye");
        byes.insert(round["byes"][0]["player"].as_u64().unwrap());
        for table in round["tables"].as_array().unwrap() {
            let mut pair: Vec<u64> =
                table["seats"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
            pair.sort_unstable();
            assert!(pairs.insert(pair), "{state}");
        }
    }
    assert_eq!((byes.len(), pairs.len()), (3, 6));
    // Another one may have a bye and as many points; then tie-breaks decide.
    let points = |player: u64| {
        let all = state["standings"].as_array().unwrap().iter();
        all.clone().find(|one| one["player"] == player).unwrap()["points"].as_f64().unwrap()
    };
    assert_eq!(points(0), 3.0, "who wins all games has all points: {state:#}");
    assert!(server.anonymous().get(&format!("/api/v1/events/{event}")).await.json()["you"].is_null());
}

#[tokio::test]
async fn in_a_knock_out_of_four_the_winners_meet() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dan"]).await;
    let event = begun(&players, duel("Cup", "knock-out")).await;
    let state = played_by_number(&server, &players, &event).await;
    let tables: Vec<usize> = state["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|round| round["tables"].as_array().unwrap().len())
        .collect();
    assert_eq!(tables, [2, 1]);
    assert_eq!(order(&state)[0], 0);
    assert_eq!(state["standings"][0]["points"], 2.0, "rounds won");
}

#[tokio::test]
async fn a_duplicate_has_one_deal_for_all_and_leads_no_one_to_other_tables() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let orders = [
        json!({ "title": "Same", "game": "brain-burn", "form": "duplicate", "deals": 2 }),
        json!({ "title": "Bulbs", "game": "bulbous", "form": "duplicate", "deals": 2, "seats": 2 }),
    ];
    for one in orders {
        let event = begun(&players, one).await;
        let state = show(&players[0], &event).await;
        assert_eq!(state["program"].is_string(), state["game"] == "bulbous", "{state}");
        for _ in 0..2 {
            let mut deals = BTreeSet::new();
            for player in &players {
                let state = show(player, &event).await;
                let own = state["your_game"].as_str().unwrap().to_owned();
                let tables =
                    state["rounds"].as_array().unwrap().last().unwrap()["tables"].as_array().unwrap();
                assert_eq!(tables.len(), 3);
                let told: Vec<&str> = tables.iter().filter_map(|table| table["game"].as_str()).collect();
                assert_eq!(told, [own.as_str()], "only the own table as long as the deal is played");
                let store = server.store().await;
                let spec = store.table(&own).await.unwrap().unwrap();
                deals.insert(json!([spec.setup, spec.options]).to_string());
                // The players are compared, not what the computer finds for them.
                let hint = player.form(&format!("/g/{own}/hint"), &[("strength", "2")]).await;
                assert!(hint.status.is_client_error(), "{}", hint.text());
                let page = player.get(&format!("/g/{own}")).await.text();
                assert!(!page.contains("name=\"strength\""), "{page}");
                resigns(player, &event).await;
                let undo = player.try_in(&own, json!({ "kind": "undo" })).await;
                assert!(undo.status.is_client_error(), "a game that is over stays as it is");
            }
            assert_eq!(deals.len(), 1, "one deal for all");
            server.advance(1000).await;
        }
        let state = show(&players[0], &event).await;
        assert_eq!(state["stage"], "over", "{state}");
        let told = state["rounds"][0]["tables"].as_array().unwrap().iter();
        assert!(told.into_iter().all(|table| table["game"].is_string()), "afterwards all are told");
    }
}

#[tokio::test]
async fn each_thing_that_cannot_be_done_has_a_sentence() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dan"]).await;
    let [ann, bob, cid, dan] = players.as_slice() else { unreachable!() };
    let guest = server.spectator().await;
    guest.post_json("/api/v1/events", duel("Cup", "swiss")).await.is_refused(403, "account");
    for (wrong, why) in [
        (duel(" ", "swiss"), "Enter a title"),
        (json!({ "title": "x", "game": "chess", "form": "swiss" }), "no such game"),
        (json!({ "title": "x", "game": "brain-burn", "form": "swiss" }), "choose duplicate"),
        (json!({ "title": "x", "game": "baju-duel", "form": "round-robin", "places": 65 }), "3 to 64"),
        (json!({ "title": "x", "game": "baju-duel", "form": "swiss", "days": 91 }), "1 to 90 days"),
        (json!({ "title": "x", "game": "bulbous", "form": "duplicate", "program": "x" }), "No program"),
        (json!({ "title": "x", "game": "bulbous", "form": "swiss", "options": { "x": 1 } }), ""),
    ] {
        ann.post_json("/api/v1/events", wrong).await.is_refused(422, why);
    }
    let cup = make(ann, duel("Cup", "round-robin")).await;
    ask(&guest, &cup, json!({ "kind": "join" })).await.is_refused(403, "account");
    does(ann, &cup, "join").await;
    does(bob, &cup, "join").await;
    // Too few.
    ask(ann, &cup, json!({ "kind": "start" })).await.is_refused(422, "at least 3 players: this one has 2");
    ask(bob, &cup, json!({ "kind": "start" })).await.is_refused(422, "Only the organizer");
    ask(bob, &cup, json!({ "kind": "join" })).await.is_refused(422, "already joined");
    // Two events at once.
    let other = make(bob, duel("Other", "swiss")).await;
    ask(bob, &other, json!({ "kind": "join" })).await.is_refused(422, "already in “Cup”");
    does(cid, &cup, "join").await;
    does(ann, &cup, "start").await;
    ask(dan, &cup, json!({ "kind": "join" })).await.is_refused(422, "has begun");
    // A round called twice.
    ask(ann, &cup, json!({ "kind": "round", "round": 1 })).await.is_refused(422, "Round 1 is already paired");
    ask(ann, &cup, json!({ "kind": "round", "round": 2 })).await.is_refused(422, "Round 1 isn’t over");
    ask(bob, &cup, json!({ "kind": "round", "round": 2 })).await.is_refused(422, "Only the organizer");
    ask(ann, &cup, json!({ "kind": "round" })).await.is_refused(422, "Say in `round`");
    ask(ann, &cup, json!({ "kind": "remove", "player": 9 })).await.is_refused(422, "no such player");
    ask(ann, &cup, json!({ "kind": "resume" })).await.is_refused(422, "isn’t paused");
    ask(ann, "nonsense", json!({ "kind": "join" })).await.is_refused(404, "no such event");
    does(ann, &cup, "end").await;
    ask(ann, &cup, json!({ "kind": "end" })).await.is_refused(422, "is over");
    does(bob, &other, "join").await;
}

#[tokio::test]
async fn a_removed_player_loses_the_running_game_and_a_pause_keeps_the_next_round_back() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dan"]).await;
    let event = begun(&players, duel("Cup", "round-robin")).await;
    let state = show(&players[0], &event).await;
    let [one, two] = [0, 1].map(|n| state["rounds"][0]["tables"][n].clone());
    let removed = one["seats"][0].as_u64().unwrap().max(one["seats"][1].as_u64().unwrap());
    let reply = ask(&players[0], &event, json!({ "kind": "remove", "player": removed })).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let state = reply.json();
    assert_eq!(state["players"][removed as usize]["presence"], "removed");
    let table = &state["rounds"][0]["tables"][0];
    assert_eq!((&table["decided"], &table["missed"]), (&json!(true), &json!([removed])));
    let game = players[0].look_at(one["game"].as_str().unwrap()).await.json();
    assert!(!game["outcome"].is_null(), "the running game is over: {game}");
    ask(&players[removed as usize], &event, json!({ "kind": "join" })).await.is_refused(422, "begun");

    does(&players[0], &event, "pause").await;
    let loser = two["seats"][0].as_u64().unwrap().max(two["seats"][1].as_u64().unwrap());
    resigns(&players[loser as usize], &event).await;
    server.advance(1000).await;
    let state = show(&players[0], &event).await;
    assert_eq!(state["rounds"].as_array().unwrap().len(), 1, "no round follows in a pause");
    assert_eq!(state["rounds"][0]["tables"][1]["decided"], true, "the result counts");
    let state = does(&players[0], &event, "resume").await;
    assert_eq!(state["rounds"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn an_event_starts_by_itself_once_when_its_time_has_come_with_enough_players() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let at = server.tables().now() + 10 * MINUTE;
    let order = |at: i64| {
        let mut order = duel("Cup", "round-robin");
        order["starts_at"] = at.into();
        order
    };
    let far = server.tables().now() + 91 * 24 * 60 * MINUTE;
    for wrong in [far, server.tables().now() - MINUTE] {
        players[0].post_json("/api/v1/events", order(wrong)).await.is_refused(422, "at most 90 days");
    }
    let event = make(&players[0], order(at)).await;
    for player in &players[..2] {
        does(player, &event, "join").await;
    }
    let page = players[0].get(&format!("/events/{event}")).await.text();
    assert!(page.contains("Starts on ") && page.contains("data-local=\"day\""), "{page}");
    server.advance(11 * MINUTE).await;
    assert_eq!(show(&players[0], &event).await["stage"], "open", "two are too few");
    // With the third one it begins, as its time has come.
    does(&players[2], &event, "join").await;
    server.advance(1000).await;
    let state = show(&players[0], &event).await;
    assert_eq!((&state["stage"], &state["starts_at"]), (&json!("running"), &json!(at)));
    let export = players[0].get(&format!("/api/v1/events/{event}/export")).await.json();
    let started = export["log"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "started");
    assert_eq!(started.map(|entry| entry["by"].clone()).collect::<Vec<_>>(), ["server"]);
    does(&players[0], &event, "end").await;

    // Before, with enough players, nothing is to be done but to wait.
    let event = make(&players[0], order(server.tables().now() + MINUTE)).await;
    for player in &players {
        does(player, &event, "join").await;
    }
    server.advance(MINUTE / 2).await;
    assert_eq!(show(&players[0], &event).await["stage"], "open");
    server.advance(MINUTE).await;
    assert_eq!(show(&players[0], &event).await["stage"], "running");
}

#[tokio::test]
async fn players_join_a_swiss_event_until_round_2_is_paired_if_its_terms_say_so() {
    let server = TestServer::new().await;
    let players = event_flows::accounts(&server, &["Ann", "Bob", "Cid", "Dan", "Eva"]).await;
    let mut robin = duel("Cup", "round-robin");
    robin["late"] = json!("half");
    players[0].post_json("/api/v1/events", robin).await.is_refused(422, "only in a Swiss event");
    for (late, points) in [("half", 0.5), ("zero", 0.0)] {
        let mut order = duel("Cup", "swiss");
        order["late"] = json!(late);
        let event = begun(&players[..4], order).await;
        assert!(players[4].get(&format!("/events/{event}")).await.text().contains("Join"), "{late}");
        does(&players[4], &event, "join").await;
        let state = show(&players[0], &event).await;
        let bye = json!({ "player": 4, "why": if late == "half" { "late-half" } else { "late" } });
        assert_eq!(state["rounds"][0]["byes"], json!([bye]));
        let standings = state["standings"].as_array().unwrap();
        let own = standings.iter().find(|line| line["player"] == 4).unwrap();
        assert_eq!(own["points"], points);
        for table in state["rounds"][0]["tables"].as_array().unwrap() {
            resigns(&players[table["seats"][0].as_u64().unwrap() as usize], &event).await;
        }
        server.advance(1000).await;
        let state = show(&players[0], &event).await;
        assert_eq!(state["rounds"].as_array().unwrap().len(), 2);
        let fay = bot(&server, &format!("Fay {late}")).await;
        ask(&fay, &event, json!({ "kind": "join" })).await.is_refused(422, "has begun");
        does(&players[0], &event, "end").await;
    }
}

#[tokio::test]
async fn the_organizer_corrects_a_result_before_the_next_round() {
    let server = TestServer::new().await;
    let players = event_flows::accounts(&server, &["Ann", "Bob", "Cid", "Dan"]).await;
    let event = begun(&players, duel("Cup", "swiss")).await;
    let seats = show(&players[0], &event).await["rounds"][0]["tables"][0]["seats"].clone();
    let [first, second] = [0, 1].map(|n| seats[n].as_u64().unwrap());
    let correct = |winner: Value| json!({ "kind": "correct", "round": 1, "table": 0, "winner": winner });
    ask(&players[0], &event, correct(json!(second))).await.is_refused(422, "no result yet");
    resigns(&players[second as usize], &event).await;
    server.advance(1000).await;
    ask(&players[1], &event, correct(json!(second))).await.is_refused(422, "Only the organizer");
    let other = (0..4).find(|n| ![first, second].contains(n)).unwrap();
    ask(&players[0], &event, correct(json!(other))).await.is_refused(422, "no seat in this game");
    ask(&players[0], &event, json!({ "kind": "correct" })).await.is_refused(422, "which result");
    let page = players[0].get(&format!("/events/{event}")).await.text();
    assert!(page.contains("Correct a result") && page.contains(": a draw</option>"), "{page}");
    let reply = ask(&players[0], &event, correct(json!(second))).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let state = reply.json();
    let table = &state["rounds"][0]["tables"][0];
    assert_eq!((&table["corrected"], &table["result"][1]["won"]), (&json!(true), &json!(true)));
    assert_eq!(state["standings"][0]["player"], second);
    let page = players[1].get(&format!("/events/{event}")).await.text();
    assert!(page.contains("0–1, corrected by the organizer"), "{page}");
    let export = players[0].get(&format!("/api/v1/events/{event}/export")).await.json();
    assert!(export["log"].as_array().unwrap().iter().any(|entry| entry["kind"] == "corrected"));
    resigns(&players[other as usize], &event).await;
    server.advance(1000).await;
    ask(&players[0], &event, correct(json!(first))).await.is_refused(422, "pause the event");
}

#[tokio::test]
async fn players_who_do_not_come_or_do_not_finish_lose() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let live = begun(&players, duel("Live", "round-robin")).await;
    let state = show(&players[0], &live).await;
    let table = &state["rounds"][0]["tables"][0];
    let seats: Vec<u64> = table["seats"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    // One comes, the other one does not.
    let game = table["game"].as_str().unwrap().to_owned();
    let come = server.spectator_with(&players[seats[0] as usize].token);
    come.look_at(&game).await;
    server.advance(4 * MINUTE).await;
    assert_eq!(show(&players[0], &live).await["rounds"].as_array().unwrap().len(), 1, "there is time");
    server.advance(MINUTE + 1000).await;
    let state = show(&players[0], &live).await;
    assert_eq!(state["rounds"][0]["tables"][0]["missed"], json!([seats[1]]), "{state}");
    assert!(!players[0].look_at(&game).await.json()["outcome"].is_null());
    assert_eq!(state["rounds"].as_array().unwrap().len(), 2, "the next round has begun");
    // None of two comes.
    server.advance(5 * MINUTE + 1000).await;
    let state = show(&players[0], &live).await;
    assert_eq!(state["rounds"][1]["tables"][0]["missed"].as_array().unwrap().len(), 2, "{state}");
    does(&players[0], &live, "end").await;

    let mail = json!({ "title": "Mail", "game": "baju-duel", "form": "round-robin", "days": 2 });
    let mail = begun(&players, mail).await;
    let state = show(&players[0], &mail).await;
    let table = state["rounds"][0]["tables"][0].clone();
    let game = table["game"].as_str().unwrap();
    let first = table["seats"][0].as_u64().unwrap();
    let legal = players[first as usize].look_at(game).await.json()["legal"][0].clone();
    let moved = players[first as usize].try_in(game, json!({ "text": legal })).await;
    assert_eq!(moved.status, 200, "{}", moved.text());
    server.advance(24 * 60 * MINUTE).await;
    assert_eq!(show(&players[0], &mail).await["rounds"].as_array().unwrap().len(), 1);
    server.advance(24 * 60 * MINUTE).await;
    let state = show(&players[0], &mail).await;
    let missed = &state["rounds"][0]["tables"][0]["missed"];
    // The one whom the game waits for, or who has not even come.
    assert!(missed.as_array().unwrap().contains(&table["seats"][1]), "{state}");
    assert!(!missed.as_array().unwrap().contains(&table["seats"][0]), "{state}");
}

#[tokio::test]
async fn blocks_keep_people_out_and_deleted_accounts_leave() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let store: Store = server.store().await;
    let id = async |name: &str| store.account_named(name).await.unwrap().unwrap().id;
    let cup = make(&players[0], duel("Cup", "swiss")).await;
    store.block(&id("Ann").await, &id("Bob").await, "Bob", 0).await.unwrap();
    let why = "doesn’t want to play with you";
    ask(&players[1], &cup, json!({ "kind": "join" })).await.is_refused(403, why);
    does(&players[2], &cup, "join").await;
    let mut dan = Browser::of(&server, "Dan").await;
    let token = crate::tokens::token(&mut dan, "all", &["read", "play"]).await;
    let with_token = server.spectator_with(&token);
    does(&with_token, &cup, "join").await;
    server.pass(1000);
    let own = make(&with_token, duel("Dan’s", "swiss")).await;
    let export = dan.export().await;
    assert_eq!(
        (&export["events"][0]["title"], &export["events"][1]["title"]),
        (&json!("Dan’s"), &json!("Cup"))
    );
    assert_eq!(dan.post("/me/delete", &[("password", PASSWORD)]).await.status, 303);
    let state = show(&players[0], &cup).await;
    assert_eq!(state["players"][1]["name"], "Deleted account");
    assert_eq!(state["players"][1]["presence"], "left");
    assert_eq!(show(&players[0], &own).await["stage"], "over", "an event without organizer cannot begin");
}

#[tokio::test]
async fn two_requests_at_once_pair_no_round_twice_and_let_no_one_into_two_events() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dan"]).await;
    let (one, two) =
        (make(&players[0], duel("One", "swiss")).await, make(&players[0], duel("Two", "swiss")).await);
    for player in &players {
        let join = || json!({ "kind": "join" });
        let replies = join_all([ask(player, &one, join()), ask(player, &two, join())]).await;
        let joined = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(joined, 1, "{} {}", replies[0].text(), replies[1].text());
        // All end in the first one.
        ask(player, &two, json!({ "kind": "leave" })).await;
        ask(player, &one, join()).await;
    }
    let start = || ask(&players[0], &one, json!({ "kind": "start" }));
    let replies = join_all([start(), start(), start()]).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    let state = show(&players[0], &one).await;
    assert_eq!(state["rounds"].as_array().unwrap().len(), 1);
    join_all([server.advance(1), server.advance(1)]).await;
    assert_eq!(show(&players[0], &one).await["rounds"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_standings_name_tie_breaks_once_they_differ() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dot"]).await;
    let event = begun(&players, json!({ "title": "Cup", "game": "baju-duel", "form": "swiss" })).await;
    let page = async || players[0].get(&format!("/events/{event}")).await.text();
    let named = |page: &str| page.contains("Buchholz") || page.contains("Tie-breaks");
    let first = page().await;
    assert!(first.contains("Standings") && !named(&first), "{first}");
    // One of the games of the first round is over.
    let mut playing = Vec::new();
    for player in &players {
        playing.push(own_game(player, &event).await.unwrap());
    }
    let opponent = (1..4).find(|other| playing[*other] == playing[0]).unwrap();
    resigns(&players[opponent], &event).await;
    server.advance(1000).await;
    assert!(!named(&page().await), "{}", page().await);
    let other = (1..4).find(|other| playing[*other] != playing[0]).unwrap();
    resigns(&players[other], &event).await;
    server.advance(1000).await;
    let later = page().await;
    assert!(later.contains("Tie-breaks") && later.contains("the sum of your opponents’ points"), "{later}");
    crate::pages::assert_page(&players[0].get(&format!("/events/{event}")).await, "/events/{id}");
}
