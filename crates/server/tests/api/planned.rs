//! Planned moves: played when they are due, dropped when they are not legal, and shown to their owner alone.

use crate::test_server::{Reply, Spectator, TestServer, ask, call, eventually};
use crate::tokens::bot;
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use bagatelle_core::Seat;
use bagatelle_table::Plan;
use futures_util::StreamExt;
use serde_json::{Value, json};

/// A game of Ann, who is to act first, and Bob.
struct Duel {
    ann: Spectator,
    bob: Spectator,
    id: String,
}

impl Duel {
    async fn of(server: &TestServer, game: &str, terms: Value) -> Duel {
        Duel::between(server, server, game, terms).await
    }

    /// Ann is at one server, Bob at another one.
    async fn between(one: &TestServer, other: &TestServer, game: &str, terms: Value) -> Duel {
        let (ann, bob) = (one.spectator().await, other.spectator().await);
        let order = json!({ "game": game, "programs": ["open"], "name": "Ann", "terms": terms });
        let made = ann.order(order).await;
        assert_eq!(made.status, 201, "{}", made.text());
        let id = made.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
        Duel { ann, bob, id }
    }

    fn path(&self) -> String {
        format!("/api/v1/games/{}/plan", self.id)
    }

    async fn try_plan(&self, who: &Spectator, lines: Value) -> Reply {
        who.put(&self.path(), json!({ "lines": lines })).await
    }

    /// Plans, which must be accepted.
    async fn plans(&self, who: &Spectator, lines: Value) -> Value {
        let reply = self.try_plan(who, lines).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    async fn plan(&self, who: &Spectator) -> Value {
        let reply = who.get(&self.path()).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// Takes an action; gives the state after it.
    async fn acts(&self, who: &Spectator, action: &str) -> Value {
        let reply = who.try_in(&self.id, json!({ "text": action })).await;
        assert_eq!(reply.status, 200, "{action}: {}", reply.text());
        reply.json()
    }

    async fn seen(&self) -> Value {
        self.ann.look_at(&self.id).await.json()["seen"].clone()
    }

    async fn lines(&self, who: &Spectator) -> Value {
        self.plan(who).await["lines"].clone()
    }
}

/// A clock of ten minutes and ten seconds for each move.
fn clock() -> Value {
    json!({ "pace": { "real-time": { "start_s": 600, "increment_s": 10 } } })
}

#[tokio::test]
async fn a_line_is_played_as_far_as_the_other_player_follows_it() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    let (ann, bob) = (&game.ann, &game.bob);
    let lines = json!([["5@b3", "5@b4", "4@a4", "4@a3", "3@a2"], ["5@c3", "3@c4"], ["*", "1@b4"]]);
    // What the other player does last answers nothing, and is not kept.
    let planned = game.plans(bob, lines).await;
    let kept = json!([["5@b3", "5@b4", "4@a4", "4@a3"], ["5@c3", "3@c4"], ["*", "1@b4"]]);
    assert_eq!((&planned["lines"], &planned["dropped"]), (&kept, &Value::Null));
    // The answer holds both moves, and it is the turn of the one who asked.
    let state = game.acts(ann, "5@b3").await;
    assert_eq!((&state["seen"], &state["yours"]), (&json!(["5@b3", "5@b4"]), &json!(true)));
    assert_eq!(game.lines(bob).await, json!([["4@a4", "4@a3"]]));
    let state = game.acts(ann, "4@a4").await;
    assert_eq!(state["seen"], json!(["5@b3", "5@b4", "4@a4", "4@a3"]));
    assert_eq!(game.plan(bob).await, json!({ "version": state["version"], "lines": [], "dropped": null }));
    // Nothing is planned for what comes now.
    let played = game.acts(ann, state["legal"][0].as_str().unwrap()).await;
    assert_eq!(played["yours"], false);
}

#[tokio::test]
async fn what_answers_another_move_is_dropped_and_its_owner_is_told() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    game.plans(&game.bob, json!([["5@c3", "3@c4"]])).await;
    let state = game.acts(&game.ann, "5@b3").await;
    assert_eq!((&state["seen"], &state["yours"]), (&json!(["5@b3"]), &json!(false)));
    let told = game.plan(&game.bob).await;
    assert_eq!(told["lines"], json!([]));
    assert!(told["dropped"].as_str().unwrap().contains("Your plan didn’t cover that move"), "{told}");
    assert!(game.bob.get(&format!("/g/{}", game.id)).await.text().contains("Your plan didn’t cover"));
    assert!(!game.ann.get(&format!("/g/{}", game.id)).await.text().contains("Your plan didn’t cover"));
    // Until the owner moves.
    game.acts(&game.bob, "5@b4").await;
    assert_eq!(game.plan(&game.bob).await["dropped"], Value::Null);
}

