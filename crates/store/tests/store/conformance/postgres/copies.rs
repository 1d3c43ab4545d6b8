//! What servers on one database tell each other, and how they share the work.

use crate::conformance::{act, create, duel, person};
use bagatelle_store::{
    ChatMessage, Copies, DatabaseLock, Hold, Job, Listener, Membership, Notice, PresentElsewhere, SessionId,
    SharedHint, Store,
};
use bagatelle_table::{Event, EventKind, Occupant, Terms, Visitor};
use bagatelle_testdb::Database;
use std::sync::Arc;
use std::time::Duration;

/// A server on a database: its store, and its part in the life of all.
struct Copy {
    store: Store,
    membership: Membership,
}

impl Copy {
    async fn new(database: &Database) -> Copy {
        let address = database.address();
        let lock = DatabaseLock::new(&address, Hold::Shared).await.unwrap();
        let store = Store::connect(&address).await.unwrap();
        let membership = Membership::begin(Arc::clone(store.copies().unwrap()), lock).await.unwrap();
        Copy { store, membership }
    }

    fn copies(&self) -> &Copies {
        self.store.copies().unwrap()
    }
}

/// The next notice, but for those of servers that come and go.
async fn next(listener: &mut Listener) -> Notice {
    loop {
        let notice = tokio::time::timeout(Duration::from_secs(30), listener.next()).await;
        match notice.expect("a notice") {
            Notice::Copies => (),
            notice => return notice,
        }
    }
}

#[tokio::test]
async fn what_is_written_is_told_to_the_others_once_it_is_there() {
    let database = Database::new().await;
    let (one, other) = (Copy::new(&database).await, Copy::new(&database).await);
    let mut heard = other.copies().listen().await.unwrap();
    let ann = Visitor::anonymous("ann");
    let open = Terms { listed: true, ..Terms::default() };
    let spec = duel("t", "ann", vec![person("ann", ""), Occupant::Open], open);
    create(&one.store, &spec).await;
    assert_eq!(next(&mut heard).await, Notice::Games(vec![("t".into(), 0)]));
    assert_eq!(next(&mut heard).await, Notice::Lobby);
    let spec = duel("u", "ann", vec![person("ann", ""); 2], Terms::default());
    let mut table = create(&one.store, &spec).await;
    act(&one.store, &mut table, &ann, 5).await;
    assert_eq!(next(&mut heard).await, Notice::Games(vec![("u".into(), 0)]));
    assert_eq!(next(&mut heard).await, Notice::Games(vec![("u".into(), 1)]));
    assert_eq!(other.store.events_from("u", 0).await.unwrap().len(), 1);
    assert!(other.store.events_from("u", 1).await.unwrap().is_empty());

    // What fails is not told, nor what a server says itself.
    let summary = table.summary(6);
    assert!(one.store.append("u", 7, &[], &summary, &[]).await.is_ok(), "nothing is no conflict");
    assert_eq!(next(&mut heard).await, Notice::Games(vec![("u".into(), 7)]));
    let event = Event::new(6, EventKind::Acted { action: "x".into() });
    assert!(one.store.append("u", 0, &[event], &summary, &[]).await.is_err());
    act(&other.store, &mut table, &ann, 7).await;
    let message = ChatMessage { at: 8, person: "ann".into(), name: "Ann".into(), text: "Hello".into() };
    one.store.say("u", &message).await.unwrap();
    assert_eq!(next(&mut heard).await, Notice::Beside("u".into()));
    one.store.sign_up(&ann, "Ann", "$", &SessionId::new("s"), 1).await.unwrap();
    assert_eq!(next(&mut heard).await, Notice::People(vec!["ann".into()]));
    one.store.rename("ann", "Anna").await.unwrap();
    assert_eq!(next(&mut heard).await, Notice::People(vec!["ann".into()]));

    let stand = other.copies().stand("u").await.unwrap().unwrap();
    assert_eq!((stand.events, stand.said, stand.presence, stand.hint), (2, 1, 0, 0));
    assert_eq!(other.copies().stand("none").await.unwrap(), None);

    // A listener that was cut off says so once it hears again.
    database
        .sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE 'LISTEN%'",
        )
        .await;
    assert_eq!(next(&mut heard).await, Notice::Missed);
    one.copies().tell(&Notice::Lobby).await.unwrap();
    assert_eq!(next(&mut heard).await, Notice::Lobby);
}

