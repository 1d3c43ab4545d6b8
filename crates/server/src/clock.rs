//! The time, passed in. The server reads it nowhere else, so that tests can set it.

use bagatelle_table::Millis;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What tells the time.
pub trait Clock: Send + Sync {
    /// The time now, in milliseconds since 1970.
    fn now(&self) -> Millis;
}

/// The clock of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
    }
}

/// A clock that stands until it is moved.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that shows this time.
    #[must_use]
    pub fn new(now: Millis) -> ManualClock {
        ManualClock(AtomicI64::new(now))
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Millis) {
        self.0.fetch_add(by, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Millis {
        self.0.load(Ordering::SeqCst)
    }
}

/// The date in UTC, `2026-11-21`.
#[must_use]
pub fn date(at: Millis) -> String {
    let at = Timestamp::from_millisecond(at).unwrap_or_default();
    at.to_zoned(TimeZone::UTC).date().to_string()
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
