//! Swiss rounds at tables of two.
//!
//! Two players never meet twice, and no player has two byes. Of all pairings that keep to this, the round is
//! the best one by these aims, each of which counts only where those before it are equal:
//!
//! 1. The bye of an odd round goes to a player as far down the ranking as possible.
//! 2. As few players as possible have the same seat three times in a row, or one seat three times more often
//!    than the other.
//! 3. Players with the same points meet: the sum of the squares of the differences is the least.
//! 4. Players have the seat they have had less often, or else another one than in their last game.
//! 5. Within the same points, the upper half meets the lower half in order; others meet their neighbours.
//!
//! All aims are sums over the pairs, so the best round is a perfect matching of the least weight. The search
//! is exact and its time is bounded by the cube of the number of players.

use super::history::{Entrant, meetings, ranking};
use super::matching::heaviest;
use super::tables::Paired;
use crate::change::{Bye, ByeKind};
use crate::event::Event;
use crate::points::Points;
use bagatelle_core::rng::{Rng, Stream};

/// How many bits the sum of each aim may take, from the last aim to the first, for 64 players and 31 rounds:
/// 32 pairs of at most 63 places, 4 wishes, 62 half points squared and 4 bad seats; one bye.
const BITS: [u32; 5] = [11, 8, 17, 8, 6];
/// More than the cost of any pairing, so that one more pair is always worth it.
const PAIR: i64 = 1 << 51;

/// How badly one of two seats suits a player: how bad it is, and how much the player wished the other one.
fn discontent(seats: &[usize], next: usize) -> (i64, i64) {
    let balance = seats.iter().map(|seat| if *seat == 0 { 1 } else { -1 }).sum::<i64>();
    let after = balance + if next == 0 { 1 } else { -1 };
    let third_in_row = seats.len() >= 2 && seats[seats.len() - 2..].iter().all(|seat| *seat == next);
    let bad = i64::from(third_in_row) + i64::from(after.abs() > 2);
    let wish = match (balance, seats.last()) {
        (1.., _) => (next == 0).then_some(2),
        (..=-1, _) => (next == 1).then_some(2),
        (0, last) => last.is_some_and(|last| *last == next).then_some(1),
    };
    (bad, wish.unwrap_or(0))
}

/// How badly it suits two players that the first one has the first seat.
fn seated(first: &Entrant, second: &Entrant) -> (i64, i64) {
    let (one, other) = (discontent(&first.seats, 0), discontent(&second.seats, 1));
    (one.0 + other.0, one.1 + other.1)
}

/// The number of half points.
fn halves(points: Points) -> i64 {
    i64::try_from(points.steps() * 2 / Points::STEPS).unwrap_or(i64::MAX)
}

/// Aims in one number: the sum over a pairing compares as the aims do, one after the other.
fn weigh(aims: [i64; 5]) -> i64 {
    aims.into_iter().zip(BITS.into_iter().rev()).fold(0, |weight, (aim, bits)| weight << bits | aim)
}

/// What it costs that two players meet, given by their places in the ranking, the upper one first.
fn cost(all: &[Entrant], upper: usize, lower: usize) -> i64 {
    let (one, other) = (&all[upper], &all[lower]);
    let (bad, wishes) = seated(one, other).min(seated(other, one));
    let apart = halves(one.points) - halves(other.points);
    let between = i64::try_from(lower - upper).unwrap_or(0);
    let off = if apart == 0 {
        let group = all.iter().filter(|entrant| entrant.points == one.points).count();
        (between - i64::try_from(group / 2).unwrap_or(0)).abs()
    } else {
        between - 1
    };
    weigh([0, bad, apart * apart, wishes, off])
}

/// The next round; `None` if none is left in which no two meet again and no player has a second bye.
pub(super) fn pair(event: &Event) -> Option<Paired> {
    let all = ranking(event);
    let met = meetings(event, &all);
    let (players, places) = (all.len(), all.len() + all.len() % 2);
    let mut weights = vec![vec![0; places]; places];
    for upper in 0..players {
        for lower in upper + 1..players {
            if met[upper][lower] == 0 {
                weights[upper][lower] = PAIR - cost(&all, upper, lower);
            }
        }
        // The last place of an odd round is the bye.
        if players < places && !all[upper].had_bye {
            let above_last = i64::try_from(players - 1 - upper).unwrap_or(0);
            weights[upper][players] = PAIR - weigh([above_last, 0, 0, 0, 0]);
        }
    }
    let mates = heaviest(&weights);
    let (mut tables, mut byes) = (Vec::new(), Vec::new());
    let mut lots = Rng::new(&event.seed().nth(0).nth(event.last_round().into()), Stream::Arena);
    let first_lot = lots.below(2) as usize;
    for (upper, mate) in mates.into_iter().enumerate().take(players) {
        let lower = mate?;
        if lower == players {
            byes.push(Bye { player: all[upper].player, why: ByeKind::Bye });
        } else if upper < lower {
            let (one, other) = (&all[upper], &all[lower]);
            let upper_first = match seated(one, other).cmp(&seated(other, one)) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
                // The better players have the first seat at every other table.
                std::cmp::Ordering::Equal => (tables.len() + first_lot).is_multiple_of(2),
            };
            let seats = if upper_first { [one, other] } else { [other, one] };
            tables.push(seats.map(|entrant| Some(entrant.player)).to_vec());
        }
    }
    Some((tables, byes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_that_are_bad_are_told_from_those_that_are_not_wished() {
        assert_eq!(discontent(&[], 0), (0, 0));
        assert_eq!((discontent(&[0], 0), discontent(&[0], 1)), ((0, 2), (0, 0)));
        assert_eq!((discontent(&[0, 1], 1), discontent(&[0, 1], 0)), ((0, 1), (0, 0)));
        assert_eq!(discontent(&[0, 0], 0), (2, 2), "the third in a row, and three more than the other");
        assert_eq!(discontent(&[1, 0, 0], 0), (1, 2));
    }

    #[test]
    fn no_sum_of_an_aim_reaches_the_aim_before() {
        let most: [i64; 5] = [63, 32 * 4, 32 * 62 * 62, 32 * 4, 32 * 63];
        for (aim, bits) in most.into_iter().zip(BITS.into_iter().rev()) {
            assert!(aim < 1 << bits, "{aim}");
        }
        assert!(BITS.iter().sum::<u32>() < 51);
        assert!(weigh([0, 1, 0, 0, 0]) > weigh([0, 0, most[2], most[3], most[4]]));
    }
}
