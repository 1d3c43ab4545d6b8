//! Who may not do what others may, as this process knows it: restrictions by moderators, people who are blocked by others,
//! newcomers, closed registration.
//!
//! The command, and other servers, change these in the database. Each act has a number there; the ticker looks for new ones
//! ([`Tables::catch_up_with_acts`]) and brings up to date what is held in memory.

use crate::error::AppError;
use crate::live::table::TableState;
use crate::tables::Tables;
use bagatelle_store::{ActKind, Done, Restriction, Store, StoreError};
use bagatelle_table::{Millis, Occupant, Visitor};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How long it is remembered whom a person has blocked, in milliseconds: another server may have been told of more.
const BLOCKS_FOR: Millis = 2000;
/// The blocks of how many people are remembered.
const MOST: usize = 10_000;
/// Among how many of the newest games of a visitor those with other people are counted.
const COUNTED: u32 = 500;

/// The people whom one person has blocked, and when that was read.
type Blocks = (Millis, Arc<HashSet<String>>);

#[derive(Debug, Default)]
struct Known {
    /// The number of the last act that is taken into account.
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
    /// What a store says. Visitors who have finished fewer games with others than `newcomers` do not write at tables in the lobby.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open(store: &dyn Store, newcomers: u32) -> Result<Office, StoreError> {
        let office = Office { known: Mutex::default(), newcomers };
        let last = store.administration().last_act().await?;
        office.read(store).await?;
        office.known().last = last;
        Ok(office)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn read(&self, store: &dyn Store) -> Result<(), StoreError> {
        let closed = store.administration().registration_is_closed().await?;
        let all = store.administration().restrictions().await?;
        let mut known = self.known();
        known.closed = closed;
        known.restrictions = all.into_iter().map(|one| (one.person.clone(), one)).collect();
        Ok(())
    }

    /// The acts that are not taken into account yet.
    async fn news(&self, store: &dyn Store) -> Result<Vec<Done>, StoreError> {
        let last = self.known().last;
        let acts = store.administration().acts_after(last).await?;
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
                "a moderator has muted you: others do not read what you write",
                &found,
            ))),
            None => Ok(()),
        }
    }

    /// Forgets whom a person has blocked, which has changed.
    pub fn forget_blocks(&self, person: &str) {
        self.known().blocks.remove(person);
    }

    /// Forgets what was read long ago.
    pub fn tidy(&self, now: Millis) {
        self.known().blocks.retain(|_, (read, _)| now - *read < BLOCKS_FOR);
    }
}

/// What is refused to a person who is banned.
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

impl Tables {
    /// Takes into account what hosts and moderators have done since the last call, here or in another process.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn catch_up_with_acts(&self) -> Result<(), AppError> {
        let acts = self.office().news(self.store()).await?;
        let of = |kinds: &[ActKind]| {
            let found = acts.iter().filter(|act| kinds.contains(&act.kind));
            found.map(|act| act.subject.as_str()).collect::<Vec<&str>>()
        };
        for table in of(&[ActKind::DeleteGame]) {
            self.registry().forget(table).await;
        }
        for table in of(&[ActKind::DeleteText]) {
            self.registry().reload_chat(table).await?;
        }
        if !of(&[ActKind::Ban]).is_empty() {
            // Streams of sessions that have ended end with the next news.
            for live in self.registry().in_memory().await {
                live.revise();
            }
        }
        let people = of(&[ActKind::Rename, ActKind::DeleteAccount]);
        if !people.is_empty() {
            self.registry().reload_for(&people).await?;
        }
        if !of(&[ActKind::DeleteAccount]).is_empty() {
            // A program may be to act in the place of the one who has left.
            for live in self.registry().in_memory().await {
                self.jobs().advance(&live).await?;
            }
            for id in self.store().thinking().await? {
                drop(self.get(&id).await?);
            }
        }
        Ok(())
    }

    /// The people whom a person has blocked.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn blocked_by(&self, person: &str) -> Result<Arc<HashSet<String>>, StoreError> {
        let now = self.now();
        let known = self.office().known().blocks.get(person).cloned();
        if let Some((_, blocks)) = known.filter(|(read, _)| now - read < BLOCKS_FOR) {
            return Ok(blocks);
        }
        let found = self.store().administration().blocked_by(person).await?;
        let blocks: Arc<HashSet<String>> = Arc::new(found.into_iter().map(|one| one.person).collect());
        let mut known = self.office().known();
        if known.blocks.len() >= MOST {
            known.blocks.clear();
        }
        known.blocks.insert(person.to_owned(), (now, Arc::clone(&blocks)));
        Ok(blocks)
    }

    /// Whether a visitor may sit down with those who are at a table.
    ///
    /// # Errors
    /// When one of them has blocked the visitor, or the store fails.
    pub(crate) async fn may_join(&self, state: &TableState, visitor: &Visitor) -> Result<(), AppError> {
        let blockers = self.store().administration().blockers_of(visitor.id()).await?;
        let at_table = |id: &String| {
            let owner = state.table.spec().owner == *id;
            owner || state.table.seating().iter().filter_map(Occupant::person).any(|person| person.id == *id)
        };
        match blockers.iter().any(at_table) {
            true => Err(AppError::Forbidden(
                "you cannot sit down here: a player at this table does not want to play with you".into(),
            )),
            false => Ok(()),
        }
    }

    /// Whether a person may write at a table.
    ///
    /// # Errors
    /// When a moderator has muted the person, when the person is new here and the table is in the lobby, or the store fails.
    pub(crate) async fn may_write(&self, state: &TableState, person: &str) -> Result<(), AppError> {
        self.office().may_write(person)?;
        let needed = self.office().newcomers;
        if needed == 0 || !state.table.terms().listed {
            return Ok(());
        }
        let played = self.store().played(person, COUNTED).await?;
        let with_people = played.iter().filter(|game| game.seats > 1 && game.program.is_none()).count();
        match with_people < needed as usize {
            true => Err(AppError::Forbidden(format!(
                "at tables from the lobby you can write once you have finished {needed} games with other people here; \
                 with friends who have your link you can write now"
            ))),
            false => Ok(()),
        }
    }
}
