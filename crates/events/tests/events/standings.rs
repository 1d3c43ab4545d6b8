//! Who stands where, and what decides between players who are level.

use crate::play::*;
use bagatelle_events::*;

/// A round robin of four with these results: the places of the winner and the loser, or two who drew.
fn robin(results: &[(usize, usize, bool)]) -> Event {
    let mut event = begun(spec(Form::RoundRobin, 2), 4);
    while event.next_step().is_some() {
        step(&mut event);
        play(&mut event, |event, due| {
            let places: Vec<usize> = due.seats.iter().map(|seat| event.seed_place(seat.unwrap())).collect();
            let of = |(one, other, _): &&(usize, usize, bool)| places.contains(one) && places.contains(other);
            let (winner, _, won) = results.iter().find(of).unwrap();
            let winner = places.iter().position(|place| place == winner).filter(|_| *won);
            result(winner, 2)
        });
    }
    event
}

fn told(event: &Event) -> Vec<(usize, u32, String, Vec<String>)> {
    let line = |line: &Standing| {
        let values = line.values.iter().map(ToString::to_string).collect();
        (event.seed_place(line.player), line.rank.unwrap(), line.points.to_string(), values)
    };
    event.standings().iter().map(line).collect()
}

#[test]
fn a_direct_encounter_decides_first_in_a_round_robin() {
    // 1 and 0 have two points each, and 1 has beaten 0; so has 3 beaten 2 with one point each.
    let event = robin(&[(1, 0, true), (0, 2, true), (0, 3, true), (1, 2, true), (3, 1, true), (2, 3, true)]);
    let line = |place, rank, points: &str, values: [&str; 3]| {
        (place, rank, points.to_owned(), values.map(str::to_owned).to_vec())
    };
    let expected = [
        line(1, 1, "2", ["1", "3", "2"]),
        line(0, 2, "2", ["0", "2", "2"]),
        line(2, 3, "1", ["1", "1", "1"]),
        line(3, 4, "1", ["0", "2", "1"]),
    ];
    assert_eq!(told(&event), expected);
}

#[test]
fn players_who_are_level_in_everything_share_a_rank() {
    let all = [(0, 1, false), (0, 2, false), (0, 3, false), (1, 2, false), (1, 3, false), (2, 3, false)];
    let event = robin(&all);
    assert!(told(&event).iter().all(|line| (line.1, line.2.as_str()) == (1, "1½")));
}

#[test]
fn who_sits_out_a_round_has_the_point_once_it_is_done() {
    let mut event = begun(spec(Form::Swiss { rounds: 2 }, 2), 3);
    step(&mut event);
    let bye = event.rounds()[0].byes()[0].player;
    assert_eq!(event.scores()[bye.index()], Points::NONE);
    let mut ended = event.clone();
    ended.apply(&asked(&ended, "p0", Command::End, 0).unwrap());
    assert_eq!(ended.scores()[bye.index()], Points::NONE, "a round that is never finished");
    play(&mut event, by_seed);
    assert_eq!(event.scores()[bye.index()], Points::whole(1));
}

#[test]
fn a_swiss_counts_the_points_of_opponents() {
    let mut event = begun(spec(Form::Swiss { rounds: 2 }, 2), 5);
    while event.next_step().is_some() {
        step(&mut event);
        play(&mut event, by_seed);
    }
    let scores = event.scores();
    for line in event.standings() {
        let tables = event.rounds().iter().flat_map(|round| round.tables());
        let own = tables.filter(|table| table.players().any(|player| player == line.player));
        let (mut buchholz, mut beaten) = (Points::NONE, Points::NONE);
        for other in own.flat_map(|table| table.players()).filter(|other| *other != line.player) {
            buchholz += scores[other.index()];
            // The better seed always wins.
            if event.seed_place(other) > event.seed_place(line.player) {
                beaten += scores[other.index()];
            }
        }
        assert_eq!(line.values[..2], [Value::Points(buchholz), Value::Points(beaten)]);
    }
}

#[test]
fn each_tie_break_is_explained_in_a_sentence() {
    use TieBreak::{Buchholz, DirectEncounter, RawTotal, SonnebornBerger, Wins};
    for tie_break in [Buchholz, SonnebornBerger, DirectEncounter, Wins, RawTotal] {
        for count in [None, Some(Count::Points), Some(Count::Moves)] {
            let sentence = tie_break.explained(count);
            assert!(sentence.starts_with(tie_break.name()) && sentence.ends_with('.'), "{sentence}");
        }
    }
}

#[test]
fn there_are_no_standings_before_the_start() {
    assert!(joined(spec(Form::RoundRobin, 2), 4).standings().is_empty());
}
