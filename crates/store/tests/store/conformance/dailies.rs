//! Deals and positions of the day: what is noted, the leaderboard, and what an account gets of a
//! visitor.

use crate::conformance::{create, duel, give, person};
use bagatelle_catalog::Position;
use bagatelle_core::Seed;
use bagatelle_core::present::Difficulty;
use bagatelle_core::present::Par;
use bagatelle_store::{Daily, DailyResult, PositionTry, SessionId, Store};
use bagatelle_table::{Command, Event, EventKind, Millis, Summary, TableSpec, Terms, Visitor};
use serde_json::Value;

const HOUR: Millis = 60 * 60 * 1000;
/// Midnight of 21 November 2026.
const MIDNIGHT: Millis = 1_795_219_200_000;
const DATE: &str = "2026-11-21";
const ALL: (&str, &str) = ("2026-01-01", "2026-12-31");

/// A daily of a person as it is read.
async fn daily(store: &Store, person: &str, game: &str, date: &str) -> Option<Daily> {
    let all = store.dailies(person, date, date).await.unwrap();
    all.into_iter().find(|daily| daily.game == game)
}

fn solved(ended: Millis, score: u32) -> DailyResult {
    DailyResult { ended, solved: true, score, helped: false }
}

/// Plays a position of the day to its end.
async fn position(store: &Store, person: &str, begun: Millis, result: DailyResult) {
    store.begin_daily(person, "position", DATE, None, begun).await.unwrap();
    store.end_daily(person, "position", DATE, result).await.unwrap();
}

fn table_of(id: &str, owner: &str) -> TableSpec {
    let seats = vec![person(owner, ""); 2];
    TableSpec { daily: Some(DATE.into()), ..duel(id, owner, seats, Terms::default()) }
}

pub async fn results(store: &Store) {
    let ann = Visitor::anonymous("day-ann");
    assert_eq!(store.dailies("day-ann", ALL.0, ALL.1).await.unwrap(), []);
    store.end_daily("day-ann", "position", DATE, solved(MIDNIGHT, 1)).await.unwrap();
    assert_eq!(daily(store, "day-ann", "position", DATE).await, None, "what is not begun has no result");

    // The result of a position is noted once.
    store.begin_daily("day-ann", "position", DATE, None, MIDNIGHT + 1).await.unwrap();
    store.begin_daily("day-ann", "position", DATE, None, MIDNIGHT + 2).await.unwrap();
    let open = Daily {
        person: "day-ann".into(),
        game: "position".into(),
        date: DATE.into(),
        table: None,
        begun: MIDNIGHT + 1,
        on_time: true,
        ended: None,
        took: None,
        solved: false,
        score: 0,
        helped: false,
        name: None,
        par: None,
    };
    assert_eq!(daily(store, "day-ann", "position", DATE).await, Some(open.clone()));
    let result = DailyResult { solved: false, helped: true, ..solved(MIDNIGHT + 9, 3) };
    store.end_daily("day-ann", "position", DATE, result).await.unwrap();
    store.end_daily("day-ann", "position", DATE, solved(MIDNIGHT + 10, 1)).await.unwrap();
    let ended = Daily { ended: Some(MIDNIGHT + 9), took: Some(8), score: 3, helped: true, ..open };
    assert_eq!(daily(store, "day-ann", "position", DATE).await, Some(ended));

    // That of a deal follows from its table.
    let mut table = create(store, &table_of("day-one", "day-ann")).await;
    store.begin_daily("day-ann", "baju-duel", DATE, Some("day-one"), MIDNIGHT + HOUR).await.unwrap();
    crate::conformance::act(store, &mut table, &ann, MIDNIGHT + HOUR).await;
    let open = daily(store, "day-ann", "baju-duel", DATE).await.unwrap();
    assert_eq!((open.table.as_deref(), open.ended, open.score), (Some("day-one"), None, 1));
    crate::conformance::act(store, &mut table, &ann, MIDNIGHT + 2 * HOUR).await;
    give(store, &mut table, &ann, Command::Resign { seat: None }, MIDNIGHT + 25 * HOUR).await;
    results_are_still_there(store).await;

    // A table that was over when it was noted counts from what its summary says.
    let mut late = create(store, &TableSpec { daily: None, ..table_of("day-late", "day-bob") }).await;
    let bob = Visitor::anonymous("day-bob");
    give(store, &mut late, &bob, Command::Resign { seat: None }, MIDNIGHT + HOUR).await;
    assert_eq!(daily(store, "day-bob", "baju-duel", DATE).await, None);
    store.begin_daily("day-bob", "baju-duel", DATE, Some("day-late"), MIDNIGHT + 24 * HOUR).await.unwrap();
    let late = daily(store, "day-bob", "baju-duel", DATE).await.unwrap();
    assert_eq!((late.ended, late.on_time), (Some(MIDNIGHT + HOUR), false), "it was begun the day after");

    // Where par counts other moves than actions, its moves are the score.
    let counted = table_of("day-counted", "day-cat");
    let summary = create(store, &counted).await.summary(MIDNIGHT);
    store.begin_daily("day-cat", "baju-duel", DATE, Some("day-counted"), MIDNIGHT).await.unwrap();
    let acted =
        Event { at: MIDNIGHT, person: None, kind: EventKind::Acted { action: "x".into() }, randomness: None };
    let after = Summary { plies: 4, moves: Some(2), ..summary };
    store.append("day-counted", 0, &[acted], &after, &[]).await.unwrap();
    // The par of a deal stands beside it.
    store.keep_par(&counted, Par { moves: 2, at_least: 2 }).await.unwrap();
    let counted = daily(store, "day-cat", "baju-duel", DATE).await.unwrap();
    assert_eq!((counted.score, counted.par), (2, store.par(&table_of("day-one", "day-ann")).await.unwrap()));
    assert_eq!(counted.par.unwrap().moves, 2);

    // Dates are in order, and both ends belong to what is asked for.
    store.begin_daily("day-ann", "position", "2026-11-20", None, MIDNIGHT - HOUR).await.unwrap();
    let dates = async |first, last| {
        let all = store.dailies("day-ann", first, last).await.unwrap();
        all.into_iter().map(|daily| daily.date).collect::<Vec<_>>()
    };
    assert_eq!(dates("2026-11-20", DATE).await, ["2026-11-20", DATE, DATE]);
    assert_eq!(dates("2026-11-19", "2026-11-20").await, ["2026-11-20"]);
    assert_eq!(dates("2026-11-22", "2026-12-31").await, [""; 0]);
}

