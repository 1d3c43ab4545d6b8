//! Whom people follow, with whom they have played, and when they were here.

use crate::conformance::people::sign_up;
use crate::conformance::{act, create, duel, give, person};
use bagatelle_store::{Followed, Friend, Met, Old, SessionId, Store, Visits};
use bagatelle_table::{Command, Terms, Visitor};

/// A finished duel of two people, lost by the first.
async fn lost(store: &Store, id: &str, one: &str, other: &str, at: i64) {
    let seats = vec![person(one, &one.to_uppercase()), person(other, &other.to_uppercase())];
    let mut table = create(store, &duel(id, one, seats, Terms::default())).await;
    act(store, &mut table, &Visitor::anonymous(one), at).await;
    act(store, &mut table, &Visitor::anonymous(other), at + 1).await;
    give(store, &mut table, &Visitor::anonymous(one), Command::Resign { seat: None }, at + 2).await;
}

async fn follow(store: &Store, one: &str, other: &str, now: i64) -> Followed {
    store.follow(one, other, &other.to_uppercase(), now, 3).await.unwrap()
}

async fn friends(store: &Store, one: &str) -> Vec<String> {
    store.friends(one).await.unwrap().into_iter().map(|friend| friend.person).collect()
}

async fn opponents(store: &Store, one: &str) -> Vec<String> {
    store.opponents(one, 0, 9).await.unwrap().into_iter().map(|met| met.person).collect()
}

/// Following: once each, up to a number, and never across a block.
pub async fn following(store: &Store) {
    sign_up(store, "w-ann", "Ann W").await;
    assert_eq!(follow(store, "w-bob", "w-ann", 10).await, Followed::Yes);
    assert_eq!(follow(store, "w-bob", "w-ann", 11).await, Followed::Yes, "twice is once");
    let ann = Friend {
        person: "w-ann".into(),
        name: "Ann W".into(),
        account: true,
        public: false,
        bot: false,
        since: 10,
        hidden: false,
        seen: None,
    };
    assert_eq!(store.friends("w-bob").await.unwrap(), [ann]);
    for (other, now) in [("w-cid", 12), ("w-dan", 13)] {
        assert_eq!(follow(store, "w-bob", other, now).await, Followed::Yes);
    }
    assert_eq!(follow(store, "w-bob", "w-eve", 14).await, Followed::Full);
    assert_eq!(follow(store, "w-bob", "w-ann", 14).await, Followed::Yes, "the last one again");
    assert_eq!(friends(store, "w-bob").await, ["w-dan", "w-cid", "w-ann"], "the latest first");
    assert!(
        store.follows("w-bob", "w-cid").await.unwrap() && !store.follows("w-cid", "w-bob").await.unwrap()
    );
    assert!(
        store.unfollow("w-bob", "w-cid").await.unwrap() && !store.unfollow("w-bob", "w-cid").await.unwrap()
    );
    assert_eq!(store.personal_data("w-bob").await.unwrap().followed, ["W-DAN", "Ann W"]);

    // A block ends it both ways, and stands in the way afterwards, on either side.
    follow(store, "w-ann", "w-bob", 15).await;
    store.block("w-ann", "w-bob", "Bob", 16).await.unwrap();
    assert_eq!(friends(store, "w-bob").await, ["w-dan"]);
    assert_eq!(friends(store, "w-ann").await, [""; 0]);
    for (one, other) in [("w-bob", "w-ann"), ("w-ann", "w-bob")] {
        assert_eq!(follow(store, one, other, 17).await, Followed::Blocked);
    }
    store.unblock("w-ann", "w-bob").await.unwrap();
    assert_eq!(friends(store, "w-bob").await, ["w-dan"], "it does not come back by itself");
    assert_eq!(follow(store, "w-bob", "w-ann", 18).await, Followed::Yes);

    // An account takes over what its guest followed, but no one whom it has blocked.
    let tab = Visitor::anonymous("w-tab");
    for other in ["w-ann", "w-eve", "w-gus"] {
        follow(store, "w-tab", other, 20).await;
    }
    follow(store, "w-eve", "w-tab", 21).await;
    follow(store, "w-ann", "w-tab", 22).await;
    follow(store, "w-bob", "w-tab", 23).await;
    store.block("w-ann", "w-gus", "Gus", 24).await.unwrap();
    store.hide_visits("w-tab", true).await.unwrap();
    store.log_in("w-ann", Some(&tab), &SessionId::new("w-tab"), 25).await.unwrap();
    assert_eq!(friends(store, "w-ann").await, ["w-eve"], "neither oneself nor a blocked one");
    assert_eq!(friends(store, "w-eve").await, ["w-ann"]);
    assert_eq!(friends(store, "w-bob").await, ["w-ann", "w-dan"], "once");
    assert_eq!(friends(store, "w-tab").await, [""; 0]);
    assert_eq!(store.visits("w-ann").await.unwrap(), Some(Visits { hidden: true, seen: None }));

    // Deleting an account deletes both directions.
    store.delete_account("w-ann").await.unwrap();
    assert_eq!((friends(store, "w-ann").await, friends(store, "w-eve").await), (vec![], vec![]));
    assert_eq!(store.visits("w-ann").await.unwrap(), None);
    assert_eq!(friends(store, "w-bob").await, ["w-dan"]);
    store.unfollow("w-bob", "w-dan").await.unwrap();
}

