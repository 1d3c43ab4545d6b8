//! The clocks of a table, folded from its events: each seat's remaining time follows from the times of the
//! events, the pauses, and the times when no server ran, which count for no seat.

use crate::terms::Pace;
use bagatelle_core::Seat;

const DAY_MS: Millis = 24 * 60 * 60 * 1000;

/// A point in time, in milliseconds since 1970, or a span, in milliseconds.
pub type Millis = i64;

/// A time when no server ran, from and until.
pub type Downtime = (Millis, Millis);

/// The clocks of all seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    pace: Pace,
    left: Vec<Millis>,
    /// Whether the seat has moved: in real time the first move takes nothing off a clock.
    moved: Vec<bool>,
    /// Whose clock runs, and since when.
    running: Option<(Seat, Millis)>,
}

/// How long it was from `from` until `to` without the times in `down`.
fn elapsed(from: Millis, to: Millis, down: &[Downtime]) -> Millis {
    let lost = |&(begin, end): &Downtime| end.min(to).saturating_sub(begin.max(from)).max(0);
    to.saturating_sub(from).saturating_sub(down.iter().map(lost).sum()).max(0)
}

impl Clocks {
    /// Clocks that do not run yet.
    #[must_use]
    pub fn new(pace: Pace, seats: u8) -> Clocks {
        let start = match pace {
            Pace::Free => 0,
            Pace::RealTime { start_s, .. } => i64::from(start_s) * 1000,
            Pace::Days(days) => i64::from(days) * DAY_MS,
        };
        let seats = usize::from(seats);
        Clocks { pace, left: vec![start; seats], moved: vec![false; seats], running: None }
    }

    /// Whether there is a clock at all.
    #[must_use]
    pub fn exist(&self) -> bool {
        self.pace != Pace::Free
    }

    /// What is left for a seat at a moment, in milliseconds, not under zero.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Millis, down: &[Downtime]) -> Millis {
        let left = self.left.get(seat.index()).copied().unwrap_or(0);
        match self.running {
            Some((runs, since)) if runs == seat => (left - elapsed(since, now, down)).max(0),
            _ => left,
        }
    }

    /// The seat whose clock runs.
    #[must_use]
    pub fn runs(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// When the running clock will have run out, if the server stays up.
    #[must_use]
    pub fn deadline(&self, now: Millis, down: &[Downtime]) -> Option<(Seat, Millis)> {
        let seat = self.runs()?;
        Some((seat, now.saturating_add(self.left(seat, now, down))))
    }

    /// Stops the running clock and deducts the time it ran.
    pub fn stop(&mut self, at: Millis, down: &[Downtime]) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.left(seat, at, down);
            self.running = None;
        }
    }

    /// Starts the clock of the seat to act. Nothing changes if it runs already.
    pub fn start(&mut self, seat: Seat, at: Millis, down: &[Downtime]) {
        if self.runs() == Some(seat) {
            return;
        }
        self.stop(at, down);
        let free = match self.pace {
            Pace::Free => true,
            Pace::RealTime { .. } => !self.moved[seat.index()],
            Pace::Days(_) => false,
        };
        if !free {
            self.running = Some((seat, at));
        }
    }

    /// Records that a seat has moved: deducts the time it took and adds what a move brings.
    pub fn moved(&mut self, seat: Seat, at: Millis, down: &[Downtime]) {
        self.stop(at, down);
        let left = &mut self.left[seat.index()];
        match self.pace {
            Pace::RealTime { increment_s, .. } if self.moved[seat.index()] => {
                *left += i64::from(increment_s) * 1000;
            }
            Pace::Days(days) => *left = i64::from(days) * DAY_MS,
            _ => (),
        }
        self.moved[seat.index()] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);

    #[test]
    fn the_first_move_is_free_and_each_later_one_brings_the_increment() {
        let mut clocks = Clocks::new(Pace::RealTime { start_s: 60, increment_s: 5 }, 2);
        clocks.start(A, 0, &[]);
        assert_eq!(clocks.deadline(9_000, &[]), None);
        clocks.moved(A, 10_000, &[]);
        clocks.start(B, 10_000, &[]);
        clocks.moved(B, 20_000, &[]);
        assert_eq!((clocks.left(A, 20_000, &[]), clocks.left(B, 20_000, &[])), (60_000, 60_000));
        clocks.start(A, 20_000, &[]);
        assert_eq!(clocks.deadline(30_000, &[]), Some((A, 80_000)));
        clocks.moved(A, 30_000, &[]);
        assert_eq!(clocks.left(A, 99_000, &[]), 55_000);
        clocks.start(B, 30_000, &[]);
        assert_eq!(clocks.left(B, 200_000, &[]), 0);
    }

    #[test]
    fn downtime_takes_no_time_from_a_clock() {
        let mut clocks = Clocks::new(Pace::Days(1), 2);
        clocks.start(A, 0, &[]);
        let down = [(1_000, 5_000), (9_000, DAY_MS * 3)];
        assert_eq!(clocks.left(A, 6_000, &down), DAY_MS - 2_000);
        assert_eq!(clocks.left(A, DAY_MS * 3, &down), DAY_MS - 5_000);
        clocks.moved(A, DAY_MS * 3, &down);
        assert_eq!(clocks.left(A, DAY_MS * 3, &down), DAY_MS);
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let mut clocks = Clocks::new(Pace::Free, 1);
        clocks.start(A, 0, &[]);
        assert!(!clocks.exist() && clocks.runs().is_none());
    }
}
