//! Names, chat, accounts, sessions, claims, ratings, and the deletion of an account.

use crate::conformance::{act, create, duel, give, person};
use bagatelle_store::{ChatMessage, Search, SessionId, Store, StoreError};
use bagatelle_table::{
    Command, DELETED_ACCOUNT, EventKind, Occupant, Rating, RatingPool, SeatResult, Table, TableSpec, Terms,
    Visitor,
};
use serde_json::{Map, json};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn is_conflict<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict))
}

fn message(at: i64, person: &str, text: &str) -> ChatMessage {
    ChatMessage { at, person: person.into(), name: person.to_uppercase(), text: text.into() }
}

pub async fn sign_up(store: &Store, id: &str, name: &str) -> Visitor {
    let session = SessionId::new(id);
    store.sign_up(&Visitor::anonymous(id), name, "$argon2id$", &session, 10).await.unwrap();
    store.resolve_token(session.as_str(), 11).await.unwrap().unwrap()
}

pub async fn names_and_chat(store: &Store) {
    assert_eq!(store.name_of("n-ann").await.unwrap(), None);
    assert_eq!(store.name_for("n-ann", "Ann").await.unwrap(), "Ann");
    assert_eq!(store.name_of("n-ann").await.unwrap(), None, "asking writes nothing");
    assert_eq!(store.keep_name("n-ann", "Ann").await.unwrap(), "Ann");
    assert_eq!(store.keep_name("n-ann", "Anna").await.unwrap(), "Anna");
    assert_eq!(store.name_of("n-ann").await.unwrap().as_deref(), Some("Anna"));

    create(store, &duel("chat", "n-ann", vec![person("n-ann", ""); 2], Terms::default())).await;
    assert_eq!(store.chat("chat").await.unwrap(), []);
    let all = [message(7, "n-ann", "hello"), message(7, "n-bob", "hi"), message(8, "n-ann", "hello")];
    for said in &all {
        store.say("chat", said).await.unwrap();
    }
    assert_eq!(store.chat("chat").await.unwrap(), all);
}

pub async fn accounts_and_sessions(store: &Store) {
    let ann = sign_up(store, "a-ann", "Änne").await;
    assert!(ann.has_account());
    assert_eq!(store.resolve_token("a-ann", 11).await.unwrap(), None, "the visitor's token is spent");
    assert_eq!(store.resolve_token("a-bob", 11).await.unwrap(), Some(Visitor::anonymous("a-bob")));
    let account = store.account_named("äNNE").await.unwrap().unwrap();
    assert_eq!(
        (account.id.as_str(), account.name.as_str(), account.sessions, account.created),
        ("a-ann", "Änne", 1, 10)
    );
    assert_eq!(store.account("a-ann").await.unwrap(), Some(account));
    assert_eq!(store.account("a-bob").await.unwrap(), None);
    assert_eq!(store.account_named("").await.unwrap(), None);

    // A name belongs to one account, and visitors do not use it.
    let session = SessionId::new("a-bob");
    let taken = store.sign_up(&Visitor::anonymous("a-bob"), "ÄNNE", "$", &session, 10).await;
    assert!(is_conflict(taken));
    assert_eq!(store.name_of("a-bob").await.unwrap(), None, "nothing of it stays");
    assert!(is_conflict(store.name_for("a-bob", "änne").await));
    assert!(is_conflict(store.keep_name("a-bob", "änne").await));
    assert_eq!(store.keep_name("a-ann", "Other").await.unwrap(), "Änne", "an account keeps its own");
    assert_eq!(store.name_of("a-ann").await.unwrap().as_deref(), Some("Änne"));
    sign_up(store, "a-cat", "Cat").await;
    assert!(is_conflict(store.rename("a-cat", "Änne").await));
    store.rename("a-cat", "CAT").await.unwrap();
    assert_eq!(store.account_named("cat").await.unwrap().unwrap().name, "CAT");

    // Sessions end by themselves, one by one, or with a new password.
    let [one, two, three] = ["one", "two", "three"].map(SessionId::new);
    for session in [&one, &two, &three] {
        store.log_in("a-ann", None, session, 20).await.unwrap();
    }
    let open = async |session: &SessionId, now| store.resolve_token(session.as_str(), now).await.unwrap();
    assert_eq!(open(&one, 21).await, Some(ann.clone()));
    assert_eq!(open(&one, 20 + 400 * DAY_MS).await, None);
    store.log_out(&one).await.unwrap();
    assert_eq!(open(&one, 21).await, None);
    store.change_password("a-ann", "$new$", &two).await.unwrap();
    assert_eq!((open(&two, 21).await, open(&three, 21).await), (Some(ann), None));
    assert_eq!(store.account("a-ann").await.unwrap().unwrap().password_hash, "$new$");
    store.log_in("a-ann", None, &three, 30).await.unwrap();
    assert_eq!(store.personal_data("a-ann").await.unwrap().sessions, [20, 30]);
    store.log_out_others("a-ann", &three).await.unwrap();
    assert_eq!((open(&two, 31).await, open(&three, 31).await.is_some()), (None, true));

    assert_eq!(store.settings("a-ann").await.unwrap(), Some(Map::new()));
    assert_eq!(store.settings("a-bob").await.unwrap(), None);
    let settings = Map::from_iter([("sound".to_owned(), json!(true))]);
    store.keep_settings("a-ann", &settings).await.unwrap();
    assert_eq!(store.settings("a-ann").await.unwrap(), Some(settings));
}

