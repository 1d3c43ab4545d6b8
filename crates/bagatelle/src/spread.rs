//! Counted numbers, and their description.

use serde_json::{Value, json};
use std::fmt;

/// Many counts of one thing.
#[derive(Clone, Debug, Default)]
pub struct Spread(Vec<usize>);

impl Spread {
    /// Adds a count.
    pub fn add(&mut self, count: usize) {
        self.0.push(count);
    }

    /// How much was counted.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<usize>() as f64 / self.0.len().max(1) as f64
    }

    /// The count below which this part of all is, from 0 to 1.
    pub fn at(&self, part: f64) -> usize {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get((part * sorted.len().saturating_sub(1) as f64).round() as usize).copied().unwrap_or(0)
    }
}

impl Spread {
    /// The figures of the spread as JSON.
    pub fn json(&self) -> Value {
        json!({
            "mean": self.mean(), "median": self.at(0.5), "p5": self.at(0.05), "p95": self.at(0.95),
            "least": self.at(0.0), "most": self.at(1.0),
        })
    }
}

impl Extend<usize> for Spread {
    fn extend<I: IntoIterator<Item = usize>>(&mut self, counts: I) {
        self.0.extend(counts);
    }
}

impl FromIterator<usize> for Spread {
    fn from_iter<I: IntoIterator<Item = usize>>(counts: I) -> Spread {
        Spread(counts.into_iter().collect())
    }
}

impl fmt::Display for Spread {
    /// The mean, the range of nine of ten, the largest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} ({} to {}, at most {})", self.mean(), self.at(0.05), self.at(0.95), self.at(1.0))
    }
}

/// The correlation of two results that were measured many times together, with its 95% interval (Fisher
/// 1925); `None` where all results are equal.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<[f64; 3]> {
    let n = pairs.len() as f64;
    let mean = pairs.iter().map(|(a, b)| a + b).sum::<f64>() / (2.0 * n);
    let together: f64 = pairs.iter().map(|(a, b)| (a - mean) * (b - mean)).sum();
    let alone: f64 = pairs.iter().map(|(a, b)| ((a - mean).powi(2) + (b - mean).powi(2)) / 2.0).sum();
    if alone <= 0.0 || n < 4.0 {
        return None;
    }
    let r = together / alone;
    let (z, error) = (r.clamp(-0.9999, 0.9999).atanh(), 1.96 / (n - 1.5).sqrt());
    Some([r, (z - error).tanh(), (z + error).tanh()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_told_in_short() {
        let spread: Spread = (1..=100).collect();
        assert_eq!(spread.to_string(), "50.5 (6 to 95, at most 100)");
        assert_eq!(Spread::default().at(0.5), 0);
    }

    #[test]
    fn what_repeats_is_correlated() {
        let same: Vec<(f64, f64)> = (0..40).map(|n| (f64::from(n % 2), f64::from(n % 2))).collect();
        assert!(correlation(&same).unwrap()[0] > 0.999);
        let apart: Vec<(f64, f64)> = (0..40).map(|n| (f64::from(n % 2), f64::from(n / 2 % 2))).collect();
        let [r, low, high] = correlation(&apart).unwrap();
        assert!(r.abs() < 1e-9 && low < -0.25 && high > 0.25, "{r} {low} {high}");
        assert_eq!(correlation(&[(1.0, 1.0); 10]), None);
    }
}
