//! The one entrance to work that takes longer than a millisecond. Every caller says for whom it asks, so
//! that places are shared out in one way, which `places` explains; all work has a deadline, which ends it.
//!
//! Answers to requests (deals, boards, records, pictures, tables that are opened) have all processors,
//! programs all but one, hints one extra place, and passwords two. Pars and reviews take turns on one more
//! place, since no player waits for those.

use super::asker::Asker;
use super::company::Company;
use super::places::{Bound, Place, Places};
use crate::error::AppError;
use crate::limits::{
    ANSWER_LIMIT, ANSWERS_WAITING, ANSWERS_WAITING_PER_ADDRESS, BACKGROUND_WAITING,
    BACKGROUND_WAITING_IN_ALL, BACKGROUND_WAITING_PER_ADDRESS, HASHES_AT_ONCE, HINTS_WAITING,
    HINTS_WAITING_IN_ALL, HINTS_WAITING_PER_ADDRESS, PROGRAMS_WAITING, PROGRAMS_WAITING_PER_ADDRESS,
    PROGRAMS_WAITING_PER_VISITOR,
};
use bagatelle_core::program::Allowance;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Places for work.
#[derive(Clone)]
pub struct Pool {
    answers: Places,
    programs: Places,
    hints: Places,
    background: Places,
    hashes: Places,
    stopping: Arc<AtomicBool>,
    /// How long a request waits for its answer.
    limit: Duration,
}

impl Pool {
    /// A pool for this machine.
    #[must_use]
    pub fn new() -> Pool {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Pool::with(processors, ANSWER_LIMIT)
    }

    /// A pool for a machine with this many processors, where a request waits this long for its
    /// answer.
    #[must_use]
    pub fn with(processors: usize, limit: Duration) -> Pool {
        let stopping = Arc::new(AtomicBool::new(false));
        let (answers, programs) = (processors.max(2), processors.saturating_sub(1).max(1));
        let places = |places, each, bound| Places::new(places, each, bound, &stopping);
        let answers_wait =
            Bound { visitor: ANSWERS_WAITING, address: ANSWERS_WAITING_PER_ADDRESS, all: ANSWERS_WAITING };
        let programs_wait = Bound {
            visitor: PROGRAMS_WAITING_PER_VISITOR,
            address: PROGRAMS_WAITING_PER_ADDRESS,
            all: PROGRAMS_WAITING,
        };
        let hints_wait =
            Bound { visitor: HINTS_WAITING, address: HINTS_WAITING_PER_ADDRESS, all: HINTS_WAITING_IN_ALL };
        let background_wait = Bound {
            visitor: BACKGROUND_WAITING,
            address: BACKGROUND_WAITING_PER_ADDRESS,
            all: BACKGROUND_WAITING_IN_ALL,
        };
        Pool {
            // Requests are answered until the last connection is closed.
            answers: Places::new(answers, answers.div_ceil(2), answers_wait, &Arc::default()),
            programs: places(programs, programs, programs_wait),
            hints: places(1, 1, hints_wait),
            background: places(1, 1, background_wait),
            // Each takes memory of its own, so there are fewer than there are processors.
            hashes: Places::new(HASHES_AT_ONCE, HASHES_AT_ONCE.div_ceil(2), answers_wait, &Arc::default()),
            stopping,
            limit,
        }
    }

