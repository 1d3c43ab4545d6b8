//! Long work, off the request path: programs, hints, pars, reviews and positions of the day, on a bounded
//! number of threads.

pub mod detours;
pub mod hints;
pub mod known_positions;
pub mod next_deal;
pub mod pars;
pub mod positions;
pub mod programs;
pub mod reviews;

use crate::error::AppError;
use crate::live::registry::Registry;
use crate::live::table::LiveTable;
use crate::work::pool::Pool;
use bagatelle_table::Visitor;
use known_positions::Positions;
use std::sync::Arc;

/// What jobs work with: the tables, and the places to work at.
#[derive(Clone)]
pub struct Jobs {
    registry: Arc<Registry>,
    pool: Pool,
    positions: Positions,
}

impl Jobs {
    /// Jobs on the tables of a registry, at its places.
    #[must_use]
    pub fn new(registry: Arc<Registry>) -> Jobs {
        let pool = registry.pool().clone();
        Jobs { registry, pool, positions: Positions::default() }
    }

    /// Starts the work for a table whose page is opened: the par of its deal and, once the game is over,
    /// where the solution went long and the next deal.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look_up(&self, live: &Arc<LiveTable>, visitor: Option<&Visitor>) -> Result<(), AppError> {
        self.find_par(live).await?;
        self.find_detours(live).await;
        self.deal_ahead(live, visitor).await;
        Ok(())
    }

    /// The places to work at.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Ends all jobs for good: their results so far are dropped, and a program whose turn it is starts over
    /// when its table is opened again.
    pub fn stop(&self) {
        self.pool.stop();
    }

    /// Whether all jobs are to end.
    pub fn is_stopping(&self) -> bool {
        self.pool.is_stopping()
    }
}
