//! The log is the truth: it gives the same event again, and from any part of it the same rounds follow.

use crate::play::*;
use bagatelle_events::*;
use bagatelle_table::{Actor, Visitor};
use proptest::prelude::*;

fn forms(n: u64) -> EventSpec {
    let made = match n % 8 {
        0 => spec(Form::RoundRobin, 2),
        1 => spec(Form::Swiss { rounds: 5 }, 2),
        2 => spec(Form::Swiss { rounds: 3 }, 3),
        3 => spec(Form::Swiss { rounds: 3 }, 4),
        4 => spec(Form::KnockOut, 2),
        5 => spec(Form::KnockOut, 4),
        6 => duplicate(1, 3, Count::Moves),
        _ => duplicate(2, 3, Count::Points),
    };
    EventSpec { seed: format!("log {n}"), ..made }
}

/// What happens next in a test: it follows from the number of the test and the state alone.
fn next(event: &Event, n: u64) -> Option<Entry> {
    let mut rng = rng(&format!("{n}/{}", event.seq()));
    let at = 1000 + 61_000 * event.seq() as i64;
    if event.is_over() {
        return None;
    }
    if event.stage() == Stage::Paused {
        return Some(asked(event, "p0", Command::Resume, at).unwrap());
    }
    if rng.below(25) == 0 {
        return Some(asked(event, "p0", Command::Pause, at).unwrap());
    }
    if event.count_in() > 2 && rng.below(25) == 0 {
        let player = PlayerNo(rng.below(event.players().len() as u32));
        if event.is_in(player) {
            return Some(asked(event, "p0", Command::Remove { player }, at).unwrap());
        }
    }
    if let Some(step) = event.next_step() {
        return Some(served(event, step, at).unwrap());
    }
    let games = event.due_games();
    let due = &games[rng.index(games.len())];
    if rng.below(10) == 0 && due.until.is_some_and(|until| until <= at) {
        let missed = event.table(due.round, due.table).unwrap().missed();
        let left = due.seats.iter().flatten().find(|player| !missed.contains(player)).unwrap();
        let absent = Command::Absent { round: due.round, table: due.table, players: vec![*left] };
        return Some(served(event, absent, at).unwrap());
    }
    Some(served(event, report(due, random(&mut rng, due)), at).unwrap())
}

/// The log of an event from its first player to its end.
fn whole(n: u64) -> (EventSpec, Vec<Entry>, Event) {
    let spec = forms(n);
    let mut event = Event::new(spec.clone()).unwrap();
    let mut log = Vec::new();
    for player in 0..3 + n as usize % 7 {
        let entry = asked(&event, &format!("p{player}"), join(player), 0).unwrap();
        event.apply(&entry);
        log.push(entry);
    }
    let start = asked(&event, "p0", Command::Start, 0).unwrap();
    event.apply(&start);
    log.push(start);
    while let Some(entry) = next(&event, n) {
        event.apply(&entry);
        log.push(entry);
        assert!(log.len() < 1000, "the event does not end");
    }
    (spec, log, event)
}

#[test]
fn after_a_kill_at_any_moment_the_same_rounds_follow() {
    for n in 0..160 {
        let (spec, log, end) = whole(n);
        // As a database keeps it.
        let stored: Vec<String> = log.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        let spec: EventSpec = serde_json::from_str(&serde_json::to_string(&spec).unwrap()).unwrap();
        let begun = log.iter().position(|entry| matches!(entry.change, Change::Started { .. })).unwrap();
        for kept in begun + 1..=log.len() {
            let read: Vec<Entry> =
                stored[..kept].iter().map(|text| serde_json::from_str(text).unwrap()).collect();
            assert_eq!(read, log[..kept]);
            let mut event = Event::restore(spec.clone(), &read).unwrap();
            for entry in &log[kept..] {
                assert_eq!(next(&event, n).as_ref(), Some(entry), "event {n} after {kept} changes");
                event.apply(entry);
            }
            assert_eq!(event, end);
        }
    }
}

