//! The sequential probability ratio test, which ends a match as soon as it is sure enough.
//!
//! This is the generalized test on the scores of rounds (Van den Bergh 2019, "A practical introduction to the
//! GSPRT"), which is usual for chess programs: each hypothesis is the distribution with its mean that makes
//! the observed scores most likely.

use super::rounds::{Rounds, share};

/// A test whether a player is stronger than its opponents by `elo1` (accepted with at most `beta` of error)
/// rather than by `elo0` (at most `alpha`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the hypothesis that is kept without evidence.
    pub elo0: f64,
    /// The Elo difference of the other hypothesis, greater than `elo0`.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` is true, between 0 and 0.5.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` is true, between 0 and 0.5.
    pub beta: f64,
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The logarithm of the ratio of likelihoods.
    pub llr: f64,
    /// The bounds between which the test continues.
    pub bounds: (f64, f64),
    /// The hypothesis that is accepted: `Some(true)` for `elo1`.
    pub accepted: Option<bool>,
}

/// The weight that each end of the scale has from the start, so that both hypotheses are possible whatever
/// was found.
const PRIOR: f64 = 1e-3;

impl Sprt {
    /// The state after these rounds, at tables of `seats`.
    #[must_use]
    pub fn state(&self, rounds: &Rounds, seats: u8) -> SprtState {
        let bounds = ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln());
        let llr = self.llr(rounds, seats);
        let accepted = if llr >= bounds.1 {
            Some(true)
        } else if llr <= bounds.0 {
            Some(false)
        } else {
            None
        };
        SprtState { llr, bounds, accepted }
    }

    fn llr(&self, rounds: &Rounds, seats: u8) -> f64 {
        let mut scores: Vec<(f64, f64)> = vec![(0.0, PRIOR), (1.0, PRIOR)];
        scores.extend(rounds.scores().map(|(score, count)| (score, count as f64)));
        let tilts = [self.elo0, self.elo1].map(|elo| {
            let mean = share(elo, seats);
            (mean, tilt(&scores, mean))
        });
        let [(mean0, tilt0), (mean1, tilt1)] = tilts;
        let ratio = |score: f64| (1.0 + tilt0 * (score - mean0)).ln() - (1.0 + tilt1 * (score - mean1)).ln();
        scores.iter().map(|(score, weight)| weight * ratio(*score)).sum()
    }
}

/// The number t for which the weights `w / (1 + t (score - mean))` have this mean: the distribution nearest
/// to the one found among those with the mean. Found by halving.
fn tilt(scores: &[(f64, f64)], mean: f64) -> f64 {
    let off = |t: f64| {
        scores.iter().map(|(score, weight)| weight * (score - mean) / (1.0 + t * (score - mean))).sum::<f64>()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if off(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::{Rng, Seed, Stream};

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.1 };

    #[test]
    fn the_ratio_is_that_of_a_binomial_test_where_it_is_one() {
        // Rounds that are won or lost as a whole: the likelihood ratio is known in closed form.
        let mut rounds = Rounds::default();
        for n in 0..100 {
            rounds.add(if n < 60 { 1.0 } else { 0.0 });
        }
        let (p0, p1) = (share(0.0, 2), share(50.0, 2));
        let exact = 60.0 * (p1 / p0).ln() + 40.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        let found = TEST.state(&rounds, 2);
        assert!((found.llr - exact).abs() < 1e-2, "{} and {exact}", found.llr);
        assert!((found.bounds.0 - (0.1f64 / 0.95).ln()).abs() < 1e-12 && found.accepted.is_none());
    }

    #[test]
    fn it_errs_as_seldom_as_it_may() {
        let mut rng = Rng::new(&Seed::from_text("sprt"), Stream::Test);
        for (elo, wrong, limit) in [(0.0, true, TEST.alpha), (50.0, false, TEST.beta)] {
            let chance = share(elo, 2);
            let mut errors = 0;
            for _ in 0..300 {
                let mut rounds = Rounds::default();
                let accepted = loop {
                    let games = [0; 2].map(|_| f64::from(u8::from(rng.unit() < chance)));
                    rounds.add((games[0] + games[1]) / 2.0);
                    if let Some(accepted) = TEST.state(&rounds, 2).accepted {
                        break accepted;
                    }
                };
                errors += u32::from(accepted == wrong);
            }
            assert!(f64::from(errors) / 300.0 < limit + 0.03, "{errors} of 300 at {elo}");
        }
    }

    #[test]
    fn nothing_is_decided_before_the_first_round() {
        let state = TEST.state(&Rounds::default(), 4);
        assert!(state.llr.abs() < 1e-2 && state.accepted.is_none());
    }
}
