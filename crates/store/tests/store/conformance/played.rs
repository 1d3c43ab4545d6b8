//! Finished games, profiles and records.

use crate::conformance::{act, create, duel, give, person};
use bagatelle_core::Seat;
use bagatelle_core::present::Par;
use bagatelle_store::{Act, Note, Old, Search, SessionId, Store};
use bagatelle_table::{Command, Occupant, Plan, SeatResult, TableSpec, Terms, Visitor};
use serde_json::{Value, json};

/// A board of Brain Burn one swap from its end, as if it had been dealt.
fn nearly(id: &str, owner: &str) -> TableSpec {
    let position = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 C0 A0 | \
                    A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 0 0 2 0 0";
    let game = bagatelle_catalog::find("brain-burn").unwrap();
    let seed = bagatelle_core::Seed::from_text(id);
    let record = game.deal(&Value::Null, &Value::Null, &seed).unwrap();
    let seating = vec![person(owner, "")];
    TableSpec {
        game: record.game,
        options: record.options,
        setup: Some(json!({ "position": position })),
        ..duel(id, owner, seating, Terms::default())
    }
}

async fn solve(store: &Store, id: &str, owner: &Visitor, at: i64) -> TableSpec {
    let spec = nearly(id, owner.id());
    let mut table = create(store, &spec).await;
    give(store, &mut table, owner, Command::Act("Ul".into()), at).await;
    assert!(table.is_over());
    spec
}

async fn sign_up(store: &Store, id: &str, name: &str) -> Visitor {
    let session = SessionId::new(id);
    store.sign_up(&Visitor::anonymous(id), name, "$", &session, 10).await.unwrap();
    store.resolve_token(session.as_str(), 11).await.unwrap().unwrap()
}

pub async fn results(store: &Store) {
    let ann = sign_up(store, "q-ann", "Quick Ann").await;
    assert_eq!(store.played("q-ann", 10).await.unwrap(), []);
    let spec = solve(store, "q-solved", &ann, 5_000).await;
    store.keep_par(&spec, Par { moves: 1, at_least: 1 }).await.unwrap();

    let against = vec![person("q-ann", "Quick Ann"), Occupant::program("1")];
    let mut table = create(store, &duel("q-duel", "q-ann", against, Terms::default())).await;
    act(store, &mut table, &ann, 6_000).await;
    give(store, &mut table, &ann, Command::Resign { seat: None }, 7_000).await;
    // On all seats alone, it is no result.
    let mut both =
        create(store, &duel("q-both", "q-ann", vec![person("q-ann", ""); 2], Terms::default())).await;
    act(store, &mut both, &ann, 6_000).await;
    give(store, &mut both, &ann, Command::Resign { seat: None }, 8_000).await;

    let played = store.played("q-ann", 10).await.unwrap();
    let tables: Vec<&str> = played.iter().map(|one| one.table.as_str()).collect();
    assert_eq!(tables, ["q-duel", "q-solved"], "the last one first");
    assert_eq!(
        (played[0].result, played[0].seats, played[0].seat, played[0].program.as_deref()),
        (SeatResult::Lost, 2, 0, Some("1"))
    );
    let solved = &played[1];
    assert_eq!((solved.result, solved.seats, solved.moves), (SeatResult::Won, 1, Some(1)));
    assert_eq!(
        (solved.par, solved.program.as_deref(), solved.helped),
        (Some(Par { moves: 1, at_least: 1 }), None, false)
    );
    assert_eq!(store.played("q-ann", 1).await.unwrap().len(), 1);
    let best = async |besides| store.best_besides(besides, "q-ann", &spec.game).await.unwrap();
    assert_eq!((best("q-duel").await, best("q-solved").await), (Some(0), None));

    let found = async |result, helped| {
        let search = Search { person: Some("q-ann".into()), result, helped, limit: 10, ..Search::default() };
        let mut ids: Vec<String> =
            store.search(&search).await.unwrap().tables.into_iter().map(|t| t.spec.id).collect();
        ids.sort();
        ids
    };
    assert_eq!(found(Some(SeatResult::Won), None).await, ["q-both", "q-solved"]);
    assert_eq!(found(Some(SeatResult::Won), Some(true)).await, [""; 0]);
    assert_eq!(found(Some(SeatResult::Lost), Some(false)).await, ["q-both", "q-duel"]);
}

