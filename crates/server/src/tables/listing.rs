//! Which open tables are in the list of open tables: a few for each visitor, for a while after the owner was
//! last there.
//!
//! The list uses the time in the summary at which the table last changed. While the owner of an open table is
//! there, its summary is written again from time to time.

use crate::http::throttle::Throttle;
use crate::limits::WAITING_NOTED_EVERY;
use crate::live::sharing::Claim;
use crate::system::clock::Clock;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// For how many visitors at once the tables in the list are counted; others wait for a moment.
const LOCKS: u64 = 64;

/// The visitors whose tables in the list are being counted, and the tables whose owners wait.
pub(crate) struct Listing {
    locks: Vec<Arc<Mutex<()>>>,
    hasher: RandomState,
    noted: Throttle,
}

/// While this is held, no other request counts the tables of the same visitor in the list.
pub(crate) struct Counting {
    _lock: OwnedMutexGuard<()>,
    claim: Claim,
}

impl Counting {
    /// The count of a request that has the lock, and the claim by which other servers know of it.
    pub fn new(lock: OwnedMutexGuard<()>, claim: Claim) -> Counting {
        Counting { _lock: lock, claim }
    }

    /// Lets the next request count.
    pub async fn end(self) {
        self.claim.end().await;
    }
}

impl Listing {
    /// No table is listed yet.
    pub fn new(clock: &Arc<dyn Clock>) -> Listing {
        Listing {
            locks: (0..LOCKS).map(|_| Arc::default()).collect(),
            hasher: RandomState::new(),
            noted: Throttle::new(Arc::clone(clock), 1, WAITING_NOTED_EVERY),
        }
    }

    fn place(&self, visitor: &str) -> Arc<Mutex<()>> {
        let place = self.hasher.hash_one(visitor) % LOCKS;
        Arc::clone(&self.locks[usize::try_from(place).unwrap_or_default()])
    }

    /// Waits until no other request counts the tables of this visitor.
    pub async fn lock(&self, visitor: &str) -> OwnedMutexGuard<()> {
        self.place(visitor).lock_owned().await
    }

    /// The same, without waiting; `None` while another request counts them.
    pub fn try_lock(&self, visitor: &str) -> Option<OwnedMutexGuard<()>> {
        self.place(visitor).try_lock_owned().ok()
    }

    /// Whether it is time to record again that the owner of a table is waiting.
    pub fn is_due(&self, table: &str) -> bool {
        self.noted.allow(table)
    }

    /// Forgets tables whose owners have gone.
    pub fn tidy(&self) {
        self.noted.tidy();
    }
}
