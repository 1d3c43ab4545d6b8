//! Places for long work: programs share the processors but one, hints have a place beside them, and pars and
//! reviews take turns on another one, since no player waits for those.
//!
//! A place goes to those who wait in turn, one address after the other, however much each of them has asked
//! for; where the address is not known, one visitor after the other. What one visitor and one address may
//! have waiting is bounded where it can be asked for again.

use super::company::Company;
use crate::address::Address;
use crate::clock::Stopwatch;
use crate::limits::{
    BACKGROUND_WAITING, BACKGROUND_WAITING_PER_ADDRESS, HINTS_WAITING, HINTS_WAITING_PER_ADDRESS,
};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// For whom work is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asker {
    visitor: String,
    address: Option<String>,
}

impl Asker {
    /// A visitor at an address, as far as it is known.
    #[must_use]
    pub fn new(visitor: &str, Address(address): &Address) -> Asker {
        Asker { visitor: visitor.to_owned(), address: address.clone() }
    }

    /// The server itself, for a purpose, or a visitor who is not here.
    #[must_use]
    pub fn absent(who: &str) -> Asker {
        Asker { visitor: who.to_owned(), address: None }
    }

    /// What takes turns.
    fn key(&self) -> String {
        match &self.address {
            Some(address) => format!("address {address}"),
            None => format!("visitor {}", self.visitor),
        }
    }
}

