//! Batches of moves: all are durable, a fault in one spoils no other, and all are told of a disk that fails.

use super::super::appends::{Append, Appends};
use super::super::database::query_scalar;
use super::{Encoded, Health};
use crate::{Result, Store, StoreError};
use bagatelle_table::{Event, EventKind, Occupant, Person, SeatSummary, Summary, TableSpec, Terms};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

fn spec(id: &str) -> TableSpec {
    TableSpec {
        id: id.into(),
        game: "a-game".into(),
        options: json!({}),
        setup: None,
        seed: "seed".into(),
        dealt: true,
        daily: None,
        owner: "me".into(),
        seating: vec![Occupant::Person(Person::new("me", ""))],
        terms: Terms::default(),
        created: 1,
        round: None,
        forked_from: None,
        fairness: None,
    }
}

fn acted(at: i64, text: &str) -> Event {
    Event::new(at, EventKind::Acted { action: text.into() })
}

fn summary() -> Summary {
    let seat = |name: &str| SeatSummary { name: name.into(), ..SeatSummary::default() };
    Summary { seats: vec![seat("one"), seat("two")], ..Summary::default() }
}

async fn open(folder: &Path) -> Store {
    Store::open(&folder.join("bagatelle.sqlite")).await.unwrap()
}

/// A store with `count` tables: `0`, `1` and so on.
async fn with_tables(count: usize) -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    for n in 0..count {
        store.create(&spec(&n.to_string()), &summary(), &[], &[]).await.unwrap();
    }
    (folder, store)
}

/// Appends, all of which wait until they can be written together; returns what each is told, by the table.
async fn together(
    store: &Store,
    appends: Vec<(usize, u64, Event)>,
    before: &'static str,
) -> Vec<(usize, Result<()>)> {
    let mut write = store.begin().await.unwrap();
    write.run(before.into()).await.unwrap();
    let mut tasks = JoinSet::new();
    for (table, seq, event) in appends {
        let store = store.clone();
        tasks.spawn(async move {
            (table, store.append(&table.to_string(), seq, &[event], &summary(), &[]).await)
        });
    }
    // All of them are sent while the connection is in use.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    write.finish(Ok(())).await.unwrap();
    let mut told = tasks.join_all().await;
    told.sort_by_key(|(table, _)| *table);
    told
}

