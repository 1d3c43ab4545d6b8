//! Logs, daily deals, rounds, searches, pars and heartbeats.

use crate::conformance::{act, create, duel, give, person, table};
use bagatelle_core::present::Par;
use bagatelle_store::{Search, Store, StoreError};
use bagatelle_table::{
    Command, Ending, Event, EventKind, ForkedFrom, Occupant, Pace, Round, SeatResult, Stage, Table,
    TableSpec, Terms, Visitor,
};
use serde_json::json;

fn log_spec() -> TableSpec {
    let seating = vec![person("l-ann", ""), Occupant::program("2")];
    let terms = Terms { pace: Pace::Days(2), grace_s: None, ..Terms::default() };
    duel("log", "l-ann", seating, terms)
}

fn acted(action: &str) -> Event {
    Event {
        at: 5,
        person: Some("l-ann".into()),
        kind: EventKind::Acted { action: action.into() },
        randomness: None,
    }
}

fn is_conflict<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict))
}

pub async fn logs(store: &Store) {
    let spec = log_spec();
    let summary = create(store, &spec).await.summary(1);
    assert_eq!(store.table("log").await.unwrap(), Some(spec.clone()));
    assert_eq!(store.table("unknown").await.unwrap(), None);
    assert_eq!(store.events("log").await.unwrap(), []);
    assert!(is_conflict(store.create(&spec, &summary, &[], &[]).await));

    store.append("log", 0, &[acted("R"), acted("L")], &summary, &[]).await.unwrap();
    assert!(is_conflict(store.append("log", 1, &[acted("D")], &summary, &[]).await), "the number is taken");
    assert!(is_conflict(store.append("log", 3, &[acted("D")], &summary, &[]).await), "a number is left out");
    // Neither the events nor the summary of a batch that meets a taken number stay.
    let other = bagatelle_table::Summary { plies: 99, ..summary.clone() };
    assert!(is_conflict(store.append("log", 1, &[acted("D"), acted("D")], &other, &[]).await));
    store.append("log", 2, &[acted("U")], &summary, &[]).await.unwrap();
    assert!(store.append("unknown", 0, &[acted("D")], &summary, &[]).await.is_err());
    logs_are_still_there(store).await;

    // A fork has its first events from the start.
    let spec = TableSpec {
        id: "fork".into(),
        forked_from: Some(ForkedFrom { table: Some("log".into()), plies: 1 }),
        ..spec
    };
    let first = Event::new(1_000, EventKind::Inherited { action: table(&spec).play().legal()[0].clone() });
    store.create(&spec, &summary, std::slice::from_ref(&first), &[]).await.unwrap();
    assert_eq!(store.table("fork").await.unwrap(), Some(spec.clone()));
    assert_eq!(store.events("fork").await.unwrap(), [first]);
    let spec =
        TableSpec { id: "upload".into(), forked_from: Some(ForkedFrom { table: None, plies: 0 }), ..spec };
    store.create(&spec, &summary, &[], &[]).await.unwrap();
    assert_eq!(store.table("upload").await.unwrap(), Some(spec.clone()));

    // A server that is behind does not overwrite what a newer one has written.
    let newer = bagatelle_table::Summary { events: 5, plies: 4, ..summary.clone() };
    store.keep_summary("upload", &newer).await.unwrap();
    let mut older = bagatelle_table::Summary { events: 4, plies: 3, ..summary };
    older.seats[0].name = "older".into();
    store.keep_summary("upload", &older).await.unwrap();
    let search = Search { person: Some("l-ann".into()), limit: 9, ..Search::default() };
    let found = store.search(&search).await.unwrap();
    assert_eq!(found.tables.into_iter().find(|listed| listed.spec == spec).unwrap().summary, newer);
    store.keep_summary("upload", &bagatelle_table::Summary { plies: 6, ..newer }).await.unwrap();
    let found = store.search(&search).await.unwrap();
    assert_eq!(found.tables.into_iter().find(|listed| listed.spec == spec).unwrap().summary.plies, 6);
}

