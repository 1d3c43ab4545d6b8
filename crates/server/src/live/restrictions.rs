//! The restrictions that this process knows: those by moderators, people blocked by others, newcomers,
//! closed registration.
//!
//! The command, and other servers, change these in the database. Each act has a number there; the ticker
//! looks for new ones (`conduct`) and updates what is held in memory.

use crate::error::AppError;
use bagatelle_store::{Done, Restriction, Store, StoreError};
use bagatelle_table::{Millis, Visitor};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How long to remember whom a person has blocked, in milliseconds: another server may have been told of
/// more.
const BLOCKS_FOR: Millis = 2000;
/// For how many people the blocks are remembered.
const MOST: usize = 10_000;

/// The people whom one person has blocked, and when that was read.
type Blocks = (Millis, Arc<HashSet<String>>);

#[derive(Debug, Default)]
struct Known {
    /// The number of the last act that was taken into account.
    last: i64,
    closed: bool,
    restrictions: HashMap<String, Restriction>,
    blocks: HashMap<String, Blocks>,
}

/// Who may not do what others may.
#[derive(Debug)]
pub struct Office {
    known: Mutex<Known>,
    /// With how many finished games a visitor may write at tables in the lobby.
    newcomers: u32,
}

impl Office {
    /// The restrictions in a store. Visitors who have finished fewer games with others than `newcomers` may
    /// not write at tables in the lobby.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open(store: &Store, newcomers: u32) -> Result<Office, StoreError> {
        let office = Office { known: Mutex::default(), newcomers };
        let last = store.last_act().await?;
        office.read(store).await?;
        office.known().last = last;
        Ok(office)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn read(&self, store: &Store) -> Result<(), StoreError> {
        let closed = store.registration_is_closed().await?;
        let all = store.restrictions().await?;
        let mut known = self.known();
        known.closed = closed;
        known.restrictions = all.into_iter().map(|one| (one.person.clone(), one)).collect();
        Ok(())
    }

    /// The acts that have not been taken into account yet.
    pub(crate) async fn news(&self, store: &Store) -> Result<Vec<Done>, StoreError> {
        let last = self.known().last;
        let acts = store.acts_after(last).await?;
        if let Some(newest) = acts.last() {
            self.read(store).await?;
            let mut known = self.known();
            known.last = known.last.max(newest.number);
        }
        Ok(acts)
    }

    /// Whether a host has closed registration.
    #[must_use]
    pub fn registration_is_closed(&self) -> bool {
        self.known().closed
    }

    /// What a person may not do.
    #[must_use]
    pub fn restriction(&self, person: &str) -> Option<Restriction> {
        self.known().restrictions.get(person).cloned()
    }

    /// Whether a visitor may play.
    ///
    /// # Errors
    /// When a moderator has banned the visitor.
    pub fn may_play(&self, visitor: Option<&Visitor>) -> Result<(), AppError> {
        match visitor.and_then(|visitor| self.restriction(visitor.id())).filter(|found| found.banned) {
            Some(found) => Err(banned(&found)),
            None => Ok(()),
        }
    }

    /// Whether a person may write.
    ///
    /// # Errors
    /// When a moderator has muted the person.
    pub fn may_write(&self, person: &str) -> Result<(), AppError> {
        match self.restriction(person).filter(|found| found.muted) {
            Some(found) => Err(AppError::Forbidden(told(
                "a moderator has muted you: others can’t read what you write",
                &found,
            ))),
            None => Ok(()),
        }
    }

    /// With how many finished games a visitor may write at tables in the lobby.
    #[must_use]
    pub fn newcomers(&self) -> u32 {
        self.newcomers
    }

    /// The people whom a person has blocked, if that was read recently.
    pub(crate) fn blocks(&self, person: &str, now: Millis) -> Option<Arc<HashSet<String>>> {
        let known = self.known();
        let (read, blocks) = known.blocks.get(person)?;
        (now - read < BLOCKS_FOR).then(|| Arc::clone(blocks))
    }

    /// Remembers the people whom a person has blocked.
    pub(crate) fn keep_blocks(&self, person: &str, now: Millis, blocks: Arc<HashSet<String>>) {
        let mut known = self.known();
        if known.blocks.len() >= MOST {
            known.blocks.clear();
        }
        known.blocks.insert(person.to_owned(), (now, blocks));
    }

    /// Forgets whom a person has blocked, since that has changed.
    pub fn forget_blocks(&self, person: &str) {
        self.known().blocks.remove(person);
    }

    /// Forgets old entries.
    pub fn tidy(&self, now: Millis) {
        self.known().blocks.retain(|_, (read, _)| now - *read < BLOCKS_FOR);
    }
}

/// What a banned person may not do.
#[must_use]
pub fn banned(found: &Restriction) -> AppError {
    AppError::Forbidden(told("a moderator of this server has banned you: you can watch, but not play", found))
}

fn told(what: &str, found: &Restriction) -> String {
    match found.reason.as_str() {
        "" => what.to_owned(),
        reason => format!("{what}. The reason: {reason}"),
    }
}
