//! Figures of several rounds, and how they are written.

use std::fmt;

/// The figures of several rounds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured(pub Vec<f64>);

impl Measured {
    /// How many times as large these are as others, round by round.
    pub fn times(&self, others: &Measured) -> Measured {
        Measured(self.0.iter().zip(&others.0).map(|(one, other)| one / other).collect())
    }

    /// The one in the middle, the lowest and the highest; of an even number, the higher of the two in the
    /// middle.
    ///
    /// # Panics
    /// If there was no round.
    fn spread(&self) -> [f64; 3] {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        [sorted[sorted.len() / 2], sorted[0], sorted[sorted.len() - 1]]
    }
}

impl fmt::Display for Measured {
    /// The middle, and in brackets the range: `93.1 M (90.2 M to 94.0 M)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [middle, low, high] = self.spread().map(short);
        write!(f, "{middle} ({low} to {high})")
    }
}

/// A number as people read it, with three digits that count.
pub fn short(number: f64) -> String {
    match number {
        n if n >= 99.95e6 => format!("{:.0} M", n / 1e6),
        n if n >= 9.995e6 => format!("{:.1} M", n / 1e6),
        n if n >= 999_500.0 => format!("{:.2} M", n / 1e6),
        n if n >= 99_950.0 => format!("{:.0},000", n / 1e3),
        n if n >= 999.5 => {
            let n = (n / 10.0).round() * 10.0;
            format!("{:.0},{:03.0}", (n / 1e3).floor(), n % 1e3)
        }
        n if n >= 99.95 => format!("{n:.0}"),
        n if n >= 9.995 => format!("{n:.1}"),
        n => format!("{n:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_that_count() {
        let written =
            [0.034, 1.5, 47.25, 223.6, 1_236.0, 46_321.0, 431_200.0, 999_900.0, 8.412e6, 93.14e6, 120.4e6]
                .map(short);
        assert_eq!(
            written,
            [
                "0.03", "1.50", "47.2", "224", "1,240", "46,320", "431,000", "1.00 M", "8.41 M", "93.1 M",
                "120 M"
            ]
        );
    }

    #[test]
    fn ratios_are_of_the_same_round() {
        let (ours, theirs) = (Measured(vec![10.0, 30.0, 20.0]), Measured(vec![5.0, 10.0, 5.0]));
        assert_eq!(ours.times(&theirs).to_string(), "3.00 (2.00 to 4.00)");
    }
}