/// Past opponents, with what was played with each.
pub async fn opponents_of_a_person(store: &Store) {
    for (id, name) in [("g-ann", "Ann G"), ("g-bot", "Bot G"), ("g-old", "Old G")] {
        sign_up(store, id, name).await;
    }
    store.mark_bot("g-bot", true).await.unwrap();
    lost(store, "g-1", "g-ann", "g-bob", 100).await;
    lost(store, "g-2", "g-bob", "g-ann", 200).await;
    lost(store, "g-3", "g-ann", "g-bob", 300).await;
    lost(store, "g-4", "g-ann", "g-cid", 250).await;
    lost(store, "g-5", "g-ann", "g-bot", 400).await;
    lost(store, "g-6", "g-ann", "g-old", 500).await;
    let seats = vec![person("g-ann", "Ann"), person("g-dan", "Dan")];
    let mut drawn = create(store, &duel("g-7", "g-ann", seats, Terms::default())).await;
    act(store, &mut drawn, &Visitor::anonymous("g-ann"), 600).await;
    assert_eq!(opponents(store, "g-ann").await, ["g-old", "g-bob", "g-cid"], "no bot, and no one too early");
    let bob = Met {
        person: "g-bob".into(),
        name: "G-BOB".into(),
        account: false,
        public: false,
        followed: false,
        table: "g-3".into(),
        last: 302,
        games: 3,
        won: 1,
        lost: 2,
        drawn: 0,
    };
    assert_eq!(store.opponents("g-ann", 1, 1).await.unwrap(), std::slice::from_ref(&bob));
    assert_eq!(store.games_with("g-ann", "g-bob").await.unwrap(), Some(bob.clone()));
    assert_eq!(store.games_with("g-ann", "g-dan").await.unwrap(), None);
    let theirs = store.games_with("g-bob", "g-ann").await.unwrap().unwrap();
    assert_eq!((theirs.name.as_str(), theirs.account, theirs.won, theirs.lost), ("Ann G", true, 2, 1));
    follow(store, "g-ann", "g-bob", 700).await;
    assert_eq!(store.games_with_friends("g-ann").await.unwrap(), [Met { followed: true, ..bob }]);
    let names = async || {
        let all = store.acquaintances("g-ann").await.unwrap();
        let mut all: Vec<String> = all.into_iter().map(|one| one.person).collect();
        all.sort();
        all.dedup();
        all
    };
    assert_eq!(names().await, ["g-bob", "g-bot", "g-cid", "g-dan", "g-old"]);
    store.delete_account("g-old").await.unwrap();
    store.block("g-cid", "g-ann", "Ann", 800).await.unwrap();
    assert_eq!(opponents(store, "g-ann").await, ["g-bob"], "neither a deleted account nor a blocker");
    assert_eq!(names().await, ["g-bob", "g-bot", "g-cid", "g-dan"]);
    store.unblock("g-cid", "g-ann").await.unwrap();
    store.unfollow("g-ann", "g-bob").await.unwrap();
}

/// When people were here: noted of those whom others follow, unless they hide it.
pub async fn visits(store: &Store) {
    follow(store, "v-ann", "v-bob", 10).await;
    let note = async |people: &[&str], at| {
        let people: Vec<_> = people.iter().map(|person| ((*person).to_owned(), at)).collect();
        store.note_visits(&people).await.unwrap();
    };
    let seen = async |person| store.visits(person).await.unwrap().and_then(|visits| visits.seen);
    note(&["v-ann", "v-bob"], 1_000).await;
    assert_eq!((seen("v-ann").await, seen("v-bob").await), (None, Some(1_000)), "no one follows Ann");
    note(&["v-bob"], 900).await;
    assert_eq!(store.friends("v-ann").await.unwrap()[0].seen, Some(1_000));
    store.hide_visits("v-bob", true).await.unwrap();
    note(&["v-bob"], 2_000).await;
    let bob = &store.friends("v-ann").await.unwrap()[0];
    assert_eq!((bob.hidden, bob.seen), (true, None));
    assert_eq!(store.personal_data("v-bob").await.unwrap().visits, Some(Visits { hidden: true, seen: None }));
    store.hide_visits("v-bob", false).await.unwrap();
    note(&["v-bob"], 3_000).await;
    assert_eq!(seen("v-bob").await, Some(3_000));
    store.forget_old(&Old { visits: 2_500, ..Old::default() }).await.unwrap();
    assert_eq!(seen("v-bob").await, Some(3_000));
    store.unfollow("v-ann", "v-bob").await.unwrap();
    store.forget_old(&Old { visits: 2_500, ..Old::default() }).await.unwrap();
    assert_eq!(store.visits("v-bob").await.unwrap(), None, "no one follows Bob any more");
}
