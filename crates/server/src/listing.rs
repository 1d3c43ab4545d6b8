//! Which open tables are in the list of open tables: a few of each visitor, for a while after their owner has
//! last been there.
//!
//! A summary says when its table changed last, and the list goes by that. While the owner of an open table is
//! there, its summary is written again from time to time.

use crate::clock::Clock;
use crate::error::AppError;
use crate::limits::{LISTED_AT_ONCE, LISTED_FOR, LISTING_RETRY, WAITING_NOTED_EVERY};
use crate::live::sharing::Claim;
use crate::live::table::TableState;
use crate::tables::Tables;
use crate::throttle::Throttle;
use bagatelle_store::{Search, StoreError};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// For how many visitors at once the tables in the list are counted; others wait for a moment.
const LOCKS: u64 = 64;

/// Who counts the tables of visitors in the list, and adds one.
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

    /// Forgets tables at which nobody waits.
    pub fn tidy(&self) {
        self.noted.tidy();
    }
}

impl Tables {
    /// Counts the tables of a visitor in the list, alone among all requests.
    async fn count_listed(&self, visitor: &str) -> Result<(Counting, Vec<String>), AppError> {
        let listing = self.listing();
        let place = listing.hasher.hash_one(visitor) % LOCKS;
        let lock = Arc::clone(&listing.locks[usize::try_from(place).unwrap_or_default()]);
        let lock = lock.lock_owned().await;
        let claim = self.registry().claim("list", visitor, 0).await?;
        let claim = claim.ok_or(AppError::TooMany {
            why: "another one of your tables is just being listed: try again in a moment",
            after: LISTING_RETRY,
        })?;
        let counting = Counting { _lock: lock, claim };
        let own = Search {
            person: Some(visitor.to_owned()),
            listed: Some(self.now() - LISTED_FOR),
            limit: 2 * LISTED_AT_ONCE as u32,
            ..Search::default()
        };
        let listed = self.search(&own).await?.tables.into_iter();
        let listed = listed.filter(|table| table.spec.owner == visitor).map(|table| table.spec.id);
        Ok((counting, listed.collect()))
    }

    /// Waits until a visitor may have one more table in the list, which is to be made while the result is
    /// held.
    ///
    /// # Errors
    /// When the visitor has some there already, or the store fails.
    pub(crate) async fn list_another(&self, visitor: &str) -> Result<Counting, AppError> {
        let (counting, listed) = self.count_listed(visitor).await?;
        if listed.len() < LISTED_AT_ONCE {
            return Ok(counting);
        }
        counting.end().await;
        Err(AppError::refused(format!(
            "{LISTED_AT_ONCE} of your tables are in the list: wait for players, or invite them by a link"
        )))
    }

    /// Notes that the owner of an open table is there, if so. One that is not in the list any more comes back
    /// to it, if there is room.
    pub(crate) async fn note_waiting(&self, state: &TableState) {
        let (table, now) = (state.table(), self.now());
        let owner = &table.spec().owner;
        if table.is_full()
            || !table.terms().listed
            || state.presence.away_since(owner, now).is_some()
            || !self.listing().noted.allow(table.id())
        {
            return;
        }
        if let Err(error) = self.keep_listed(state).await {
            tracing::error!(table = table.id(), %error, "it cannot be noted that its owner waits");
        }
    }

    async fn keep_listed(&self, state: &TableState) -> Result<(), AppError> {
        let (counting, listed) = self.count_listed(&state.table().spec().owner).await?;
        let is_listed = listed.iter().any(|id| id == state.table().id());
        let mut kept: Result<(), StoreError> = Ok(());
        if is_listed || listed.len() < LISTED_AT_ONCE {
            kept = self.registry().keep_summary(state, self.now()).await;
        }
        counting.end().await;
        if !is_listed {
            self.registry().notify_lobby();
        }
        Ok(kept?)
    }
}
