//! A visitor's connection to a table, which lasts as long as the event stream.

use super::registry::Registry;
use super::table::{LiveTable, TableState};
use bagatelle_table::{Millis, Visitor};
use std::sync::Arc;

/// Keeps a visitor marked as connected to a table until dropped.
pub struct PresenceGuard {
    live: Arc<LiveTable>,
    /// `None` for a visitor without an id.
    person: Option<String>,
    registry: Arc<Registry>,
}

impl PresenceGuard {
    /// Marks a visitor as connected.
    pub async fn new(
        registry: &Arc<Registry>,
        live: &Arc<LiveTable>,
        visitor: Option<&Visitor>,
    ) -> PresenceGuard {
        let mut state = live.lock().await;
        let news = match visitor {
            Some(visitor) => state.presence.connect(visitor.id(), registry.clock().now()),
            None => {
                state.presence.connect_stranger();
                // If only one person plays, no page says how many watch.
                state.table().people() > 1
            }
        };
        // What is undone when this is dropped, however far the rest gets.
        let guard = PresenceGuard {
            live: Arc::clone(live),
            person: visitor.map(|visitor| visitor.id().to_owned()),
            registry: Arc::clone(registry),
        };
        registry.tell_presence(live, &mut state, visitor.map(Visitor::id)).await;
        drop(state);
        if news {
            live.revise();
        }
        guard
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
        let now = self.registry.clock().now();
        let gone = self.live.try_lock().map(|mut state| {
            disconnect(&mut state, self.person.as_deref(), now);
        });
        if gone.is_some() && !self.registry.is_shared() {
            return;
        }
        // The lock may be held as long as a write takes; at shutdown there is no runtime, and presence has no
        // meaning.
        let (live, registry, person) =
            (Arc::clone(&self.live), Arc::clone(&self.registry), self.person.take());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let mut state = live.lock().await;
                if gone.is_none() {
                    disconnect(&mut state, person.as_deref(), now);
                }
                registry.tell_presence(&live, &mut state, person.as_deref()).await;
            });
        }
    }
}
