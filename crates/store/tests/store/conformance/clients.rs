//! What belongs to programs that use the API.

use crate::conformance::people::sign_up;
use crate::conformance::{duel, person, table};
use bagatelle_store::{
    Act, ApiToken, Challenge, ChallengeState, FeedSpan, Letter, News, Note, Old, Opponent, PushKind,
    PushSubscription, Scope, Scopes, Seek, SessionId, Store, StoreError,
};
use bagatelle_table::{Event, EventKind, Occupant, Pace, Terms, Visitor};
use serde_json::json;

fn token(id: &str, scopes: &str, created: i64) -> ApiToken {
    let scopes = scopes.parse().unwrap();
    ApiToken { id: id.into(), name: format!("token {id}"), scopes, created, used: None }
}

pub async fn tokens(store: &Store) {
    for (id, name) in [("c-ann", "Ann C"), ("c-bob", "Bob C")] {
        sign_up(store, id, name).await;
    }
    let (first, second) = (token("t1", "read", 10), token("t2", "play challenge bot", 20));
    store.add_api_token("c-ann", "hash 1", &first).await.unwrap();
    store.add_api_token("c-ann", "hash 2", &second).await.unwrap();
    assert_eq!(store.api_tokens("c-ann").await.unwrap(), [first.clone(), second]);
    let owner = store.api_token("hash 2").await.unwrap().unwrap();
    assert_eq!((owner.account.as_str(), owner.token.scopes.allow(Scope::Challenge)), ("c-ann", true));
    assert_eq!(owner.token.scopes, Scopes::new([Scope::Bot, Scope::Play, Scope::Challenge]));
    assert!(store.api_token("hash 3").await.unwrap().is_none());
    store.note_api_token_use("t1", 500).await.unwrap();
    store.note_api_token_use("t1", 400).await.unwrap();
    assert_eq!(store.api_tokens("c-ann").await.unwrap()[0].used, Some(500), "the last use stays");
    assert!(!store.revoke_api_token("c-bob", "t1").await.unwrap(), "it is another account's");
    assert!(
        store.revoke_api_token("c-ann", "t1").await.unwrap()
            && !store.revoke_api_token("c-ann", "t1").await.unwrap()
    );
    assert!(store.api_token("hash 1").await.unwrap().is_none());
    let revoke = Act::RevokeTokens { account: "c-ann".into() };
    store.act(&revoke, &Note::default()).await.unwrap();
    assert_eq!(store.api_tokens("c-ann").await.unwrap(), []);

    store.add_api_token("c-bob", "hash 4", &token("t4", "read", 10)).await.unwrap();
    let ban = Act::Ban { person: "c-bob".into(), begins: true };
    store.act(&ban, &Note::default()).await.unwrap();
    assert!(store.api_token("hash 4").await.unwrap().is_none(), "a ban ends it");
    let unban = Act::Ban { person: "c-bob".into(), begins: false };
    store.act(&unban, &Note::default()).await.unwrap();
    store.add_api_token("c-bob", "hash 5", &token("t5", "read", 10)).await.unwrap();
    store.mark_bot("c-bob", true).await.unwrap();
    assert_eq!(store.bots(&["c-ann", "c-bob", "unknown"]).await.unwrap(), ["c-bob"]);
    assert!(store.account("c-bob").await.unwrap().unwrap().bot);
    store.delete_account("c-bob").await.unwrap();
    assert!(store.api_token("hash 5").await.unwrap().is_none(), "it goes with its account");
    assert_eq!(store.bots(&["c-bob"]).await.unwrap(), [] as [&str; 0]);
}

fn letter(person: &str, at: i64, version: u64) -> Letter {
    Letter { person: person.into(), at, news: News::Turn { game: "feed".into(), version } }
}