pub async fn claims(store: &Store) {
    let (phone, bob) = (Visitor::anonymous("c-phone"), Visitor::anonymous("c-bob"));
    let eve = sign_up(store, "c-eve", "Eve").await;
    let owned =
        duel("c-owned", "c-phone", vec![person("c-phone", ""), Occupant::program("1")], Terms::default());
    create(store, &owned).await;
    let seats = vec![person("c-bob", "Bob"), person("c-phone", "Phone")];
    let mut joined = create(store, &duel("c-joined", "c-bob", seats, Terms::default())).await;
    act(store, &mut joined, &bob, 50).await;
    act(store, &mut joined, &phone, 60).await;
    store.say("c-joined", &message(61, "c-phone", "mine")).await.unwrap();
    let daily = |id: &str, owner: &str| TableSpec {
        daily: Some("2026-11-21".into()),
        ..duel(id, owner, vec![person(owner, ""); 2], Terms::default())
    };
    create(store, &daily("c-daily", "c-eve")).await;
    create(store, &daily("c-daily-phone", "c-phone")).await;

    store.log_in("c-eve", Some(&phone), &SessionId::new("c-tablet"), 70).await.unwrap();
    assert_eq!(store.resolve_token("c-phone", 71).await.unwrap(), None);
    let spec = store.table("c-owned").await.unwrap().unwrap();
    assert_eq!((spec.owner.as_str(), &spec.seating[0]), ("c-eve", &person("c-eve", "")));
    let spec = store.table("c-joined").await.unwrap().unwrap();
    assert_eq!((spec.owner.as_str(), &spec.seating[1]), ("c-bob", &person("c-eve", "Phone")));
    let events = store.events("c-joined").await.unwrap();
    let by: Vec<_> = events.iter().map(|event| event.person.as_deref().unwrap()).collect();
    assert_eq!(by, ["c-bob", "c-eve"]);
    assert_eq!(store.chat("c-joined").await.unwrap()[0].person, "c-eve");
    let mut restored = Table::restore(spec, [].into(), &events).unwrap();
    assert!(restored.involves("c-eve") && !restored.involves("c-phone"));
    // A daily deal that both have played stays, and is read as the account's.
    let found = store.daily("c-eve", &restored.spec().game, "2026-11-21", &restored.spec().options).await;
    assert_eq!(found.unwrap().as_deref(), Some("c-daily"));
    assert_eq!(store.table("c-daily-phone").await.unwrap().unwrap().owner, "c-eve");
    let search = Search { person: Some("c-eve".into()), limit: 9, ..Search::default() };
    let found = store.search(&search).await.unwrap().tables;
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|listed| !format!("{listed:?}").contains("\"c-phone\"")));

    // A server that knows the visitor still writes the account's id.
    act(store, &mut joined, &bob, 80).await;
    assert_eq!(store.unfinished("c-eve").await.unwrap(), ["c-joined"]);
    let events = store.events("c-joined").await.unwrap();
    restored.apply(&events[2]);
    act(store, &mut restored, &eve, 90).await;

    // What one account has claimed, another one does not get.
    sign_up(store, "c-mallory", "Mallory").await;
    store.log_in("c-mallory", Some(&phone), &SessionId::new("c-other"), 95).await.unwrap();
    assert_eq!(store.table("c-owned").await.unwrap().unwrap().owner, "c-eve");
    let found = store.search(&Search { person: Some("c-mallory".into()), ..search }).await.unwrap();
    assert_eq!(found.tables, []);
}

