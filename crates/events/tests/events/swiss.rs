//! Swiss rounds against the slow implementation, and how long large ones take.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros,
    reason = "time is measured and printed"
)]

use crate::play::*;
use crate::slow;
use bagatelle_core::rng::Rng;
use bagatelle_events::*;
use std::time::{Duration, Instant};

/// Applies a change and notes it.
fn take(event: &mut Event, log: &mut Vec<Entry>, entry: Entry) {
    event.apply(&entry);
    log.push(entry);
}

/// Plays a round by chance, in which players miss games and leave.
fn play_round(event: &mut Event, log: &mut Vec<Entry>, rng: &mut Rng) {
    let late = 60_000;
    while let Some(due) = event.due_games().first() {
        let command = match rng.below(14) {
            0 => {
                let both: Vec<PlayerNo> = due.seats.iter().flatten().copied().collect();
                let players = if rng.below(3) == 0 { both } else { vec![both[rng.index(2)]] };
                Command::Absent { round: due.round, table: due.table, players }
            }
            1 if event.count_in() > 3 && rng.below(2) == 0 => {
                let player = due.seats[rng.index(2)].unwrap();
                let entry = asked(event, "p0", Command::Remove { player }, late).unwrap();
                take(event, log, entry);
                continue;
            }
            n => report(due, result([None, Some(0), Some(1)][n as usize % 3], 2)),
        };
        let entry = served(event, command, late).unwrap();
        take(event, log, entry);
    }
}

#[test]
fn a_thousand_random_events_are_paired_as_well_as_by_trying_all_pairings() {
    let mut rng = rng("swiss");
    let (mut rounds, mut ended, mut bad) = (0, 0, 0);
    for n in 0..1000 {
        let players = 3 + rng.index(8);
        let wanted = 1 + rng.below(9);
        let seed = format!("event {n}");
        let mut event = begun(EventSpec { seed, ..spec(Form::Swiss { rounds: wanted }, 2) }, players);
        let mut log =
            vec![Entry { at: 0, by: None, change: Change::Started { order: event.order().to_vec() } }];
        while let Some(step) = event.next_step() {
            let entry = served(&event, step, 0).unwrap();
            match &entry.change {
                Change::Paired { .. } => {
                    let reached = slow::reached(&log, &entry);
                    assert_eq!(Some(reached), slow::optimum(&log), "event {n}: {log:?}\n{entry:?}");
                    rounds += 1;
                    bad += reached[1];
                }
                Change::Ended { why: EndReason::NoPairing } => {
                    assert_eq!(slow::optimum(&log), None, "event {n}: {log:?}");
                    ended += 1;
                }
                other => assert!(matches!(other, Change::Ended { .. }), "{other:?}"),
            }
            take(&mut event, &mut log, entry);
            play_round(&mut event, &mut log, &mut rng);
        }
        assert!(event.is_over());
    }
    assert!(rounds > 3000 && ended > 50 && bad > 0, "{rounds} rounds, {ended} cut short, {bad} bad seats");
}

/// The seats that each player has had.
fn seats(event: &Event, player: PlayerNo) -> Vec<usize> {
    let tables = event.rounds().iter().flat_map(|round| round.tables());
    tables.filter_map(|table| table.seats().iter().position(|seat| *seat == Some(player))).collect()
}

#[test]
fn sixty_four_players_are_paired_in_time_with_good_seats() {
    let mut rng = rng("large");
    for players in [63, 64] {
        let mut event = begun(spec(Form::Swiss { rounds: 10 }, 2), players);
        let (mut longest, mut all) = (Duration::ZERO, Duration::ZERO);
        while let Some(step) = event.next_step() {
            let start = Instant::now();
            let entry = served(&event, step, 0).unwrap();
            let took = start.elapsed();
            (longest, all) = (longest.max(took), all + took);
            event.apply(&entry);
            play(&mut event, |_, due| random(&mut rng, due));
        }
        println!("{players} players, 10 rounds: {all:?} in all, the longest round {longest:?}");
        assert_eq!((event.rounds().len(), event.stage()), (10, Stage::Over(EndReason::Played)));
        // Far more than it takes: other work may run on the same machine.
        assert!(all < Duration::from_secs(20), "{all:?}");
        for player in (0..players).map(|n| PlayerNo(n as u32)) {
            let seats = seats(&event, player);
            let first = seats.iter().filter(|seat| **seat == 0).count() as i64;
            assert!((2 * first - seats.len() as i64).abs() <= 2, "{seats:?}");
            assert!(seats.windows(3).all(|three| three != [0; 3] && three != [1; 3]), "{seats:?}");
        }
    }
}

#[test]
fn the_first_round_lets_the_upper_half_meet_the_lower_half() {
    let mut event = begun(spec(Form::Swiss { rounds: 3 }, 2), 9);
    step(&mut event);
    let round = &event.rounds()[0];
    let mut pairs: Vec<Vec<usize>> = Vec::new();
    for table in round.tables() {
        let mut pair: Vec<usize> = table.players().map(|player| event.seed_place(player)).collect();
        pair.sort_unstable();
        pairs.push(pair);
    }
    assert_eq!(pairs, [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(round.byes(), [Bye { player: event.order()[8], why: ByeKind::Bye }]);
    let firsts = round.tables().iter().map(|table| event.seed_place(table.seats()[0].unwrap()) < 4);
    assert_eq!(firsts.filter(|first| *first).count(), 2, "at every other table");
}

#[test]
fn an_event_without_a_legal_pairing_ends_with_a_sentence() {
    // Three players, two of whom have had a bye; the third one leaves, and the two have met.
    let mut event = begun(spec(Form::Swiss { rounds: 9 }, 2), 3);
    assert_eq!(event.planned_rounds(), 3);
    for _ in 0..2 {
        step(&mut event);
        play(&mut event, by_seed);
    }
    let player = event.rounds()[0].byes()[0].player;
    let others = event.rounds()[0].tables()[0].players().collect::<Vec<_>>();
    event.apply(&asked(&event, "p0", Command::Remove { player }, 0).unwrap());
    let entry = served(&event, Command::PairRound { number: 3 }, 0).unwrap();
    assert_eq!(entry.change, Change::Ended { why: EndReason::NoPairing }, "{others:?} have met");
    event.apply(&entry);
    assert_eq!(event.stage(), Stage::Over(EndReason::NoPairing));
    assert!(EndReason::NoPairing.sentence().starts_with("The event ended early"));
}
