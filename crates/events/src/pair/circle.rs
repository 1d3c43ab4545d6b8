//! Round robins by the circle method: one player stays, the others go round.
//!
//! With players numbered from 0 and an even number `n` of places, two of the first `n - 1` places meet in the
//! round in which their numbers add up to that of the round, modulo `n - 1`; the last place meets the one
//! that would meet itself. Of two places whose numbers differ by an odd number the lower one has the first
//! seat, otherwise the higher one; so no player has one seat more than once oftener than the other.

use super::tables::Paired;
use crate::change::{Bye, ByeKind, PlayerNo};
use crate::event::Event;

/// The pairs of places in a round of `players`, first seats first; the number of a place that is not taken is
/// `players` itself.
fn places(players: usize, round: usize) -> Vec<[usize; 2]> {
    let last = players + players % 2 - 1;
    let sum = (round - 1) % last;
    let mut pairs = Vec::new();
    for place in 0..last {
        let other = (sum + last - place) % last;
        if place < other {
            pairs.push(if (other - place) % 2 == 1 { [place, other] } else { [other, place] });
        } else if place == other {
            // The last place changes sides at the middle.
            pairs.push(if place < players.div_ceil(2) { [place, last] } else { [last, place] });
        }
    }
    pairs
}

/// A round of a round robin.
pub(super) fn pair(event: &Event, round: u32) -> Paired {
    let order = event.order();
    let (mut tables, mut byes) = (Vec::new(), Vec::new());
    let player = |place: usize| -> Option<PlayerNo> { order.get(place).copied() };
    for [first, second] in places(order.len(), round as usize) {
        let there = |place| player(place).filter(|player| event.is_in(*player));
        match (there(first), there(second)) {
            (Some(first), Some(second)) => tables.push(vec![Some(first), Some(second)]),
            (Some(left), None) | (None, Some(left)) => {
                let rests = first.max(second) >= order.len();
                byes.push(Bye { player: left, why: if rests { ByeKind::Rest } else { ByeKind::Walkover } });
            }
            (None, None) => (),
        }
    }
    (tables, byes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn each_meets_each_once_with_balanced_seats() {
        for players in 3..=64 {
            let mut met = BTreeMap::new();
            let mut balance = vec![0_i32; players];
            for round in 1..=players + players % 2 - 1 {
                let pairs = places(players, round);
                let mut seen: Vec<usize> = pairs.iter().flatten().copied().collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..players + players % 2).collect::<Vec<_>>(), "each has one place");
                for [first, second] in pairs.into_iter().filter(|pair| pair.iter().all(|p| *p < players)) {
                    *met.entry([first.min(second), first.max(second)]).or_insert(0) += 1;
                    balance[first] += 1;
                    balance[second] -= 1;
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2, "{players}");
            assert!(met.values().all(|times| *times == 1));
            assert!(balance.iter().all(|balance| balance.abs() <= 1), "{players}: {balance:?}");
        }
    }
}
