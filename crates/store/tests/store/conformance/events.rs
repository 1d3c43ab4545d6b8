//! Events by link: their logs, their players and games, and when a server has something to do for them.

use crate::conformance::people::sign_up;
use crate::conformance::{create, duel, person};
use bagatelle_events::{Command, Context, DELETED_TITLE, Event, EventSpec, Form, Tempo};
use bagatelle_store::{Act, ActKind, EventGame, EventStage, MadeEvent, NewReport, Note, Store, StoreError};
use bagatelle_table::{Actor, DELETED_ACCOUNT, Millis, Terms, Visitor};

fn spec(title: &str) -> EventSpec {
    let all = bagatelle_catalog::games().iter();
    let game = all.copied().find(|game| game.manifest().seats.contains(&2)).unwrap();
    EventSpec {
        title: title.into(),
        organizer: "v-ann".into(),
        game: game.id().into(),
        options: serde_json::Value::Null,
        seats: 2,
        form: Form::RoundRobin,
        tempo: Tempo::Live,
        terms: Terms::default(),
        places: 8,
        starts_at: None,
        late: None,
        seed: "seed".into(),
    }
}

async fn append(
    store: &Store,
    id: &str,
    event: &mut Event,
    actor: Actor<'_>,
    command: Command,
    at: Millis,
) -> Result<(), StoreError> {
    let entry = event.decide(actor, command, &Context::at(at)).unwrap();
    let after = event.after(&entry);
    store.append_change(id, event.seq(), &entry, &after).await?;
    *event = after;
    Ok(())
}

async fn join(store: &Store, id: &str, event: &mut Event, who: &str, at: i64) -> Result<(), StoreError> {
    let join = Command::Join { name: who.to_uppercase(), rating: None };
    append(store, id, event, Actor::Visitor(&Visitor::with_account(who)), join, at).await
}

/// An event from the first player to the end.
pub async fn logs(store: &Store) {
    for (id, name) in [("v-ann", "Ann V"), ("v-bob", "Bob V"), ("v-cid", "Cid V")] {
        sign_up(store, id, name).await;
    }
    assert_eq!(store.make_event("e-1", &spec("Cup"), 10, 2).await.unwrap(), MadeEvent::Yes);
    assert_eq!(store.make_event("e-1", &spec("Cup"), 11, 2).await.unwrap(), MadeEvent::Yes, "twice is once");
    assert_eq!(store.make_event("e-2", &spec("Other"), 12, 2).await.unwrap(), MadeEvent::Yes);
    assert_eq!(store.make_event("e-3", &spec("Third"), 13, 2).await.unwrap(), MadeEvent::Full);
    assert_eq!(store.event("e-3").await.unwrap(), None);

    let mut cup = Event::new(spec("Cup")).unwrap();
    for (n, who) in ["v-ann", "v-bob", "v-cid"].into_iter().enumerate() {
        join(store, "e-1", &mut cup, who, 20 + n as i64).await.unwrap();
    }
    // A number is taken once: another server was first.
    let mut behind = Event::new(spec("Cup")).unwrap();
    let late = join(store, "e-1", &mut behind, "v-cid", 23).await;
    assert!(matches!(late, Err(StoreError::Conflict)));
    // A player is in one event at a time, whichever requests come at the same moment.
    let mut other = Event::new(spec("Other")).unwrap();
    assert_eq!(store.event_elsewhere("v-bob", "e-2").await.unwrap().as_deref(), Some("Cup"));
    assert!(matches!(join(store, "e-2", &mut other, "v-bob", 24).await, Err(StoreError::Conflict)));
    assert_eq!(store.event_elsewhere("v-bob", "e-1").await.unwrap(), None);

    let kept = store.event("e-1").await.unwrap().unwrap();
    assert_eq!((kept.created, kept.log.len()), (10, 3));
    let read = Event::restore(kept.spec, &kept.log).unwrap();
    let names: Vec<&str> = read.players().iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ann V", "Bob V", "Cid V"], "as their accounts are called now");
    let listed = store.events_with("v-ann", 9).await.unwrap();
    let told: Vec<_> = listed.iter().map(|one| (one.title.as_str(), one.stage, one.players)).collect();
    assert_eq!(told, [("Other", EventStage::Open, 0), ("Cup", EventStage::Open, 3)], "the newest first");
    assert!(listed[1].organizes && listed[1].plays && listed[0].organizes && !listed[0].plays);
    assert_eq!(store.unfinished_events("v-bob").await.unwrap(), ["e-1"]);
    assert_eq!(store.due_events(99, 9).await.unwrap(), [""; 0], "nothing to do before the start");

    let ann = Visitor::with_account("v-ann");
    append(store, "e-1", &mut cup, Actor::Visitor(&ann), Command::Start, 30).await.unwrap();
    assert_eq!(store.due_events(29, 9).await.unwrap(), [""; 0]);
    assert_eq!(store.due_events(30, 9).await.unwrap(), ["e-1"]);
    store.wait_for_event("e-1", cup.seq() - 1, None).await.unwrap();
    assert_eq!(store.due_events(30, 9).await.unwrap(), ["e-1"], "there has been a change since");
    store.wait_for_event("e-1", cup.seq(), Some(50)).await.unwrap();
    assert_eq!(store.due_events(49, 9).await.unwrap(), [""; 0]);
    assert_eq!(store.due_events(50, 9).await.unwrap(), ["e-1"]);
    store.wait_for_event("e-1", cup.seq(), None).await.unwrap();

    games(store, &mut cup, &ann).await;
}