#[tokio::test]
async fn a_move_for_any_answer_is_played_if_it_is_legal_then() {
    let server = TestServer::new().await;
    for (answer, played) in [("5@b3", true), ("5@b4", false)] {
        let game = Duel::of(&server, "baju-duel", clock()).await;
        game.plans(&game.bob, json!([["*", "1@b4"]])).await;
        let state = game.acts(&game.ann, answer).await;
        let (seen, told) = (state["seen"].as_array().unwrap().len(), game.plan(&game.bob).await);
        match played {
            true => assert_eq!((seen, &told["dropped"]), (2, &Value::Null), "{state}"),
            false => {
                assert_eq!((seen, &state["yours"]), (1, &json!(false)));
                let why = told["dropped"].as_str().unwrap();
                assert!(why.contains("Your planned move was dropped: that space isn’t empty."), "{why}");
            }
        }
    }
}

#[tokio::test]
async fn what_is_taken_back_takes_the_plan_along() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    let (ann, bob) = (&game.ann, &game.bob);
    game.acts(ann, "5@b3").await;
    game.plans(ann, json!([["5@b4", "4@a4"]])).await;
    assert_eq!(ann.try_in(&game.id, json!({ "kind": "ask", "text": "takeback" })).await.status, 200);
    assert_eq!(bob.try_in(&game.id, json!({ "kind": "agree" })).await.status, 200);
    assert!(game.plan(ann).await["dropped"].as_str().unwrap().contains("taken back"));
    // The same moves again are not those that were meant.
    game.acts(ann, "5@b3").await;
    assert_eq!(game.acts(bob, "5@b4").await["seen"], json!(["5@b3", "5@b4"]));
    assert_eq!(game.plan(ann).await["dropped"], Value::Null);
}

#[tokio::test]
async fn an_open_offer_is_answered_by_a_planned_move_as_by_any_other() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "bambam-booboo", json!({})).await;
    let first = game.ann.look_at(&game.id).await.json()["legal"][0].as_str().unwrap().to_owned();
    // An offer alone makes nothing due.
    game.plans(&game.bob, json!([["*", second(&game, &first)]])).await;
    assert_eq!(game.ann.try_in(&game.id, json!({ "kind": "ask", "text": "draw" })).await.status, 200);
    assert_eq!(game.seen().await, json!([]));
    let state = game.acts(&game.ann, &first).await;
    assert_eq!(state["seen"].as_array().unwrap().len(), 2);
    assert_eq!(state["asked"], Value::Null);
}

/// An answer to the first move of a game.
fn second(game: &Duel, first: &str) -> String {
    let _ = game;
    let duel = bagatelle_catalog::find("bambam-booboo").unwrap();
    let seed = bagatelle_core::Seed::from_text("1");
    let mut play = duel.open(&duel.deal(&Value::Null, &Value::Null, &seed).unwrap()).unwrap();
    play.play(first).unwrap();
    play.legal()[0].clone()
}

