//! The connection of a visitor to a table, for as long as an event stream lasts.

use super::table::{LiveTable, TableState};
use crate::clock::Clock;
use bagatelle_table::{Millis, Visitor};
use std::sync::Arc;

/// Keeps a visitor marked as connected to a table until dropped.
pub struct PresenceGuard {
    live: Arc<LiveTable>,
    /// `None` for a visitor without an id.
    person: Option<String>,
    clock: Arc<dyn Clock>,
}

impl PresenceGuard {
    /// Marks a visitor as connected.
    pub async fn new(
        live: &Arc<LiveTable>,
        visitor: Option<&Visitor>,
        clock: Arc<dyn Clock>,
    ) -> PresenceGuard {
        let mut state = live.lock().await;
        let news = match visitor {
            Some(visitor) => state.presence.connect(visitor.id(), clock.now()),
            None => {
                state.presence.connect_stranger();
                // Where one person plays no page says how many watch.
                state.table.people() > 1
            }
        };
        drop(state);
        if news {
            live.revise();
        }
        PresenceGuard {
            live: Arc::clone(live),
            person: visitor.map(|visitor| visitor.id().to_owned()),
            clock,
        }
    }
}

fn disconnect(state: &mut TableState, person: Option<&str>, now: Millis) {
    match person {
        Some(person) => state.presence.disconnect(person, now),
        None => state.presence.disconnect_stranger(),
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let now = self.clock.now();
        if let Some(mut state) = self.live.try_lock() {
            disconnect(&mut state, self.person.as_deref(), now);
            return;
        }
        // The lock is held for as long as a write takes; at shutdown there is no runtime, and presence means nothing.
        let (live, person) = (Arc::clone(&self.live), self.person.take());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { disconnect(&mut *live.lock().await, person.as_deref(), now) });
        }
    }
}