    /// Does what a request asks for, with what one request may spend. The work ends early if its answer is no
    /// longer waited for.
    ///
    /// # Errors
    /// [`AppError::TooLong`] if it takes too long, or more is asked for than can wait.
    pub async fn answer<T: Send + 'static>(
        &self,
        asker: &Asker,
        work: impl FnOnce(&Allowance<'_>) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let done = async {
            let place = self.answers.take(0, asker).await.ok_or(AppError::TooLong)?;
            place.work(self.limit, |deadline| deadline.allow(work)).await
        };
        tokio::time::timeout(self.limit, done).await.unwrap_or(Err(AppError::TooLong))
    }

    /// Waits for a place for a program; `None` once the server stops, or for the oldest request if too many
    /// wait.
    pub async fn program(&self, company: Company, asker: &Asker) -> Option<Place> {
        self.programs.take(company.lane(), asker).await
    }

    /// Waits for a place for a hint; `None` once the server stops, or the visitor or the address has asked
    /// for later ones.
    pub async fn hint(&self, asker: &Asker) -> Option<Place> {
        self.hints.take(0, asker).await
    }

    /// Waits for a place for work in the background; `None` once the server stops, or the visitor or the
    /// address has asked for too many later ones.
    pub async fn background(&self, asker: &Asker) -> Option<Place> {
        self.background.take(0, asker).await
    }

    /// Waits for a place to hash a password; `None` if more are asked for than can wait.
    pub async fn hash(&self, asker: &Asker) -> Option<Place> {
        self.hashes.take(0, asker).await
    }

    /// Tells whether no visitor waits. Work that only the server wants waits until then, and gives way.
    pub fn is_quiet(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let (programs, others) = (self.programs.clone(), [self.hints.clone(), self.background.clone()]);
        move || programs.is_quiet_before(Company::House.lane()) && others.iter().all(Places::has_free)
    }

    /// What waits: the kind, how many, and for how long the oldest of them has waited.
    #[must_use]
    pub fn waiting(&self) -> [(&'static str, usize, Duration); 5] {
        let kinds = [
            ("answers", &self.answers),
            ("programs", &self.programs),
            ("hints", &self.hints),
            ("background", &self.background),
            ("passwords", &self.hashes),
        ];
        kinds.map(|(kind, places)| {
            let (count, oldest) = places.waiting();
            (kind, count, oldest)
        })
    }

    /// Ends all work except answers to requests.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        for places in [&self.programs, &self.hints, &self.background] {
            places.close();
        }
    }

    /// Whether work is to end.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::address::Address;
    use std::sync::mpsc;
    use std::task::{Context, Waker};

    #[tokio::test]
    async fn those_who_wait_are_counted_until_they_go() {
        let (pool, ann) = (Pool::new(), Asker::absent("ann"));
        let (_held, mut second) = (pool.hint(&ann).await, Box::pin(pool.hint(&ann)));
        assert!(
            second.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending()
                && pool.waiting()[2].2 > Duration::ZERO
        );
        assert_eq!(pool.waiting().map(|(kind, count, _)| (kind, count))[2], ("hints", 1));
        drop(second);
        assert_eq!(pool.waiting()[2].1, 0);
    }

    #[tokio::test]
    async fn one_address_does_not_have_all_places_for_passwords() {
        let pool = Pool::new();
        let at = |address: &str| Asker::new("", &Address(Some(address.into())));
        let (one, other) = (at("203.0.113.1"), at("203.0.113.2"));
        let first = pool.hash(&one).await.unwrap();
        let mut second = Box::pin(pool.hash(&one));
        assert!(second.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        assert!(pool.hash(&other).await.is_some());
        drop(first);
        assert!(second.await.is_some());
    }

    #[tokio::test]
    async fn work_without_end_is_answered_told_to_end_and_keeps_its_place_until_then() {
        let pool = Pool::with(2, Duration::from_millis(200));
        let ann = Asker::new("ann", &Address(Some("203.0.113.1".into())));
        let (end, ended) = mpsc::channel::<()>();
        let deaf = pool.answer(&ann, move |_| ended.recv());
        assert!(matches!(deaf.await, Err(AppError::TooLong)));
        assert_eq!(pool.answer(&Asker::absent("bob"), |_| 7).await.unwrap(), 7, "there is another place");
        assert!(
            matches!(pool.answer(&ann, |_| 7).await, Err(AppError::TooLong)),
            "it has half of the places"
        );
        drop(end);
        assert_eq!(pool.answer(&ann, |_| 7).await.unwrap(), 7);
        // Work that asks its allowance ends with the answer.
        let (ends, end) = mpsc::channel();
        let obedient = pool.answer(&ann, move |allowance| {
            while allowance.take(0) {
                std::thread::yield_now();
            }
            ends.send(()).unwrap();
        });
        let gone = tokio::time::timeout(Duration::from_millis(20), obedient);
        assert!(gone.await.is_err(), "the visitor goes away");
        end.recv_timeout(Duration::from_secs(10)).expect("the work ends");
    }
}
