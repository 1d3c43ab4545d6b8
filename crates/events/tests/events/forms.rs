//! Round robins, knock-outs, larger tables and duplicates.

use crate::play::*;
use bagatelle_events::*;
use std::collections::BTreeMap;

/// Plays to the end.
fn played(mut event: Event, by: impl Fn(&Event, &DueGame) -> Vec<Achieved>) -> Event {
    while event.next_step().is_some() {
        step(&mut event);
        play(&mut event, &by);
    }
    event
}

#[test]
fn in_a_round_robin_each_meets_each_and_the_best_one_wins() {
    for players in [3, 8, 13] {
        let event = played(begun(spec(Form::RoundRobin, 2), players), by_seed);
        assert_eq!(event.stage(), Stage::Over(EndReason::Played));
        let ranks: Vec<(usize, String)> = event
            .standings()
            .iter()
            .map(|line| (event.seed_place(line.player), line.points.to_string()))
            .collect();
        let expected: Vec<_> = (0..players).map(|n| (n, (players - 1 - n).to_string())).collect();
        assert_eq!(ranks, expected, "a bye is worth nothing where each player has one");
    }
}

#[test]
fn opponents_of_a_player_who_leaves_a_round_robin_win() {
    let mut event = begun(spec(Form::RoundRobin, 2), 4);
    step(&mut event);
    play(&mut event, |_, _| result(None, 2));
    event.apply(&asked(&event, "p2", Command::Leave, 0).unwrap());
    step(&mut event);
    let round = &event.rounds()[1];
    assert_eq!((round.tables().len(), round.byes()[0].why), (1, ByeKind::Walkover));
    let event = played(event, |_, _| result(None, 2));
    let last = event.standings().pop().unwrap();
    assert_eq!((last.player, last.rank), (PlayerNo(2), None));
}

#[test]
fn the_best_seeds_of_a_knock_out_meet_in_the_final() {
    for players in 3..=64 {
        let event = begun(spec(Form::KnockOut, 2), players);
        assert_eq!(event.planned_rounds(), (players as u32).next_power_of_two().ilog2());
        let event = played(event, by_seed);
        assert_eq!(event.rounds()[0].byes().len(), players.next_power_of_two() - players);
        let last = event.rounds().last().unwrap();
        let mut places: Vec<usize> =
            last.tables()[0].players().map(|player| event.seed_place(player)).collect();
        places.sort_unstable();
        assert_eq!(places, [0, 1], "{players}");
        let ranks: Vec<Option<u32>> = event.standings().iter().map(|line| line.rank).collect();
        assert_eq!(ranks[..3], [Some(1), Some(2), Some(3)]);
    }
}

#[test]
fn a_drawn_duel_has_a_second_game_and_then_the_better_seed_goes_on() {
    let mut event = begun(spec(Form::KnockOut, 2), 4);
    step(&mut event);
    let first = event.due_games()[0].clone();
    event.apply(&served(&event, report(&first, result(None, 2)), 0).unwrap());
    let second = event.due_games()[0].clone();
    assert_eq!((second.table, second.game), (0, 2));
    assert_eq!(second.seats, [first.seats[1], first.seats[0]]);
    let again = served(&event, report(&first, result(None, 2)), 0);
    assert_eq!(again, Err(Refused::OtherGame), "the first game is reported once");
    play(&mut event, |_, _| result(None, 2));
    step(&mut event);
    let finalists: Vec<usize> =
        event.rounds()[1].tables()[0].players().map(|player| event.seed_place(player)).collect();
    assert!(finalists.iter().all(|place| *place < 2), "{finalists:?}");
}

#[test]
fn who_is_removed_from_a_knock_out_lets_the_next_opponent_through() {
    let mut event = begun(spec(Form::KnockOut, 2), 8);
    step(&mut event);
    play(&mut event, by_seed);
    let [best, third] = [0, 2].map(|place: usize| event.order()[place]);
    event.apply(&asked(&event, "p0", Command::Remove { player: best }, 0).unwrap());
    step(&mut event);
    let byes = event.rounds()[1].byes();
    assert_eq!((byes.len(), byes[0].why), (1, ByeKind::Walkover));
    play(&mut event, by_seed);
    step(&mut event);
    event.apply(&asked(&event, "p0", Command::Remove { player: third }, 0).unwrap());
    play(&mut event, by_seed);
    step(&mut event);
    assert!(event.is_over());
    assert_eq!(event.standings()[0].rank, Some(1));
}

