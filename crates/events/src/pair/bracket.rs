//! Knock-outs.
//!
//! At tables of two, the seeds stand in a bracket of a power of two in which the best seeds meet last; the
//! best ones have a bye where places are free. At larger tables, the players who are left are dealt to tables
//! to and fro in the order of the seeds, and the winner of each table goes on.

use super::tables::{Paired, table_sizes};
use crate::change::{Bye, ByeKind, PlayerNo};
use crate::event::{Event, EventRound};
use crate::spec::Form;
use bagatelle_core::rng::{Rng, Stream};

/// Which seed stands at each place of a bracket of `size`, a power of two: the sum of two who meet is always
/// the same, so the two best seeds can meet in the last round only.
fn seeds(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let sum = 2 * places.len() - 1;
        places = places.into_iter().flat_map(|seed| [seed, sum - seed]).collect();
    }
    places
}

/// Who goes on from a round to the next one, of those who might have met.
fn goes_on(event: &Event, round: &EventRound, candidates: &[PlayerNo]) -> Option<PlayerNo> {
    let plays = |player: PlayerNo| candidates.contains(&player);
    match round.tables().iter().find(|table| table.players().any(plays)) {
        Some(table) => table.goes_on(|player| event.seed_place(player)),
        None => round.byes().iter().map(|bye| bye.player).find(|player| plays(*player)),
    }
}

/// The places of the bracket after the rounds so far. A player who has left still has a place.
fn bracket(event: &Event) -> Vec<Option<PlayerNo>> {
    let order = event.order();
    let places = seeds(order.len().next_power_of_two());
    let mut slots: Vec<Option<PlayerNo>> = places.iter().map(|seed| order.get(*seed).copied()).collect();
    for round in event.rounds() {
        let next = |pair: &[Option<PlayerNo>]| {
            let candidates: Vec<PlayerNo> = pair.iter().flatten().copied().collect();
            goes_on(event, round, &candidates)
        };
        slots = slots.chunks(2).map(next).collect();
    }
    slots
}

/// The players who are left, best seed first.
fn survivors(event: &Event) -> Vec<PlayerNo> {
    let mut left: Vec<PlayerNo> = match event.rounds().last() {
        _ if event.spec().seats == 2 => bracket(event).into_iter().flatten().collect(),
        None => event.order().to_vec(),
        Some(round) => {
            let winners = round.tables().iter().filter_map(|table| table.goes_on(|p| event.seed_place(p)));
            winners.chain(round.byes().iter().map(|bye| bye.player)).collect()
        }
    };
    left.retain(|player| event.is_in(*player));
    left.sort_by_key(|player| event.seed_place(*player));
    left
}

/// Whether this is a knock-out in which one player is left, or none.
pub(crate) fn is_won(event: &Event) -> bool {
    event.spec().form == Form::KnockOut && event.last_round() > 0 && survivors(event).len() < 2
}

/// The next round; `None` if fewer than two players are left.
pub(super) fn pair(event: &Event) -> Option<Paired> {
    let left = survivors(event);
    if left.len() < 2 {
        return None;
    }
    let mut lots = Rng::new(&event.seed().nth(0).nth(event.last_round().into()), Stream::Arena);
    if event.spec().seats > 2 {
        return Some((spread(&left, usize::from(event.spec().seats), &mut lots), Vec::new()));
    }
    let (mut tables, mut byes) = (Vec::new(), Vec::new());
    let why = if event.last_round() == 0 { ByeKind::Bye } else { ByeKind::Walkover };
    for pair in bracket(event).chunks(2) {
        let here: Vec<PlayerNo> =
            pair.iter().flatten().copied().filter(|player| event.is_in(*player)).collect();
        match here.as_slice() {
            [player] => byes.push(Bye { player: *player, why }),
            [_, _] => {
                let mut seats: Vec<Option<PlayerNo>> = here.into_iter().map(Some).collect();
                lots.shuffle(&mut seats);
                tables.push(seats);
            }
            _ => (),
        }
    }
    Some((tables, byes))
}

/// Deals players to tables to and fro, and draws lots for their seats.
fn spread(left: &[PlayerNo], seats: usize, lots: &mut Rng) -> Vec<Vec<Option<PlayerNo>>> {
    let sizes = table_sizes(left.len(), seats);
    let mut tables = vec![Vec::new(); sizes.len()];
    for (row, players) in left.chunks(sizes.len()).enumerate() {
        // The last row may be short: its players go to the tables with a seat more, the first ones.
        for (n, player) in players.iter().enumerate() {
            let back = row % 2 == 1 && players.len() == sizes.len();
            tables[if back { sizes.len() - 1 - n } else { n }].push(Some(*player));
        }
    }
    tables.iter_mut().for_each(|table| lots.shuffle(table));
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_meet_last() {
        assert_eq!(seeds(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        for size in [4, 8, 16, 32, 64] {
            let places = seeds(size);
            let half = |seed| places.iter().position(|other| *other == seed).unwrap() * 2 / size;
            assert_ne!(half(0), half(1));
            assert!(places.chunks(2).all(|pair| pair[0] + pair[1] == size - 1));
        }
    }

    #[test]
    fn seeds_are_spread_over_tables_of_the_right_sizes() {
        let players: Vec<PlayerNo> = (0..64).map(PlayerNo).collect();
        let mut lots = Rng::new(&bagatelle_core::Seed::from_text("spread"), Stream::Test);
        for seats in 3..=4 {
            for count in 2..=64 {
                let tables = spread(&players[..count], seats, &mut lots);
                let sizes: Vec<usize> = tables.iter().map(Vec::len).collect();
                assert_eq!(sizes, table_sizes(count, seats));
            }
        }
    }
}