/// The games of an event are watched until they are settled.
async fn games(store: &Store, cup: &mut Event, ann: &Visitor) {
    let step = cup.next_step().unwrap();
    append(store, "e-1", cup, Actor::Server, step, 31).await.unwrap();
    let game = EventGame {
        table: "e-table".into(),
        round: 1,
        place: 0,
        game: 1,
        settled: false,
        made: false,
        over: false,
    };
    store.keep_event_game("e-1", &game).await.unwrap();
    store.keep_event_game("e-1", &game).await.unwrap();
    assert_eq!(store.event_games("e-1").await.unwrap(), std::slice::from_ref(&game));
    let seats = vec![person("v-ann", "ANN"), person("v-bob", "BOB")];
    create(store, &duel("e-table", "v-ann", seats, Terms::default())).await;
    let made = EventGame { made: true, ..game.clone() };
    assert_eq!(store.event_games("e-1").await.unwrap(), [made]);
    let of = store.event_of_table("e-table").await.unwrap();
    assert_eq!(of, Some(("e-1".to_owned(), "Cup".to_owned())));
    assert_eq!(store.event_of_table("another").await.unwrap(), None);

    append(store, "e-1", cup, Actor::Visitor(ann), Command::End, 40).await.unwrap();
    assert!(!store.event_games("e-1").await.unwrap()[0].settled, "a server has to end it");
    assert_eq!(store.due_events(99, 9).await.unwrap(), ["e-1"]);
    store.keep_event_game("e-1", &EventGame { settled: true, ..game }).await.unwrap();
    store.wait_for_event("e-1", cup.seq(), None).await.unwrap();
    assert_eq!(store.due_events(99, 9).await.unwrap(), [""; 0]);
    assert_eq!(store.event_elsewhere("v-bob", "e-2").await.unwrap(), None);
    let mut other = Event::new(spec("Other")).unwrap();
    join(store, "e-2", &mut other, "v-bob", 41).await.unwrap();

    // A deleted account loses its name in the log, too.
    store.delete_account("v-bob").await.unwrap();
    for (id, place) in [("e-1", 1), ("e-2", 0)] {
        let kept = store.event(id).await.unwrap().unwrap();
        let read = Event::restore(kept.spec, &kept.log).unwrap();
        assert_eq!(read.players()[place].name, DELETED_ACCOUNT);
    }
    let titles: Vec<String> =
        store.personal_data("v-ann").await.unwrap().events.into_iter().map(|one| one.title).collect();
    assert_eq!(titles, ["Other", "Cup"]);
}

/// A reported title goes once, wherever it is read.
pub async fn titles(store: &Store) {
    let title = || "Other".to_owned();
    let report = NewReport {
        at: 50,
        reporter: "v-cid".into(),
        person: "v-ann".into(),
        name: "Ann V".into(),
        event: Some("e-2".into()),
        text: title(),
        ..NewReport::default()
    };
    assert!(store.report(&report).await.unwrap() && !store.report(&report).await.unwrap(), "once each");
    let of_player = NewReport { event: None, text: String::new(), ..report.clone() };
    assert!(store.report(&of_player).await.unwrap(), "that is another report");
    let found = store.reports_of("v-ann", 9).await.unwrap();
    assert_eq!(found[1].reported, report);
    let before = store.event_revision("e-2").await.unwrap().unwrap();
    let delete = |title: &str| Act::DeleteTitle { event: "e-2".into(), title: title.into() };
    let note = Note { at: 51, report: Some(found[1].number), ..Note::default() };
    assert!(matches!(store.act(&delete("Cup"), &note).await, Err(StoreError::Conflict)), "another title");
    let answer = store.act(&delete("Other"), &note).await.unwrap();
    assert!(matches!(store.act(&delete("Other"), &note).await, Err(StoreError::Conflict)), "it is gone");
    assert_eq!(store.find_report(found[1].number).await.unwrap().unwrap().answer, Some(answer));
    let kept = store.event("e-2").await.unwrap().unwrap();
    assert_eq!(kept.spec, EventSpec { title: DELETED_TITLE.into(), ..spec("Other") });
    assert_eq!(store.events_with("v-ann", 9).await.unwrap()[0].title, DELETED_TITLE);
    assert!(store.event_revision("e-2").await.unwrap().unwrap() > before, "open pages are drawn again");
    let acts = store.acts_after(answer - 1).await.unwrap();
    assert_eq!((acts[0].kind, acts[0].subject.as_str()), (ActKind::DeleteTitle, "e-2"));
    assert_eq!(acts[0].name, kept.spec.game);
}

/// The log is the same after the store was opened again.
pub async fn logs_are_still_there(store: &Store) {
    let kept = store.event("e-1").await.unwrap().unwrap();
    assert!(Event::restore(kept.spec, &kept.log).unwrap().is_over());
}