pub async fn feeds(store: &Store) {
    let seats = vec![person("f-ann", "Ann F"), Occupant::Open];
    let spec = duel("feed", "f-ann", seats, Terms::default());
    let mut table = table(&spec);
    assert_eq!(store.open_feed("f-ann").await.unwrap(), FeedSpan { kept_after: 0, last: 0 });
    assert_eq!(store.open_feed("f-cleo").await.unwrap().last, 0);
    let first = [letter("f-ann", 1_000, 0), letter("f-bob", 1_000, 0)];
    store.create(&spec, &table.summary(1_000), &[], &first).await.unwrap();
    let kind = EventKind::Sat { seat: bagatelle_core::Seat(1), name: "Bob F".into() };
    let sat = Event { person: Some("f-bob".into()), ..Event::new(2_000, kind) };
    let again = [letter("f-ann", 2_000, 1), letter("f-ann", 2_000, 2)];
    table.apply(&sat);
    let summary = table.summary(2_000);
    store.append("feed", 0, std::slice::from_ref(&sat), &summary, &again).await.unwrap();
    let late = store.append("feed", 0, &[sat], &summary, &[letter("f-ann", 3_000, 9)]).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "what is not written is not told");
    let news = store.news("f-ann", 0, 10).await.unwrap();
    let told: Vec<_> = news.iter().map(|entry| (entry.number, entry.at)).collect();
    assert_eq!(told, [(1, 1_000), (2, 2_000), (3, 2_000)]);
    assert_eq!(news[2].news, News::Turn { game: "feed".into(), version: 2 });
    assert_eq!(store.news("f-ann", 1, 1).await.unwrap(), news[1..2]);
    assert_eq!(store.news("f-bob", 0, 10).await.unwrap(), [], "no feed was asked for");
    store.forget_old(&Old { news: 2_000, ..Old::default() }).await.unwrap();
    assert_eq!(store.open_feed("f-ann").await.unwrap(), FeedSpan { kept_after: 1, last: 3 });
    store.forget_old(&Old { news: 9_000, ..Old::default() }).await.unwrap();
    assert_eq!(store.open_feed("f-ann").await.unwrap(), FeedSpan { kept_after: 2, last: 3 });
}

pub async fn feeds_go_on(store: &Store) {
    let span = store.open_feed("f-ann").await.unwrap();
    assert_eq!(span, FeedSpan { kept_after: 2, last: 3 });
}

pub async fn challenges(store: &Store) {
    let mut people = Vec::new();
    for (id, name) in [("h-ann", "Ann H"), ("h-bob", "Bob H")] {
        sign_up(store, id, name).await;
        people.push(Opponent { id: id.into(), name: name.into(), bot: false });
    }
    let challenge = |id: &str, created: i64| Challenge {
        id: id.into(),
        from: people[0].clone(),
        to: people[1].clone(),
        game: "baju-duel".into(),
        order: json!({ "best_of": 1 }),
        created,
        state: ChallengeState::Open,
    };
    store.open_feed("h-bob").await.unwrap();
    let news = News::Challenge { challenge: "one".into() };
    let letters = [Letter { person: "h-bob".into(), at: 100, news: news.clone() }];
    store.add_challenge(&challenge("one", 100), 0, &letters).await.unwrap();
    let second = store.add_challenge(&challenge("two", 200), 0, &letters).await;
    assert!(matches!(second, Err(StoreError::Conflict)), "one for each game at a time");
    assert_eq!(store.news("h-bob", 0, 9).await.unwrap().len(), 1);
    assert_eq!(store.challenge("one").await.unwrap(), Some(challenge("one", 100)));
    // The old one was not answered in time.
    store.add_challenge(&challenge("two", 200), 150, &[]).await.unwrap();
    let listed: Vec<_> =
        store.challenges("h-bob", 0, 9).await.unwrap().into_iter().map(|one| (one.id, one.state)).collect();
    assert_eq!(
        listed,
        [("two".to_owned(), ChallengeState::Open), ("one".to_owned(), ChallengeState::Expired)]
    );
    assert!(store.settle_challenge("two", ChallengeState::Accepted, &[]).await.unwrap());
    assert!(!store.settle_challenge("two", ChallengeState::Declined, &letters).await.unwrap());
    assert_eq!(store.news("h-bob", 0, 9).await.unwrap().len(), 1, "what does not happen is not told");
    store.delete_account("h-ann").await.unwrap();
    assert_eq!(store.challenges("h-bob", 0, 9).await.unwrap(), []);
    store.delete_account("h-bob").await.unwrap();
    assert_eq!(store.open_feed("h-bob").await.unwrap().last, 0, "the feed goes with its account");
}

