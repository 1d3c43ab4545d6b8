//! The connection of a person to a table, for as long as an event stream lasts.

use super::table::LiveTable;
use crate::clock::Clock;
use std::sync::Arc;

/// Keeps a person marked as connected to a table until dropped.
pub struct PresenceGuard {
    live: Arc<LiveTable>,
    person: String,
    clock: Arc<dyn Clock>,
}

impl PresenceGuard {
    /// Marks a person as connected.
    pub async fn new(live: &Arc<LiveTable>, person: &str, clock: Arc<dyn Clock>) -> PresenceGuard {
        if live.lock().await.presence.connect(person, clock.now()) {
            live.revise();
        }
        PresenceGuard { live: Arc::clone(live), person: person.to_owned(), clock }
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let now = self.clock.now();
        if let Some(mut state) = self.live.try_lock() {
            state.presence.disconnect(&self.person, now);
            return;
        }
        // The lock is held for as long as a write takes; at shutdown there is no runtime, and presence means nothing.
        let (live, person) = (Arc::clone(&self.live), std::mem::take(&mut self.person));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { live.lock().await.presence.disconnect(&person, now) });
        }
    }
}
