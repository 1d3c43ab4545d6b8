//! How far this server's clock is from that of the database, which all copies share. A wrong clock would end
//! games that are being played at other copies.

use crate::limits::{CLOCK_DOUBTFUL, CLOCK_WRONG};
use bagatelle_table::Millis;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// How far the clock was ahead when it was last compared, in milliseconds.
#[derive(Debug, Default)]
pub struct Drift(AtomicI64);

/// How serious a difference is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clock {
    Right,
    Doubtful,
    Wrong,
}

impl Clock {
    fn of(ahead: Millis) -> Clock {
        match Duration::from_millis(ahead.unsigned_abs()) {
            off if off > CLOCK_WRONG => Clock::Wrong,
            off if off > CLOCK_DOUBTFUL => Clock::Doubtful,
            _ => Clock::Right,
        }
    }
}

impl Drift {
    /// How far the clock is ahead of that of the database, in milliseconds.
    #[must_use]
    pub fn ahead(&self) -> Millis {
        self.0.load(Ordering::Relaxed)
    }

    /// Whether the clock is so wrong that it may end no game.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        Clock::of(self.ahead()) == Clock::Wrong
    }

    /// Records how far the clock is ahead, and logs changes.
    pub fn note(&self, ahead: Millis) {
        let before = Clock::of(self.0.swap(ahead, Ordering::Relaxed));
        match Clock::of(ahead) {
            now if now == before => (),
            Clock::Right => tracing::info!("the clock agrees with that of the database again"),
            Clock::Doubtful => {
                tracing::warn!(ahead_ms = ahead, "the clock differs from that of the database")
            }
            Clock::Wrong => tracing::error!(
                ahead_ms = ahead,
                "the clock differs so far from that of the database that no game is ended by it: set the \
                 clocks of both machines, then restart this server"
            ),
        }
    }
}