/// Seeks for a game with anyone: one for each person, and a game for two of them that are both there.
pub async fn seeks(store: &Store) {
    let seek = |id: &str, person: &str, since: i64| Seek {
        id: id.into(),
        person: person.into(),
        name: person.to_uppercase(),
        game: "baju-duel".into(),
        pace: Pace::RealTime { start_s: 600, increment_s: 10 },
        rated: person == "k-ann",
        public: person == "k-bob",
        rating: (person == "k-ann").then_some(1612.5),
        since,
        seen: since,
        table: None,
    };
    let (ann, bob, cid) =
        (seek("k-1", "k-ann", 1_000), seek("k-2", "k-bob", 2_000), seek("k-3", "k-cid", 3_000));
    for one in [&bob, &ann, &cid, &seek("k-4", "k-cid", 4_000)] {
        store.add_seek(one).await.unwrap();
    }
    assert_eq!(store.seek("k-1").await.unwrap(), Some(ann.clone()));
    assert_eq!(store.seek("k-3").await.unwrap(), None, "the second wish of Cid ends the first");
    let ids = async |seen| -> Vec<String> {
        store.seeks(seen, 9).await.unwrap().into_iter().map(|seek| seek.id).collect()
    };
    assert_eq!(ids(0).await, ["k-1", "k-2", "k-4"]);
    assert_eq!(store.seeks(0, 1).await.unwrap(), [ann]);
    store.see_seek("k-1", "k-bob", 0).await.unwrap();
    assert_eq!(ids(1_000).await, ["k-1", "k-2", "k-4"], "it is not his");
    let like = async |own: &Seek| -> Vec<String> {
        store.seeks_like(own, 0, 9).await.unwrap().into_iter().map(|seek| seek.id).collect()
    };
    assert_eq!(like(&bob).await, ["k-4"], "Ann wants a rated game");
    assert_eq!(like(&Seek { game: "bulbous".into(), ..bob.clone() }).await, [""; 0]);
    store.see_seek("k-1", "k-ann", 5_000).await.unwrap();
    assert_eq!(ids(3_000).await, ["k-1", "k-4"]);

    // Who has left is not paired, and who has a game gets no second one.
    assert!(!store.pair_seeks(["k-1", "k-2"], "k-t", 3_000).await.unwrap());
    assert_eq!(store.seek("k-1").await.unwrap().unwrap().table, None);
    assert!(store.pair_seeks(["k-1", "k-4"], "k-t", 3_000).await.unwrap());
    assert!(!store.pair_seeks(["k-2", "k-4"], "k-u", 0).await.unwrap());
    assert_eq!(ids(0).await, ["k-2"]);
    let two = store.seeks_of("k-t").await.unwrap();
    assert_eq!(two.iter().map(|seek| seek.person.as_str()).collect::<Vec<_>>(), ["k-ann", "k-cid"]);
    store.free_seeks("k-t").await.unwrap();
    assert_eq!(ids(0).await, ["k-1", "k-2", "k-4"], "the game cannot be made");

    assert!(!store.end_seek("k-2", "k-ann").await.unwrap(), "it is not hers");
    assert!(store.end_seek("k-2", "k-bob").await.unwrap());
    store.forget_old(&Old { seeks: 4_500, ..Old::default() }).await.unwrap();
    assert_eq!(store.seek("k-4").await.unwrap(), None);
    assert!(store.seek("k-1").await.unwrap().is_some(), "its page was there");
}

fn subscription(id: &str, bearer: &str, created: i64) -> PushSubscription {
    PushSubscription {
        id: id.into(),
        bearer: bearer.into(),
        endpoint: format!("https://push.example:443/{id}"),
        p256dh: "key".into(),
        auth: "secret".into(),
        turns: true,
        invitations: false,
        created,
    }
}

