//! When work must end. Everything that runs on a thread of its own has a deadline.

use crate::system::clock::Stopwatch;
use bagatelle_core::program::{Allowance, Budget};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When a piece of work is to end: after some time, once its answer is no longer waited for, or once the
/// server stops.
pub struct Deadline {
    watch: Stopwatch,
    limit: Duration,
    gone: Arc<AtomicBool>,
    stopping: Arc<AtomicBool>,
}

impl Deadline {
    /// The deadline of work that begins now.
    pub(super) fn begin(limit: Duration, stopping: Arc<AtomicBool>) -> Deadline {
        Deadline { watch: Stopwatch::start(), limit, gone: Arc::default(), stopping }
    }

    /// Tells the work, once this is dropped, that its answer is no longer waited for.
    pub(super) fn waiter(&self) -> Waiter {
        Waiter(Arc::clone(&self.gone))
    }

    /// Whether the work is to end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.gone.load(Ordering::Relaxed) || self.is_stopping() || self.watch.elapsed() >= self.limit
    }

    /// Whether the server is stopping: then the result so far is not an answer.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// The time since the work began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// The share of the time that is spent, from 0.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.watch.share_of(self.limit)
    }

    /// Works with what one request may spend.
    pub fn allow<T>(&self, work: impl FnOnce(&Allowance<'_>) -> T) -> T {
        work(&Allowance::until(&|| self.is_over()))
    }

    /// Searches until it is over, or `stop` says so.
    pub fn search<T>(&self, stop: &(dyn Fn() -> bool + Sync), search: impl FnOnce(&Budget<'_>) -> T) -> T {
        let (spent, over) = (|| self.share(), || self.is_over() || stop());
        search(&Budget { spent: Some(&spent), ..Budget::until(&over) })
    }
}

/// A task that waits for work.
pub(super) struct Waiter(Arc<AtomicBool>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
