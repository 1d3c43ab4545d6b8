//! Games that were played elsewhere: what could have been played here comes out the same, in whatever pieces
//! it comes, and nothing else does.

use crate::suite::common::{command, visitor};
use bagatelle_core::program::Allowance;
use bagatelle_core::{Seat, Viewer, WorldDate};
use bagatelle_table::{
    Actor, CLOCKS_DIFFER, Command, Context, DayDeal, DealSource, Event, EventKind, Help, Millis, NewGame,
    NotBrought, Occupant, Pace, Person, Question, SavedTable, SeatRequest, Table, TableSpec, Terms, branch,
    in_common, remade,
};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// When all games of this module are over.
const NOW: Millis = 1_000_000_000;
/// When they begin.
const BEGUN: Millis = 1_000;

/// A game of the owner as it is asked for.
fn asked(game: &str, deal_options: Value, source: DealSource, programs: &[&str]) -> NewGame {
    NewGame {
        game: game.into(),
        options: Value::Null,
        deal_options,
        source,
        others: programs.iter().map(|name| SeatRequest::Program((*name).to_owned())).collect(),
        sit: Some(0),
        name: String::new(),
        terms: Terms::default(),
        best_of: 1,
    }
}

fn planned(new: NewGame) -> TableSpec {
    new.plan(&visitor("owner"), "table".into(), &["some seed".into()], BEGUN, &Allowance::default()).unwrap()
}

/// The kinds of games that one person can play alone, by number.
fn alone(number: u8) -> TableSpec {
    let seed = |text: &str| DealSource::Seed(text.into());
    planned(match number % 10 {
        0 => asked("brain-burn", json!({ "hole": 7 }), seed("a"), &[]),
        1 => asked("brain-burn", Value::Null, seed("few:b"), &[]),
        2 => asked("burbuja", Value::Null, seed("c"), &[]),
        3 => asked("baju-puzzle", json!({ "grade": "easy" }), DealSource::Fresh, &[]),
        4 => asked("baju-duel", Value::Null, seed("d"), &[]),
        5 => asked("baju-duel", Value::Null, seed("e"), &["3"]),
        6 => asked("bulbous", json!({ "seats": 3 }), seed("f"), &["simple"]),
        7 => asked("bambam-booboo", Value::Null, seed("g"), &[]),
        8 => asked("brain-burn", Value::Null, DealSource::Daily(WorldDate::new(2026, 12, 2), None), &[]),
        _ => asked("bambam-booboo", Value::Null, DealSource::Lesson, &[]),
    })
}

/// What the owner does, as a number; programs and chance do what they do.
fn story() -> impl Strategy<Value = (u8, Vec<(u8, u16)>)> {
    (any::<u8>(), vec((any::<u8>(), any::<u16>()), 1..40))
}

/// Plays a game, a second for each event.
fn play(spec: &TableSpec, does: &[(u8, u16)]) -> Vec<Event> {
    let mut table = Table::new(spec.clone(), Arc::from([])).unwrap();
    let mut log: Vec<Event> = Vec::new();
    for (what, which) in does {
        let n = usize::from(*which);
        let legal = table.play().legal();
        let any = || legal.get(n % legal.len().max(1)).cloned().unwrap_or_default();
        let (who, command) = match what % 16 {
            _ if table.chance_is_due() => ("server", Command::ResolveChance),
            _ if table.program_to_act().is_some() => ("server", Command::ActForProgram(any())),
            0 | 1 => ("owner", Command::TakeBack),
            2 => ("owner", Command::Replay),
            3 if n % 4 == 0 => ("owner", Command::Restart),
            4 if n % 8 == 0 => ("owner", Command::Resign { seat: None }),
            5 => ("server", Command::Help(Help::Solution(vec![any()]))),
            6 => ("server", Command::Help(if n % 2 == 0 { Help::Nudge } else { Help::Move })),
            7 => {
                let offers = table.play().offers(Viewer::Seat(Seat(0)));
                let amends: Vec<String> = offers.into_iter().filter(|o| o.amends).map(|o| o.text).collect();
                ("owner", Command::Amend(amends.get(n % amends.len().max(1)).cloned().unwrap_or_default()))
            }
            _ => ("owner", Command::Act(any())),
        };
        let owner = visitor("owner");
        let actor = if who == "server" { Actor::Server } else { Actor::Visitor(&owner) };
        let at = BEGUN + 1000 * (log.len() as Millis + 1);
        if let Ok(event) = table.decide(actor, command, &Context::at(at)) {
            table.apply(&event);
            log.push(event);
        }
    }
    log
}