pub async fn pushes(store: &Store) {
    // What happens at a table with other people is noted for the browsers that want it.
    let (one, two) = (subscription("one", "", 10), subscription("two", "", 20));
    let deaf = PushSubscription { turns: false, invitations: true, ..subscription("deaf", "", 30) };
    assert_eq!(one.service(), "push.example");
    for kept in [&one, &two, &deaf] {
        assert_eq!(store.subscribe("p-ann", kept, 3).await.unwrap(), kept.id);
    }
    let seats = vec![person("p-ann", "Ann P"), person("p-bob", "Bob P")];
    let spec = duel("push", "p-ann", seats, Terms::default());
    let mut table = table(&spec);
    let turn = |at: i64| {
        let news = News::Turn { game: "push".into(), version: 0 };
        [Letter { person: "p-ann".into(), at, news }]
    };
    store.create(&spec, &table.summary(1_000), &[], &turn(1_000)).await.unwrap();
    assert_eq!(store.claim_pushes(3_999, 9_000, 9).await.unwrap(), [], "one who is there acts meanwhile");
    let claimed = store.claim_pushes(4_000, 9_000, 1).await.unwrap();
    assert_eq!(claimed.len(), 1);
    let second = store.claim_pushes(4_000, 9_000, 9).await.unwrap();
    assert_eq!(second.len(), 1, "the other one is claimed already, and one wants no turns");
    assert!(second[0].still && !second[0].ended && second[0].to != claimed[0].to);
    assert_eq!((second[0].tries, second[0].kind, second[0].subject.as_str()), (1, PushKind::Turn, "push"));
    // A failure is tried again, and remembered until something arrives.
    store.push_failed(&claimed[0], 4_100, 5_000).await.unwrap();
    let again = store.claim_pushes(5_000, 9_000, 9).await.unwrap();
    assert_eq!((again[0].tries, again[0].failing_since), (2, Some(4_100)));
    store.push_arrived(&again[0]).await.unwrap();
    // What comes while a push is on its way is told after it.
    let moved = Event::new(6_000, EventKind::Acted { action: table.play().legal()[0].clone() });
    table.apply(&moved);
    store.append("push", 0, &[moved], &table.summary(6_000), &turn(6_000)).await.unwrap();
    store.push_arrived(&second[0]).await.unwrap();
    let told = store.claim_pushes(9_000, 9_500, 9).await.unwrap();
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|push| push.failing_since.is_none() && push.tries == 1 && push.at == 6_000));
    assert!(told.iter().all(|push| !push.still), "it is the other one's turn");
    store.end_push(&told[0]).await.unwrap();
    store.drop_subscription(&told[1].to.id).await.unwrap();
    assert_eq!(store.claim_pushes(99_000, 99_000, 9).await.unwrap(), []);

    // An address is its browser's, and the newest browsers stay.
    let stolen = PushSubscription { auth: "guess".into(), ..told[0].to.clone() };
    assert!(matches!(store.subscribe("p-eve", &stolen, 3).await, Err(StoreError::Conflict)));
    let changed = PushSubscription { id: "new".into(), invitations: true, ..told[0].to.clone() };
    assert_eq!(store.subscribe("p-ann", &changed, 3).await.unwrap(), told[0].to.id);
    for (number, id) in (40..).zip(["three", "four"]) {
        store.subscribe("p-ann", &subscription(id, "", number), 3).await.unwrap();
    }
    let ids = async |person: &str| {
        let kept = store.push_subscriptions(person).await.unwrap();
        kept.into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    assert_eq!(ids("p-ann").await, ["deaf", "three", "four"]);
    assert!(!store.unsubscribe("p-eve", "four").await.unwrap());
    assert!(store.unsubscribe("p-ann", "four").await.unwrap());

    // A visitor's browser goes with the visitor to an account, as long as the session lasts.
    sign_up(store, "p-cat", "Cat P").await;
    let session = SessionId::new("p-session");
    store.log_in("p-cat", Some(&Visitor::anonymous("p-ann")), &session, 50).await.unwrap();
    assert_eq!((ids("p-ann").await, ids("p-cat").await), (vec![], vec!["deaf".into(), "three".into()]));
    let ended = async || {
        assert!(store.test_push("p-cat", "three", 60).await.unwrap());
        let claimed = store.claim_pushes(60, 60, 9).await.unwrap();
        claimed.iter().map(|push| (push.kind, push.ended)).collect::<Vec<_>>()
    };
    assert_eq!(ended().await, [(PushKind::Test, false)]);
    store.log_out(&session).await.unwrap();
    assert_eq!(ended().await, [(PushKind::Test, true)]);
    store.add_api_token("p-cat", "hash p", &token("p-token", "play", 10)).await.unwrap();
    store.subscribe("p-cat", &subscription("by-token", "p-token", 70), 9).await.unwrap();
    assert!(store.test_push("p-cat", "by-token", 80).await.unwrap());
    let claimed = store.claim_pushes(80, 80, 9).await.unwrap();
    assert!(claimed.iter().any(|push| push.to.id == "by-token" && !push.ended));
    assert!(!store.test_push("p-ann", "three", 80).await.unwrap(), "it is another one's");
    let notified = store.personal_data("p-cat").await.unwrap().notified;
    assert_eq!((notified.len(), notified[0].service.as_str()), (3, "push.example"));
    store.forget_old(&Old { pushes: 100, ..Old::default() }).await.unwrap();
    assert_eq!(store.claim_pushes(99_000, 99_000, 9).await.unwrap(), []);
    assert_eq!(ids("p-cat").await, ["by-token"], "the session of the others has ended");
    store.delete_account("p-cat").await.unwrap();
    assert_eq!(ids("p-cat").await, [] as [&str; 0]);

    // The key is made once; another one takes its place only where it is known.
    assert_eq!(store.push_key("first").await.unwrap(), "first");
    assert_eq!(store.push_key("second").await.unwrap(), "first");
    store.subscribe("p-bob", &subscription("bob", "", 90), 3).await.unwrap();
    store.replace_push_key("other", "third").await.unwrap();
    assert_eq!((store.push_key("").await.unwrap().as_str(), ids("p-bob").await.len()), ("first", 1));
    store.replace_push_key("first", "third").await.unwrap();
    assert_eq!((store.push_key("").await.unwrap().as_str(), ids("p-bob").await.len()), ("third", 0));
}