#[tokio::test]
async fn a_game_that_ends_is_not_played_on() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    game.plans(&game.bob, json!([["5@b3", "5@b4"]])).await;
    assert_eq!(game.ann.try_in(&game.id, json!({ "kind": "resign" })).await.status, 200);
    assert_eq!(game.seen().await, json!([]));
    assert_eq!(game.lines(&game.bob).await, json!([]));
    game.try_plan(&game.bob, json!([["5@b3", "5@b4"]])).await.is_refused(422, "game is over");
    let store = server.store().await;
    assert!(store.plan(&game.id, Seat(1), game.bob.id()).await.unwrap().is_some());
    store.forget_old(&Default::default()).await.unwrap();
    assert!(store.plan(&game.id, Seat(1), game.bob.id()).await.unwrap().is_none(), "it is of no use");
    store.close().await;
}

#[tokio::test]
async fn a_planned_move_costs_no_time_and_earns_the_increment() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", clock()).await;
    game.acts(&game.ann, "5@b3").await;
    game.acts(&game.bob, "5@b4").await;
    let left = async |seat: usize| {
        game.ann.look_at(&game.id).await.json()["seats"][seat]["left_ms"].as_i64().unwrap()
    };
    game.plans(&game.bob, json!([["4@a4", "4@a3"]])).await;
    let before = (left(0).await, left(1).await);
    server.pass(30_000);
    let state = game.acts(&game.ann, "4@a4").await;
    assert_eq!(state["seen"].as_array().unwrap().len(), 4);
    assert_eq!((left(0).await, left(1).await), (before.0 - 30_000 + 10_000, before.1 + 10_000));
    // Who is late for the move has no answer to it.
    game.plans(&game.bob, json!([["*", "3@c3"]])).await;
    server.advance(2_000_000).await;
    let state = game.ann.look_at(&game.id).await.json();
    assert_eq!((&state["ending"], state["seen"].as_array().unwrap().len()), (&json!("out-of-time"), 4));
}

#[tokio::test]
async fn two_plans_answer_each_other_in_one_write() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    let (ann, bob) = (&game.ann, &game.bob);
    let moves = ["5@b3", "5@b4", "4@a4", "4@a3", "3@a2", "3@b2"];
    game.acts(ann, moves[0]).await;
    game.plans(ann, json!([moves[1..5]])).await;
    let state = game.acts(bob, moves[1]).await;
    assert_eq!(state["seen"], json!(moves[..3]));
    // Ann waits for Bob, who is to act and plans nothing; now Bob moves, and plans while Ann is to act.
    let state = game.acts(bob, moves[3]).await;
    assert_eq!(state["seen"], json!(moves[..5]));
    let state = game.acts(bob, moves[5]).await;
    assert_eq!((&state["seen"], &state["yours"]), (&json!(moves), &json!(false)));

    // A chain: both have planned while the other was to act.
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    let store = server.store().await;
    let version = game.ann.look_at(&game.id).await.json()["version"].as_u64().unwrap();
    for (seat, owner, from, end) in [(1, &game.bob, 0, 6), (0, &game.ann, 1, 5)] {
        let line = moves[from..end].iter().map(|action| (*action).to_owned()).collect();
        let plan = Plan { seat: Seat(seat), version: version + from as u64, lines: vec![line] };
        store.keep_plan(&game.id, owner.id(), &plan).await.unwrap();
    }
    store.close().await;
    let state = game.acts(&game.ann, moves[0]).await;
    assert_eq!(state["seen"], json!(moves));
    let events = server.tables().store().events(&game.id).await.unwrap();
    let times: Vec<i64> = events.iter().rev().take(6).map(|event| event.at).collect();
    assert!(times.windows(2).all(|two| two[0] == two[1]), "{times:?}");
}

#[tokio::test]
async fn a_plan_that_a_server_left_is_played_at_the_next_look() {
    let mut server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    let version = game.ann.look_at(&game.id).await.json()["version"].as_u64().unwrap();
    game.acts(&game.ann, "5@b3").await;
    // As if it had been kept when another server was about to write the move.
    let store = server.store().await;
    let lines = vec![vec!["5@b3".to_owned(), "5@b4".to_owned()]];
    let plan = Plan { seat: Seat(1), version, lines };
    store.keep_plan(&game.id, game.bob.id(), &plan).await.unwrap();
    store.close().await;
    assert_eq!(game.seen().await, json!(["5@b3"]), "it is in memory");
    server.restart().await;
    let ann = game.ann.at(&server);
    assert_eq!(ann.look_at(&game.id).await.json()["seen"], json!(["5@b3", "5@b4"]));
    assert_eq!(ann.look_at(&game.id).await.json()["seen"], json!(["5@b3", "5@b4"]), "once");
}

