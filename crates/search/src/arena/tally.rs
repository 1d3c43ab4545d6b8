//! How one player did over many independent games.

use bagatelle_core::{Outcome, Seat};

/// How one player fared over many games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u32,
    /// Games won, alone or shared.
    pub wins: u32,
    /// Games without a winner.
    pub draws: u32,
    /// Victories counted as shares, see [`Tally::share_of`].
    pub points: f64,
}

impl Tally {
    /// The share of the victory that a seat has: 1 for a game won alone, 1/n for one shared by n; a draw of a
    /// table of n is 1/n. A lost solitaire is 0. An abandoned game counts as drawn.
    #[must_use]
    pub fn share_of(outcome: Option<&Outcome>, seat: Seat, seats: u8) -> f64 {
        match outcome {
            Some(o) if !o.winners.is_empty() => {
                f64::from(u8::from(o.winners.contains(&seat))) / o.winners.len() as f64
            }
            Some(_) if seats == 1 => 0.0,
            _ => 1.0 / f64::from(seats),
        }
    }

    /// Adds a game in which this player sat on `seat` of `seats`.
    pub fn add(&mut self, outcome: Option<&Outcome>, seat: Seat, seats: u8) {
        self.games += 1;
        match outcome {
            Some(o) if !o.winners.is_empty() => self.wins += u32::from(o.winners.contains(&seat)),
            Some(_) if seats == 1 => (),
            _ => self.draws += 1,
        }
        self.points += Tally::share_of(outcome, seat, seats);
    }

    /// The mean share of victories, 0.0 to 1.0.
    #[must_use]
    pub fn rate(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.points / f64::from(self.games) }
    }

    /// The 95% interval of the rate.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.rate(), f64::from(self.games))
    }
}

/// The 95% interval of a rate that was found in `n` independent trials (Wilson 1927).
#[must_use]
pub fn wilson(rate: f64, n: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let z = 1.96f64;
    let centre = rate + z * z / (2.0 * n);
    let half = z * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((centre - half) / scale).max(0.0), ((centre + half) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        let mut tallies = [Tally::default(); 3];
        for outcome in [
            Some(Outcome { winners: vec![Seat(0), Seat(2)], scores: None, reason: String::new() }),
            Some(Outcome::without_winner("draw")),
            None,
            Some(Outcome::won(Seat(1), "")),
        ] {
            for (k, tally) in tallies.iter_mut().enumerate() {
                tally.add(outcome.as_ref(), Seat(k as u8), 3);
            }
        }
        let sum: f64 = tallies.iter().map(|t| t.points).sum();
        assert!((sum - 4.0).abs() < 1e-12);
        assert_eq!(tallies[1].wins, 1);
        assert_eq!(Tally::share_of(Some(&Outcome::without_winner("lost")), Seat(0), 1), 0.0);
    }

    #[test]
    fn intervals_hold_the_rate_and_shrink() {
        let (low, high) = wilson(0.5, 100.0);
        assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3, "{low} to {high}");
        let (low, high) = wilson(1.0, 10.0);
        assert!((0.70..0.75).contains(&low) && high > 0.999, "{low} to {high}");
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
    }
}
