//! A damaged row is one clear error, never a default, and spoils no list.

use bagatelle_store::{Search, Store, StoreError};
use bagatelle_table::{Event, EventKind, Occupant, Person, Round, Summary, TableSpec, Terms};
use serde_json::json;
use sqlx::{AssertSqlSafe, SqlitePool};
use std::path::Path;

fn spec(id: &str) -> TableSpec {
    TableSpec {
        id: id.into(),
        game: "brain-burn".into(),
        options: json!({}),
        setup: None,
        seed: "seed".into(),
        dealt: true,
        daily: None,
        owner: "me".into(),
        seating: vec![Occupant::Person(Person::new("me", ""))],
        terms: Terms::default(),
        created: 1,
        round: Some(Round::first(id, 3)),
        forked_from: None,
        fairness: None,
    }
}

/// A store with a good table and a bad one, after these statements.
async fn damaged(folder: &Path, statements: &str) -> Store {
    let file = folder.join("bagatelle.sqlite");
    let store = Store::open(&file).await.unwrap();
    let summary = Summary { seats: vec![bagatelle_table::SeatSummary::default()], ..Summary::default() };
    let acted = Event::new(1, EventKind::Acted { action: "R".into() });
    for id in ["good", "bad"] {
        store.create(&spec(id), &summary, &[acted.clone(), acted.clone()], &[]).await.unwrap();
    }
    store.close().await;
    let database = SqlitePool::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&database).await.unwrap();
    database.close().await;
    Store::open(&file).await.unwrap()
}

fn words<T>(result: Result<T, StoreError>) -> String {
    match result {
        Err(StoreError::Corrupt(damage)) => damage.to_string(),
        Err(other) => panic!("not called damage: {other}"),
        Ok(_) => panic!("read without an error"),
    }
}

#[tokio::test]
async fn a_damaged_table_is_one_error_and_spoils_no_list() {
    for (statement, what) in [
        ("UPDATE tables SET options = '{' WHERE id = 'bad'", "the options of a table"),
        ("UPDATE tables SET setup = '' WHERE id = 'bad'", "the set-up of a table"),
        ("UPDATE tables SET terms = '{\"pace\":\"slow\"}' WHERE id = 'bad'", "the terms of a table"),
        ("UPDATE tables SET terms = '{\"unknown\":1}' WHERE id = 'bad'", "the terms of a table"),
        ("UPDATE tables SET seating = '[7]' WHERE id = 'bad'", "a seat"),
        ("UPDATE tables SET seating = '[null' WHERE id = 'bad'", "the seating"),
        ("UPDATE rounds SET score = '[0,0,0]' WHERE table_id = 'bad'", "the score of a match"),
        ("UPDATE rounds SET players = '[0,0]' WHERE table_id = 'bad'", "the round of a table"),
        ("UPDATE rounds SET best_of = 300 WHERE table_id = 'bad'", "a stored value"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let store = damaged(folder.path(), statement).await;
        let error = words(store.table("bad").await);
        assert!(error.starts_with(&format!("{what} is damaged: ")), "{statement}: {error}");
        assert_eq!(store.table("good").await.unwrap(), Some(spec("good")));
        let found = store.search(&Search { limit: 9, ..Search::default() }).await.unwrap();
        assert_eq!(found.tables.iter().map(|listed| listed.spec.id.as_str()).collect::<Vec<_>>(), ["good"]);
        assert_eq!(found.damaged.len(), 1, "{statement}");
        assert_eq!(found.damaged[0].to_string(), error);
        store.close().await;
    }
}

#[tokio::test]
async fn a_damaged_summary_spoils_no_list() {
    for statement in [
        "UPDATE summaries SET ending = 'tired' WHERE table_id = 'bad'",
        "UPDATE summaries SET stage = 'over' WHERE table_id = 'bad'",
        "UPDATE summaries SET events = -1 WHERE table_id = 'bad'",
        "PRAGMA ignore_check_constraints = ON; UPDATE seat_summaries SET result = 'tied' WHERE table_id = \
         'bad'",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let store = damaged(folder.path(), statement).await;
        let found = store.search(&Search { limit: 9, ..Search::default() }).await.unwrap();
        assert_eq!((found.tables.len(), found.damaged.len()), (1, 1), "{statement}");
        store.close().await;
    }
}

#[tokio::test]
async fn a_damaged_log_is_an_error() {
    for (statement, error) in [
        (
            "UPDATE events SET kind = 'dance' WHERE table_id = 'bad' AND seq = 1",
            "the kind of an event is damaged: bad, event 1: dance",
        ),
        (
            "UPDATE events SET kind = 'resign' WHERE table_id = 'bad' AND seq = 1",
            "the seat of an event is damaged: bad, event 1: resign",
        ),
        (
            "DELETE FROM events WHERE table_id = 'bad' AND seq = 0",
            "the log of a table is damaged: bad: event 0 is missing",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let store = damaged(folder.path(), statement).await;
        assert_eq!(words(store.events("bad").await), error);
        assert_eq!(store.events("good").await.unwrap().len(), 2);
        store.close().await;
    }
}

#[tokio::test]
async fn the_database_of_a_newer_version_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'from the future', 1, x'00', 0)";
    let file = folder.path().join("bagatelle.sqlite");
    Store::open(&file).await.unwrap().close().await;
    let database = SqlitePool::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    sqlx::raw_sql(newer).execute(&database).await.unwrap();
    database.close().await;
    assert!(matches!(Store::open(&file).await, Err(StoreError::Newer)));
}
