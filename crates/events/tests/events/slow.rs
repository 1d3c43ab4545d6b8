//! Swiss pairing again, written as plainly as its description, from the log alone: it lists all pairings.

use bagatelle_events::{Change, Entry, PlayerNo};

/// The aims of `pair/swiss.rs` in their order: the place of the bye from the end, bad seats, squares of
/// differences in half points, wishes for seats, and places off within the points.
pub type Aims = [i64; 5];

#[derive(Clone)]
struct Known {
    player: PlayerNo,
    halves: i64,
    met: Vec<PlayerNo>,
    seats: Vec<usize>,
    bye: bool,
    here: bool,
}

/// The players of a log in the order of the ranking.
fn ranking(log: &[Entry]) -> Vec<Known> {
    let mut all: Vec<Known> = Vec::new();
    // The tables of the round, with who has missed them and whether their worth is known.
    let mut tables: Vec<(Vec<PlayerNo>, Vec<PlayerNo>, bool)> = Vec::new();
    let at = |all: &[Known], player| all.iter().position(|known| known.player == player).unwrap();
    for entry in log {
        match &entry.change {
            Change::Started { order } => {
                let known = |player: &PlayerNo| {
                    let player = *player;
                    Known { player, halves: 0, met: vec![], seats: vec![], bye: false, here: true }
                };
                all = order.iter().map(known).collect();
            }
            Change::Paired { tables: paired, byes, .. } => {
                tables.clear();
                for table in paired {
                    let players: Vec<PlayerNo> = table.iter().map(|seat| seat.unwrap()).collect();
                    for seat in 0..2 {
                        let n = at(&all, players[seat]);
                        all[n].met.push(players[1 - seat]);
                        all[n].seats.push(seat);
                    }
                    tables.push((players, vec![], false));
                }
                for bye in byes {
                    let n = at(&all, bye.player);
                    all[n].bye = true;
                    all[n].halves += 2;
                }
            }
            Change::Reported { table, result, .. } => {
                let table = &mut tables[*table as usize];
                table.2 = true;
                for seat in 0..2 {
                    let n = at(&all, table.0[seat]);
                    all[n].halves += match (result[seat].won, result[1 - seat].won) {
                        (true, false) => 2,
                        (false, true) => 0,
                        _ => 1,
                    };
                }
            }
            Change::Missed { table, players, .. } => {
                let table = &mut tables[*table as usize];
                if players.len() == 1 {
                    let other = table.0.iter().find(|player| !players.contains(player)).unwrap();
                    let n = at(&all, *other);
                    all[n].halves += 2;
                }
                table.2 = true;
            }
            Change::Left { player } | Change::Removed { player } => {
                let Some(n) = all.iter().position(|known| known.player == *player) else { continue };
                all[n].here = false;
                for table in tables.iter_mut().filter(|table| !table.2 && table.0.contains(player)) {
                    table.2 = true;
                    let other = table.0.iter().find(|other| *other != player).unwrap();
                    let n = all.iter().position(|known| known.player == *other).unwrap();
                    all[n].halves += 2;
                }
            }
            _ => (),
        }
    }
    all.retain(|known| known.here);
    // Insertion from the front: players with the same points stay in the order of the seeds.
    let mut ranked: Vec<Known> = Vec::new();
    for known in all {
        let behind = ranked.iter().position(|other| other.halves < known.halves);
        ranked.insert(behind.unwrap_or(ranked.len()), known);
    }
    ranked
}

/// What it means for a player to have a seat: how bad it is, and how much the other one was wished for.
fn seat(known: &Known, seat: usize) -> (i64, i64) {
    let count = |which: usize| known.seats.iter().filter(|other| **other == which).count() as i64;
    let (same, other) = (count(seat), count(1 - seat));
    let last_two: Vec<usize> = known.seats.iter().rev().take(2).copied().collect();
    let mut bad = 0;
    if last_two == [seat, seat] {
        bad += 1;
    }
    if same + 1 - other > 2 {
        bad += 1;
    }
    let wish = if same > other {
        2
    } else if same == other && known.seats.last() == Some(&seat) {
        1
    } else {
        0
    };
    (bad, wish)
}

fn aims(all: &[Known], upper: usize, lower: usize) -> Aims {
    let (one, other) = (&all[upper], &all[lower]);
    let way = |first: &Known, second: &Known| {
        let (a, b) = (seat(first, 0), seat(second, 1));
        (a.0 + b.0, a.1 + b.1)
    };
    let (bad, wish) = way(one, other).min(way(other, one));
    let group = all.iter().filter(|known| known.halves == one.halves).count() as i64;
    let distance = lower as i64 - upper as i64;
    let apart = one.halves - other.halves;
    let off = if apart == 0 { (distance - group / 2).abs() } else { distance - 1 };
    [0, bad, apart * apart, wish, off]
}

fn plus(one: Aims, other: Aims) -> Aims {
    std::array::from_fn(|n| one[n] + other[n])
}

/// The best aims of all pairings of the players that are left.
fn best(all: &[Known], left: &[usize], bye_given: bool) -> Option<Aims> {
    let Some((&first, rest)) = left.split_first() else { return Some([0; 5]) };
    let mut found: Option<Aims> = None;
    let mut consider = |aims: Option<Aims>| {
        if let Some(aims) = aims {
            found = Some(found.map_or(aims, |known| known.min(aims)));
        }
    };
    for (n, &other) in rest.iter().enumerate() {
        if all[first].met.contains(&all[other].player) {
            continue;
        }
        let mut left = rest.to_vec();
        left.remove(n);
        consider(best(all, &left, bye_given).map(|more| plus(more, aims(all, first, other))));
    }
    if !bye_given && !all[first].bye {
        let bye = [(all.len() - 1 - first) as i64, 0, 0, 0, 0];
        consider(best(all, rest, true).map(|more| plus(more, bye)));
    }
    found
}

/// The aims of the best round after a log; `None` if there is none that keeps to the rules.
pub fn optimum(log: &[Entry]) -> Option<Aims> {
    let all = ranking(log);
    let places: Vec<usize> = (0..all.len()).collect();
    best(&all, &places, all.len().is_multiple_of(2))
}

/// The aims that a round reaches after a log, by the seats as they are; it panics where two meet again or a
/// player has a second bye.
pub fn reached(log: &[Entry], round: &Entry) -> Aims {
    let all = ranking(log);
    let Change::Paired { tables, byes, .. } = &round.change else { panic!("{round:?}") };
    let place = |player: PlayerNo| all.iter().position(|known| known.player == player).unwrap();
    let mut sum = [0; 5];
    let mut placed = 0;
    for table in tables {
        let [first, second] = [0, 1].map(|seat| place(table[seat].unwrap()));
        assert!(!all[first].met.contains(&all[second].player), "two players meet again");
        let mut all_aims = aims(&all, first.min(second), first.max(second));
        let (one, other) = (seat(&all[first], 0), seat(&all[second], 1));
        (all_aims[1], all_aims[3]) = (one.0 + other.0, one.1 + other.1);
        sum = plus(sum, all_aims);
        placed += 2;
    }
    for bye in byes {
        let place = place(bye.player);
        assert!(!all[place].bye, "a second bye");
        sum = plus(sum, [(all.len() - 1 - place) as i64, 0, 0, 0, 0]);
        placed += 1;
    }
    assert_eq!(placed, all.len(), "each player has a place");
    sum
}
