//! Places for long work: programs share the processors but one, hints have a place beside them, and pars and reviews take turns
//! on another one, since no player waits for those.
//!
//! A place goes to those who wait in turn, one visitor after the other, however much each of them has asked for. What one visitor
//! may have waiting is bounded where it can be asked for again.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// Which games of programs go first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// A person plays, and waits.
    People,
    /// Programs play each other, and are watched.
    ProgramsOnly,
}

/// Places for long work.
#[derive(Clone)]
pub struct Pool {
    programs: Places,
    hints: Places,
    background: Places,
    stopping: Arc<AtomicBool>,
}

impl Pool {
    /// A pool for this machine.
    #[must_use]
    pub fn new() -> Pool {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Pool {
            programs: Places::new(processors.saturating_sub(1).max(1)),
            hints: Places::new(1),
            background: Places::new(1),
            stopping: Arc::default(),
        }
    }

    /// Waits for a place for a program at a table of `owner`; `None` once the server stops.
    pub async fn program(&self, company: Company, owner: &str) -> Option<Place> {
        self.programs.take(usize::from(company == Company::ProgramsOnly), owner, usize::MAX).await
    }

    /// Waits for a place for a hint; `None` once the server stops, or `visitor` has asked for `most` later ones.
    pub async fn hint(&self, visitor: &str, most: usize) -> Option<Place> {
        self.hints.take(0, visitor, most).await
    }

    /// Waits for a place for work in the background; `None` once the server stops, or `visitor` has asked for `most` later
    /// ones.
    pub async fn background(&self, visitor: &str, most: usize) -> Option<Place> {
        self.background.take(0, visitor, most).await
    }

    /// Ends all work.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        for places in [&self.programs, &self.hints, &self.background] {
            places.close();
        }
    }

    /// Tells whether work is to end.
    pub fn is_stopping(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let stopping = Arc::clone(&self.stopping);
        move || stopping.load(Ordering::SeqCst)
    }
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

/// Some places, and who waits for one.
#[derive(Clone)]
struct Places(Arc<Mutex<Waiting>>);

/// A place, until it is dropped.
pub struct Place(Option<Places>);

struct Waiting {
    free: usize,
    closed: bool,
    /// The first lane is served before the second one.
    lanes: [Lane; 2],
}

/// Those who wait, by key; the keys take turns.
#[derive(Default)]
struct Lane {
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<oneshot::Sender<Place>>>,
}

impl Lane {
    /// Adds one who waits; beyond `most` for a key the one who has waited longest is sent away.
    fn add(&mut self, key: &str, most: usize) -> oneshot::Receiver<Place> {
        let (sender, receiver) = oneshot::channel();
        let own = self.waiting.entry(key.to_owned()).or_default();
        if own.is_empty() {
            self.turns.push_back(key.to_owned());
        }
        own.push_back(sender);
        if own.len() > most {
            own.pop_front();
        }
        receiver
    }

    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        let key = self.turns.pop_front()?;
        let own = self.waiting.get_mut(&key)?;
        let next = own.pop_front();
        if own.is_empty() {
            self.waiting.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        next
    }
}

impl Places {
    fn new(free: usize) -> Places {
        Places(Arc::new(Mutex::new(Waiting { free, closed: false, lanes: Default::default() })))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn take(&self, lane: usize, key: &str, most: usize) -> Option<Place> {
        let turn = {
            let mut waiting = self.lock();
            if waiting.closed {
                return None;
            }
            if waiting.free > 0 {
                waiting.free -= 1;
                return Some(Place(Some(self.clone())));
            }
            waiting.lanes[lane].add(key, most)
        };
        turn.await.ok()
    }

    /// Gives a place that is free to the next one who still waits.
    fn give_back(self) {
        let mut place = Place(Some(self.clone()));
        let mut waiting = self.lock();
        while let Some(next) = waiting.lanes.iter_mut().find_map(Lane::next) {
            match next.send(place) {
                Ok(()) => return,
                // That one has gone.
                Err(back) => place = back,
            }
        }
        // It is no place any more, so that nothing is given back when it is dropped.
        place.0 = None;
        waiting.free += 1;
    }

    fn close(&self) {
        let mut waiting = self.lock();
        waiting.closed = true;
        waiting.lanes = Default::default();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(places) = self.0.take() {
            places.give_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// Whether a place has come.
    fn has(take: std::pin::Pin<&mut impl Future<Output = Option<Place>>>) -> Poll<Option<Place>> {
        take.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[tokio::test]
    async fn one_who_asks_for_much_waits_longer_than_one_who_asks_for_little() {
        let places = Places::new(1);
        let first = places.take(0, "busy", usize::MAX).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        let asked =
            [(1, "watched"), (0, "busy"), (0, "busy"), (0, "busy"), (0, "ann"), (0, "bob"), (0, "bob")];
        for (lane, key) in asked {
            let (places, order) = (places.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let place = places.take(lane, key, usize::MAX).await;
                order.lock().unwrap().push(key);
                drop(place);
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["busy", "ann", "bob", "busy", "bob", "busy", "watched"]);
        assert_eq!(places.lock().free, 1);
    }

    #[tokio::test]
    async fn who_has_too_much_waiting_loses_the_oldest_and_who_has_gone_is_passed_over() {
        let places = Places::new(1);
        let place = places.take(0, "ann", 2).await;
        let mut oldest = pin!(places.take(0, "ann", 2));
        let mut second = Box::pin(places.take(0, "ann", 2));
        let mut third = pin!(places.take(0, "ann", 2));
        assert!(has(oldest.as_mut()).is_pending() && has(second.as_mut()).is_pending());
        assert!(has(third.as_mut()).is_pending());
        assert!(matches!(has(oldest.as_mut()), Poll::Ready(None)));
        drop(second);
        drop(place);
        let Poll::Ready(Some(place)) = has(third.as_mut()) else { panic!("it is the turn of the third") };
        let mut last = pin!(places.take(0, "ann", 2));
        assert!(has(last.as_mut()).is_pending());
        places.close();
        assert!(matches!(has(last.as_mut()), Poll::Ready(None)));
        drop(place);
        assert!(places.take(0, "ann", 2).await.is_none());
    }
}
