//! Permits for long work: programs and solvers share the processors but one, pars and reviews take turns beside them, since
//! no player waits for those.

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Permits for long work.
#[derive(Clone)]
pub struct Pool {
    players: Arc<Semaphore>,
    background: Arc<Semaphore>,
}

impl Pool {
    /// A pool for this machine.
    #[must_use]
    pub fn new() -> Pool {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Pool {
            players: Arc::new(Semaphore::new(processors.saturating_sub(1).max(1))),
            background: Arc::new(Semaphore::new(1)),
        }
    }

    /// Waits for a permit for work that players wait for; `None` once the server stops.
    pub async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.players).acquire_owned().await.ok()
    }

    /// Waits for a permit for work in the background; `None` once the server stops.
    pub async fn background_permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.background).acquire_owned().await.ok()
    }

    /// Ends all work.
    pub fn stop(&self) {
        self.players.close();
        self.background.close();
    }

    /// Tells whether work is to end.
    pub fn is_stopping(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let players = Arc::clone(&self.players);
        move || players.is_closed()
    }
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}
