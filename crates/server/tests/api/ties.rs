//! A tie of Bulbous, in which all who are tied may answer at once, at a server with a database.

use crate::test_server::{Spectator, TestServer};
use bagatelle_bulbous::{Bulbous, Card, DealOptions, Options, Preset, Setup};
use bagatelle_core::{Game, Rng, Seed, Stream};
use bagatelle_table::{Event, EventKind, Occupant, Person, Table, TableSpec, Terms};
use serde_json::{Value, json};
use std::sync::Arc;

const BEGUN: &str =
    "choose:3 choose:3 choose:3 choose:3 target:R target:B target:Y bet:R9 bet:R4,R5 bet:R3,R6 pass";

/// A set-up in which the first three can be tied on red.
fn setup(options: &Options) -> Setup {
    let rules = Bulbous::new(options).unwrap();
    let mut rng = Rng::new(&Seed::from_text("ties"), Stream::Deal);
    let dealt = rules.deal(&DealOptions::of(4), &mut rng).unwrap();
    let hands = ["R9 RX", "R4 R5 R8", "R3 R6 R7", ""].map(|hand| hand.split_whitespace().collect::<Vec<_>>());
    let mut others = dealt.deck.split(' ').filter(|card| !hands.concat().contains(card));
    let mut deck: Vec<&str> = Vec::new();
    for hand in &hands {
        deck.extend(hand);
        deck.extend(others.by_ref().take(7 - hand.len()));
    }
    deck.extend(others);
    assert!(deck.iter().all(|card| Card::from_text(card).is_some()));
    Setup { first: 0, deck: deck.join(" "), ..dealt }
}

/// Writes a game of these four into the database, in which the first three are tied.
async fn insert(server: &TestServer, id: &str, players: &[Spectator]) {
    let options = Options { preset: Preset::Rules2026, ..Options::default() };
    let person = |(player, name): (&Spectator, &str)| Occupant::Person(Person::new(player.id(), name));
    let spec = TableSpec {
        id: id.to_owned(),
        game: "bulbous".into(),
        options: json!(options),
        setup: Some(json!(setup(&options))),
        seed: "ties".into(),
        dealt: false,
        daily: None,
        seating: players.iter().zip(["Ann", "Bob", "Cleo", "Dan"]).map(person).collect(),
        owner: players[0].id().to_owned(),
        terms: Terms::default(),
        created: 0,
        round: None,
        forked_from: None,
        fairness: None,
    };
    let acted = |action: &str| Event::new(0, EventKind::Acted { action: action.to_owned() });
    let events: Vec<Event> = BEGUN.split(' ').map(acted).collect();
    let table = Table::restore(spec.clone(), Arc::from([]), &events).unwrap();
    let store = server.store().await;
    store.create(&spec, &table.summary(0), &events, &[]).await.unwrap();
    store.close().await;
}

async fn state(reader: &Spectator, id: &str) -> Value {
    reader.look_at(id).await.json()
}

fn act(text: &str) -> Value {
    json!({ "kind": "act", "text": text })
}

#[tokio::test]
async fn tied_players_answer_in_any_order_and_in_secret() {
    let mut server = TestServer::new().await;
    let mut players = Vec::new();
    for _ in 0..4 {
        players.push(server.spectator().await);
    }
    let watcher = server.spectator().await;
    let ids = ["tie-with-a-card", "tie-with-no-card"];
    for (id, answer) in ids.iter().zip(["bet:R8", "pass"]) {
        insert(&server, id, &players).await;
        for (seat, player) in players.iter().enumerate() {
            let state = state(player, id).await;
            assert_eq!((&state["turn"], &state["may_act"]), (&json!(0), &json!([0, 1, 2])));
            assert_eq!((&state["yours"], &state["answered"]), (&json!(seat < 3), &json!([])));
            assert_eq!(state["legal"].as_array().unwrap().is_empty(), seat == 3, "{}", state["legal"]);
        }
        assert!(state(&players[1], id).await["legal"].as_array().unwrap().contains(&json!("bet:R8")));
        let page = players[1].get(&format!("/g/{id}")).await.text();
        assert!(
            page.contains("Add the card") && page.contains("You’re tied: add one red card to win"),
            "{page}"
        );
        let taken = players[1].try_in(id, act(answer)).await;
        assert_eq!(taken.status, 200, "{}", taken.text());
        assert_eq!(taken.json()["answered"], json!([1]));
    }
    // Whatever was answered, all others are told the same.
    for reader in [&players[0], &players[2], &players[3], &watcher] {
        for path in [
            "/g/ID",
            "/g/ID/table",
            "/g/ID/picture.svg",
            "/g/ID/replay",
            "/api/v1/games/ID",
            "/api/v1/games/ID/moves",
        ] {
            let mut told = Vec::new();
            for id in ids {
                told.push(reader.get(&path.replace("ID", id)).await.text().replace(id, "ID"));
            }
            assert_eq!(told[0], told[1], "{path}");
        }
    }
    let page = players[3].get(&format!("/g/{}", ids[0])).await.text();
    assert!(page.contains(">answered</small>") && page.contains("Ann and Cleo are tied"), "{page}");
    let page = players[1].get(&format!("/g/{}", ids[0])).await.text();
    assert!(page.contains("You’ve answered. Ann and Cleo may still add one card."), "{page}");

    players[1].try_in(ids[0], act("pass")).await.is_refused(422, "You’ve already answered");
    players[3].try_in(ids[0], act("pass")).await.is_refused(422, "not your turn");

    // The answer is on disk.
    server.restart().await;
    let [ann, bob, cleo] = [0, 1, 2].map(|n| players[n].at(&server));
    assert_eq!(state(&ann, ids[0]).await["answered"], json!([1]));
    bob.try_in(ids[0], act("pass")).await.is_refused(422, "You’ve already answered");
    assert_eq!(cleo.try_in(ids[0], act("bet:R7")).await.status, 200);
    let last = ann.try_in(ids[0], act("bet:RX")).await.json();
    assert_eq!(last["answered"], json!([]));
    let seen = last["seen"].as_array().unwrap();
    assert_eq!(seen[11..13], [json!("bet:RX"), json!("answer")]);
    assert!(seen[13].as_str().unwrap().contains("0=R9,RX;1=R4,R5,R8;2=R3,R6,R7:1"), "{seen:?}");
    let moves = ann.get(&format!("/api/v1/games/{}/moves", ids[0])).await.json();
    let seats: Vec<&Value> = moves.as_array().unwrap()[11..].iter().map(|one| &one["seat"]).collect();
    assert_eq!(seats, [0, 1, 2]);
}
