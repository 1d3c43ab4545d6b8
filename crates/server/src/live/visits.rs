//! Who is here: the people who have a page with an event stream open, or have just asked for a page. Other
//! servers, and this one after a restart, read it from the store, where it is noted now and then.

use crate::limits::{HERE_FOR, VISITS_NOTED_EVERY};
use crate::system::clock::Clock;
use bagatelle_table::Millis;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone, Copy, Default)]
struct Visit {
    /// How many event streams are open.
    streams: u32,
    /// When a page was last asked for, or a stream ended.
    seen: Millis,
}

#[derive(Default)]
struct Known {
    people: HashMap<String, Visit>,
    /// When it was last noted who is here.
    noted: Millis,
}

/// The people who are here, as far as this server knows.
#[derive(Clone)]
pub struct Visits {
    known: Arc<Mutex<Known>>,
    clock: Arc<dyn Clock>,
}

/// An event stream of a person, until it is dropped.
pub struct OpenPage {
    visits: Visits,
    person: String,
}

impl Visits {
    /// No one is here yet.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Visits {
        Visits { known: Arc::default(), clock }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a person asks for a page.
    pub fn note(&self, person: &str) {
        let now = self.clock.now();
        self.known().people.entry(person.to_owned()).or_default().seen = now;
    }

    /// Notes that a person opens an event stream.
    #[must_use]
    pub fn open(&self, person: &str) -> OpenPage {
        self.known().people.entry(person.to_owned()).or_default().streams += 1;
        OpenPage { visits: self.clone(), person: person.to_owned() }
    }

    /// When a person was last here; `None` if this server does not know.
    #[must_use]
    pub fn seen(&self, person: &str) -> Option<Millis> {
        let visit = *self.known().people.get(person)?;
        Some(if visit.streams > 0 { self.clock.now() } else { visit.seen })
    }

    /// The people who were here since it was last noted, and when that was; none before the next note is
    /// due. Those who have left are forgotten.
    pub(crate) fn due(&self) -> Vec<(String, Millis)> {
        let now = self.clock.now();
        let mut known = self.known();
        if now - known.noted < VISITS_NOTED_EVERY {
            return Vec::new();
        }
        let last = std::mem::replace(&mut known.noted, now);
        let here = |(person, visit): (&String, &Visit)| {
            let seen = if visit.streams > 0 { now } else { visit.seen };
            (seen >= last).then(|| (person.clone(), seen))
        };
        let all = known.people.iter().filter_map(here).collect();
        known.people.retain(|_, visit| visit.streams > 0 || now - visit.seen < HERE_FOR);
        all
    }
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        let now = self.visits.clock.now();
        if let Some(visit) = self.visits.known().people.get_mut(&self.person) {
            visit.streams = visit.streams.saturating_sub(1);
            visit.seen = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    #[derive(Default)]
    struct Hand(AtomicI64);

    impl Clock for Hand {
        fn now(&self) -> Millis {
            self.0.load(Ordering::Relaxed)
        }

        fn catch_up(&self, _: std::time::Duration) -> Option<bagatelle_table::Downtime> {
            None
        }
    }

    #[test]
    fn who_has_a_page_open_is_here_and_is_noted_now_and_then() {
        let hand = Arc::new(Hand::default());
        let at = |now| hand.0.store(now, Ordering::Relaxed);
        let visits = Visits::new(Arc::clone(&hand) as Arc<dyn Clock>);
        at(100_000);
        let (page, second) = (visits.open("ann"), visits.open("ann"));
        visits.note("bob");
        assert_eq!((visits.seen("ann"), visits.seen("cid")), (Some(100_000), None));
        at(100_001);
        let mut due = visits.due();
        due.sort();
        assert_eq!(due, [("ann".to_owned(), 100_001), ("bob".to_owned(), 100_000)]);
        at(100_000 + VISITS_NOTED_EVERY);
        assert_eq!(visits.due(), [], "it is too early");
        at(100_001 + VISITS_NOTED_EVERY);
        drop(second);
        let now = 100_001 + VISITS_NOTED_EVERY;
        assert_eq!(visits.due(), [("ann".to_owned(), now)], "Bob has not come again");
        at(200_000);
        assert_eq!((visits.seen("ann"), visits.seen("bob")), (Some(200_000), Some(100_000)));
        drop(page);
        at(200_000 + HERE_FOR);
        assert_eq!(visits.seen("ann"), Some(200_000));
        assert_eq!(visits.due(), [("ann".to_owned(), 200_000)], "she was here since the last time");
        assert_eq!((visits.seen("ann"), visits.seen("bob")), (None, None));
    }
}
