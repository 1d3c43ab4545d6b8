//! Some places to work at, and who waits for one.
//!
//! A place goes to the address that has recently asked for least, then to the visitor there who has asked for
//! least, and then to the request that has waited longest. So a visitor who asks now and then waits only for
//! the work under way, however much others have asked for. The count of each address is halved every minute.
//!
//! Waiting work is bounded for each visitor, for each address and in total. If too much waits for a
//! visitor, the visitor's oldest is sent away; for an address, the oldest of its visitor with the most; in
//! total, the oldest of the address that has asked for most.

use super::asker::{Asker, Key};
use super::deadline::Deadline;
use crate::error::AppError;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// After how long an address counts for half of what it has asked for, in seconds.
const HALVED: f64 = 60.0;
/// For how many addresses and visitors to remember how much they have asked for.
const KEPT: usize = 20_000;

/// The time now, which tests may move on.
#[expect(clippy::disallowed_methods, reason = "it measures how long is waited")]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// How much may wait.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    /// For one visitor.
    pub visitor: usize,
    /// For one address.
    pub address: usize,
    /// For all.
    pub all: usize,
}

/// Some places, and the queue for them.
#[derive(Clone)]
pub(super) struct Places {
    shared: Arc<Mutex<Waiting>>,
    stopping: Arc<AtomicBool>,
}

/// A place, until it is dropped.
pub struct Place {
    places: Option<Places>,
    key: Key,
}

struct Waiting {
    free: usize,
    /// The most places of one address.
    each: usize,
    bound: Bound,
    closed: bool,
    /// The number of the next waiting request.
    next: u64,
    /// Each lane is served before the next one.
    lanes: [HashMap<Key, Vec<Waiter>>; 3],
    /// How many places each address has.
    taken: HashMap<Key, usize>,
    asked: HashMap<String, Asked>,
}

/// How often an address or a visitor has asked, at a time.
struct Asked {
    often: f64,
    at: Instant,
}

impl Asked {
    fn often(&self) -> f64 {
        self.often * (-self.at.elapsed().as_secs_f64() / HALVED).exp2()
    }
}

/// A waiting request.
struct Waiter {
    number: u64,
    visitor: Key,
    told: oneshot::Sender<Place>,
    since: Instant,
}

impl Waiting {
    /// Notes that a visitor asks.
    fn count(&mut self, asker: &Asker) {
        if self.asked.len() >= KEPT {
            self.asked.retain(|_, asked| asked.often() > 0.1);
            if self.asked.len() > KEPT / 2 {
                // There are more who ask than people in a town: all counts start over.
                self.asked.clear();
            }
        }
        let (key, visitor) = (asker.key(), asker.visitor_key());
        let visitor = (visitor != key).then_some(visitor);
        for (name, _) in std::iter::once(&key).chain(&visitor).flat_map(Key::names) {
            let asked = self.asked.entry(name.clone()).or_insert(Asked { often: 0.0, at: now() });
            *asked = Asked { often: asked.often() + 1.0, at: now() };
        }
    }

    /// How much is asked for: by an address, or by the network that it lies in, which may ask for more.
    fn asked(&self, key: &Key) -> f64 {
        let share = |(name, times): &(String, u32)| Some(self.asked.get(name)?.often() / f64::from(*times));
        key.names().iter().filter_map(share).fold(0.0, f64::max)
    }

    fn may_take(&self, key: &Key) -> bool {
        // All visitors behind a proxy that does not say for whom it asks look like one.
        matches!(key, Key::Visitor(_)) || self.taken.get(key).is_none_or(|taken| *taken < self.each)
    }

    fn take(&mut self, key: &Key) {
        self.free -= 1;
        *self.taken.entry(key.clone()).or_default() += 1;
    }

    fn give_back(&mut self, key: &Key) {
        self.free += 1;
        if let Some(taken) = self.taken.get_mut(key) {
            *taken -= 1;
            if *taken == 0 {
                self.taken.remove(key);
            }
        }
    }

    /// Adds a waiting request, and sends one away if there are too many.
    fn add(&mut self, lane: usize, asker: &Asker) -> oneshot::Receiver<Place> {
        let (told, receiver) = oneshot::channel();
        let (key, visitor, bound) = (asker.key(), asker.visitor_key(), self.bound);
        self.next += 1;
        let waiter = Waiter { number: self.next, visitor: visitor.clone(), told, since: now() };
        let own = self.lanes[lane].entry(key).or_default();
        own.retain(|waiter| !waiter.told.is_closed());
        own.push(waiter);
        let same = |waiter: &&Waiter| waiter.visitor == visitor;
        if own.iter().filter(same).count() > bound.visitor {
            own.iter().position(|waiter| waiter.visitor == visitor).map(|oldest| own.remove(oldest));
        } else if asker.has_address() && own.len() > bound.address {
            let of = |visitor: &Key| own.iter().filter(|waiter| waiter.visitor == *visitor).count();
            let most = own.iter().map(|waiter| of(&waiter.visitor)).max();
            let oldest = own.iter().position(|waiter| Some(of(&waiter.visitor)) == most);
            oldest.map(|oldest| own.remove(oldest));
        }
        if self.count_waiting() > bound.all {
            self.send_one_away();
        }
        receiver
    }

    fn count_waiting(&self) -> usize {
        self.lanes.iter().flat_map(HashMap::values).map(Vec::len).sum()
    }