#[tokio::test]
async fn what_many_write_at_once_is_all_there_and_in_order() {
    let (folder, store) = with_tables(40).await;
    let mut tasks = JoinSet::new();
    for table in 0..40 {
        let store = store.clone();
        tasks.spawn(async move {
            for seq in 0..10 {
                let event = acted(i64::from(table), &format!("{table} {seq}"));
                store.append(&table.to_string(), seq, &[event], &summary(), &[]).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    // Everything that was confirmed is there for a process that begins now.
    let other = open(folder.path()).await;
    for table in 0..40 {
        let texts: Vec<Event> = (0..10).map(|seq| acted(table, &format!("{table} {seq}"))).collect();
        assert_eq!(other.events(&table.to_string()).await.unwrap(), texts);
    }
    other.close().await;
    store.close().await;
}

#[tokio::test]
async fn a_conflict_spoils_only_its_own_event() {
    let (_folder, store) = with_tables(20).await;
    let mut appends: Vec<(usize, u64, Event)> = (0..20).map(|n| (n, 0, acted(1, "a"))).collect();
    appends[7].1 = 3;
    appends.push((20, 0, acted(1, "no such table")));
    let told = together(&store, appends, "SELECT 1").await;
    for (table, result) in told {
        match table {
            7 | 20 => assert!(matches!(result, Err(StoreError::Conflict)), "{table}: {result:?}"),
            _ => assert!(result.is_ok(), "{table}: {result:?}"),
        }
        let events = store.events(&table.to_string()).await.unwrap();
        assert_eq!(events.len(), usize::from(!matches!(table, 7 | 20)), "{table}");
    }
    assert!(!store.writes_fail());
    store.close().await;
}

#[tokio::test]
async fn a_table_that_exists_spoils_no_other_one() {
    let (_folder, store) = with_tables(1).await;
    let mut tasks = JoinSet::new();
    for id in ["1", "0", "2"] {
        let store = store.clone();
        tasks.spawn(
            async move { (id, store.create(&spec(id), &summary(), &[acted(1, "a")], &[]).await.is_ok()) },
        );
    }
    let mut told = tasks.join_all().await;
    told.sort_unstable();
    assert_eq!(told, [("0", false), ("1", true), ("2", true)]);
    assert_eq!(store.events("2").await.unwrap(), [acted(1, "a")]);
    assert!(store.events("0").await.unwrap().is_empty());
    store.close().await;
}

#[tokio::test]
async fn a_disk_that_fails_is_told_to_all_and_spoils_no_later_write() {
    let (_folder, store) = with_tables(5).await;
    let long = "x".repeat(1 << 20);
    let appends = |text: &str| (0..5).map(|n| (n, 0, acted(1, text))).collect();
    for (_, result) in together(&store, appends(&long), "PRAGMA max_page_count = 1").await {
        let error = result.unwrap_err();
        assert!(matches!(error, StoreError::Full(_)) && error.to_string().contains("full"), "{error}");
    }
    assert!(store.writes_fail());
    for (table, result) in together(&store, appends("a"), "SELECT 1").await {
        result.unwrap();
        assert_eq!(store.events(&table.to_string()).await.unwrap(), [acted(1, "a")]);
    }
    assert!(!store.writes_fail());
    store.close().await;
}

#[tokio::test]
async fn seats_that_have_not_changed_are_not_written() {
    let (_folder, store) = with_tables(1).await;
    let trigger = "CREATE TABLE written (seat INTEGER);
         CREATE TRIGGER seats AFTER UPDATE ON seat_summaries BEGIN INSERT INTO written VALUES (new.seat); \
         END";
    store.write.acquire().await.unwrap().run(trigger.into()).await.unwrap();
    let written = async || {
        let query = query_scalar("SELECT seat FROM written");
        query.fetch_all(&store.write).await.unwrap() as Vec<i64>
    };
    store.append("0", 0, &[acted(1, "a")], &summary(), &[]).await.unwrap();
    assert!(written().await.is_empty());
    let mut after = summary();
    after.seats[1].turn = true;
    store.append("0", 1, &[acted(1, "b")], &after, &[]).await.unwrap();
    assert_eq!(written().await, [1]);
    store.close().await;
}

#[tokio::test]
async fn a_batch_has_one_append_of_each_table() {
    let health = Arc::<Health>::default();
    let (appends, mut queue) = Appends::new(Arc::clone(&health));
    for (table, seq) in [("a", 0), ("b", 0), ("a", 1), ("c", 0), ("a", 2)] {
        let event = [acted(1, "x")];
        let append = Append {
            table: table.into(),
            letters: Vec::new(),
            new: None,
            rows: Encoded::new(table, seq, &event, &summary()).unwrap(),
            seq: seq + 1,
            lobby: false,
            over: None,
            answer: oneshot::channel().0,
            _waits: health.wait(),
        };
        appends.queue.send(append).unwrap();
    }
    drop(appends);
    let mut batches = Vec::new();
    while let Some(batch) = queue.next().await {
        batches.push(batch.iter().map(|append| append.table.clone()).collect::<String>());
    }
    assert_eq!(batches, ["abc", "a", "a"]);
}

#[tokio::test]
async fn what_is_sent_is_written_even_if_the_caller_gives_up() {
    let (_folder, store) = with_tables(1).await;
    let event = [acted(1, "a")];
    let after = summary();
    let mut call = Box::pin(store.append("0", 0, &event, &after, &[]));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(call.as_mut().poll(&mut context).is_pending());
    drop(call);
    store.append("0", 1, &[acted(2, "b")], &summary(), &[]).await.unwrap();
    assert_eq!(store.events("0").await.unwrap().len(), 2);
    store.close().await;
}