#[tokio::test]
async fn of_two_servers_one_plays_it() {
    let one = TestServer::on_postgres().await;
    let other = one.beside().await;
    for round in 0..6 {
        let game = Duel::between(&one, &other, "baju-duel", json!({})).await;
        // Bob plans at one server while Ann moves at the other one.
        let (id, bob, path) = (game.id.clone(), game.bob.at(&other), game.path());
        let planned = tokio::spawn(async move {
            let lines = json!({ "lines": [["5@b3", "5@b4"], ["*", "5@b4"]] });
            (bob.put(&path, lines).await.status.as_u16(), bob, id)
        });
        if round % 2 == 0 {
            tokio::task::yield_now().await;
        }
        game.acts(&game.ann, "5@b3").await;
        let (status, bob, id) = planned.await.unwrap();
        // One that comes after the move is refused.
        let expected = if status == 200 { json!(["5@b3", "5@b4"]) } else { json!(["5@b3"]) };
        assert!(matches!(status, 200 | 422), "{status}");
        // Where neither server knew of the other's write, the one with the plan plays it when it hears.
        for who in [&game.ann, &bob] {
            let same = async || (who.look_at(&id).await.json()["seen"] == expected).then_some(());
            eventually("the planned move", same).await;
        }
    }

    // Both servers find the same plan due.
    let game = Duel::between(&one, &other, "baju-duel", json!({})).await;
    let version = game.bob.look_at(&game.id).await.json()["version"].as_u64().unwrap();
    game.acts(&game.ann, "5@b3").await;
    let third = one.beside().await;
    let fourth = one.beside().await;
    let store = one.store().await;
    let lines = vec![vec!["5@b3".to_owned(), "5@b4".to_owned()]];
    store.keep_plan(&game.id, game.bob.id(), &Plan { seat: Seat(1), version, lines }).await.unwrap();
    let (ann, bob) = (game.ann.at(&third), game.bob.at(&fourth));
    tokio::join!(ann.look_at(&game.id), bob.look_at(&game.id));
    let acted = store.events(&game.id).await.unwrap().iter().filter(|event| event.kind.is_move()).count();
    assert_eq!(acted, 2);
    store.close().await;
}

#[tokio::test]
async fn a_follower_is_told_of_the_turn_after_a_planned_answer() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    let store = server.store().await;
    for who in [&game.ann, &game.bob] {
        store.open_feed(who.id()).await.unwrap();
    }
    game.plans(&game.bob, json!([["5@b3", "5@b4"]])).await;
    let version = game.acts(&game.ann, "5@b3").await["version"].clone();
    let news = async |who: &Spectator| {
        json!(store.news(who.id(), 0, 9).await.unwrap().last().map(|n| n.at)).is_number()
    };
    assert!(news(&game.ann).await, "it is her turn again at version {version}");
    assert!(!news(&game.bob).await, "he had answered before it was his turn");
    store.close().await;
}

