//! Swiss rounds at tables of three or four.
//!
//! Players sit together who stand together in the ranking; lots decide among equals. Then players change
//! places as long as that lets fewer of them meet again, or brings players with the same points together.
//! With larger tables it cannot always be avoided that two players meet again, and this search, unlike that
//! for duels, does not promise the best of all rounds. It depends on the log and the seed alone, though.

use super::history::{Entrant, meetings, ranking};
use super::tables::table_sizes;
use crate::change::Seating;
use crate::event::Event;
use crate::points::Points;
use bagatelle_core::rng::{Rng, Stream};
use std::cmp::Reverse;

/// How a table is judged: how often its players have met, each pair squared, and how far apart they are.
type Cost = (u64, u64);

fn cost(table: &[usize], all: &[Entrant], met: &[Vec<u32>]) -> Cost {
    let pairs =
        table.iter().enumerate().flat_map(|(n, one)| table[n + 1..].iter().map(move |other| (one, other)));
    let apart = |(one, other): (&usize, &usize)| {
        let difference = all[*one].points.steps().abs_diff(all[*other].points.steps()) * 12 / Points::STEPS;
        (u64::from(met[*one][*other]).pow(2), difference * difference)
    };
    pairs.map(apart).fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1))
}

fn add(one: Cost, other: Cost) -> Cost {
    (one.0 + other.0, one.1 + other.1)
}

/// Lets two players of different tables change places as long as a change makes the two tables better.
fn improve(tables: &mut [Vec<usize>], all: &[Entrant], met: &[Vec<u32>]) {
    loop {
        let mut changed = false;
        for upper in 0..tables.len() {
            for lower in upper + 1..tables.len() {
                let sizes = (tables[upper].len(), tables[lower].len());
                for (i, j) in (0..sizes.0).flat_map(|i| (0..sizes.1).map(move |j| (i, j))) {
                    // A change earlier in this loop may have moved either player: seats are read anew.
                    let (one, other) = (tables[upper][i], tables[lower][j]);
                    let before = add(cost(&tables[upper], all, met), cost(&tables[lower], all, met));
                    (tables[upper][i], tables[lower][j]) = (other, one);
                    if add(cost(&tables[upper], all, met), cost(&tables[lower], all, met)) < before {
                        changed = true;
                    } else {
                        (tables[upper][i], tables[lower][j]) = (one, other);
                    }
                }
            }
        }
        // The sum of all costs falls with each change, so this ends.
        if !changed {
            return;
        }
    }
}

/// Every order of `count` things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(count - 1);
    let with = |order: &Vec<usize>, at: usize| [&order[..at], &[count - 1], &order[at..]].concat();
    shorter.iter().flat_map(|order| (0..count).map(move |at| with(order, at))).collect()
}

/// Seats the players of a table so that each has seats the player has had least often.
fn seated(table: &[usize], all: &[Entrant]) -> Seating {
    let had = |player: usize, seat: usize| all[player].seats.iter().filter(|other| **other == seat).count();
    let best = orders(table.len()).into_iter().min_by_key(|order| {
        order.iter().enumerate().map(|(seat, n)| had(table[*n], seat).pow(2)).sum::<usize>()
    });
    best.unwrap_or_default().into_iter().map(|n| Some(all[table[n]].player)).collect()
}

/// The next round.
pub(super) fn pair(event: &Event) -> Vec<Seating> {
    let mut all = ranking(event);
    let mut lots = Rng::new(&event.seed().nth(0).nth(event.last_round().into()), Stream::Arena);
    lots.shuffle(&mut all);
    all.sort_by_key(|entrant| Reverse(entrant.points));
    let met = meetings(event, &all);
    let mut left = 0..all.len();
    let sizes = table_sizes(all.len(), usize::from(event.spec().seats));
    let mut tables: Vec<Vec<usize>> =
        sizes.into_iter().map(|size| left.by_ref().take(size).collect()).collect();
    improve(&mut tables, &all, &met);
    tables.iter().map(|table| seated(table, &all)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_all_orders() {
        let mut all = orders(4);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 24);
    }
}
