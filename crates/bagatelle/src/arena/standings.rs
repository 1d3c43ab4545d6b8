//! The standings of a match: each player's share of victories, and the difference between two players that
//! are compared.

use super::results::Row;
use bagatelle_core::Seat;
use bagatelle_search::arena::{Estimate, Rounds, Schedule, Tally, elo};
use std::collections::BTreeMap;

/// How one player fared.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// The games at which it sat.
    pub games: u64,
    /// The games that one of its seats won, alone or shared.
    pub wins: u64,
    /// The games without a winner. In a solitaire these are losses.
    pub draws: u64,
    /// The mean share of victories of its seats in each round, the rounds that are complete.
    pub rounds: Rounds,
    /// How many seats it has in a round.
    pub seats: u64,
    /// The games that it lost by what it did wrong.
    pub faults: u64,
    /// The longest that it thought about a move, in milliseconds.
    pub slowest_ms: u64,
}

impl Standing {
    /// The games that another player won.
    pub fn losses(&self) -> u64 {
        self.games - self.wins - self.draws
    }

    /// Its mean share of victories.
    pub fn estimate(&self) -> Estimate {
        self.rounds.estimate(self.seats.max(1))
    }
}

/// A player compared with another one.
///
/// At a table of two, and where one player sits against several of the other, the score of a round is the
/// first player's mean share of victories. In a solitaire, where both played the same deals, it is 1 for a
/// deal that only the first has won, 1/2 for one that both or neither won.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The first player.
    pub first: usize,
    /// The other player.
    pub other: usize,
    /// The scores of the first player.
    pub rounds: Rounds,
    /// Over how many seats victories are shared.
    pub seats: u8,
    /// How many games a round has.
    pub games: u64,
}

impl Comparison {
    /// The first player's share of victories.
    pub fn estimate(&self) -> Estimate {
        self.rounds.estimate(self.games)
    }

    /// The Elo difference, with the ends of its interval.
    pub fn elo(&self) -> [f64; 3] {
        let Estimate { share, low, high } = self.estimate();
        // The ends of an interval are rounded: what differs from 1 by less than a part in a thousand million
        // is 1.
        [share, low, high].map(|share| elo((share * 1e9).round() / 1e9, self.seats))
    }

    /// The Elo difference with its interval, for people: `+70 (+7 to +134)`.
    pub fn elo_text(&self) -> String {
        let [middle, low, high] = self.elo().map(|elo| format!("{elo:+.0}").replace("inf", "∞"));
        format!("{middle} ({low} to {high})")
    }

    /// How likely the first player is the stronger one.
    pub fn superiority(&self) -> f64 {
        self.rounds.superiority(self.games, 1.0 / f64::from(self.seats))
    }
}

/// What the games of a match come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// Each player, in the order of the command line.
    pub players: Vec<Standing>,
    /// Each pair that can be compared.
    pub comparisons: Vec<Comparison>,
    /// How many rounds are complete.
    pub rounds: u64,
}

impl Standings {
    /// Adds up the games.
    pub fn of(schedule: &Schedule, players: usize, rows: &BTreeMap<u64, Row>) -> Standings {
        let mut all = Standings {
            players: vec![Standing::default(); players],
            comparisons: comparisons(schedule),
            rounds: 0,
        };
        for row in rows.values() {
            all.add_game(&schedule.seating(row.game), row);
        }
        let length = schedule.round_length();
        let rounds: std::collections::BTreeSet<u64> = rows.keys().map(|n| schedule.round(*n)).collect();
        for round in rounds {
            let games: Vec<&Row> =
                rows.range(round * length..(round + 1) * length).map(|(_, row)| row).collect();
            if games.len() as u64 == length {
                all.add_round(schedule, &games);
            }
        }
        all
    }

    fn add_game(&mut self, seating: &[usize], row: &Row) {
        for (p, standing) in self.players.iter_mut().enumerate() {
            let own = || seating.iter().enumerate().filter(|(_, q)| **q == p).map(|(k, _)| k as u8);
            if own().next().is_none() {
                continue;
            }
            standing.games += 1;
            standing.wins += u64::from(own().any(|k| row.outcome.winners.contains(&Seat(k))));
            standing.draws += u64::from(row.outcome.winners.is_empty() && seating.len() > 1);
            standing.faults += u64::from(row.mistake.as_ref().is_some_and(|m| own().any(|k| k == m.seat)));
            let slowest = own().filter_map(|k| row.slowest_ms.get(usize::from(k))).max();
            standing.slowest_ms = standing.slowest_ms.max(slowest.copied().unwrap_or(0));
        }
    }

    fn add_round(&mut self, schedule: &Schedule, games: &[&Row]) {
        self.rounds += 1;
        let mut shares: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for row in games {
            for (k, player) in schedule.seating(row.game).into_iter().enumerate() {
                let share = Tally::share_of(Some(&row.outcome), Seat(k as u8), schedule.seats());
                shares.entry(player).or_default().push(share);
            }
        }
        let mean =
            |player: usize| shares.get(&player).map(|list| list.iter().sum::<f64>() / list.len() as f64);
        for (p, standing) in self.players.iter_mut().enumerate() {
            if let Some(score) = mean(p) {
                standing.rounds.add(score);
                standing.seats = shares[&p].len() as u64;
            }
        }
        for pair in &mut self.comparisons {
            if let (Some(first), Some(other)) = (mean(pair.first), mean(pair.other)) {
                let solitaire = schedule.seats() == 1;
                pair.rounds.add(if solitaire { (1.0 + first - other) / 2.0 } else { first });
            }
        }
    }
}

/// The pairs that the schedule compares: two that meet at tables without a third, and all that play the same
/// solitaires.
fn comparisons(schedule: &Schedule) -> Vec<Comparison> {
    let of =
        |first, other, seats, games| Comparison { first, other, rounds: Rounds::default(), seats, games };
    let mut pairs = Vec::new();
    for lineup in schedule.lineups() {
        match (schedule.seats(), lineup.as_slice()) {
            (1, all) => {
                for (k, &first) in all.iter().enumerate() {
                    pairs.extend(all[k + 1..].iter().map(|&other| of(first, other, 2, 2)));
                }
            }
            (seats, &[first, other]) => pairs.push(of(first, other, seats, seats.into())),
            _ => (),
        }
    }
    pairs
}