#[tokio::test]
async fn what_cannot_be_planned_is_refused_in_a_sentence() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    let (ann, bob) = (&game.ann, &game.bob);
    let good = json!([["5@b3", "5@b4"]]);
    game.try_plan(ann, good.clone()).await.is_refused(422, "t’s your turn");
    let eve = server.spectator().await;
    game.try_plan(&eve, good.clone()).await.is_refused(403, "have a seat");
    eve.get(&game.path()).await.is_refused(403, "have a seat");
    let long: Vec<&str> = std::iter::repeat_n("5@b3", 21).collect();
    let many: Vec<Value> = std::iter::repeat_n(json!(["5@b3", "5@b4"]), 21).collect();
    for (lines, why) in [
        (json!([["5@b3", "5@b3"]]), "ine 1: 5@b3 can’t be played there: that space isn’t empty"),
        (json!([["5@b3", "5@b4"], ["nonsense", "5@b4"]]), "ine 2: nonsense can’t be played there"),
        (json!([["5@b3"]]), "one of yours follows"),
        (json!([[]]), "one of yours follows"),
        (json!([["5@b3", "*"]]), "stands for any move"),
        (json!([["*", "5@b4", "4@a4"]]), "stands for any move"),
        (json!([["*", "9@b4"]]), "can’t"),
        (json!([["*", "b1b2"]]), "whatever the other player does"),
        (json!([["5@b3", "5@b4"], ["5@b3", "4@b4"]]), "ine 2 gives a different answer"),
        (json!([["*", "5@b4"], ["*", "4@b4"]]), "ine 2 gives a different answer"),
        (json!([long]), "20 moves at most"),
        (json!(many), "20 lines at most"),
    ] {
        game.try_plan(bob, lines.clone()).await.is_refused(422, why);
    }
    let late = json!({ "lines": good, "version": 99 });
    bob.put(&game.path(), late).await.is_refused(409, "moved on");
    assert_eq!(game.lines(bob).await, json!([]));
    // An empty plan is none, and so is one that was dropped.
    game.plans(bob, good.clone()).await;
    assert_eq!(game.plans(bob, json!([])).await["lines"], json!([]));
    game.plans(bob, good.clone()).await;
    let dropped = ask(&server.router(), "DELETE", &game.path(), Some(&bob.token), Value::Null).await;
    assert_eq!((dropped.status.as_u16(), game.lines(bob).await), (204, json!([])));
    // Not before all seats are taken, not in a pause.
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    ann.put(&format!("/api/v1/games/{id}/plan"), json!({ "lines": good }))
        .await
        .is_refused(422, "every seat");
    let paused = Duel::of(&server, "baju-duel", clock()).await;
    assert_eq!(paused.ann.try_in(&paused.id, json!({ "kind": "ask", "text": "pause" })).await.status, 200);
    assert_eq!(paused.bob.try_in(&paused.id, json!({ "kind": "agree" })).await.status, 200);
    paused.try_plan(&paused.bob, good.clone()).await.is_refused(422, "paused");
    // Nor where hands are hidden, nor alone.
    let cards = json!({ "game": "bulbous", "wish": { "seats": 2 }, "programs": ["open"], "name": "Ann" });
    let id = ann.order(cards).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    for who in [ann, bob] {
        let path = format!("/api/v1/games/{id}/plan");
        who.put(&path, json!({ "lines": good })).await.is_refused(422, "ands are hidden");
        assert!(!who.get(&format!("/g/{id}")).await.text().contains("/plan"));
        assert_eq!(who.get(&format!("/g/{id}/plan")).await.status, 422);
    }
    let puzzle = server.plain_owner().await;
    let path = format!("/api/v1/games/{}/plan", puzzle.game);
    ask(&server.router(), "PUT", &path, Some(&puzzle.token), json!({ "lines": good }))
        .await
        .is_refused(422, "you play this one alone");
}

#[tokio::test]
async fn plans_are_limited() {
    let server = TestServer::limited("plans=4").await;
    let game = Duel::of(&server, "baju-duel", json!({})).await;
    let good = json!([["5@b3", "5@b4"]]);
    game.plans(&game.bob, good.clone()).await;
    game.try_plan(&game.bob, good).await.is_refused(429, "planned many moves");
}

#[tokio::test]
async fn a_banned_player_plays_no_planned_move() {
    let server = TestServer::new().await;
    let (ann, bob) = (bot(&server, "Ann").await, bot(&server, "Bob").await);
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    let game = Duel { ann, bob, id };
    game.plans(&game.bob, json!([["5@b3", "5@b4"]])).await;
    let store = server.store().await;
    let account = store.account_named("Bob").await.unwrap().unwrap().id;
    server
        .sql(&format!(
            "INSERT INTO restrictions (person, banned, muted, reason) VALUES ('{account}', TRUE, FALSE, '')"
        ))
        .await;
    assert_eq!(game.acts(&game.ann, "5@b3").await["seen"], json!(["5@b3"]));
    store.close().await;
}

