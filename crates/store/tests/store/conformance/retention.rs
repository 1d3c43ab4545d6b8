//! What is removed of guests, and what is not.

use super::{act, create, duel, give, person};
use bagatelle_store::{ChatMessage, DailyResult, Guests, SessionId, Store};
use bagatelle_table::{Command, ForkedFrom, Occupant, Terms, Visitor};
use bagatelle_testdb::Database;

/// All games with an id from here on, and what was removed.
async fn removed(store: &Store, before: i64) -> (Vec<String>, Guests) {
    let found = store.idle_guest_games(before, "", 100).await.unwrap();
    let mut paged = Vec::new();
    while let Some(id) =
        store.idle_guest_games(before, paged.last().map_or("", String::as_str), 1).await.unwrap().pop()
    {
        paged.push(id);
    }
    assert_eq!(found, paged);
    let removed = store.remove_guest_games(&found, before).await.unwrap();
    assert!(store.idle_guest_games(before, "", 100).await.unwrap().is_empty());
    (found, removed)
}

async fn story(store: &Store) {
    let (ann, bob, eve) = (Visitor::anonymous("ann"), Visitor::anonymous("bob"), Visitor::anonymous("eve"));
    let seats = |a: &Visitor, b: &Visitor| vec![person(a.id(), "A"), person(b.id(), "B")];
    let duel = |id: &str, a: &Visitor, b: &Visitor| duel(id, a.id(), seats(a, b), Terms::default());
    store.keep_name("ann", "Ann").await.unwrap();
    store.keep_name("bob", "Bob").await.unwrap();
    store.keep_name("cat", "Cat").await.unwrap();
    // Guests: an old game, one that goes on, and one from which another was continued.
    let mut old = create(store, &duel("old", &ann, &bob)).await;
    act(store, &mut old, &ann, 2_000).await;
    let said = ChatMessage { at: 2_500, person: "ann".into(), name: "Ann".into(), text: "Hi".into() };
    store.say("old", &said).await.unwrap();
    let mut fresh = create(store, &duel("fresh", &bob, &bob)).await;
    act(store, &mut fresh, &bob, 9_000).await;
    let mut fork = duel("fork", &bob, &bob);
    fork.created = 9_000;
    fork.forked_from = Some(ForkedFrom { table: Some("old".into()), plies: 0 });
    create(store, &fork).await;
    // A game that an account has made, one in which it has a seat, one that it has joined, and one of an
    // account that is deleted.
    store.sign_up(&eve, "Eve", "$", &SessionId::new("eve"), 1).await.unwrap();
    let eve = Visitor::with_account("eve");
    create(store, &duel("made", &eve, &bob)).await;
    create(store, &duel("sat", &ann, &eve)).await;
    let open = vec![person("ann", "A"), Occupant::Open];
    let mut joined = create(store, &super::duel("joined", "ann", open, Terms::default())).await;
    give(store, &mut joined, &eve, Command::Sit { name: "Eve".into(), seat: None }, 1_500).await;
    let gone = Visitor::anonymous("gone");
    store.sign_up(&gone, "Gone", "$", &SessionId::new("gone"), 1).await.unwrap();
    create(store, &duel("orphan", &ann, &Visitor::with_account("gone"))).await;
    store.delete_account("gone").await.unwrap();
    // Deals of days: a guest who has none left but them, and one who plays on.
    for (guest, date, begun) in
        [("cat", "2026-01-01", 3_000), ("dan", "2026-01-01", 3_000), ("dan", "2026-02-01", 9_000)]
    {
        store.begin_daily(guest, "brain-burn", date, None, begun).await.unwrap();
        store
            .end_daily(
                guest,
                "brain-burn",
                date,
                DailyResult { ended: begun, solved: true, score: 3, helped: false },
            )
            .await
            .unwrap();
    }

    assert_eq!(store.count_guest_games(5_000).await.unwrap(), (3, 1));
    assert_eq!(removed(store, 5_000).await, (vec!["old".to_owned()], Guests { games: 1, visitors: 0 }));
    assert!(store.table("old").await.unwrap().is_none() && store.chat("old").await.unwrap().is_empty());
    assert!(store.events("old").await.unwrap().is_empty());
    let source = store.table("fork").await.unwrap().unwrap().forked_from.unwrap();
    assert_eq!(source.table, None, "the game that it continues is gone");
    assert_eq!(
        store.name_of("ann").await.unwrap().as_deref(),
        Some("Ann"),
        "there is a game with an account"
    );
    // Of a game that is not idle any more nothing is removed.
    let none =
        store.remove_guest_games(&["fresh".into(), "made".into(), "none".into()], 5_000).await.unwrap();
    assert_eq!(none, Guests::default());

    assert_eq!(store.remove_guests(5_000, 10).await.unwrap(), 1);
    assert_eq!(store.remove_guests(5_000, 10).await.unwrap(), 0);
    assert_eq!(store.name_of("cat").await.unwrap(), None);
    let days = async |guest: &str| store.dailies(guest, "2026-01-01", "2026-12-31").await.unwrap().len();
    assert_eq!((days("cat").await, days("dan").await), (0, 2));

    assert_eq!(removed(store, 10_000).await.1, Guests { games: 2, visitors: 0 });
    for id in ["made", "sat", "joined", "orphan"] {
        assert!(store.table(id).await.unwrap().is_some(), "{id}");
    }
    assert_eq!(
        store.name_of("bob").await.unwrap().as_deref(),
        Some("Bob"),
        "the account's game has a seat of his"
    );
    assert_eq!(store.faults().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn games_of_guests_are_removed_and_no_others_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
    story(&store).await;
    store.close().await;
}

#[tokio::test]
async fn games_of_guests_are_removed_and_no_others_on_postgres() {
    let database = Database::new().await;
    let store = Store::connect(&database.address()).await.unwrap();
    story(&store).await;
    store.close().await;
}