/// What the server knows of the day that a game claims.
fn day(spec: &TableSpec) -> Option<DayDeal> {
    spec.daily.as_ref().map(|_| DayDeal { seed: None, counts: true })
}

/// Brings a game, as its device has it, to a server that does not know it.
fn brought(spec: &TableSpec, log: &[Event]) -> Result<(TableSpec, Vec<Event>), NotBrought> {
    let made = remade(spec, log, &visitor("owner"), day(spec), NOW, &Allowance::default())?;
    let mut table = Table::new(made.clone(), Arc::from([]))?;
    let events = table.bring(log, &visitor("owner"), NOW)?;
    Ok((made, events))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_game_comes_home_as_it_was_in_whatever_pieces((number, does) in story(), mut cuts in vec(any::<u8>(),
        0..5)) {
        let spec = alone(number);
        let log = play(&spec, &does);
        // It went through JSON, and was the game of one who is called otherwise on the device.
        let text = serde_json::to_string(&SavedTable::new(&spec, &log, "owner")).unwrap();
        let saved: SavedTable = serde_json::from_str(&text).unwrap();
        let (claimed, events) = saved.read("owner").unwrap();
        prop_assert_eq!(&events, &log);

        let (made, whole) = brought(&claimed, &events).unwrap();
        prop_assert_eq!(&made, &spec);
        prop_assert_eq!(&whole, &log);

        cuts.sort_unstable();
        let mut table = Table::new(made, Arc::from([])).unwrap();
        let mut kept: Vec<Event> = Vec::new();
        for cut in cuts.iter().map(|&cut| usize::from(cut) % (log.len() + 1)).chain([log.len(), log.len()]) {
            let came = &events[..cut];
            let common = in_common(&kept, came);
            prop_assert_eq!(common, kept.len().min(came.len()), "neither side has changed anything");
            kept.extend(table.bring(&came[common..], &visitor("owner"), NOW).unwrap());
        }
        prop_assert_eq!(kept, log);
    }

    #[test]
    fn a_game_that_went_on_in_two_places_is_two_games((number, does) in story(), other in vec((any::<u8>(),
        any::<u16>()), 1..20), cut in any::<u8>()) {
        let spec = alone(number);
        let cut = usize::from(cut) % does.len();
        let here = play(&spec, &does);
        let there = play(&spec, &[&does[..cut], &other[..]].concat());
        let common = in_common(&here, &there);
        prop_assume!(common < here.len() && common < there.len());
        let (made, events) = branch(&spec, &there, common, "branch".into(), &visitor("owner"), NOW).unwrap();
        let origin = made.forked_from.clone().unwrap();
        prop_assert_eq!((origin.table.as_deref(), made.dealt, &made.daily), (Some("table"), false, &None));
        let inherited = events.iter().filter(|event| matches!(event.kind, EventKind::Inherited {
            .. })).count();
        prop_assert_eq!(inherited, origin.plies);
        // It is where the device is.
        let at = |spec: &TableSpec, log: &[Event]| Table::restore(spec.clone(), Arc::from([]), log).unwrap();
        let (device, server) = (at(&spec, &there), at(&made, &events));
        prop_assert_eq!(device.play().actions(), server.play().actions());
        prop_assert_eq!(device.is_over(), server.is_over());
    }
}