#[test]
fn a_knock_out_that_all_players_miss_ends() {
    let mut event = begun(spec(Form::KnockOut, 2), 4);
    step(&mut event);
    for due in event.due_games() {
        let players = due.seats.into_iter().flatten().collect();
        let absent = Command::Absent { round: 1, table: due.table, players };
        event.apply(&served(&event, absent, 60_000).unwrap());
    }
    step(&mut event);
    assert_eq!(event.stage(), Stage::Over(EndReason::Played));
    assert!(event.standings().iter().all(|line| line.rank == Some(1)), "all share the first rank");
}

#[test]
fn winners_of_larger_tables_go_on() {
    for seats in [3, 4] {
        for players in 3..=64 {
            let event = begun(spec(Form::KnockOut, seats), players);
            let planned = event.planned_rounds();
            let event = played(event, by_seed);
            assert_eq!(event.rounds().len(), planned as usize);
            let first = &event.standings()[0];
            assert_eq!((event.seed_place(first.player), first.points), (0, Points::whole(planned.into())));
        }
    }
}

#[test]
fn larger_tables_of_a_swiss_are_even_and_players_meet_many_others() {
    let mut rng = rng("groups");
    for (players, seats) in [(16, 4), (21, 3), (64, 4), (5, 4), (3, 4)] {
        let mut event = begun(spec(Form::Swiss { rounds: 3 }, seats), players);
        let mut met = BTreeMap::new();
        while event.next_step().is_some() {
            step(&mut event);
            for due in event.due_games() {
                assert!((2..=usize::from(seats)).contains(&due.seats.len()));
                for (one, other) in
                    due.seats.iter().flat_map(|one| due.seats.iter().map(move |other| (one, other)))
                {
                    *met.entry((one.unwrap(), other.unwrap())).or_insert(0) += u32::from(one != other);
                }
            }
            play(&mut event, |_, due| random(&mut rng, due));
        }
        assert_eq!(event.rounds().len(), 3);
        if players > 15 {
            let again = met.values().filter(|times| **times > 1).count();
            assert!(again <= met.len() / 10, "{players} at {seats}: {again} of {}", met.len());
        }
    }
}

#[test]
fn a_duplicate_compares_the_same_deals_of_all() {
    let mut event = begun(duplicate(1, 2, Count::Moves), 3);
    step(&mut event);
    let deals: Vec<_> = (0..3).map(|table| event.deal_seed(1, table, 1)).collect();
    assert!(deals[0] == deals[1] && deals[0] == deals[2] && deals[0] != event.deal_seed(2, 0, 1));
    // Solved in 10 moves, in 12, and not solved.
    let results = [(true, 10), (true, 12), (false, 3)];
    play(&mut event, |_, due| {
        let (won, count) = results[due.table as usize];
        vec![Achieved { won, count }]
    });
    step(&mut event);
    let players: Vec<PlayerNo> = event.rounds()[1].tables().iter().flat_map(|t| t.players()).collect();
    let missed = Command::Absent { round: 2, table: 0, players: vec![players[0]] };
    event.apply(&served(&event, missed, 60_000).unwrap());
    play(&mut event, |_, _| vec![Achieved { won: true, count: 8 }]);
    step(&mut event);
    let told: Vec<(usize, String, Vec<String>)> = event
        .standings()
        .iter()
        .map(|line| {
            let values = line.values.iter().map(ToString::to_string).collect();
            (event.seed_place(line.player), line.points.to_string(), values)
        })
        .collect();
    let line = |place, points: &str, wins: &str, total: &str| {
        (place, points.to_owned(), vec![wins.to_owned(), total.to_owned()])
    };
    // Deal 1: 4, 2 and 0 match points. Deal 2: 0, 3 and 3.
    assert_eq!(told, [line(1, "5", "2", "20"), line(0, "4", "1", "10"), line(2, "3", "1", "8")]);
}

#[test]
fn programs_fill_the_other_seats_of_a_duplicate() {
    let mut event = begun(duplicate(4, 5, Count::Points), 3);
    for round in 0..5 {
        step(&mut event);
        for due in event.due_games() {
            assert_eq!(due.seats.iter().flatten().count(), 1);
            assert!(due.seats[round % 4].is_some(), "all players have the same seat of a deal");
        }
        play(&mut event, by_seed);
    }
    step(&mut event);
    assert!(event.is_over());
}
