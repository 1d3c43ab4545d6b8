//! The time, passed in. The server reads it nowhere else, so that tests can set it.

use crate::limits::GAP;
use bagatelle_table::{Downtime, Millis, WorldDate};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The source of the time.
pub trait Clock: Send + Sync {
    /// The time now, in milliseconds since 1970. It never goes back, and jumps only in [`Clock::catch_up`].
    fn now(&self) -> Millis;

    /// Jumps to the time of the system's clock if this one is more than `gap` behind it: the machine slept,
    /// the process stood still, or the system's clock was set. Returns the skipped time, in which no server
    /// ran.
    fn catch_up(&self, gap: Duration) -> Option<Downtime>;

    /// How far this clock is ahead of another one, which was read between the two readings of this one.
    fn ahead_of(&self, other: Millis, [before, after]: [Millis; 2]) -> Millis {
        match other {
            _ if other < before => before - other,
            _ if other > after => after - other,
            _ => 0,
        }
    }
}

/// The clock of the operating system, read when the process begins. From then on time passes as it is
/// measured, whatever the system's clock is set to.
#[derive(Debug)]
pub struct SystemClock(Mutex<Steady>);

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock(Mutex::new(Steady { now: system_time(), measured: Stopwatch::start().0 }))
    }
}

/// A time that passes steadily.
#[derive(Clone, Copy, Debug)]
struct Steady {
    now: Millis,
    /// When `now` was last brought forward.
    measured: Instant,
}

impl Steady {
    /// The time at `measured`. Nothing ran during a long time without a look at the clock, so that time is
    /// left out.
    fn pass(&mut self, measured: Instant) -> Millis {
        let passed = measured.saturating_duration_since(self.measured);
        if passed > GAP {
            self.measured = measured;
            return self.now;
        }
        // Parts of a millisecond are kept for the next time.
        let whole = Duration::from_millis(u64::try_from(passed.as_millis()).unwrap_or(0));
        self.now += Millis::try_from(whole.as_millis()).unwrap_or(0);
        self.measured += whole;
        self.now
    }

    /// Goes to the system's time, if that is far ahead.
    fn catch_up(&mut self, measured: Instant, system: Millis, gap: Duration) -> Option<Downtime> {
        let now = self.pass(measured);
        if system - now <= Millis::try_from(gap.as_millis()).unwrap_or(Millis::MAX) {
            return None;
        }
        self.now = system;
        Some((now, system))
    }
}

impl SystemClock {
    fn steady(&self) -> MutexGuard<'_, Steady> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        self.steady().pass(Stopwatch::start().0)
    }

    fn catch_up(&self, gap: Duration) -> Option<Downtime> {
        self.steady().catch_up(Stopwatch::start().0, system_time(), gap)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the clock")]
fn system_time() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
}

/// A clock that stands until it is moved.
#[derive(Debug, Default)]
pub struct ManualClock {
    now: AtomicI64,
    /// How far ahead the system's clock is.
    ahead: AtomicI64,
}

impl ManualClock {
    /// A clock that shows this time.
    #[must_use]
    pub fn new(now: Millis) -> ManualClock {
        ManualClock { now: AtomicI64::new(now), ahead: AtomicI64::new(0) }
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Millis) {
        self.now.fetch_add(by, Ordering::SeqCst);
    }

    /// Sets the system's clock forward, or lets the machine sleep, by this much time.
    pub fn jump(&self, by: Millis) {
        self.ahead.fetch_add(by, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Millis {
        self.now.load(Ordering::SeqCst)
    }

    /// It is the clock of the database as well.
    fn ahead_of(&self, _: Millis, _: [Millis; 2]) -> Millis {
        0
    }

    fn catch_up(&self, _: Duration) -> Option<Downtime> {
        let ahead = self.ahead.swap(0, Ordering::SeqCst);
        let now = self.now.fetch_add(ahead, Ordering::SeqCst);
        (ahead > 0).then_some((now, now + ahead))
    }
}

/// The date in UTC, `2026-11-21`.
#[must_use]
pub fn date(at: Millis) -> String {
    WorldDate::of(at).to_string()
}

/// How long work has taken, whatever the clock shows: budgets are processor time, not the time of a game.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts to measure.
    #[expect(clippy::disallowed_methods, reason = "the one place that measures work")]
    #[must_use]
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// The share of `limit` that is spent, from 0.
    #[must_use]
    pub fn share_of(self, limit: Duration) -> f64 {
        self.elapsed().as_secs_f64() / limit.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_as_it_is_measured_whatever_the_system_says() {
        let begin = Stopwatch::start().0;
        let at = |ms: u64| begin + Duration::from_micros(ms * 1000 + 700);
        let mut steady = Steady { now: 1_000_000, measured: begin };
        assert_eq!(
            [steady.pass(at(0)), steady.pass(at(5_000)), steady.pass(at(4_000))],
            [1_000_000, 1_005_000, 1_005_000]
        );
        // The system's clock is set back by an hour, and then set right again.
        assert_eq!(steady.catch_up(at(6_000), 1_006_000 - 3_600_000, GAP), None);
        assert_eq!(steady.catch_up(at(7_000), 1_007_500, GAP), None);
        assert_eq!(steady.pass(at(8_000)), 1_008_000);
        // The machine sleeps for an hour, and the process stands still for a minute.
        assert_eq!(steady.catch_up(at(9_000), 4_609_000, GAP), Some((1_009_000, 4_609_000)));
        assert_eq!(steady.pass(at(10_000)), 4_610_000);
        assert_eq!(steady.pass(at(70_000)), 4_610_000);
        assert_eq!(steady.catch_up(at(70_500), 4_670_500, GAP), Some((4_610_500, 4_670_500)));
    }
}