    /// Sends away the oldest request of the address that has asked for most, once those who have gone are
    /// forgotten.
    fn send_one_away(&mut self) {
        for lane in &mut self.lanes {
            lane.values_mut().for_each(|own| own.retain(|waiter| !waiter.told.is_closed()));
            lane.retain(|_, own| !own.is_empty());
        }
        if self.count_waiting() <= self.bound.all {
            return;
        }
        let all = self
            .lanes
            .iter()
            .enumerate()
            .flat_map(|(lane, waiting)| waiting.keys().map(move |key| (lane, key.clone())));
        let most = all.max_by(|(_, a), (_, b)| self.asked(a).total_cmp(&self.asked(b)));
        if let Some((lane, key)) = most
            && let Some(own) = self.lanes[lane].get_mut(&key)
        {
            own.remove(0);
            if own.is_empty() {
                self.lanes[lane].remove(&key);
            }
        }
    }

    /// Who gets a free place.
    fn pick(&mut self) -> Option<(Key, oneshot::Sender<Place>)> {
        for lane in 0..self.lanes.len() {
            let may = self.lanes[lane].iter().filter(|(key, own)| !own.is_empty() && self.may_take(key));
            let rank = |(key, own): &(&Key, &Vec<Waiter>)| (self.asked(key), own[0].number);
            let first = may.map(|entry| (rank(&entry), entry.0.clone()));
            let first = first.min_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let Some((_, key)) = first else { continue };
            let ranks = self.lanes[lane][&key].iter().map(|waiter| self.asked(&waiter.visitor));
            let least = ranks.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b))?.0;
            let own = self.lanes[lane].get_mut(&key)?;
            let waiter = own.remove(least);
            if own.is_empty() {
                self.lanes[lane].remove(&key);
            }
            return Some((key, waiter.told));
        }
        None
    }
}

impl Places {
    /// This many places, of which one address has at most `each`.
    pub fn new(places: usize, each: usize, bound: Bound, stopping: &Arc<AtomicBool>) -> Places {
        let waiting = Waiting {
            free: places,
            each,
            bound,
            closed: false,
            next: 0,
            lanes: Default::default(),
            taken: HashMap::new(),
            asked: HashMap::new(),
        };
        Places { shared: Arc::new(Mutex::new(waiting)), stopping: Arc::clone(stopping) }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place; `None` once the server stops, or if the caller is sent away.
    pub async fn take(&self, lane: usize, asker: &Asker) -> Option<Place> {
        let turn = {
            let mut waiting = self.lock();
            if waiting.closed {
                return None;
            }
            waiting.count(asker);
            let key = asker.key();
            if waiting.free > 0 && waiting.may_take(&key) {
                waiting.take(&key);
                return Some(Place { places: Some(self.clone()), key });
            }
            waiting.add(lane, asker)
        };
        turn.await.ok()
    }

    /// Whether the lanes before this one are empty.
    pub fn is_quiet_before(&self, lane: usize) -> bool {
        self.lock().lanes[..lane].iter().all(HashMap::is_empty)
    }

    /// Whether there is a free place.
    pub fn has_free(&self) -> bool {
        self.lock().free > 0
    }

    /// How many wait, and for how long the oldest of them has waited.
    pub fn waiting(&self) -> (usize, Duration) {
        let waiting = self.lock();
        // A request whose caller has gone stays in its queue until its turn comes.
        let all = waiting.lanes.iter().flat_map(HashMap::values).flatten();
        let ages = all.filter(|waiter| !waiter.told.is_closed()).map(|waiter| waiter.since.elapsed());
        ages.fold((0, Duration::ZERO), |(count, oldest), age| (count + 1, oldest.max(age)))
    }

    /// Gives the free places to those who wait.
    fn give(&self) {
        let mut waiting = self.lock();
        while waiting.free > 0
            && let Some((key, told)) = waiting.pick()
        {
            waiting.take(&key);
            let place = Place { places: Some(self.clone()), key: key.clone() };
            if let Err(mut back) = told.send(place) {
                // That one has gone: nothing is given back when it is dropped, under the same lock.
                back.places = None;
                waiting.give_back(&key);
            }
        }
    }

    /// Sends away all who wait, and gives out no more places.
    pub fn close(&self) {
        let mut waiting = self.lock();
        waiting.closed = true;
        waiting.lanes = Default::default();
    }
}

impl Place {
    /// Does work on a thread of its own, within a time. A thread cannot be ended from outside: the work asks
    /// the deadline. It ends early once this future is dropped, and keeps its place until it has ended.
    ///
    /// # Errors
    /// When it panics.
    pub async fn work<T: Send + 'static>(
        self,
        limit: Duration,
        work: impl FnOnce(&Deadline) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let stopping = self.places.as_ref().map(|places| Arc::clone(&places.stopping)).unwrap_or_default();
        let deadline = Deadline::begin(limit, stopping);
        let _waiter = deadline.waiter();
        let done = tokio::task::spawn_blocking(move || {
            let _place = self;
            work(&deadline)
        });
        Ok(done.await.map_err(anyhow::Error::from)?)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(places) = self.places.take() {
            places.lock().give_back(&self.key);
            places.give();
        }
    }
}

#[cfg(test)]
#[path = "places_tests.rs"]
mod tests;