/// How much may wait.
#[derive(Clone, Copy)]
struct Bound {
    visitor: usize,
    address: usize,
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
        let all = Bound { visitor: usize::MAX, address: usize::MAX };
        self.programs.take(company.lane(), &Asker::absent(owner), all).await
    }

    /// Tells whether visitors wait for nothing. What only the server wants waits until then, and gives way.
    pub fn is_quiet(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let (programs, others) = (self.programs.clone(), [self.hints.clone(), self.background.clone()]);
        move || {
            let waits =
                programs.lock().lanes[..Company::House.lane()].iter().any(|lane| !lane.turns.is_empty());
            !waits && others.iter().all(|places| places.lock().free > 0)
        }
    }

    /// Waits for a place for a hint; `None` once the server stops, or the visitor or the address has asked
    /// for later ones.
    pub async fn hint(&self, asker: &Asker) -> Option<Place> {
        let bound = Bound { visitor: HINTS_WAITING, address: HINTS_WAITING_PER_ADDRESS };
        self.hints.take(0, asker, bound).await
    }

    /// Waits for a place for work in the background; `None` once the server stops, or the visitor or the
    /// address has asked for too many later ones.
    pub async fn background(&self, asker: &Asker) -> Option<Place> {
        let bound = Bound { visitor: BACKGROUND_WAITING, address: BACKGROUND_WAITING_PER_ADDRESS };
        self.background.take(0, asker, bound).await
    }

    /// What waits: for what, how many, and for how long the oldest of them has waited.
    #[must_use]
    pub fn waiting(&self) -> [(&'static str, usize, Duration); 3] {
        let kinds = [("programs", &self.programs), ("hints", &self.hints), ("background", &self.background)];
        kinds.map(|(kind, places)| {
            let waiting = places.lock();
            // One who has gone stays in its queue until its turn comes.
            let all = waiting.lanes.iter().flat_map(|lane| lane.waiting.values().flatten());
            let ages = all.filter(|waiter| !waiter.1.is_closed()).map(|waiter| waiter.2.elapsed());
            ages.fold((kind, 0, Duration::ZERO), |(_, count, oldest), age| (kind, count + 1, oldest.max(age)))
        })
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
    /// Each lane is served before the next one.
    lanes: [Lane; 3],
}

/// One who waits: for which visitor, how it is told, and since when.
type Waiter = (String, oneshot::Sender<Place>, Stopwatch);

/// Those who wait, by key; the keys take turns.
#[derive(Default)]
struct Lane {
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<Waiter>>,
}

impl Lane {
    /// Adds one who waits; beyond the bound the one who has waited longest for the visitor, or the address,
    /// is sent away.
    fn add(&mut self, asker: &Asker, bound: Bound) -> oneshot::Receiver<Place> {
        let (sender, receiver) = oneshot::channel();
        let key = asker.key();
        let own = self.waiting.entry(key.clone()).or_default();
        if own.is_empty() {
            self.turns.push_back(key);
        }
        own.push_back((asker.visitor.clone(), sender, Stopwatch::start()));
        let same = |(visitor, ..): &Waiter| *visitor == asker.visitor;
        if own.iter().filter(|waiter| same(waiter)).count() > bound.visitor {
            own.iter().position(same).and_then(|oldest| own.remove(oldest));
        } else if own.len() > bound.address {
            own.pop_front();
        }
        receiver
    }

    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        let key = self.turns.pop_front()?;
        let own = self.waiting.get_mut(&key)?;
        let next = own.pop_front().map(|(_, next, _)| next);
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

    async fn take(&self, lane: usize, asker: &Asker, bound: Bound) -> Option<Place> {
        let turn = {
            let mut waiting = self.lock();
            if waiting.closed {
                return None;
            }
            if waiting.free > 0 {
                waiting.free -= 1;
                return Some(Place(Some(self.clone())));
            }
            waiting.lanes[lane].add(asker, bound)
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
    async fn those_who_wait_are_counted_until_they_go() {
        let (pool, ann) = (Pool::new(), Asker::absent("ann"));
        let (_held, mut second) = (pool.hint(&ann).await, Box::pin(pool.hint(&ann)));
        assert!(has(second.as_mut()).is_pending() && pool.waiting()[1].2 > Duration::ZERO);
        assert_eq!(pool.waiting().map(|(kind, count, _)| (kind, count))[1], ("hints", 1));
        drop(second);
        assert_eq!(pool.waiting()[1].1, 0);
    }

    #[tokio::test]
    async fn one_who_asks_for_much_waits_longer_than_one_who_asks_for_little() {
        let places = Places::new(1);
        let all = Bound { visitor: usize::MAX, address: usize::MAX };
        let first = places.take(0, &Asker::absent("busy"), all).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        let asked =
            [(1, "watched"), (0, "busy"), (0, "busy"), (0, "busy"), (0, "ann"), (0, "bob"), (0, "bob")];
        for (lane, key) in asked {
            let (places, order) = (places.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let place = places.take(lane, &Asker::absent(key), all).await;
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
        let (ann, two) = (Asker::absent("ann"), Bound { visitor: 2, address: 9 });
        let place = places.take(0, &ann, two).await;
        let mut oldest = pin!(places.take(0, &ann, two));
        let mut second = Box::pin(places.take(0, &ann, two));
        let mut third = pin!(places.take(0, &ann, two));
        assert!(has(oldest.as_mut()).is_pending() && has(second.as_mut()).is_pending());
        assert!(has(third.as_mut()).is_pending());
        assert!(matches!(has(oldest.as_mut()), Poll::Ready(None)));
        drop(second);
        drop(place);
        let Poll::Ready(Some(place)) = has(third.as_mut()) else { panic!("it is the turn of the third") };
        let mut last = pin!(places.take(0, &ann, two));
        assert!(has(last.as_mut()).is_pending());
        places.close();
        assert!(matches!(has(last.as_mut()), Poll::Ready(None)));
        drop(place);
        assert!(places.take(0, &ann, two).await.is_none());
    }

    #[tokio::test]
    async fn many_visitors_at_one_address_wait_like_one() {
        let places = Places::new(1);
        let bound = Bound { visitor: 2, address: 3 };
        let here = Address(Some("203.0.113.1".into()));
        let visitors: Vec<Asker> = (0..5).map(|n| Asker::new(&format!("visitor {n}"), &here)).collect();
        let bob = Asker::new("bob", &Address(Some("203.0.113.2".into())));
        let place = places.take(0, &visitors[0], bound).await;
        let mut waiting: Vec<_> =
            visitors.iter().map(|visitor| Box::pin(places.take(0, visitor, bound))).collect();
        // Each has asked once; the address has two too many.
        for take in &mut waiting {
            assert!(has(take.as_mut()).is_pending());
        }
        let sent_away = waiting.iter_mut().map(|take| has(take.as_mut()));
        let sent_away: Vec<bool> = sent_away.map(|take| matches!(take, Poll::Ready(None))).collect();
        assert_eq!(sent_away, [true, true, false, false, false]);
        let mut other = pin!(places.take(0, &bob, bound));
        assert!(has(other.as_mut()).is_pending());
        drop(place);
        let Poll::Ready(Some(place)) = has(waiting[2].as_mut()) else { panic!("the address has its turn") };
        drop(place);
        // Then it is another one's, though two wait there.
        assert!(matches!(has(other.as_mut()), Poll::Ready(Some(_))));
    }
}