#[test]
fn the_seed_says_the_deal_and_no_table_comes_that_could_not_be_made() {
    for number in 0..10 {
        let spec = alone(number);
        assert_eq!(brought(&spec, &[]).unwrap().0, spec);
        let other = TableSpec { seed: format!("{}!", spec.seed), ..spec.clone() };
        let fixed = spec.setup.is_none() || spec.ends_lesson();
        assert!(fixed || brought(&other, &[]) == Err(NotBrought::Deal), "{}", spec.game);
    }
    let spec = alone(0);
    let refused = |spec: TableSpec| brought(&spec, &[]).unwrap_err();
    let ann = Occupant::Person(Person::new("ann", "Ann"));
    assert_eq!(refused(TableSpec { seating: vec![ann], ..spec.clone() }), NotBrought::Company);
    assert_eq!(refused(TableSpec { seating: vec![Occupant::Open], ..spec.clone() }), NotBrought::Company);
    let two = vec![spec.seating[0].clone(); 2];
    assert_eq!(refused(TableSpec { seating: two, ..spec.clone() }), NotBrought::Deal);
    for terms in [
        Terms { rated: true, ..Terms::default() },
        Terms { listed: true, ..Terms::default() },
        Terms { pace: Pace::Days(1), ..Terms::default() },
    ] {
        assert_eq!(refused(TableSpec { terms, ..spec.clone() }), NotBrought::Terms);
    }
    for wrong in [
        TableSpec { game: "chess".into(), ..spec.clone() },
        TableSpec { options: json!({ "board": 9 }), ..spec.clone() },
        TableSpec { seating: vec![Occupant::program("unheard of")], ..spec.clone() },
        TableSpec { seed: "x".repeat(500), ..spec.clone() },
    ] {
        assert!(matches!(refused(wrong), NotBrought::Table(_)));
    }
    // One person cannot hold all hidden hands, nor two of three.
    let bulbous = alone(6);
    let me = bulbous.seating[0].clone();
    let all = TableSpec { seating: vec![me.clone(); 3], ..bulbous.clone() };
    assert!(matches!(refused(all), NotBrought::Table(_)));
    let two = vec![me.clone(), me, Occupant::program("simple")];
    assert_eq!(refused(TableSpec { seating: two, ..bulbous }), NotBrought::Company);
    // A set-up of one's own says that it is one.
    let own = TableSpec { dealt: false, ..spec.clone() };
    assert_eq!(brought(&own, &[]).unwrap().0, own);
}

#[test]
fn the_deal_of_a_day_that_does_not_count_is_any_other_game() {
    let spec = alone(8);
    let owner = visitor("owner");
    let late =
        remade(&spec, &[], &owner, Some(DayDeal { seed: None, counts: false }), NOW, &Allowance::default())
            .unwrap();
    assert_eq!(late, TableSpec { daily: None, ..spec.clone() });
    // The server was committed to another seed.
    let seed = "5a".repeat(32).parse().unwrap();
    let committed = bagatelle_core::CommittedSeed { seed, nonce: seed };
    let day = Some(DayDeal { seed: Some(committed), counts: true });
    assert_eq!(
        remade(&spec, &[], &owner, day, NOW, &Allowance::default()).unwrap(),
        TableSpec { daily: None, ..spec.clone() }
    );
    let new = asked(
        "brain-burn",
        Value::Null,
        DealSource::Daily(WorldDate::new(2026, 11, 21), Some(committed)),
        &[],
    );
    let right = planned(new);
    let came = TableSpec { fairness: None, ..right.clone() };
    assert_eq!(remade(&came, &[], &owner, day, NOW, &Allowance::default()).unwrap(), right);
}