pub async fn logs_are_still_there(store: &Store) {
    assert_eq!(store.table("log").await.unwrap(), Some(log_spec()));
    assert_eq!(store.events("log").await.unwrap(), [acted("R"), acted("L"), acted("U")]);
    let found = store.search(&Search { person: Some("l-ann".into()), limit: 9, ..Search::default() }).await;
    let found = found.unwrap();
    let log = found.tables.iter().find(|listed| listed.spec.id == "log").unwrap();
    assert_eq!((log.summary.plies, log.summary.changed, found.damaged.len()), (0, 1, 0));
}

pub async fn daily_deals_and_rounds(store: &Store) {
    let daily = TableSpec {
        daily: Some("2026-11-21".into()),
        ..duel("daily", "d-ann", vec![person("d-ann", ""); 2], Terms::default())
    };
    create(store, &daily).await;
    let again = TableSpec { id: "daily-2".into(), ..daily.clone() };
    assert!(is_conflict(store.create(&again, &table(&again).summary(1), &[], &[]).await));
    assert_eq!(store.table("daily-2").await.unwrap(), None);
    let of = async |owner: &str, date: &str, options| store.daily(owner, "baju-duel", date, options).await;
    assert_eq!(of("d-ann", "2026-11-21", &daily.options).await.unwrap().as_deref(), Some("daily"));
    assert_eq!(of("d-ann", "2026-11-22", &daily.options).await.unwrap(), None);
    assert_eq!(of("d-bob", "2026-11-21", &daily.options).await.unwrap(), None);
    assert_eq!(of("d-ann", "2026-11-21", &json!({ "other": 1 })).await.unwrap(), None);

    let round = |id: &str, round: u32, score, players| TableSpec {
        round: Some(Round { round, score, players, ..Round::first("round-1", 3) }),
        ..duel(id, "d-ann", vec![person("d-ann", "Ann"), person("d-bob", "Bob")], Terms::default())
    };
    create(store, &round("round-1", 1, [0, 0], [0, 1])).await;
    let second = round("round-2", 2, [0, 1], [1, 0]);
    create(store, &second).await;
    assert_eq!(store.table("round-2").await.unwrap(), Some(second));
    let taken = round("round-2b", 2, [0, 1], [1, 0]);
    assert!(is_conflict(store.create(&taken, &table(&taken).summary(1), &[], &[]).await));
    assert_eq!(store.round("round-1", 2).await.unwrap().as_deref(), Some("round-2"));
    assert_eq!(store.round("round-1", 3).await.unwrap(), None);
}

/// The ids that a search finds.
async fn ids(store: &Store, search: Search) -> Vec<String> {
    let found = store.search(&Search { limit: 100, ..search }).await.unwrap();
    assert_eq!((found.damaged.len(), found.more), (0, false));
    found.tables.into_iter().map(|listed| listed.spec.id).collect()
}

/// The seats of a duel that Cleo opens.
fn seats_of_cleo() -> Vec<Occupant> {
    vec![person("s-cleo", "Cleo"), Occupant::Open]
}