pub async fn results_are_still_there(store: &Store) {
    let over = daily(store, "day-ann", "baju-duel", DATE).await.unwrap();
    assert_eq!(
        (over.ended, over.solved, over.score, over.helped, over.on_time),
        (Some(MIDNIGHT + 25 * HOUR), true, 2, false, true),
        "one who plays both seats wins"
    );
}

pub async fn tables_of_the_day(store: &Store) {
    assert_eq!(store.table_of_the_day("position", DATE).await.unwrap(), []);
    let at = |hours: Millis| MIDNIGHT + hours * HOUR;
    position(store, "t-slow", at(1), solved(at(4), 5)).await;
    position(store, "t-quick", at(5), solved(at(6), 5)).await;
    position(store, "t-best", at(23), solved(at(30), 4)).await;
    position(store, "t-helped", at(1), DailyResult { helped: true, ..solved(at(2), 3) }).await;
    position(store, "t-failed", at(1), DailyResult { solved: false, ..solved(at(2), 1) }).await;
    position(store, "t-early", at(-1), solved(at(2), 1)).await;
    position(store, "t-late", at(24), solved(at(25), 1)).await;
    store.begin_daily("t-open", "position", DATE, None, at(1)).await.unwrap();
    store.begin_daily("t-best", "other", DATE, None, at(1)).await.unwrap();
    let people = async || {
        let rows = store.table_of_the_day("position", DATE).await.unwrap();
        rows.into_iter().map(|daily| (daily.person, daily.name)).collect::<Vec<_>>()
    };
    let row = |person: &str, name: Option<&str>| (person.to_owned(), name.map(str::to_owned));
    assert_eq!(people().await, [row("t-best", None), row("t-quick", None), row("t-slow", None)]);

    // A person who wants to be listed is listed from then on, until the person takes that back.
    store.list_dailies("t-quick", Some("Quick")).await.unwrap();
    assert_eq!(people().await[1], row("t-quick", Some("Quick")));
    store.begin_daily("t-quick", "position", "2026-11-22", None, at(26)).await.unwrap();
    let next = daily(store, "t-quick", "position", "2026-11-22").await.unwrap();
    assert_eq!(next.name.as_deref(), Some("Quick"));
    store.list_dailies("t-quick", None).await.unwrap();
    assert_eq!(people().await[1], row("t-quick", None));
}

