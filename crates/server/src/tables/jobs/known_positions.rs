//! The positions of the day in memory: those found, and those being searched for.

use crate::limits::POSITIONS_IN_MEMORY;
use bagatelle_catalog::Position;
use bagatelle_table::WorldDate;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How far the search for the position of a day has come.
#[derive(Clone)]
pub enum PositionState {
    /// It is being looked for; this many games have been searched.
    Searching(u64),
    /// It is known.
    Found(Arc<Position>),
}

/// A game and a world date.
pub type Key = (&'static str, WorldDate);

enum Slot {
    Searching(Arc<AtomicU64>),
    Found(Arc<Position>),
}

/// The positions that are known, or looked for.
#[derive(Clone, Default)]
pub struct Positions(Arc<Mutex<HashMap<Key, Slot>>>);

impl Positions {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Slot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the search for a position has come; `None` if the position is neither known nor looked for.
    pub fn state(&self, key: &Key) -> Option<PositionState> {
        self.lock().get(key).map(|slot| match slot {
            Slot::Searching(looked) => PositionState::Searching(looked.load(Ordering::Relaxed)),
            Slot::Found(position) => PositionState::Found(Arc::clone(position)),
        })
    }

    /// Keeps a position that was found.
    pub fn keep(&self, key: Key, position: Arc<Position>) {
        let mut all = self.lock();
        if all.len() >= POSITIONS_IN_MEMORY {
            all.retain(|_, slot| matches!(slot, Slot::Searching(_)));
        }
        all.insert(key, Slot::Found(position));
    }

    /// Forgets that a position is looked for.
    pub fn forget(&self, key: &Key) {
        self.lock().remove(key);
    }

    /// Notes that a position is looked for; `None` if that is noted, or the position known, by now.
    pub fn begin(&self, key: &Key) -> Option<Arc<AtomicU64>> {
        let mut all = self.lock();
        if all.contains_key(key) {
            return None;
        }
        let looked = Arc::new(AtomicU64::new(0));
        all.insert(*key, Slot::Searching(Arc::clone(&looked)));
        Some(looked)
    }
}