#[test]
fn only_what_the_rules_allow_has_happened_elsewhere() {
    let spec = alone(0);
    let table = Table::new(spec.clone(), Arc::from([])).unwrap();
    let legal = table.play().legal();
    let owned = |kind| Event { person: Some("owner".into()), ..Event::new(BEGUN + 5, kind) };
    let acted = |action: &str| EventKind::Acted { action: action.into() };
    let first = owned(acted(&legal[0]));
    let refused = |events: &[Event]| brought(&spec, events).unwrap_err();
    assert!(brought(&spec, std::slice::from_ref(&first)).is_ok());
    // Illegal, not by the player, not in the canonical text, not alone.
    assert!(matches!(
        refused(&[first.clone(), owned(acted("nonsense"))]),
        NotBrought::Event { number: 2, .. }
    ));
    assert_eq!(refused(&[Event { person: None, ..first.clone() }]), NotBrought::Differs(1));
    assert_eq!(refused(&[Event { person: Some("bob".into()), ..first.clone() }]), NotBrought::Differs(1));
    assert!(matches!(refused(&[owned(EventKind::TookBack)]), NotBrought::Event { number: 1, .. }));
    for kind in [
        EventKind::Sat { seat: Seat(0), name: "Ann".into() },
        EventKind::Stood { seat: Seat(0) },
        EventKind::ProgramSeated { seat: Seat(0), program: "3".into() },
        EventKind::Asked { by: Seat(0), question: Question::Draw },
        EventKind::Agreed { by: Seat(0), next: Some("table".into()) },
        EventKind::Claimed { by: Seat(0), substitute: String::new() },
        EventKind::TimedOut { substitute: String::new() },
        EventKind::Aborted { by: None },
        EventKind::WentOn { next: "table".into() },
        EventKind::Expected { seat: Seat(0) },
        EventKind::Arrived { seat: Seat(0) },
    ] {
        assert_eq!(refused(&[owned(kind)]), NotBrought::NotAlone(1));
    }
    let inherited = Event::new(BEGUN, EventKind::Inherited { action: legal[0].clone() });
    assert!(matches!(refused(&[inherited]), NotBrought::Event { .. }));
    // A solution that was shown is one that can be played.
    let shown = |line: &[&str]| {
        let line = line.iter().map(|&action| action.to_owned()).collect();
        Event::new(BEGUN + 5, EventKind::Helped { by: Seat(0), help: Help::Solution(line) })
    };
    assert!(brought(&spec, &[shown(&[&legal[0]])]).is_ok());
    assert!(matches!(refused(&[shown(&[&legal[0], "nonsense"])]), NotBrought::Event { .. }));
}

#[test]
fn a_game_left_to_programs_comes_home_from_either_version() {
    let spec = alone(6);
    let left = |kind| Event { person: Some("owner".into()), ..Event::new(BEGUN, kind) };
    let aborted = left(EventKind::Aborted { by: Some(Seat(0)) });
    let resigned = left(EventKind::Resigned { by: Seat(0), substitute: "5".into() });
    for event in [aborted, resigned] {
        let (_, events) = brought(&spec, std::slice::from_ref(&event)).unwrap();
        assert_eq!(events[0].kind, event.kind);
    }
}

#[test]
fn chance_is_as_the_seed_says_elsewhere_too() {
    let spec = alone(6);
    let mut table = Table::new(spec.clone(), Arc::from([])).unwrap();
    let mut log: Vec<Event> = Vec::new();
    let owner = visitor("owner");
    // Until chance has decided something.
    let index = loop {
        let chance = table.chance_is_due();
        let (actor, told) = match table.program_to_act() {
            _ if chance => (Actor::Server, "chance"),
            Some(_) => (Actor::Server, "think"),
            None => (Actor::Visitor(&owner), "act"),
        };
        let event = table.decide(actor, command(&table, told), &Context::at(BEGUN + 9)).unwrap();
        table.apply(&event);
        log.push(event);
        if chance {
            break log.len() - 1;
        }
    };
    assert!(brought(&spec, &log).is_ok());
    log[index].kind = log[index - 1].kind.clone();
    assert_eq!(brought(&spec, &log), Err(NotBrought::Differs(index as u64 + 1)));
    // Nor does a player decide in the place of chance.
    log[index].person = Some("owner".into());
    assert_eq!(brought(&spec, &log), Err(NotBrought::Differs(index as u64 + 1)));
}