pub async fn claims(store: &Store) {
    let at = |hours: Millis| MIDNIGHT + hours * HOUR;
    let own = DailyResult { solved: false, ..solved(at(9), 9) };
    position(store, "day-eve", at(1), own).await;
    store.begin_daily("day-eve", "first", DATE, None, at(2)).await.unwrap();
    store.begin_daily("day-eve", "second", DATE, None, at(2)).await.unwrap();
    store.list_dailies("day-eve", Some("Visitor")).await.unwrap();

    // Signing up keeps all, under the name of the account.
    let eve = Visitor::anonymous("day-eve");
    store.sign_up(&eve, "Day Eve", "$", &SessionId::new("day-eve"), at(10)).await.unwrap();
    let kept = daily(store, "day-eve", "position", DATE).await.unwrap();
    assert_eq!((kept.ended, kept.name.as_deref()), (Some(at(9)), Some("Day Eve")));

    // Of two results the one that was first stays, a result rather than none, and else what was begun first.
    let phone = Visitor::anonymous("day-phone");
    position(store, "day-phone", at(0), solved(at(10), 1)).await;
    store.begin_daily("day-phone", "first", DATE, None, at(1)).await.unwrap();
    store.begin_daily("day-phone", "second", DATE, None, at(3)).await.unwrap();
    store.end_daily("day-phone", "second", DATE, solved(at(11), 2)).await.unwrap();
    store.begin_daily("day-phone", "third", DATE, None, at(1)).await.unwrap();
    store.log_in("day-eve", Some(&phone), &SessionId::new("day-phone"), at(12)).await.unwrap();
    assert_eq!(store.dailies("day-phone", ALL.0, ALL.1).await.unwrap(), []);
    let mut all = store.dailies("day-eve", ALL.0, ALL.1).await.unwrap();
    all.sort_by(|a, b| a.game.cmp(&b.game));
    let all: Vec<_> = all.iter().map(|daily| (daily.game.as_str(), daily.begun, daily.ended)).collect();
    assert_eq!(
        all,
        [
            ("first", at(1), None),
            ("position", at(1), Some(at(9))),
            ("second", at(3), Some(at(11))),
            ("third", at(1), None)
        ]
    );
    // A server that knows the visitor still writes the account's row.
    store.end_daily("day-phone", "third", DATE, solved(at(13), 7)).await.unwrap();
    assert_eq!(daily(store, "day-eve", "third", DATE).await.unwrap().score, 7);
    store.begin_daily("day-phone", "fourth", DATE, None, at(13)).await.unwrap();
    assert!(daily(store, "day-eve", "fourth", DATE).await.is_some());

    store.rename("day-eve", "Evening").await.unwrap();
    assert_eq!(
        daily(store, "day-eve", "third", DATE).await.unwrap().name,
        None,
        "what the visitor had not listed is not"
    );
    assert_eq!(daily(store, "day-eve", "position", DATE).await.unwrap().name.as_deref(), Some("Evening"));
    assert_eq!(store.personal_data("day-eve").await.unwrap().dailies.len(), 5);
    store.delete_account("day-eve").await.unwrap();
    assert_eq!(store.dailies("day-eve", ALL.0, ALL.1).await.unwrap(), []);
}

pub async fn positions(store: &Store) {
    let position = found();
    assert_eq!(store.position("position", DATE).await.unwrap(), None);
    store.keep_position("position", DATE, &position).await.unwrap();
    store.keep_position("position", DATE, &Position { seat: 1, ..position.clone() }).await.unwrap();
    assert_eq!(store.position("position", DATE).await.unwrap(), Some(position), "the first one stays");
    assert_eq!(store.position("position", "2026-11-22").await.unwrap(), None);

    let action = |text: &str| PositionTry::Action(text.into());
    assert_eq!(store.tries("try-ann", "position", DATE).await.unwrap(), []);
    let (hinted, narrowed, shown) = (PositionTry::Hinted, PositionTry::Narrowed, PositionTry::Shown);
    for tried in [&action("b2"), &hinted, &narrowed, &shown, &action("b2"), &shown, &hinted, &action("a1")] {
        store.add_try("try-ann", "position", DATE, tried).await.unwrap();
    }
    store.add_try("try-bob", "position", DATE, &action("c3")).await.unwrap();
    let all = [action("b2"), hinted, narrowed, shown, action("a1")];
    assert_eq!(store.tries("try-ann", "position", DATE).await.unwrap(), all, "each try counts once");

    // An account keeps what the visitor tried who signs up, and gets what another one tried.
    let (ann, bob) = (Visitor::anonymous("try-ann"), Visitor::anonymous("try-bob"));
    store.sign_up(&ann, "Try Ann", "hash", &SessionId::new("try-1"), MIDNIGHT).await.unwrap();
    store.add_try("try-bob", "position", "2026-11-22", &action("d4")).await.unwrap();
    store.log_in("try-ann", Some(&bob), &SessionId::new("try-2"), MIDNIGHT).await.unwrap();
    assert_eq!(store.tries("try-ann", "position", DATE).await.unwrap(), all);
    let other = store.tries("try-ann", "position", "2026-11-22").await.unwrap();
    assert_eq!(other, [action("d4")]);
    assert_eq!(store.tries("try-bob", "position", "2026-11-22").await.unwrap(), other);
    let data = store.personal_data("try-ann").await.unwrap();
    let exported: Vec<Option<&str>> = data.tries.iter().map(|tried| tried.action.as_deref()).collect();
    assert_eq!(exported, [Some("b2"), None, None, None, Some("a1"), Some("d4")]);
    store.delete_account("try-ann").await.unwrap();
    assert_eq!(store.tries("try-ann", "position", DATE).await.unwrap(), []);
}

pub async fn positions_are_still_there(store: &Store) {
    assert_eq!(store.position("position", DATE).await.unwrap(), Some(found()));
}

/// A position of the day.
fn found() -> Position {
    let game = bagatelle_catalog::find("baju-duel").unwrap();
    Position {
        record: game.deal(&Value::Null, &Value::Null, &Seed::from_text("a position")).unwrap(),
        seat: 0,
        task: "Find it.".into(),
        grade: Difficulty::Hard,
        good: vec!["5@b2".into()],
        right: "It is found.".into(),
        line: vec![],
        also: [].into(),
        replies: [("b2".into(), "c3".into())].into(),
        answers: [("5@a1".into(), "It is not there.".into())].into(),
    }
}
