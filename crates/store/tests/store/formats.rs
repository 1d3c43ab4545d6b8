//! What earlier versions stored, see `tests/formats/README.md`: a data folder of version 0.1.0 is brought up
//! to date, and every table, event, summary, account and rating in it is what that version said.

#![allow(clippy::disallowed_methods, reason = "the stored forms are files")]

use bagatelle_core::Turn;
use bagatelle_store::{Search, Store};
use bagatelle_table::{Downtime, Event, ForkedFrom, Occupant, StoredEvent, Summary, Table, TableSpec};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// A moment after everything in the corpus.
const LATER: i64 = 1_795_400_000_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats")
}

fn read(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder().join(name)).unwrap()).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// A copy of the old data folder, opened.
async fn open() -> (TempDir, Store) {
    let copy = tempfile::tempdir().unwrap();
    let file = copy.path().join("bagatelle.sqlite");
    std::fs::copy(folder().join("data/bagatelle.sqlite"), &file).unwrap();
    let store = Store::open(&file).await.unwrap();
    (copy, store)
}

/// The accounts that have claimed visitors.
fn claims(corpus: &Value) -> BTreeMap<String, String> {
    array(&corpus["claimed"]).iter().map(|row| (text(&row["visitor"]), text(&row["person"]))).collect()
}

fn stored_event(row: &Value) -> StoredEvent {
    StoredEvent {
        at: row["at"].as_i64().unwrap(),
        kind: text(&row["kind"]),
        seat: row["seat"].as_u64().map(|seat| u8::try_from(seat).unwrap()),
        who: text(&row["who"]),
        text: text(&row["text"]),
        randomness: None,
    }
}

#[test]
fn every_row_of_events_is_read_and_written_back() {
    let corpus = read("events.json");
    let mut kinds = BTreeSet::new();
    for game in array(&corpus["games"]) {
        for row in array(&game["events"]) {
            let stored = stored_event(row);
            kinds.insert(stored.kind.clone());
            assert_eq!(Event::from_stored(stored.clone()).unwrap().to_stored(), stored, "{}", game["name"]);
        }
        let (seats, owner) = (text(&game["row"]["seats"]), text(&game["row"]["owner"]));
        let seating = TableSpec::read_seating(&seats, &owner).unwrap();
        assert_eq!(TableSpec::write_seating(&seating, &owner), seats, "{}", game["name"]);
    }
    assert_eq!(kinds.len(), 16, "{kinds:?}");
}

/// The parts of the spec that other tables are found by are the same texts as in the row.
fn check_spec(spec: &TableSpec, game: &Value, claims: &BTreeMap<String, String>) {
    let row = &game["row"];
    let resolve = |id: &Value| claims.get(id.as_str().unwrap()).cloned().unwrap_or_else(|| text(id));
    assert_eq!(spec.game, row["game"]);
    assert_eq!(spec.options.to_string(), text(&row["options"]));
    assert_eq!(spec.setup.as_ref().unwrap_or(&Value::Null).to_string(), text(&row["setup"]));
    assert_eq!(spec.seed, row["seed"]);
    assert_eq!(i64::from(spec.dealt), row["dealt"]);
    assert_eq!(json!(spec.daily), row["daily"]);
    assert_eq!(spec.owner, resolve(&row["owner"]));
    assert_eq!(json!(spec.terms), serde_json::from_str::<Value>(&text(&row["terms"])).unwrap());
    assert_eq!(spec.created, row["created"]);
    let mut seats = text(&row["seats"]);
    for (visitor, account) in claims {
        seats = seats.replace(visitor, account);
    }
    assert_eq!(spec.stored_seating(), seats);
    match &spec.round {
        None => assert_eq!(game["round"], Value::Null),
        Some(round) => assert_eq!(
            json!({ "game": spec.id, "match": round.match_id, "round": round.round, "best_of": round.best_of,
                "score": json!(round.score).to_string(), "players": json!(round.players).to_string() }),
            game["round"]
        ),
    }
    let inherited = array(&game["events"]).iter().filter(|row| row["kind"] == "given").count();
    let source = || game["origin"]["begun"].as_str().map(str::to_owned);
    let fork = game["origin"].is_object().then(|| ForkedFrom { table: source(), plies: inherited });
    assert_eq!(spec.forked_from, fork);
}

/// The table is what version 0.1.0 told a spectator.
fn check_table(table: &Table, game: &Value, record: &Value) {
    let then = &game["then"];
    assert_eq!(table.version(), then["version"].as_u64().unwrap());
    let turn = match table.play().turn() {
        _ if table.is_over() => json!("over"),
        Turn::Seat(seat) => json!(seat.0),
        Turn::Chance => json!("chance"),
        Turn::Over => unreachable!("the table is not over"),
    };
    assert_eq!(turn, then["turn"]);
    assert_eq!(json!(table.outcome()), then["outcome"]);
    assert_eq!(json!(table.next()), then["next"]);
    let asked = table.question().map(|open| open.question.to_string());
    assert_eq!(json!(asked), then["asked"]);
    let seat = |(occupant, seat): (&Occupant, _)| {
        let kind = match occupant {
            Occupant::Open => "open",
            Occupant::Person(_) => "person",
            Occupant::Program { .. } => "program",
        };
        json!({ "sitter": kind, "name": table.stored_label(seat) })
    };
    assert_eq!(Value::from_iter(table.seating().iter().zip(table.seats()).map(seat)), then["seats"]);
    match table.public_record() {
        None => assert_eq!(*record, Value::Null),
        Some(public) => assert_eq!(serde_json::from_str::<Value>(&public.to_json()).unwrap(), *record),
    }
}

