//! Two servers on one database: what both write at once is all there, once, and neither waits for the other
//! for ever.

use crate::conformance::people::rated;
use crate::conformance::{act, create, duel, give, person, table};
use bagatelle_store::{ChatMessage, DatabaseLock, Hold, SessionId, Store, StoreError};
use bagatelle_table::{Command, Event, EventKind, Terms, Visitor};
use bagatelle_testdb::Database;
use tokio::task::JoinSet;

async fn two(database: &Database) -> [Store; 2] {
    let address = database.address();
    [Store::connect(&address).await.unwrap(), Store::connect(&address).await.unwrap()]
}

async fn close(stores: [Store; 2]) {
    for store in stores {
        store.close().await;
    }
}

#[tokio::test]
async fn each_number_of_a_log_is_written_once() {
    let database = Database::new().await;
    let stores = two(&database).await;
    let specs: Vec<_> =
        (0..8).map(|n| duel(&format!("s{n}"), "ann", vec![person("ann", ""); 2], Terms::default())).collect();
    for spec in &specs {
        create(&stores[0], spec).await;
    }
    let mut tasks = JoinSet::new();
    for (writer, store) in stores.iter().enumerate() {
        for spec in &specs {
            let (store, spec) = (store.clone(), spec.clone());
            tasks.spawn(async move {
                let summary = table(&spec).summary(1);
                let mut written = 0;
                for seq in 0..20 {
                    let event = Event::new(1, EventKind::Acted { action: format!("{writer} {seq}") });
                    match store.append(&spec.id, seq, &[event], &summary, &[]).await {
                        Ok(()) => written += 1,
                        Err(StoreError::Conflict) => (),
                        Err(error) => panic!("{error}"),
                    }
                    // The other one may be behind.
                    while store.events(&spec.id).await.unwrap().len() as u64 <= seq {
                        tokio::task::yield_now().await;
                    }
                }
                written
            });
        }
    }
    let written: u32 = tasks.join_all().await.into_iter().sum();
    assert_eq!(written, 8 * 20);
    for spec in &specs {
        assert_eq!(stores[1].events(&spec.id).await.unwrap().len(), 20);
    }
    close(stores).await;
}

#[tokio::test]
async fn games_of_the_same_players_are_all_rated() {
    let database = Database::new().await;
    let stores = two(&database).await;
    let names = ["ann", "bob", "cleo", "dan"];
    let mut people = Vec::new();
    for name in names {
        let session = SessionId::new(name);
        stores[0].sign_up(&Visitor::anonymous(name), name, "$", &session, 1).await.unwrap();
        people.push(Visitor::with_account(name));
    }
    let mut tasks = JoinSet::new();
    for n in 0..24_usize {
        let (one, other) = (n % 4, (n + 1 + n / 12) % 4);
        let (store, people) = (stores[n % 2].clone(), [people[one].clone(), people[other].clone()]);
        let spec = rated(&format!("t{n}"), (names[one], names[one]), (names[other], names[other]));
        tasks.spawn(async move {
            let mut table = create(&store, &spec).await;
            act(&store, &mut table, &people[0], 100).await;
            act(&store, &mut table, &people[1], 105).await;
            give(&store, &mut table, &people[0], Command::Resign { seat: None }, 110).await;
        });
    }
    tasks.join_all().await;
    for name in names {
        let changes = stores[0].personal_data(name).await.unwrap().rated;
        assert_eq!(changes.len(), 12, "{name}");
        assert_eq!(stores[1].ratings(name).await.unwrap()[0].games, 12, "{name}");
        // Each game began with what another one had left.
        let count = |ends: Vec<f64>| {
            let mut bits: Vec<u64> = ends.into_iter().map(f64::to_bits).collect();
            bits.sort_unstable();
            bits
        };
        let last = stores[0].ratings(name).await.unwrap()[0].rating;
        let mut before = count(changes.iter().map(|change| change.before.rating).chain([last]).collect());
        let mut after = count(changes.iter().map(|change| change.after.rating).chain([1500.0]).collect());
        before.dedup();
        after.dedup();
        assert_eq!(before, after, "{name}");
    }
    close(stores).await;
}