pub fn rated(id: &str, one: (&str, &str), two: (&str, &str)) -> TableSpec {
    let terms = Terms { rated: true, takebacks: false, ..Terms::default() };
    duel(id, one.0, vec![person(one.0, one.1), person(two.0, two.1)], terms)
}

pub async fn ratings(store: &Store) {
    let ann = sign_up(store, "r-ann", "Rated Ann").await;
    let bob = sign_up(store, "r-bob", "Rated Bob").await;
    assert_eq!(store.ratings("r-ann").await.unwrap(), []);
    let initial = Rating::initial("baju-duel");
    assert_eq!(store.rating_at_table("r-ann", "baju-duel", "r-one").await.unwrap(), initial);
    let spec = |id| rated(id, ("r-ann", "Ann"), ("r-bob", "Bob"));
    let mut one = create(store, &spec("r-one")).await;
    act(store, &mut one, &ann, 100).await;
    act(store, &mut one, &bob, 105).await;
    assert_eq!(store.ratings("r-ann").await.unwrap(), [], "nothing counts before the end");
    give(store, &mut one, &ann, Command::Resign { seat: None }, 110).await;

    let expected = bagatelle_table::rate(&one.final_ranks(), &[initial.clone(), initial]);
    for (person, expected) in ["r-ann", "r-bob"].iter().zip(&expected) {
        assert_eq!(&store.rating_at_table(person, "baju-duel", "r-one").await.unwrap(), expected);
        let plain = Rating { change: None, ..expected.clone() };
        assert_eq!(store.ratings(person).await.unwrap(), [plain]);
    }
    assert!(expected[0].change.unwrap() < 0.0 && expected[1].change.unwrap() > 0.0);
    // A game is rated once, whatever is written after its end.
    let ask = Command::Ask(bagatelle_table::Question::Rematch);
    give(store, &mut one, &ann, ask, 120).await;
    assert_eq!(store.ratings("r-ann").await.unwrap()[0].games, 1);

    let mut two = create(store, &spec("r-two")).await;
    act(store, &mut two, &ann, 200).await;
    act(store, &mut two, &bob, 205).await;
    give(store, &mut two, &ann, Command::Resign { seat: None }, 210).await;
    assert_eq!(store.ratings("r-ann").await.unwrap()[0].games, 2);
    let now = store.rating_at_table("r-ann", "baju-duel", "r-two").await.unwrap();
    let then = store.rating_at_table("r-ann", "baju-duel", "r-one").await.unwrap();
    let at = store.ratings_at_tables(&["r-one", "r-none"]).await.unwrap();
    let ann: Vec<f64> = at.iter().filter(|one| one.person == "r-ann").map(|one| one.rating).collect();
    assert_eq!((at.len(), ann), (2, vec![now.rating]), "a list of running games shows the rating now");
    assert!(now.rating < then.rating, "a table shows the rating after its game");
    let data = store.personal_data("r-ann").await.unwrap();
    assert_eq!(data.rated.len(), 2);
    let text = serde_json::to_value(&data.rated[0]).unwrap();
    assert_eq!(text["game"], json!("r-one"));
    assert_eq!(text["before"], json!({ "rating": 1500.0, "deviation": 350.0 }));
}

pub async fn called_off(store: &Store) {
    const DAY: i64 = 86_400_000;
    let count = async |person: &str, since| store.called_off(person, since).await.unwrap();
    for (person, table, at) in [("o-ann", "o-1", 10), ("o-ann", "o-2", 20), ("o-bob", "o-2", 20)] {
        store.note_called_off(person, table, at, 0).await.unwrap();
        store.note_called_off(person, table, at + 5, 0).await.unwrap();
    }
    assert_eq!((count("o-ann", 0).await, count("o-ann", 20).await), (2, 1), "a game counts once");
    assert_eq!((count("o-bob", 0).await, count("o-cat", 0).await), (1, 0));
    store.note_called_off("o-cat", "o-3", DAY + 1, DAY).await.unwrap();
    assert_eq!((count("o-ann", 0).await, count("o-cat", DAY).await), (0, 1), "what is old is forgotten");
}

