//! What pairing has to know of the rounds before.

use crate::change::PlayerNo;
use crate::event::Event;
use crate::points::Points;
use std::cmp::Reverse;

/// A player to be paired.
#[derive(Clone, Debug)]
pub(super) struct Entrant {
    pub(super) player: PlayerNo,
    pub(super) points: Points,
    /// The seats of the games so far, in order.
    pub(super) seats: Vec<usize>,
    pub(super) had_bye: bool,
}

/// The players who are in the event, from the first to the last: by points, then by seed.
pub(super) fn ranking(event: &Event) -> Vec<Entrant> {
    let scores = event.scores();
    let here = event.order().iter().filter(|player| event.is_in(**player));
    let mut all: Vec<Entrant> = here.map(|player| entrant(event, *player, scores[player.index()])).collect();
    // A stable sort: equals stay in the order of the seeds.
    all.sort_by_key(|entrant| Reverse(entrant.points));
    all
}

fn entrant(event: &Event, player: PlayerNo, points: Points) -> Entrant {
    let tables = event.rounds().iter().flat_map(|round| round.tables());
    let seats = tables.filter_map(|table| table.seats().iter().position(|seat| *seat == Some(player)));
    Entrant { player, points, seats: seats.collect(), had_bye: event.had_bye(player) }
}

/// How often each two of the entrants have met, by their places in the list.
pub(super) fn meetings(event: &Event, entrants: &[Entrant]) -> Vec<Vec<u32>> {
    let mut met = vec![vec![0; entrants.len()]; entrants.len()];
    let mut place = vec![None; event.players().len()];
    for (n, entrant) in entrants.iter().enumerate() {
        place[entrant.player.index()] = Some(n);
    }
    for table in event.rounds().iter().flat_map(|round| round.tables()) {
        let here: Vec<usize> = table.players().filter_map(|player| place[player.index()]).collect();
        for &one in &here {
            for &other in here.iter().filter(|other| **other != one) {
                met[one][other] += 1;
            }
        }
    }
    met
}
