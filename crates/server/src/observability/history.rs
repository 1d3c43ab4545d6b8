//! What was measured in each minute of the last hour.

use bagatelle_table::Millis;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// How many minutes are kept.
pub const MINUTES: usize = 60;
/// After how many milliseconds there are new figures.
const NEWS_EVERY: Millis = 5000;

/// How often something was done, and how long it took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Times {
    /// How often.
    pub count: u32,
    /// How long it took in total.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl Times {
    fn add(&mut self, took: Duration) {
        self.count += 1;
        self.total += took;
        self.longest = self.longest.max(took);
    }

    /// How long it took on average; `None` if it was never done.
    #[must_use]
    pub fn mean(&self) -> Option<Duration> {
        self.total.checked_div(self.count)
    }
}

/// What was measured in a minute.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Minute {
    /// Moves of people and programs.
    pub moves: u32,
    /// Requests, until the head of their answer.
    pub requests: Times,
    /// Appends to logs.
    pub appends: Times,
    /// Event streams that were open at its end.
    pub streams: i64,
    /// The memory of the process at its end, in bytes, where the system tells it.
    pub memory: Option<u64>,
}

#[derive(Debug, Default)]
struct Hour {
    /// The number of the minute that is measured, counted from 1970; 0 before the first look at the clock.
    number: Millis,
    current: Minute,
    /// The minutes before, the latest at the end; `None` where the clock has skipped one.
    past: VecDeque<Option<Minute>>,
    told: Millis,
}

/// The last hour.
#[derive(Debug)]
pub struct History {
    hour: Mutex<Hour>,
    news: watch::Sender<u64>,
}

impl Default for History {
    fn default() -> History {
        History { hour: Mutex::default(), news: watch::Sender::new(1) }
    }
}

impl History {
    fn hour(&self) -> MutexGuard<'_, Hour> {
        self.hour.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request that was answered.
    pub fn request(&self, took: Duration) {
        self.hour().current.requests.add(took);
    }

    /// Notes an append to a log.
    pub fn append(&self, is_move: bool, took: Duration) {
        let current = &mut self.hour().current;
        current.appends.add(took);
        current.moves += u32::from(is_move);
    }

    /// Looks at the clock: begins a new minute when it is time, and announces new figures.
    pub fn tick(&self, now: Millis, streams: i64, memory: impl FnOnce() -> Option<u64>) {
        let mut hour = self.hour();
        let number = now / 60_000;
        if now - hour.told < NEWS_EVERY && hour.number == number {
            return;
        }
        hour.told = now;
        hour.current.streams = streams;
        hour.current.memory = memory();
        if hour.number == 0 {
            hour.number = number;
        }
        let passed = usize::try_from(number - hour.number).unwrap_or(0).min(MINUTES);
        for n in 0..passed {
            let minute = (n == 0).then(|| std::mem::take(&mut hour.current));
            hour.past.push_back(minute);
        }
        if passed > 0 {
            let current = Minute {
                streams,
                memory: hour.past.iter().rev().flatten().next().and_then(|m| m.memory),
                ..Minute::default()
            };
            hour.current = current;
        }
        while hour.past.len() >= MINUTES {
            hour.past.pop_front();
        }
        hour.number = number;
        drop(hour);
        self.news.send_modify(|version| *version += 1);
    }

    /// The minutes of the last hour, the current one at the end.
    #[must_use]
    pub fn minutes(&self) -> Vec<Option<Minute>> {
        let hour = self.hour();
        let missing = MINUTES - 1 - hour.past.len();
        let known = hour.past.iter().copied().chain([Some(hour.current)]);
        std::iter::repeat_n(None, missing).chain(known).collect()
    }

    /// The number of the newest figures, as it changes.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_minute_has_its_own_figures() {
        let history = History::default();
        let tick = |now: Millis| history.tick(now, 3, || Some(9));
        assert_eq!(history.minutes().len(), MINUTES);
        tick(600_000);
        for took in [10, 30] {
            history.append(true, Duration::from_millis(took));
        }
        history.append(false, Duration::from_millis(20));
        tick(659_999);
        tick(660_000);
        history.request(Duration::from_millis(4));
        tick(780_500);
        let minutes = history.minutes();
        assert_eq!(minutes.len(), MINUTES);
        let first = minutes[MINUTES - 4].unwrap();
        assert_eq!((first.moves, first.appends.count, first.streams, first.memory), (2, 3, 3, Some(9)));
        assert_eq!(first.appends.mean(), Some(Duration::from_millis(20)));
        assert_eq!(first.appends.longest, Duration::from_millis(30));
        assert_eq!(minutes[MINUTES - 3].unwrap().requests.count, 1);
        assert_eq!(minutes[MINUTES - 2], None, "no look at the clock in that minute");
        assert_eq!(minutes[MINUTES - 1].unwrap().requests.mean(), None);
        assert!(minutes[..MINUTES - 4].iter().all(Option::is_none));
        tick(99 * 60_000_000);
        assert_eq!(history.minutes().len(), MINUTES);
    }

    #[test]
    fn news_come_every_few_seconds() {
        let history = History::default();
        let watch = history.watch();
        let mut seen = Vec::new();
        for now in [600_000, 600_500, 604_999, 605_000, 605_500] {
            history.tick(now, 0, || None);
            seen.push(*watch.borrow());
        }
        assert_eq!(seen, [2, 2, 2, 3, 3]);
    }
}