pub async fn ladder(store: &Store) {
    let ann = sign_up(store, "l-ann", "Ladder Ann").await;
    let taken = store.add_house_bot("l-house", "ladder ann", "$", 20).await;
    assert!(is_conflict(taken) && store.house_bots().await.unwrap().is_empty(), "nothing of it stays");
    for _ in 0..2 {
        store.add_house_bot("l-house", "House Finn", "$", 20).await.unwrap();
    }
    let bots = store.house_bots().await.unwrap();
    assert_eq!((bots.len(), bots[0].id.as_str(), bots[0].name.as_str()), (1, "l-house", "House Finn"));
    let account = store.account("l-house").await.unwrap().unwrap();
    assert!(
        account.house
            && account.bot
            && !account.public
            && !store.account("l-ann").await.unwrap().unwrap().house
    );
    assert!(is_conflict(store.keep_name("l-guest", "House Finn").await), "the name is its own");

    // A game with a house bot counts on the ladder alone; one without counts among people alone.
    let bot = Visitor::with_account("l-house");
    let mut game = create(store, &rated("l-one", ("l-ann", "Ladder Ann"), ("l-house", "House Finn"))).await;
    act(store, &mut game, &ann, 100).await;
    act(store, &mut game, &bot, 105).await;
    give(store, &mut game, &bot, Command::Resign { seat: None }, 110).await;
    let pools = async |id: &str| {
        let all = store.ratings(id).await.unwrap();
        all.into_iter().map(|one| (one.pool, one.games)).collect::<Vec<_>>()
    };
    assert_eq!(pools("l-ann").await, [(RatingPool::Ladder, 1)]);
    let at_table = store.rating_at_table("l-ann", "baju-duel", "l-one").await.unwrap();
    assert!(at_table.pool == RatingPool::Ladder && at_table.change.unwrap() > 0.0);
    assert_eq!(store.rated("l-ann").await.unwrap(), [], "no history among people");
    let gus = sign_up(store, "l-gus", "Ladder Gus").await;
    let mut game = create(store, &rated("l-two", ("l-ann", "Ladder Ann"), ("l-gus", "Ladder Gus"))).await;
    assert_eq!(
        store.rating_at_table("l-ann", "baju-duel", "l-two").await.unwrap(),
        Rating::initial("baju-duel")
    );
    act(store, &mut game, &ann, 200).await;
    act(store, &mut game, &gus, 205).await;
    give(store, &mut game, &ann, Command::Resign { seat: None }, 210).await;
    assert_eq!(pools("l-ann").await, [(RatingPool::People, 1), (RatingPool::Ladder, 1)]);
    assert!(store.rating_at_table("l-ann", "baju-duel", "l-two").await.unwrap().change.unwrap() < 0.0);

    // The bot's rating will grow surer than a person's: its play does not change.
    let ladder = async || {
        let all = store.ladder(10).await.unwrap();
        all.into_iter().map(|one| (one.name, one.house, one.rating)).collect::<Vec<_>>()
    };
    let [(name, true, rating)] = &ladder().await[..] else { panic!("people are shown who want to be seen") };
    assert!(name == "House Finn" && rating.volatility < 0.01 && rating.rating < 1500.0, "{rating:?}");
    store.publish("l-ann", true).await.unwrap();
    store.publish("l-gus", true).await.unwrap();
    let names: Vec<String> = ladder().await.into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["Ladder Ann", "House Finn"], "those who have played on it, the best first");
    let listed = store.rating_lists().await.unwrap();
    let listed: Vec<&str> =
        listed.iter().map(|one| one.name.as_str()).filter(|name| name.contains("adder")).collect();
    assert_eq!(listed, ["Ladder Gus", "Ladder Ann"]);
    assert_eq!(store.ladder(0).await.unwrap().len(), 1, "people are as many as asked for");
    let data = store.personal_data("l-ann").await.unwrap();
    let told = serde_json::to_value(&data.rated).unwrap();
    let of =
        |id: &str| told.as_array().unwrap().iter().find(|one| one["game"] == id).unwrap()["pool"].clone();
    assert_eq!((of("l-one"), of("l-two")), (json!("ladder"), json!(null)));

    // A house bot that was deleted can move in again, with nothing of its past.
    store.delete_account("l-house").await.unwrap();
    store.add_house_bot("l-house", "House Finn", "$", 30).await.unwrap();
    assert_eq!(store.ratings("l-house").await.unwrap(), []);
    for id in ["l-ann", "l-gus", "l-house"] {
        store.delete_account(id).await.unwrap();
    }
}