pub async fn searches(store: &Store) {
    let (ann, bob) = (Visitor::anonymous("s-ann"), Visitor::anonymous("s-bob"));
    let of_ann = || Search { person: Some("s-ann".into()), ..Search::default() };
    let seats = || vec![person("s-ann", "Annabel"), Occupant::Open];
    let clock = Terms { pace: Pace::Days(1), listed: true, ..Terms::default() };
    let mut timed = create(store, &duel("s-timed", "s-ann", seats(), clock)).await;
    assert_eq!(ids(store, Search { listed: Some(0), ..of_ann() }).await, ["s-timed"]);
    give(store, &mut timed, &bob, Command::Sit { seat: None, name: "Bob".into() }, 2_000).await;
    assert_eq!(ids(store, Search { listed: Some(0), ..of_ann() }).await, [""; 0], "no seat is open");
    let deadline = timed.deadline(2_000).unwrap().1;
    assert!(!store.due(deadline - 1).await.unwrap().contains(&"s-timed".into()));
    assert!(store.due(deadline).await.unwrap().contains(&"s-timed".into()));

    let live = |since| Search { live: Some(since), ..Search::default() };
    assert_eq!(ids(store, live(0)).await, [""; 0], "its terms do not say that anyone may watch");
    let public = Terms { public: true, ..Terms::default() };
    let mut watched = create(store, &duel("s-live", "s-cleo", seats_of_cleo(), public)).await;
    assert_eq!(ids(store, live(0)).await, [""; 0], "it has not begun");
    give(store, &mut watched, &bob, Command::Sit { seat: None, name: "Bob".into() }, 2_500).await;
    assert_eq!(ids(store, live(2_499)).await, ["s-live"]);
    assert_eq!(ids(store, live(2_500)).await, [""; 0], "nothing has happened since");
    let found = store.search(&Search { limit: 1, ..live(0) }).await.unwrap();
    assert!(found.tables[0].summary.public && found.tables[0].spec.terms.public);
    give(store, &mut watched, &bob, Command::Resign { seat: None }, 2_600).await;
    assert_eq!(ids(store, live(0)).await, [""; 0], "it is over");

    let mut resigned = create(store, &duel("s-resigned", "s-bob", seats(), Terms::default())).await;
    give(store, &mut resigned, &bob, Command::Sit { seat: None, name: "Bob 50%_".into() }, 3_000).await;
    assert_eq!(ids(store, Search { to_move: true, ..of_ann() }).await, ["s-resigned", "s-timed"]);
    act(store, &mut resigned, &ann, 3_500).await;
    assert_eq!(ids(store, Search { to_move: true, ..of_ann() }).await, ["s-timed"]);
    give(store, &mut resigned, &bob, Command::Resign { seat: None }, 4_000).await;
    let mut open = create(store, &duel("s-open", "s-ann", seats(), Terms::default())).await;
    give(store, &mut open, &ann, Command::Stand, 5_000).await;

    assert_eq!(ids(store, of_ann()).await, ["s-open", "s-resigned", "s-timed"], "the last change first");
    assert_eq!(ids(store, Search { stage: Some(Stage::Over), ..of_ann() }).await, ["s-resigned"]);
    assert_eq!(ids(store, Search { stage: Some(Stage::Playing), ..of_ann() }).await, ["s-timed"]);
    assert_eq!(ids(store, Search { game: Some("bulbous".into()), ..of_ann() }).await, [""; 0]);
    let text = |text: &str| Search { text: text.into(), ..of_ann() };
    assert_eq!(ids(store, text("annab")).await, ["s-resigned", "s-timed"], "a part of a name, in any case");
    assert_eq!(ids(store, text("0%_")).await, ["s-resigned"]);
    for pattern in ["b%", "b_b", r"b\"] {
        assert_eq!(ids(store, text(pattern)).await, [""; 0], "{pattern} stands for itself");
    }
    assert_eq!(ids(store, text("s-res")).await, ["s-resigned"], "the seed of a finished game");
    assert_eq!(ids(store, text("s-tim")).await, [""; 0], "but of no other");
    let page = |skip| Search { skip, limit: 2, ..of_ann() };
    let (first, second) = (store.search(&page(0)).await.unwrap(), store.search(&page(2)).await.unwrap());
    assert_eq!((first.tables.len(), first.more, second.tables.len(), second.more), (2, true, 1, false));

    // What is listed is what the table says, but for the ranks.
    for (table, listed) in
        [(&open, &first.tables[0]), (&resigned, &first.tables[1]), (&timed, &second.tables[0])]
    {
        assert_eq!(listed.summary, table.summary(table.last_at().unwrap()));
        assert_eq!(&listed.spec, table.spec());
    }
    let over = &first.tables[1].summary;
    assert_eq!((over.ending, over.reason.as_str()), (Some(Ending::Resigned(bagatelle_core::Seat(1))), ""));
    assert_eq!(over.ending_text(), "Bob 50%_ resigned");
    assert_eq!(over.seats[0].result, Some(SeatResult::Won));

    lists_by_turn(store).await;

    assert!(!over.helped);
    let helped = bagatelle_table::Summary { helped: true, ..over.clone() };
    store.keep_summary("s-resigned", &helped).await.unwrap();
    let found = store.search(&Search { limit: 9, text: "s-res".into(), ..of_ann() }).await.unwrap();
    assert!(found.tables[0].summary.helped);

    let unfinished = store.unfinished("s-bob").await.unwrap();
    assert_eq!(unfinished, ["s-timed"]);
    let against =
        |id: &str| duel(id, "s-cat", vec![person("s-cat", ""), Occupant::program("1")], Terms::default());
    let mut program: Table = create(store, &against("s-program")).await;
    assert!(!store.thinking().await.unwrap().contains(&"s-program".into()));
    act(store, &mut program, &Visitor::anonymous("s-cat"), 6_000).await;
    assert!(store.thinking().await.unwrap().contains(&"s-program".into()));
    assert_eq!(store.unfinished("s-cat").await.unwrap(), [""; 0], "no player waits");
    assert_eq!(store.without_summary().await.unwrap(), [""; 0]);
}