#[tokio::test]
async fn who_speaks_or_signs_up_at_the_same_moment_is_heard_once() {
    let database = Database::new().await;
    let stores = two(&database).await;
    create(&stores[0], &duel("chat", "ann", vec![person("ann", ""); 2], Terms::default())).await;
    let mut tasks = JoinSet::new();
    for n in 0..40_usize {
        let store = stores[n % 2].clone();
        tasks.spawn(async move {
            let message =
                ChatMessage { at: 1, person: "ann".into(), name: "Ann".into(), text: n.to_string() };
            store.say("chat", &message).await.unwrap();
            // Two spellings of what looks like one name.
            let name = if n.is_multiple_of(2) { "Paul" } else { "P\u{430}ul" };
            let id = format!("p{n}");
            let session = SessionId::new(&id);
            match store.sign_up(&Visitor::anonymous(&id), name, "$", &session, 1).await {
                Ok(()) => 1,
                Err(StoreError::Conflict) => 0,
                Err(error) => panic!("{error}"),
            }
        });
    }
    let signed_up: u32 = tasks.join_all().await.into_iter().sum();
    assert_eq!(signed_up, 1);
    let mut said: Vec<usize> =
        stores[0].chat("chat").await.unwrap().iter().map(|message| message.text.parse().unwrap()).collect();
    said.sort_unstable();
    assert_eq!(said, (0..40).collect::<Vec<_>>());
    close(stores).await;
}

#[tokio::test]
async fn a_text_that_the_database_does_not_take_spoils_no_other_one() {
    let database = Database::new().await;
    let store = Store::connect(&database.address()).await.unwrap();
    let mut tasks = JoinSet::new();
    for n in 0..20 {
        let spec = duel(&format!("s{n}"), "ann", vec![person("ann", ""); 2], Terms::default());
        create(&store, &spec).await;
        let store = store.clone();
        tasks.spawn(async move {
            let text = if n == 7 { "a\0b" } else { "ab" };
            let event = Event::new(1, EventKind::Acted { action: text.into() });
            (n, store.append(&spec.id, 0, &[event], &table(&spec).summary(1), &[]).await.is_ok())
        });
    }
    for (n, done) in tasks.join_all().await {
        assert_eq!(done, n != 7, "{n}");
    }
    store.close().await;
}

#[tokio::test]
async fn connections_that_were_cut_off_are_made_again() {
    let database = Database::new().await;
    let store = Store::connect(&database.address()).await.unwrap();
    for round in 0..3 {
        let name = format!("Ann {round}");
        store.keep_name("ann", &name).await.unwrap();
        let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()";
        database.sql(others).await;
        assert_eq!(store.name_of("ann").await.unwrap(), Some(name));
    }
    assert!(!store.writes_fail());
    store.close().await;
}

#[tokio::test]
async fn a_database_is_locked_for_servers_or_for_one_process() {
    let database = Database::new().await;
    let stores = two(&database).await;
    let lock = async |hold| DatabaseLock::new(&database.address(), hold).await.unwrap();
    let (one, other) = (lock(Hold::Shared).await, lock(Hold::Shared).await);
    assert!(one.is_some() && other.is_some(), "servers share it");
    drop(one);
    assert!(lock(Hold::Alone).await.is_none());
    drop(other);
    let alone = lock(Hold::Alone).await;
    assert!(alone.is_some());
    assert!(lock(Hold::Alone).await.is_none() && lock(Hold::Shared).await.is_none());
    // The secret that was first stays.
    assert_eq!(stores[0].secret("one").await.unwrap().as_deref(), Some("one"));
    assert_eq!(stores[1].secret("other").await.unwrap().as_deref(), Some("one"));
    close(stores).await;
}