pub async fn profiles(store: &Store) {
    let bob = sign_up(store, "q-bob", "Quick Bob").await;
    solve(store, "q-bob-1", &bob, 50_000).await;
    let own = async || {
        let all = store.records().await.unwrap();
        let own = all.into_iter().filter(|one| one.name.starts_with("Quick"));
        own.map(|one| (one.game, one.name, one.moves, one.par)).collect::<Vec<_>>()
    };
    assert_eq!(own().await, [], "accounts are not public at first");
    assert!(!store.account("q-bob").await.unwrap().unwrap().public);
    for id in ["q-ann", "q-bob"] {
        store.publish(id, true).await.unwrap();
    }
    assert!(store.account("q-bob").await.unwrap().unwrap().public);
    solve(store, "q-bob-2", &bob, 60_000).await;
    let record = |name: &str| ("brain-burn".to_owned(), name.to_owned(), 1, 1);
    assert_eq!(
        own().await,
        [record("Quick Ann"), record("Quick Bob")],
        "one for each, the earlier one first"
    );
    let names = store.public_names().await.unwrap();
    assert_eq!(names, ["Quick Ann", "Quick Bob"]);
    store.publish("q-ann", false).await.unwrap();
    assert_eq!(own().await, [record("Quick Bob")]);

    // A rated game is in the history of both, and in the list of those who want to be seen.
    let rated = Terms { rated: true, takebacks: false, ..Terms::default() };
    let ann = Visitor::with_account("q-ann");
    let seating = vec![person("q-ann", "Quick Ann"), person("q-bob", "Quick Bob")];
    let mut table = create(store, &duel("q-rated", "q-ann", seating, rated)).await;
    act(store, &mut table, &ann, 70_000).await;
    act(store, &mut table, &bob, 71_000).await;
    give(store, &mut table, &ann, Command::Resign { seat: None }, 72_000).await;
    let history = store.rated("q-bob").await.unwrap();
    assert_eq!((history.len(), history[0].table.as_str(), history[0].ended), (1, "q-rated", 72_000));
    assert!(history[0].rating > 1500.0);
    let lists = store.rating_lists().await.unwrap();
    let listed: Vec<&str> =
        lists.iter().map(|one| one.name.as_str()).filter(|name| name.starts_with("Quick")).collect();
    assert_eq!(listed, ["Quick Bob"]);
}

/// Planned moves: one plan for each seat, which belongs to a person, and goes with the game or the person.
pub async fn plans(store: &Store) {
    let ann = sign_up(store, "pl-ann", "Plan Ann").await;
    let bob = sign_up(store, "pl-bob", "Plan Bob").await;
    let seating = vec![person("pl-ann", "Plan Ann"), person("pl-bob", "Plan Bob")];
    let mut table = create(store, &duel("pl-duel", "pl-ann", seating, Terms::default())).await;
    let plan = |version: u64, line: [&str; 2]| Plan {
        seat: Seat(1),
        version,
        lines: vec![line.map(str::to_owned).to_vec()],
    };
    assert_eq!(store.plan("pl-duel", Seat(1), "pl-bob").await.unwrap(), None);
    let (first, second) = (plan(0, ["5@b3", "5@b4"]), plan(3, ["*", "1@c3"]));
    store.keep_plan("pl-duel", "pl-bob", &first).await.unwrap();
    assert_eq!(store.plan("pl-duel", Seat(1), "pl-bob").await.unwrap().as_ref(), Some(&first));
    store.keep_plan("pl-duel", "pl-bob", &second).await.unwrap();
    assert_eq!(store.plan("pl-duel", Seat(1), "pl-bob").await.unwrap().as_ref(), Some(&second));
    let all = store.plans_of("pl-bob").await.unwrap();
    assert_eq!((all.len(), all[0].table.as_str(), &all[0].plan), (1, "pl-duel", &second));
    for (seat, who) in [(Seat(0), "pl-bob"), (Seat(1), "pl-ann")] {
        assert_eq!(store.plan("pl-duel", seat, who).await.unwrap(), None);
        assert!(!store.drop_plan("pl-duel", seat, who).await.unwrap(), "it is another one's");
    }
    let ban = |begins| Act::Ban { person: "pl-bob".into(), begins };
    store.act(&ban(true), &Note::default()).await.unwrap();
    assert_eq!(store.plan("pl-duel", Seat(1), "pl-bob").await.unwrap(), None, "he may not play");
    store.act(&ban(false), &Note::default()).await.unwrap();
    assert!(store.drop_plan("pl-duel", Seat(1), "pl-bob").await.unwrap());
    assert!(!store.drop_plan("pl-duel", Seat(1), "pl-bob").await.unwrap());

    // It goes when the game is over.
    store.keep_plan("pl-duel", "pl-bob", &first).await.unwrap();
    store.forget_old(&Old::default()).await.unwrap();
    assert_eq!(store.plans_of("pl-bob").await.unwrap().len(), 1);
    act(store, &mut table, &ann, 2_000).await;
    give(store, &mut table, &bob, Command::Resign { seat: None }, 3_000).await;
    store.forget_old(&Old::default()).await.unwrap();
    assert_eq!(store.plans_of("pl-bob").await.unwrap(), []);

    // And with its owner.
    let seating = vec![person("pl-ann", "Plan Ann"), person("pl-bob", "Plan Bob")];
    create(store, &duel("pl-next", "pl-ann", seating, Terms::default())).await;
    store.keep_plan("pl-next", "pl-bob", &first).await.unwrap();
    store.delete_account("pl-bob").await.unwrap();
    assert_eq!(store.plans_of("pl-bob").await.unwrap(), []);
}