#[test]
fn two_servers_make_the_same_round_and_only_one_of_them() {
    for n in 0..8 {
        let event = begun(forms(n), 7);
        let other = event.clone();
        let command = Command::PairRound { number: 1 };
        let entry = served(&event, command.clone(), 5).unwrap();
        assert_eq!(served(&other, command.clone(), 5), Ok(entry.clone()));
        assert_eq!(served(&event.after(&entry), command, 6), Err(Refused::PairedAlready(1)));
    }
}

#[test]
fn a_log_that_cannot_have_happened_is_damaged() {
    let (spec, log, _) = whole(1);
    let round = log.iter().position(|entry| matches!(entry.change, Change::Paired { .. })).unwrap();
    let mut twice = log.clone();
    twice.insert(round + 1, log[round].clone());
    let error = Event::restore(spec.clone(), &twice).unwrap_err().to_string();
    assert!(error.contains("round 1 is already paired"), "{error}");
    let mut cut = log.clone();
    if let Change::Paired { tables, .. } = &mut cut[round].change {
        tables.pop();
    }
    assert!(Event::restore(spec.clone(), &cut[..=round]).is_err(), "each player has a place");
    // The second round as a copy of the first one.
    let mut again = log;
    let second = again.iter().rposition(|entry| matches!(entry.change, Change::Paired { round: 2, .. }));
    let first = again[round].change.clone();
    if let (Change::Paired { round: number, .. }, Change::Paired { tables, byes, .. }) =
        (&mut again[second.unwrap()].change, first)
    {
        *number = 2;
        again[second.unwrap()].change = Change::Paired { round: 2, tables, byes };
    }
    assert!(Event::restore(spec, &again).is_err());
}

/// Any command, sensible or not.
fn command() -> impl Strategy<Value = (u8, Command, i64)> {
    let player = || (0u32..8).prop_map(PlayerNo);
    let result = proptest::collection::vec(
        (any::<bool>(), -3..3).prop_map(|(won, count)| Achieved { won, count }),
        0..5,
    );
    let command = prop_oneof![
        6 => (0usize..3).prop_map(join),
        1 => Just(Command::Leave),
        1 => player().prop_map(|player| Command::Remove { player }),
        2 => Just(Command::Start),
        4 => (0u32..5).prop_map(|number| Command::PairRound { number }),
        9 => (0u32..4, 0u32..4, 0u32..3, result)
            .prop_map(|(round, table, game, result)| Command::Report { round, table, game, result }),
        2 => (0u32..4, 0u32..4, proptest::collection::vec(player(), 0..3))
            .prop_map(|(round, table, players)| Command::Absent { round, table, players }),
        1 => Just(Command::Pause),
        2 => Just(Command::Resume),
        1 => Just(Command::End),
    ];
    (0u8..9, command, 0i64..200_000)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_command_breaks_an_event(n in 0u64..8, commands in proptest::collection::vec(command(), 0..80)) {
        let spec = forms(n);
        let mut event = Event::new(spec.clone()).unwrap();
        let mut log = Vec::new();
        for (who, command, at) in commands {
            let visitor = Visitor::with_account(format!("p{}", who % 6));
            let actor = if who > 5 { Actor::Server } else { Actor::Visitor(&visitor) };
            let before = event.clone();
            if let Ok(entry) = event.decide(actor, command, &Context::at(at)) {
                prop_assert_eq!(event.admit(&entry), Ok(()));
                event.apply(&entry);
                log.push(entry);
                prop_assert_eq!(event.seq(), before.seq() + 1);
                prop_assert!(event.standings().len() == event.order().len());
            } else {
                prop_assert_eq!(&event, &before);
            }
        }
        prop_assert_eq!(Event::restore(spec, &log).unwrap(), event);
    }
}