/// Everything that the server answers someone about a game.
async fn all_answers(server: &TestServer, who: Option<&Spectator>, id: &str) -> Vec<(String, String)> {
    let token = who.map(|who| who.token.as_str());
    let mut all = Vec::new();
    let paths = [
        format!("/g/{id}"),
        format!("/g/{id}/table"),
        format!("/g/{id}/replay"),
        format!("/g/{id}/record.json"),
        format!("/g/{id}/picture.svg"),
        format!("/g/{id}/thumbnail.svg"),
        format!("/api/v1/games/{id}"),
        format!("/api/v1/games/{id}/moves"),
        format!("/api/v1/games/{id}/chat"),
        format!("/api/v1/games/{id}/record"),
        format!("/api/v1/games/{id}/plan"),
        "/api/v1/games".to_owned(),
        "/api/v1/lobby".to_owned(),
        "/games".to_owned(),
        "/".to_owned(),
        format!("/g/{id}/plan"),
        format!("/g/{id}/why?picks=button-w5"),
    ];
    for path in paths {
        let reply = ask(&server.router(), "GET", &path, token, Value::Null).await;
        let mut headers = reply.headers.clone();
        headers.remove("x-request-id");
        let head = format!("{} {headers:?}", reply.status);
        all.push((path, head + &reply.text()));
    }
    all
}

/// The stream of the page of a table.
struct Numbers(BodyDataStream);

impl Numbers {
    async fn new(server: &TestServer, who: &Spectator, id: &str) -> Numbers {
        let request = Request::get(format!("/g/{id}/events"))
            .header("authorization", format!("Bearer {}", who.token))
            .body(Body::empty());
        let mut stream =
            Numbers(call(&server.router(), request.unwrap()).await.into_body().into_data_stream());
        stream.next().await;
        stream
    }

    /// The number of events, and of other changes.
    async fn next(&mut self) -> (u64, u64) {
        loop {
            let part = self.0.next().await.unwrap().unwrap();
            let text = String::from_utf8(part.to_vec()).unwrap();
            if let Some((events, revision)) =
                text.lines().find_map(|line| line.strip_prefix("data: ")?.split_once('.'))
            {
                return (events.parse().unwrap(), revision.parse().unwrap());
            }
        }
    }

    /// What it tells next when Ann has written something.
    async fn after_chat(&mut self, game: &Duel) -> (u64, u64) {
        let said = game.ann.form(&format!("/g/{}/say", game.id), &[("text", "Hm.")]).await;
        assert_eq!(said.status, 200, "{}", said.text());
        self.next().await
    }
}

