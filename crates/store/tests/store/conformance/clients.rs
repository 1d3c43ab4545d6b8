//! What belongs to programs that use the API.

use crate::conformance::people::sign_up;
use crate::conformance::{duel, person, table};
use bagatelle_store::{
    Act, ApiToken, Challenge, ChallengeState, FeedSpan, Letter, News, Note, Opponent, Scope, Scopes, Store,
    StoreError,
};
use bagatelle_table::{Event, EventKind, Occupant, Terms};
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
    store.forget_old(2_000, 0).await.unwrap();
    assert_eq!(store.open_feed("f-ann").await.unwrap(), FeedSpan { kept_after: 1, last: 3 });
    store.forget_old(9_000, 0).await.unwrap();
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
