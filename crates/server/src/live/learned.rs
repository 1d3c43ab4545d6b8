//! What other servers on the same database have found for a table: its par, and where its solution went long.

use super::registry::Registry;
use super::table::LiveTable;
use crate::error::AppError;
use bagatelle_table::Detour;

/// What the search for detours is called where servers share the work.
pub const DETOURS: &str = "detours";

impl Registry {
    /// Reads the par of a table's deal, if it is stored and not known.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn learn_par(&self, live: &LiveTable) -> Result<(), AppError> {
        let mut state = live.lock().await;
        if state.session.has_par() && !state.session.knows_par() {
            let par = self.store().par(state.table().spec()).await?;
            if par.is_some() {
                state.session.know_par(par);
            }
        }
        Ok(())
    }

    /// Reads what other servers have found for a table.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn learn(&self, live: &LiveTable) -> Result<(), AppError> {
        if !self.is_shared() {
            return Ok(());
        }
        self.learn_par(live).await?;
        let mut state = live.lock().await;
        if !state.session.wants_detours() {
            return Ok(());
        }
        let version = state.table().version();
        let found: Option<Vec<(usize, u32)>> = self.found(DETOURS, live.id(), version).await;
        if let Some(found) = found {
            state.session.know_detours(found.into_iter().map(|(ply, moves)| Detour { ply, moves }).collect());
        }
        Ok(())
    }
}