/// What differs between two runs on its own.
fn without_keys(text: &str) -> String {
    let mut parts = text.split("name=\"key\" value=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.filter_map(|part| Some(part.split_once('"')?.1)).collect::<String>()
}

#[tokio::test]
async fn no_other_visitor_learns_that_there_is_a_plan() {
    let server = TestServer::new().await;
    for terms in [json!({}), clock()] {
        let game = Duel::of(&server, "baju-duel", terms).await;
        game.acts(&game.ann, "5@b3").await;
        game.acts(&game.bob, "5@b4").await;
        let eve = server.spectator().await;
        let look = async || {
            let mut all = Vec::new();
            for who in [Some(&game.ann), Some(&eve), None] {
                all.extend(all_answers(&server, who, &game.id).await);
            }
            all
        };
        // Looked at once before, so that all who look are known to be here.
        game.bob.get(&game.path()).await;
        look().await;
        let without = look().await;
        game.plans(&game.bob, json!([["4@a4", "4@a3"], ["*", "3@c3"]])).await;
        game.bob.get(&format!("/g/{}", game.id)).await;
        game.bob.get(&format!("/g/{}/table?plan=1", game.id)).await;
        let with = look().await;
        for ((path, before), (_, after)) in without.iter().zip(&with) {
            assert!(without_keys(before) == without_keys(after), "{path}: {before}\n{after}");
        }
        // The stream of the page tells the numbers of changes: a plan is none.
        let mut stream = Numbers::new(&server, &game.ann, &game.id).await;
        let before = stream.after_chat(&game).await;
        game.plans(&game.bob, json!([["4@a4", "4@a3"]])).await;
        game.bob.get(&format!("/g/{}", game.id)).await;
        let after = stream.after_chat(&game).await;
        assert_eq!((after.0, after.1), (before.0, before.1 + 1));
        // Nor by a move that it does not answer, or that drops it.
        let twin = Duel::of(&server, "baju-duel", json!({})).await;
        twin.plans(&twin.bob, json!([["5@c3", "3@c4"]])).await;
        let other = Duel::of(&server, "baju-duel", json!({})).await;
        let answer = async |duel: &Duel| {
            let reply = duel.ann.try_in(&duel.id, json!({ "text": "5@b3" })).await;
            reply.text().replace(&duel.id, "ID").replace(duel.commitment().await.as_str(), "")
        };
        assert_eq!(answer(&twin).await, answer(&other).await);
    }
}

impl Duel {
    /// The commitment, which is another one in each game.
    async fn commitment(&self) -> String {
        let state = self.ann.look_at(&self.id).await.json();
        state["commitment"].as_str().unwrap_or("no commitment").to_owned()
    }
}

#[tokio::test]
async fn the_pages_plan_as_the_api_does() {
    let server = TestServer::new().await;
    let game = Duel::of(&server, "baju-duel", json!({ "pace": { "days": 3 } })).await;
    let (ann, bob, id) = (&game.ann, &game.bob, &game.id);
    let page = bob.get(&format!("/g/{id}")).await.text();
    assert!(page.contains(&format!("href=\"/g/{id}/plan\"")), "{page}");
    assert!(!ann.get(&format!("/g/{id}")).await.text().contains("/plan\""), "it is her turn");
    let version = bob.look_at(id).await.json()["version"].as_u64().unwrap();
    let act = |line: &str| format!("/g/{id}/plan/act?at={version}&line={}", line.replace('@', "%40"));
    let part = bob.form(&act(""), &[("kind", "plan"), ("text", "5@b3")]).await;
    assert!(part.text().contains("Choose your answer."), "{}", part.text());
    let part = bob.form(&act("5@b3"), &[("kind", "plan"), ("text", "5@b4")]).await.text();
    assert!(part.contains("Save this line, or add a move for Ann."), "{part}");
    let part = bob.form(&act("5@b3"), &[("kind", "plan"), ("text", "5@b3")]).await;
    assert_eq!((part.status.as_u16(), part.text()), (422, "That space isn’t empty.".to_owned()));
    let part = bob.form(&act("5@b3+5@b4"), &[("kind", "keep")]).await.text();
    assert!(part.contains("Line saved.") && part.contains("Delete line 1"), "{part}");
    assert_eq!(game.lines(bob).await, json!([["5@b3", "5@b4"]]));
    let part = bob.form(&act("5@b3+5@b4"), &[("kind", "back")]).await.text();
    assert!(part.contains("Choose your answer."), "{part}");
    let page = bob.get(&format!("/g/{id}")).await.text();
    assert!(page.contains("Planned moves (1 line)"), "{page}");
    let part = bob.form(&act(""), &[("kind", "drop"), ("text", "5@b3 5@b4")]).await.text();
    assert!(part.contains("Line deleted.") && part.contains("None yet."), "{part}");
    bob.form(&act("5@b3+5@b4"), &[("kind", "keep")]).await;
    bob.form(&act("5@c3+3@c4"), &[("kind", "keep")]).await;
    let part = bob.form(&act(""), &[("kind", "clear")]).await.text();
    assert!(part.contains("All lines deleted."), "{part}");
    let why = bob.get(&format!("/g/{id}/plan/why?at={version}&line=5%40b3&picks=button-b5+space-b3")).await;
    assert_eq!(why.text(), "A button from your supply needs an empty space.");
    assert_eq!(bob.form(&act(""), &[("kind", "nonsense")]).await.status, 422);
    assert_eq!(server.anonymous().get(&format!("/g/{id}/plan")).await.status, 403);
    // The game goes on while the page is open.
    game.acts(ann, "5@b3").await;
    assert_eq!(bob.form(&act("5@c3"), &[("kind", "plan"), ("text", "3@c4")]).await.status, 422);
    let page = bob.get(&format!("/g/{id}/plan")).await;
    assert!(page.text().contains("It’s your turn, so there’s nothing to plan."), "{}", page.text());
}

#[tokio::test]
async fn the_next_move_is_planned_on_the_board_of_a_live_game() {
    let server = TestServer::new().await;
    for (game, first) in [("baju-duel", "5@b3"), ("bambam-booboo", "")] {
        let game = Duel::of(&server, game, clock()).await;
        let (bob, id) = (&game.bob, &game.id);
        let first = match first {
            "" => game.ann.look_at(id).await.json()["legal"][0].as_str().unwrap().to_owned(),
            first => first.to_owned(),
        };
        let next = format!("/g/{id}/plan/next");
        let page = bob.get(&format!("/g/{id}")).await.text();
        assert!(page.contains("Plan a move") && page.contains(&format!("data-plan=\"{next}\"")), "{page}");
        assert!(page.contains("data-offers=\"[]\""), "nothing can be picked before it is asked for");
        let part = bob.form(&next, &[("kind", "begin")]).await.text();
        assert!(part.contains("data-planning") && part.contains("Plan your next move"), "{part}");
        assert!(part.contains(&format!("data-part=\"/g/{id}/table?plan=1\"")));
        let offers = part.split_once("data-offers=\"").unwrap().1.split_once('"').unwrap().0;
        let offers: Value = serde_json::from_str(&offers.replace("&quot;", "\"")).unwrap();
        let text = offers[0]["text"].as_str().unwrap();
        let part = bob.form(&next, &[("kind", "plan"), ("text", text)]).await.text();
        // In words, as the log will tell it.
        assert!(part.contains("Planned: ") && !part.contains(&format!("Planned: {text}")), "{part}");
        assert!(part.contains("data-lead=") && part.contains("Drop the plan"));
        assert_eq!(game.lines(bob).await, json!([["*", text]]));
        let part = bob.form(&next, &[("kind", "drop"), ("text", text)]).await.text();
        assert!(part.contains("Plan a move") && !part.contains("data-lead="), "{part}");
        // Another one takes its place.
        bob.form(&next, &[("kind", "plan"), ("text", text)]).await;
        let other = offers[1]["text"].as_str().unwrap();
        bob.form(&next, &[("kind", "plan"), ("text", other)]).await;
        assert_eq!(game.lines(bob).await, json!([["*", other]]));
        let why = bob.get(&format!("/g/{id}/why?plan=1&picks=x")).await.text();
        assert_eq!(why, "That can’t be your next move.");
        game.acts(&game.ann, &first).await;
        // What has become due is no longer planned, whichever it was.
        assert_eq!(game.lines(bob).await, json!([]));
        let page = game.ann.get(&format!("/g/{id}")).await.text();
        assert!(!page.contains("Planned:") && !page.contains("planned move"));
    }
}

#[tokio::test]
async fn a_plan_goes_along_with_its_owner() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, bot(&server, "Bob").await);
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    let game = Duel { ann, bob, id };
    game.plans(&game.bob, json!([["5@b3", "5@b4"]])).await;
    let store = server.store().await;
    let account = store.account_named("Bob").await.unwrap().unwrap().id;
    let data = store.personal_data(&account).await.unwrap();
    assert_eq!(json!(data.planned)[0]["lines"], json!([["5@b3", "5@b4"]]));
    assert_eq!(json!(data.planned)[0]["game"], json!(game.id));
    let nothing = store.personal_data(game.ann.id()).await.unwrap();
    assert_eq!(json!(nothing.planned), json!([]));
    store.delete_account(&account).await.unwrap();
    assert_eq!(store.plans_of(&account).await.unwrap(), []);
    store.close().await;
}