/// The summary that stands in the database, the one of the table, and the old columns say the same.
fn check_summary(stored: &Summary, table: &Table, game: &Value) {
    let old = &game["standing"];
    let summary = table.summary(stored.changed);
    let mut computed = Summary { ranks: Vec::new(), moves: None, played: None, opening: None, ..summary };
    computed.seats.iter_mut().for_each(|seat| seat.score = None);
    assert_eq!(*stored, computed);
    assert_eq!(stored.stage.to_string(), old["phase"]);
    assert_eq!(stored.ending_text(), text(&old["reason"]));
    assert_eq!(json!(stored.deadline), old["deadline"]);
    assert_eq!((json!(stored.events), json!(stored.plies)), (old["events"].clone(), old["plies"].clone()));
    let seats = stored.seats.iter().zip(0..).map(|(seat, number)| {
        json!({ "game": table.id(), "seat": number, "person": seat.person, "name": seat.name,
            "turn": u8::from(seat.turn), "result": seat.result.map(|result| result.to_string()) })
    });
    assert_eq!(Value::from_iter(seats), game["sitters"]);
}

#[tokio::test]
async fn every_table_of_an_old_folder_is_what_it_was() {
    let (corpus, expected) = (read("events.json"), read("expected.json"));
    let (_copy, store) = open().await;
    let claims = claims(&corpus);
    let downtimes: Arc<[Downtime]> = store.downtimes().await.unwrap().into();
    let down = |row: &Downtime| json!({ "begin_at": row.0, "end_at": row.1 });
    assert_eq!(Value::from_iter(downtimes.iter().map(down)), corpus["downtimes"]);
    let found = store.search(&Search { limit: 1000, ..Search::default() }).await.unwrap();
    assert_eq!((found.damaged, found.more), (Vec::new(), false));
    let mut summaries: BTreeMap<String, Summary> =
        found.tables.into_iter().map(|listed| (listed.spec.id, listed.summary)).collect();
    assert_eq!(summaries.len(), array(&corpus["games"]).len());
    assert_eq!(store.without_summary().await.unwrap(), [""; 0]);

    for game in array(&corpus["games"]) {
        let (name, id) = (text(&game["name"]), text(&game["row"]["id"]));
        println!("{name}");
        let spec = store.table(&id).await.unwrap().unwrap();
        check_spec(&spec, game, &claims);
        let events = store.events(&id).await.unwrap();
        let rows: Vec<StoredEvent> = events.iter().map(Event::to_stored).collect();
        let old = array(&game["events"])
            .iter()
            .map(stored_event)
            .map(|row| StoredEvent { who: claims.get(&row.who).unwrap_or(&row.who).clone(), ..row });
        assert_eq!(rows, old.collect::<Vec<_>>());
        let table = Table::restore(spec.clone(), Arc::clone(&downtimes), &events).unwrap();
        check_table(&table, game, &expected["games"][&name]["record"]);
        // The summary was written at the last event, before later downtimes.
        let stored = summaries.remove(&id).unwrap();
        let earlier = downtimes.iter().filter(|down| down.1 <= stored.changed).copied().collect();
        check_summary(&stored, &Table::restore(spec, earlier, &events).unwrap(), game);
    }
}

#[tokio::test]
async fn every_account_of_an_old_folder_is_what_it_was() {
    let expected = read("expected.json");
    let (_copy, store) = open().await;
    for (name, caller) in expected["callers"].as_object().unwrap() {
        let token = text(&caller["token"]);
        let visitor = store.resolve_token(token.split('.').next().unwrap(), LATER).await.unwrap();
        let export = &caller["export"];
        if export.is_null() {
            // A visitor without an account, one that an account has claimed, or a deleted account.
            let gone = ["eve", "eve-phone", "Gus"].contains(&name.as_str());
            assert_eq!(visitor.is_none(), gone, "{name}");
            assert!(visitor.is_none_or(|visitor| !visitor.has_account()), "{name}");
            continue;
        }
        let visitor = visitor.unwrap();
        assert!(visitor.has_account(), "{name}");
        let account = store.account(visitor.id()).await.unwrap().unwrap();
        assert_eq!(account.name, export["name"]);
        assert_eq!(account.created, export["created"]);
        assert_eq!(store.account_named(&account.name.to_uppercase()).await.unwrap(), Some(account));
        assert_eq!(json!(store.ratings(visitor.id()).await.unwrap()), export["ratings"]);
        let data = json!(store.personal_data(visitor.id()).await.unwrap());
        for key in ["sessions", "rated", "chat"] {
            assert_eq!(data[key], export[key], "{name}: {key}");
        }
        let search = Search { person: Some(visitor.id().to_owned()), limit: 100, ..Search::default() };
        let found: BTreeSet<String> =
            store.search(&search).await.unwrap().tables.into_iter().map(|listed| listed.spec.id).collect();
        assert_eq!(found, array(&export["games"]).iter().map(|game| text(&game["id"])).collect());
    }
    let evelyn = store.account_named("evelyn").await.unwrap().unwrap();
    let settings = store.settings(&evelyn.id).await.unwrap().unwrap();
    assert_eq!(Value::Object(settings), json!({ "sound": true, "marks": false }));
    assert_eq!(store.account_named("Gus").await.unwrap(), None);
}

#[tokio::test]
async fn the_pars_of_an_old_folder_are_found() {
    let corpus = read("events.json");
    let (_copy, store) = open().await;
    let mut pars = 0;
    for game in array(&corpus["games"]) {
        let spec = store.table(game["row"]["id"].as_str().unwrap()).await.unwrap().unwrap();
        if let Some(par) = store.par(&spec).await.unwrap() {
            assert!(par.at_least <= par.moves, "{par:?}");
            pars += 1;
        }
    }
    assert!(pars >= 4, "{pars}");
}
