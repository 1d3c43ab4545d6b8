//! How a game ended.

use crate::seat::Seat;
use serde::{Deserialize, Serialize};

/// The result of a finished game.
///
/// A lost solitaire has no winners; a draw has none either and says so in `reason`; a shared victory names
/// all who share it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The seats that won, in order.
    pub winners: Vec<Seat>,
    /// Points per seat, for games that count points.
    pub scores: Option<Vec<i32>>,
    /// Why the game ended, in a few words a player understands.
    pub reason: String,
}

impl Outcome {
    /// A game won by one seat, without points.
    pub fn won(seat: Seat, reason: impl Into<String>) -> Outcome {
        Outcome { winners: vec![seat], scores: None, reason: reason.into() }
    }

    /// A game without a winner: a draw, or a solitaire that was lost.
    pub fn without_winner(reason: impl Into<String>) -> Outcome {
        Outcome { winners: Vec::new(), scores: None, reason: reason.into() }
    }

    /// What the result is worth to `seat`, from -1.0 (lost) through 0.0 (drawn) to 1.0 (won alone). A shared
    /// victory counts as its share: two winners of four seats get 1/3 each, so that the values of a table of
    /// two or more seats add up to zero. In a solitaire, winning is 1.0 and losing -1.0.
    #[must_use]
    pub fn utility(&self, seat: Seat, seats: u8) -> f64 {
        let winners = self.winners.len();
        let wins = self.winners.contains(&seat);
        match (seats, winners) {
            (1, _) => {
                if wins {
                    1.0
                } else {
                    -1.0
                }
            }
            (_, 0) => 0.0,
            (_, w) if w == usize::from(seats) => 0.0,
            (s, w) => {
                let losers = f64::from(s) - w as f64;
                if wins { losers / (w as f64 * (f64::from(s) - 1.0)) } else { -1.0 / (f64::from(s) - 1.0) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utilities_of_a_table_add_up_to_zero() {
        for seats in 2..=4u8 {
            for winners in 0..=seats {
                let outcome =
                    Outcome { winners: Seat::all(winners).collect(), scores: None, reason: String::new() };
                let sum: f64 = Seat::all(seats).map(|s| outcome.utility(s, seats)).sum();
                assert!(sum.abs() < 1e-12, "{seats} seats, {winners} winners: {sum}");
            }
        }
        assert_eq!(Outcome::won(Seat(0), "").utility(Seat(0), 2), 1.0);
        assert_eq!(Outcome::won(Seat(0), "").utility(Seat(1), 2), -1.0);
        assert_eq!(Outcome::without_winner("").utility(Seat(0), 1), -1.0);
    }
}
