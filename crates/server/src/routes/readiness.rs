//! Whether the server can do its work: whether it can write. A load balancer or a container asks.

use crate::limits::{READY_FOR, READY_TIME};
use crate::tables::Tables;
use bagatelle_table::Millis;
use thiserror::Error;
use tokio::sync::Mutex;

/// Why a server cannot do its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unready {
    /// It has been told to stop.
    #[error("the server stops")]
    Stopping,
    /// A move or something else could not be written.
    #[error("the last write failed")]
    WriteFailed,
    /// Its clock is not that of the other servers on the database.
    #[error("the clock is wrong")]
    WrongClock,
    /// A write is not answered, either a player's or the one that was meant to find out.
    #[error("a write takes too long")]
    Slow,
}

/// The last finding, and when. The database is open and up to date before a server answers any
/// request, so the only open question is whether it can be written to.
#[derive(Default)]
pub struct Readiness(Mutex<Option<(Millis, Result<(), Unready>)>>);

impl Readiness {
    /// Finds out whether the server can write, by a write of its own. Many requests at once cause only one
    /// write.
    ///
    /// # Errors
    /// When it cannot.
    pub async fn check(&self, tables: &Tables, stopping: bool) -> Result<(), Unready> {
        if stopping {
            return Err(Unready::Stopping);
        }
        if tables.registry().drift().is_wrong() {
            return Err(Unready::WrongClock);
        }
        // The write below may take a different path from those of players, so it says nothing about them.
        if tables.store().oldest_write() > READY_TIME {
            return Err(Unready::Slow);
        }
        let mut known = self.0.lock().await;
        // The write below says nothing about a write that failed for a reason of its own.
        if tables.store().writes_fail() {
            return Err(Unready::WriteFailed);
        }
        let now = tables.now();
        if let Some((at, found)) = *known
            && (at..at + READY_FOR).contains(&now)
        {
            return found;
        }
        let write = tables.registry().heartbeat();
        let found = match tokio::time::timeout(READY_TIME, write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::error!(%error, "the server is not ready");
                Err(Unready::WriteFailed)
            }
            Err(_) => Err(Unready::Slow),
        };
        *known = Some((now, found));
        found
    }
}
