//! The health of a store's writes: whether the last one failed, and how long the oldest one has
//! waited.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How the writes of a store fare.
#[derive(Debug, Default)]
pub(super) struct Health {
    failed: AtomicBool,
    waiting: Mutex<Waiting>,
}

/// When the writes that are not answered yet were asked for, by a number that grows.
#[derive(Debug, Default)]
struct Waiting {
    next: u64,
    since: BTreeMap<u64, Instant>,
}

/// A write that is not answered until this is dropped.
#[derive(Debug)]
pub(super) struct Unanswered {
    health: Arc<Health>,
    number: u64,
}

impl Health {
    /// Notes whether the database has failed in a write that has ended.
    pub(super) fn note(&self, failed: bool) {
        self.failed.store(failed, Ordering::Relaxed);
    }

    /// Whether the database failed in the last write.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Counts a write as waiting until the returned value is dropped.
    pub(super) fn wait(self: &Arc<Health>) -> Unanswered {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let number = waiting.next;
        waiting.next += 1;
        waiting.since.insert(number, Instant::now());
        Unanswered { health: Arc::clone(self), number }
    }

    /// For how long the oldest unanswered write has waited; zero if there is none.
    pub(super) fn oldest(&self) -> Duration {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.since.first_key_value().map_or(Duration::ZERO, |(_, since)| since.elapsed())
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        let mut waiting = self.health.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.since.remove(&self.number);
    }
}