pub async fn deletion(store: &Store) {
    let gus = sign_up(store, "x-gus", "Gus").await;
    let bob = sign_up(store, "x-bob", "Bob X").await;
    let laptop = Visitor::anonymous("x-laptop");
    let mut known = create(store, &rated("x-known", ("x-gus", "Gus"), ("x-bob", "Bob X"))).await;
    act(store, &mut known, &gus, 300).await;
    act(store, &mut known, &bob, 300).await;
    store.say("x-known", &message(301, "x-gus", "of Gus")).await.unwrap();
    store.say("x-known", &message(302, "x-bob", "of Bob")).await.unwrap();
    give(store, &mut known, &gus, Command::Resign { seat: None }, 310).await;
    let mut last = create(store, &rated("x-last", ("x-bob", "Bob X"), ("x-gus", "Gus"))).await;
    act(store, &mut last, &bob, 311).await;
    act(store, &mut last, &gus, 312).await;
    let open = vec![person("x-bob", "Bob X"), Occupant::Open];
    let mut sat = create(store, &duel("x-sat", "x-bob", open, Terms::default())).await;
    give(store, &mut sat, &laptop, Command::Sit { seat: None, name: "Gus".into() }, 320).await;
    let alone = duel("x-alone", "x-laptop", vec![person("x-laptop", ""); 2], Terms::default());
    create(store, &alone).await;
    store.log_in("x-gus", Some(&laptop), &SessionId::new("x-laptop"), 330).await.unwrap();

    store.delete_account("x-gus").await.unwrap();
    assert_eq!(store.account("x-gus").await.unwrap(), None);
    assert_eq!(store.account_named("Gus").await.unwrap(), None);
    for token in ["x-gus", "x-laptop", "s-x-gus", "s-x-laptop"] {
        assert_eq!(store.resolve_token(token, 340).await.unwrap(), None, "{token} opens nothing any more");
    }
    assert_eq!(store.ratings("x-gus").await.unwrap(), []);
    assert_eq!(store.ratings("x-bob").await.unwrap().len(), 1);
    assert_eq!(store.chat("x-known").await.unwrap(), [message(302, "x-bob", "of Bob")]);
    let spec = store.table("x-known").await.unwrap().unwrap();
    assert_eq!(spec.seating, [person("x-gus", DELETED_ACCOUNT), person("x-bob", "Bob X")]);
    let EventKind::Sat { name, .. } = &store.events("x-sat").await.unwrap()[0].kind else { panic!() };
    assert_eq!(name, DELETED_ACCOUNT);
    // A table without other players shows no name, before and after.
    assert_eq!(store.table("x-alone").await.unwrap().unwrap().seating[0], person("x-gus", ""));

    // The list says the same, and calls the player by the new name.
    let search = Search { person: Some("x-bob".into()), text: String::new(), limit: 9, ..Search::default() };
    let found = store.search(&search).await.unwrap().tables;
    let over = &found.iter().find(|listed| listed.spec.id == "x-known").unwrap().summary;
    assert_eq!(over.ending_text(), format!("{DELETED_ACCOUNT} resigned"));
    assert_eq!(over.seats[0].result, Some(SeatResult::Lost));
    let named = Search { text: "Gus".into(), ..search };
    assert_eq!(store.search(&named).await.unwrap().tables, []);
    let log = store.events("x-sat").await.unwrap();
    let table = Table::restore(store.table("x-sat").await.unwrap().unwrap(), [].into(), &log).unwrap();
    assert!(table.involves("x-gus"));

    // A game against a deleted account still counts for the other player.
    give(store, &mut last, &bob, Command::Resign { seat: None }, 410).await;
    assert_eq!(store.ratings("x-bob").await.unwrap()[0].games, 2);
    assert_eq!(store.ratings("x-gus").await.unwrap(), []);
}
