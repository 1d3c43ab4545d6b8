//! Scores of rounds, and what they say: a share of victories with its interval, and the Elo difference that
//! it means.

use super::tally::wilson;
use std::collections::BTreeMap;

/// The unit in which scores are kept, so that equal ones are counted together: all shares of tables of up to
/// eight seats are whole numbers of it.
const UNITS: f64 = 20_160.0;

/// The scores of many rounds. With two seats a round has two games, and a score is one of 0, 1/4, 1/2, 3/4
/// and 1: the five kinds of pairs of the "pentanomial" model.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rounds {
    counts: BTreeMap<u32, u64>,
    rounds: u64,
}

/// A share of victories, with the 95% interval in which it lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean, 0.0 to 1.0.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Rounds {
    /// Adds a round in which a player's mean share of victories was `score`, 0.0 to 1.0.
    pub fn add(&mut self, score: f64) {
        *self.counts.entry((score.clamp(0.0, 1.0) * UNITS).round() as u32).or_default() += 1;
        self.rounds += 1;
    }

    /// How many rounds there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.rounds
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rounds == 0
    }

    /// Each score, with how many rounds had it, lowest first.
    pub fn scores(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.counts.iter().map(|(units, count)| (f64::from(*units) / UNITS, *count))
    }

    /// How many rounds of two games were lost twice, lost and drawn, even, won and drawn, won twice.
    #[must_use]
    pub fn pairs(&self) -> [u64; 5] {
        let mut pairs = [0; 5];
        for (score, count) in self.scores() {
            pairs[(score * 4.0).round() as usize] += count;
        }
        pairs
    }

    /// The mean score; 0.5 without any round.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.rounds == 0 {
            return 0.5;
        }
        self.scores().map(|(score, count)| score * count as f64).sum::<f64>() / self.rounds as f64
    }

    /// The mean score with its interval, if a round has `games` games. The scores of rounds spread less than
    /// those of the same number of single games would, since exchanging the seats cancels the luck of the
    /// deal: the interval is Wilson's for the number of single games that would spread as much. One round
    /// that spreads like single games is added to both spreads, so that a few rounds that happen to be equal
    /// prove nothing.
    #[must_use]
    pub fn estimate(&self, games: u64) -> Estimate {
        let (share, n) = (self.mean(), self.rounds as f64);
        if self.rounds == 0 {
            return Estimate { share, low: 0.0, high: 1.0 };
        }
        let games = games as f64;
        let spread = self.scores().map(|(score, count)| (score - share).powi(2) * count as f64).sum::<f64>();
        let likely = (share * n + 0.5) / (n + 1.0);
        let added = likely * (1.0 - likely) / games;
        let single = n * share * (1.0 - share) / games;
        let (low, high) = wilson(share, games * n * (single + added) / (spread + added));
        Estimate { share, low, high }
    }

    /// The probability that the player is the stronger one, if nothing was known before: how likely the true
    /// mean is above `fair`, where it is spread normally over the interval of [`Rounds::estimate`].
    #[must_use]
    pub fn superiority(&self, games: u64, fair: f64) -> f64 {
        let Estimate { low, high, .. } = self.estimate(games);
        normal(((low + high) / 2.0 - fair) / ((high - low) / (2.0 * 1.96)))
    }
}

/// The Elo difference between a player and `seats - 1` equal opponents of whose games it wins the share
/// `share`: each seat wins with a probability in proportion to 10^(Elo/400). Infinite for shares of 0 and 1.
#[must_use]
pub fn elo(share: f64, seats: u8) -> f64 {
    400.0 * (share * (f64::from(seats) - 1.0) / (1.0 - share)).log10()
}

/// The share of victories that an Elo difference gives: the inverse of [`elo`].
#[must_use]
pub fn share(elo: f64, seats: u8) -> f64 {
    let weight = 10f64.powf(elo / 400.0);
    weight / (weight + f64::from(seats) - 1.0)
}

/// The distribution function of the normal distribution (Abramowitz and Stegun 1964, 26.2.17; off by less
/// than 1e-7).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = series.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::{Rng, Seed, Stream};

    #[test]
    fn elo_and_share_are_inverse() {
        assert!((elo(0.75, 2) - 190.85).abs() < 0.01);
        for seats in 2..=4 {
            assert!(elo(1.0 / f64::from(seats), seats).abs() < 1e-9, "even at a table of {seats}");
            for difference in [-300.0, -5.0, 0.0, 40.0] {
                assert!((elo(share(difference, seats), seats) - difference).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn the_normal_distribution_is_as_in_tables() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)] {
            assert!((normal(x) - p).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn pairs_are_counted_by_kind() {
        let mut rounds = Rounds::default();
        for score in [0.0, 0.5, 0.5, 0.75, 1.0, 1.0, 1.0] {
            rounds.add(score);
        }
        assert_eq!(rounds.pairs(), [1, 0, 2, 1, 3]);
        assert!((rounds.mean() - 4.75 / 7.0).abs() < 1e-4);
        assert!(rounds.superiority(2, 0.5) > 0.6);
        assert!((Rounds::default().superiority(2, 0.5) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn rounds_that_are_all_alike_prove_no_more_than_single_games() {
        let all = |score: f64| {
            let mut rounds = Rounds::default();
            (0..10).for_each(|_| rounds.add(score));
            rounds.estimate(2)
        };
        assert!((all(1.0).low - wilson(1.0, 20.0).0).abs() < 1e-9, "ten pairs won are twenty games won");
        let even = all(0.5);
        assert!(even.low < 0.46 && even.low > wilson(0.5, 20.0).0, "{even:?}");
    }

    /// Plays rounds of two games in which the deal decides a part of the games, and strength the others.
    fn played(rng: &mut Rng, strength: f64, luck: f64, rounds: u32) -> Rounds {
        let mut found = Rounds::default();
        for _ in 0..rounds {
            let lucky = rng.unit() < luck;
            let first = if lucky { 1.0 } else { f64::from(u8::from(rng.unit() < strength)) };
            let second = if lucky { 0.0 } else { f64::from(u8::from(rng.unit() < strength)) };
            found.add((first + second) / 2.0);
        }
        found
    }

    #[test]
    fn nineteen_of_twenty_intervals_hold_the_truth() {
        let mut rng = Rng::new(&Seed::from_text("intervals"), Stream::Test);
        for (strength, luck, rounds) in [(0.5, 0.0, 50), (0.6, 0.5, 50), (0.9, 0.2, 40), (0.5, 0.9, 100)] {
            let truth = luck * 0.5 + (1.0 - luck) * strength;
            let held = (0..2000).filter(|_| {
                let found = played(&mut rng, strength, luck, rounds).estimate(2);
                found.low <= truth && truth <= found.high
            });
            let held = held.count() as f64 / 2000.0;
            assert!((0.925..=0.985).contains(&held), "{strength} with {luck}: {held}");
        }
    }

    #[test]
    fn paired_games_say_more_than_single_ones() {
        let mut rng = Rng::new(&Seed::from_text("pairs"), Stream::Test);
        let width = |luck: f64, rng: &mut Rng| {
            let found = played(rng, 0.5, luck, 400).estimate(2);
            found.high - found.low
        };
        assert!(width(0.8, &mut rng) < 0.6 * width(0.0, &mut rng));
    }
}