/// A list by turn has the groups of [`Summary::group`](bagatelle_table::Summary::group), in their order, and
/// points of finished games are kept.
async fn lists_by_turn(store: &Store) {
    let spec = |id: &str, others| {
        duel(id, "t-ann", [vec![person("t-ann", "Annabel")], others].concat(), Terms::default())
    };
    let bob = || vec![person("t-bob", "Bob")];
    let alone = create(store, &spec("t-alone", vec![person("t-ann", "Annabel")])).await;
    let mut turn = create(store, &spec("t-program", vec![Occupant::program("1")])).await;
    let mut waits = create(store, &spec("t-waits", bob())).await;
    let mut over = create(store, &spec("t-over", bob())).await;
    let open = create(store, &spec("t-open", vec![Occupant::Open])).await;
    let programs = vec![Occupant::program("1"); 2];
    let watched = create(store, &duel("t-watched", "t-ann", programs, Terms::default())).await;
    let ann = Visitor::anonymous("t-ann");
    act(store, &mut waits, &ann, 5_000).await;
    act(store, &mut over, &ann, 8_000).await;
    give(store, &mut over, &ann, Command::Resign { seat: None }, 9_000).await;
    let later = create(store, &spec("t-later", bob())).await;

    let by_turn = || Search { person: Some("t-ann".into()), by_turn: true, ..Search::default() };
    let order = ["t-later", "t-program", "t-waits", "t-open", "t-alone", "t-watched", "t-over"];
    assert_eq!(ids(store, by_turn()).await, order);
    let newest_first = Search { by_turn: false, ..by_turn() };
    assert_eq!(ids(store, newest_first).await[0], "t-over");
    let second = store.search(&Search { skip: 2, limit: 2, ..by_turn() }).await.unwrap();
    let on_page: Vec<&str> = second.tables.iter().map(|listed| listed.spec.id.as_str()).collect();
    assert_eq!(on_page, order[2..4]);
    let groups = [&later, &turn, &waits, &open, &alone, &watched, &over];
    assert!(groups.map(|table| table.summary(1).group("t-ann")).is_sorted());

    act(store, &mut turn, &ann, 9_500).await;
    assert_eq!(ids(store, by_turn()).await[..2], ["t-later", "t-program"], "the program is to act");
    let mut scored = turn.summary(9_600);
    (scored.seats[0].score, scored.seats[1].score) = (Some(31), Some(-2));
    store.keep_summary("t-program", &scored).await.unwrap();
    let found = store.search(&Search { limit: 9, ..by_turn() }).await.unwrap();
    let found = found.tables.iter().find(|listed| listed.spec.id == "t-program").unwrap();
    assert_eq!(found.summary.seats, scored.seats);
}

pub async fn pars_and_heartbeats(store: &Store) {
    let spec = duel("par", "p-ann", vec![person("p-ann", ""); 2], Terms::default());
    assert_eq!(store.par(&spec).await.unwrap(), None);
    let found = async |moves, at_least| {
        store.keep_par(&spec, Par { moves, at_least }).await.unwrap();
        store.par(&spec).await.unwrap()
    };
    assert_eq!(found(9, 4).await, Some(Par { moves: 9, at_least: 4 }));
    assert_eq!(found(7, 2).await, Some(Par { moves: 7, at_least: 4 }));
    assert_eq!(found(8, 7).await, Some(Par { moves: 7, at_least: 7 }));
    let other = TableSpec { setup: Some(json!({ "other": 1 })), ..spec.clone() };
    assert_eq!(store.par(&other).await.unwrap(), None);

    assert_eq!(store.downtimes().await.unwrap(), []);
    for (now, first) in [(100, true), (200, false), (150, false), (900, true), (900, true), (950, false)] {
        store.heartbeat(now, first).await.unwrap();
    }
    assert_eq!(store.downtimes().await.unwrap(), [(200, 900)]);
}