#[tokio::test]
async fn work_is_done_by_one_server_and_taken_over_when_that_ends() {
    let database = Database::new().await;
    let (one, mut other) = (Copy::new(&database).await, Copy::new(&database).await);
    let job = |version| Job { kind: "program", subject: "t".into(), version };
    assert!(one.copies().claim(&job(1)).await.unwrap());
    assert!(!other.copies().claim(&job(1)).await.unwrap());
    assert!(!one.copies().claim(&job(1)).await.unwrap(), "not twice by the same server either");
    assert!(other.copies().claim(&job(2)).await.unwrap());
    other.copies().release(&job(1)).await.unwrap();
    assert!(!other.copies().claim(&job(1)).await.unwrap(), "what is another's is not released");
    one.copies().release(&job(1)).await.unwrap();
    assert!(other.copies().claim(&job(1)).await.unwrap());
    other.copies().release(&job(1)).await.unwrap();
    assert!(one.copies().claim(&job(1)).await.unwrap());
    assert!(!one.copies().is_alone().await.unwrap());
    assert!(one.copies().first_number().abs_diff(other.copies().first_number()) >= 1 << 20);
    assert_eq!(other.membership.beat().await.unwrap().ended, Vec::<String>::new());

    // What was found is for all.
    assert_eq!(other.copies().result(&job(1)).await.unwrap(), None);
    one.copies().keep_result(&job(1), "found").await.unwrap();
    assert_eq!(other.copies().result(&job(1)).await.unwrap().as_deref(), Some("found"));
    assert_eq!(other.copies().result(&job(2)).await.unwrap(), None);

    // It is killed: the database has lost its connection.
    let ended = one.copies().id().to_owned();
    drop(one);
    let found = tokio::time::timeout(Duration::from_secs(30), async {
        loop {
            let beat = other.membership.beat().await.unwrap();
            match beat.ended.is_empty() {
                true => tokio::time::sleep(Duration::from_millis(10)).await,
                false => return beat,
            }
        }
    });
    assert_eq!(found.await.unwrap().ended, [ended]);
    assert_eq!(other.copies().take_over().await.unwrap(), [("program".to_owned(), "t".to_owned())]);
    assert!(other.copies().claim(&job(1)).await.unwrap());
    assert!(other.copies().is_alone().await.unwrap());

    // The lock that a server holds is held again after its connection was lost, and the others forget it as
    // little.
    assert!(DatabaseLock::new(&database.address(), Hold::Alone).await.unwrap().is_none());
    database
        .sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid IN (SELECT pid FROM copies)",
        )
        .await;
    assert!(!other.membership.beat().await.unwrap().forgotten);
    assert!(DatabaseLock::new(&database.address(), Hold::Alone).await.unwrap().is_none());
    database.sql("DELETE FROM copies").await;
    assert!(other.membership.beat().await.unwrap().forgotten);
    other.copies().leave().await.unwrap();
}

#[tokio::test]
async fn who_is_at_a_table_is_known_to_the_others_as_long_as_their_server_runs() {
    let database = Database::new().await;
    let (one, mut other) = (Copy::new(&database).await, Copy::new(&database).await);
    let mut heard = other.copies().listen().await.unwrap();
    let present = |streams, ended| PresentElsewhere { person: "ann".into(), streams, ended, asked: None };
    one.copies().keep_presence("t", &present(2, None)).await.unwrap();
    assert_eq!(next(&mut heard).await, Notice::Beside("t".into()));
    one.copies().keep_presence("t", &present(1, Some(7))).await.unwrap();
    assert_eq!(other.copies().present("t").await.unwrap(), [present(1, Some(7))]);
    assert!(one.copies().present("t").await.unwrap().is_empty(), "it knows of its own");
    one.copies().keep_hint("t", Some("{}")).await.unwrap();
    let hint = |own| Some(SharedHint { state: "{}".into(), own, alive: true });
    assert_eq!(other.copies().hint("t").await.unwrap(), hint(false));
    assert_eq!(one.copies().hint("t").await.unwrap(), hint(true));
    other.copies().keep_hint("t", None).await.unwrap();
    assert_eq!(one.copies().hint("t").await.unwrap(), None);
    one.copies().forget_presence(100).await.unwrap();
    assert_eq!(other.copies().present("t").await.unwrap().len(), 1, "a stream is open");
    one.copies().leave().await.unwrap();
    assert!(other.copies().present("t").await.unwrap().is_empty());
    assert_eq!(other.membership.beat().await.unwrap().ended, Vec::<String>::new(), "it has said good-bye");
}

#[tokio::test]
async fn tries_are_counted_by_all_servers_together() {
    let database = Database::new().await;
    let (one, other) = (Copy::new(&database).await, Copy::new(&database).await);
    let mut allowed = 0;
    for n in 0..12 {
        let copies = if n % 2 == 0 { one.copies() } else { other.copies() };
        allowed += u32::from(copies.allow("ann", 1_000, 5, 2_000).await.unwrap());
    }
    assert_eq!(allowed, 5);
    assert!(other.copies().allow("bob", 1_000, 5, 2_000).await.unwrap());
    assert!(!other.copies().allow("ann", 2_999, 5, 2_000).await.unwrap());
    assert!(other.copies().allow("ann", 3_000, 5, 2_000).await.unwrap());
    assert!(!one.copies().allow("ann", 3_000, 5, 2_000).await.unwrap());
    one.copies().forget_tries(50_000).await.unwrap();
    assert!(one.copies().allow("ann", 3_000, 1, 2_000).await.unwrap());
}

#[tokio::test]
async fn only_a_time_in_which_no_server_ran_counts_as_one() {
    let database = Database::new().await;
    let (one, other) = (Copy::new(&database).await, Copy::new(&database).await);
    one.store.heartbeat(100_000, true).await.unwrap();
    // A second server starts later than the first one has said last that it runs.
    other.store.heartbeat(104_000, true).await.unwrap();
    assert!(other.store.downtimes().await.unwrap().is_empty());
    // One of them stands still while the other one runs on, then both sleep with the machine.
    other.store.heartbeat(200_000, false).await.unwrap();
    one.store.note_downtime(105_000, 201_000).await.unwrap();
    assert!(one.store.downtimes().await.unwrap().is_empty());
    let mut heard = other.copies().listen().await.unwrap();
    one.store.note_downtime(201_000, 801_000).await.unwrap();
    assert_eq!(next(&mut heard).await, Notice::Downtimes);
    other.store.note_downtime(201_100, 801_200).await.unwrap();
    assert_eq!(other.store.downtimes().await.unwrap(), [(201_000, 801_000)]);
}