#[test]
fn a_resignation_comes_home_taken_back_as_this_version_does_it_or_as_an_older_one() {
    let spec = alone(0);
    let moves = play(&spec, &[(9, 0), (9, 1), (9, 2)]);
    let mut table = Table::restore(spec.clone(), Arc::from([]), &moves).unwrap();
    let (owner, at) = (visitor("owner"), Context::at(BEGUN + 60_000));
    let resigned = table.decide(Actor::Visitor(&owner), Command::Resign { seat: None }, &at).unwrap();
    table.apply(&resigned);
    let back = table.decide(Actor::Visitor(&owner), Command::TakeBack, &at).unwrap();
    let older = Event { kind: EventKind::TookBack, ..back.clone() };
    assert_eq!(back.kind, EventKind::Unresigned);
    for back in [back, older] {
        let log: Vec<Event> = moves.iter().cloned().chain([resigned.clone(), back]).collect();
        assert_eq!(brought(&spec, &log).unwrap().1, log);
    }
}

#[test]
fn times_are_in_order_and_not_to_come() {
    let spec = alone(0);
    let table = Table::new(spec.clone(), Arc::from([])).unwrap();
    let action = table.play().legal()[0].clone();
    let event = |at| Event {
        person: Some("owner".into()),
        ..Event::new(at, EventKind::Acted { action: action.clone() })
    };
    let back = |at| Event { person: Some("owner".into()), ..Event::new(at, EventKind::TookBack) };
    let far = 2 * CLOCKS_DIFFER;
    let late = TableSpec { created: NOW - far, ..spec.clone() };
    assert_eq!(brought(&late, &[event(NOW - 2 * far)]), Err(NotBrought::Order));
    assert_eq!(brought(&late, &[event(NOW), back(NOW - far)]), Err(NotBrought::Order));
    assert_eq!(brought(&late, &[event(NOW + far)]), Err(NotBrought::Future));
    assert_eq!(brought(&TableSpec { created: NOW + far, ..spec }, &[]), Err(NotBrought::Future));
    // Clocks differ a little.
    let (_, events) = brought(&late, &[event(NOW + 5), back(NOW - 5)]).unwrap();
    assert_eq!(events.iter().map(|event| event.at).collect::<Vec<_>>(), [NOW, NOW]);
}

#[test]
fn a_game_that_continues_another_one_comes_home_with_what_went_before() {
    let dealt = alone(0);
    let before = play(&dealt, &[(9, 0), (9, 1), (9, 2)]);
    let record = Table::restore(dealt, Arc::from([]), &before).unwrap().public_record().unwrap();
    let record = bagatelle_core::record::Record { more: serde_json::Map::new(), ..record };
    let fork = bagatelle_table::Fork { record, table: None };
    let mut log = fork.events(BEGUN);
    let spec = planned(asked("brain-burn", Value::Null, DealSource::Fork(Box::new(fork)), &[]));
    let mut table = Table::restore(spec.clone(), Arc::from([]), &log).unwrap();
    let act = Command::Act(table.play().legal()[0].clone());
    let event = table.decide(Actor::Visitor(&visitor("owner")), act, &Context::at(BEGUN + 9)).unwrap();
    table.apply(&event);
    log.push(event);
    assert_eq!(brought(&spec, &log).unwrap(), (spec.clone(), log.clone()));
    // What went before cannot be added to afterwards.
    log.push(Event::new(BEGUN + 9, EventKind::Inherited { action: table.play().legal()[0].clone() }));
    assert!(brought(&spec, &log).is_err());
}

#[test]
fn which_tables_need_no_server() {
    let table = |spec: TableSpec| Table::new(spec, Arc::from([])).unwrap();
    for number in 0..10 {
        let table = table(alone(number));
        assert!(table.needs_no_server("owner") && !table.needs_no_server("ann"), "{number}");
    }
    let spec = alone(4);
    let with = |occupant: Occupant| {
        table(TableSpec { seating: vec![spec.seating[0].clone(), occupant], ..spec.clone() })
    };
    assert!(!with(Occupant::Open).needs_no_server("owner"));
    assert!(!with(Occupant::Person(Person::new("ann", "Ann"))).needs_no_server("owner"));
    let left = Some(Person::new("ann", "Ann"));
    let replaced = Occupant::Program { name: "3".into(), instead_of: left };
    assert!(!with(replaced).needs_no_server("owner"));
    let terms = Terms { pace: Pace::Days(1), ..Terms::default() };
    assert!(!table(TableSpec { terms, ..spec }).needs_no_server("owner"));
}
