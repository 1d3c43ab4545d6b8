//! Points, exact to the fraction.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Points in an event, counted in steps of 1/144: so a share of a table of up to four, and the product of two
/// such shares, is a whole number of steps.
///
/// ```
/// use bagatelle_events::Points;
/// assert_eq!((Points::whole(2) + Points::share(0, 1, 1)).to_string(), "2½");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(u64);

impl Points {
    /// No points.
    pub const NONE: Points = Points(0);
    /// How many steps a whole point has.
    pub const STEPS: u64 = 144;

    /// A number of whole points.
    #[must_use]
    pub const fn whole(points: u64) -> Points {
        Points(points * Points::STEPS)
    }

    /// What a game is worth to a player who has finished before `beaten` of `others` and level with `level`
    /// of them: the share of the others that were beaten, where level counts half. A won duel is worth one
    /// point, a drawn one half a point.
    ///
    /// # Panics
    /// If there are no others.
    #[must_use]
    pub const fn share(beaten: u64, level: u64, others: u64) -> Points {
        Points((2 * beaten + level) * Points::STEPS / 2 / others)
    }

    /// The steps of 1/144.
    #[must_use]
    pub const fn steps(self) -> u64 {
        self.0
    }

    /// This share of other points.
    #[must_use]
    pub const fn of(self, points: Points) -> Points {
        Points(self.0 * points.0 / Points::STEPS)
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::NONE, Add::add)
    }
}

impl fmt::Display for Points {
    /// As people write it: `2½`, `⅔`, `1 5/12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / Points::STEPS, self.0 % Points::STEPS);
        let common = |mut a: u64, mut b: u64| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let divisor = common(rest, Points::STEPS);
        let (above, below) = (rest / divisor, Points::STEPS / divisor);
        let sign = match (above, below) {
            (0, _) => return write!(f, "{whole}"),
            (1, 2) => "½",
            (1, 3) => "⅓",
            (2, 3) => "⅔",
            (1, 4) => "¼",
            (3, 4) => "¾",
            (1, 6) => "⅙",
            (5, 6) => "⅚",
            _ if whole == 0 => return write!(f, "{above}/{below}"),
            _ => return write!(f, "{whole} {above}/{below}"),
        };
        if whole > 0 { write!(f, "{whole}{sign}") } else { f.write_str(sign) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_people_write_them() {
        let told = |points: Points| points.to_string();
        assert_eq!(told(Points::NONE), "0");
        assert_eq!(told(Points::whole(7)), "7");
        assert_eq!(told(Points::share(0, 1, 1)), "½");
        assert_eq!(told(Points::whole(1) + Points::share(1, 1, 3)), "1½");
        assert_eq!(told(Points::share(2, 0, 3)), "⅔");
        assert_eq!(told(Points::share(1, 0, 3) + Points::share(0, 1, 2)), "7/12");
        assert_eq!(told(Points::whole(2) + Points::share(0, 1, 3) + Points::share(0, 1, 2)), "2 5/12");
    }

    #[test]
    fn the_shares_of_a_table_are_worth_half_its_players() {
        for others in 1..=3u64 {
            let in_order: Points = (0..=others).map(|beaten| Points::share(beaten, 0, others)).sum();
            let all_level: Points = (0..=others).map(|_| Points::share(0, others, others)).sum();
            assert_eq!((in_order, all_level), (Points(72 * (others + 1)), Points(72 * (others + 1))));
        }
        assert_eq!(Points::share(1, 0, 3).of(Points::share(0, 1, 3)), Points(8));
    }
}
