//! Pars: the length of a good solution of a solitaire's deal, found once in the background and kept for all who play the deal.

use super::Jobs;
use crate::clock::Stopwatch;
use crate::error::AppError;
use crate::limits::BACKGROUND_WAITING;
use crate::live::table::{LiveTable, ParState};
use bagatelle_core::program::Budget;
use bagatelle_store::Par;
use std::sync::Arc;

impl Jobs {
    /// Finds the par of a solitaire and how hard it is, unless that is known or being looked for.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn find_par(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        let Some(limit) = live.game().manifest().par_limit else { return Ok(()) };
        let mut state = live.lock().await;
        if !matches!(state.par, ParState::Unknown) {
            return Ok(());
        }
        let known = self.registry.store().par(state.table.spec()).await?;
        state.par = known.map_or(ParState::Searching, ParState::Found);
        state.grade = live.game().grade_of(&state.table.spec().seed);
        if known.is_some() && (state.grade.is_some() || live.game().manifest().grades.is_empty()) {
            return Ok(());
        }
        let (start, owner, grade) = (state.table.play().at(0), state.table.spec().owner.clone(), state.grade);
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let Some(_place) = jobs.pool.background(&owner, BACKGROUND_WAITING).await else {
                // The next look at the table asks again.
                live.lock().await.par = ParState::Unknown;
                return;
            };
            let graded = tokio::task::spawn_blocking(move || (grade.or_else(|| start.grade()), start));
            let Ok((grade, start)) = graded.await else { return };
            live.lock().await.grade = grade;
            live.revise();
            if known.is_some() {
                return;
            }
            let stopping = jobs.pool.is_stopping();
            let found = tokio::task::spawn_blocking(move || {
                let (watch, limit) = (Stopwatch::start(), limit);
                let spent = move || watch.share_of(limit);
                let stop = || watch.elapsed() >= limit || stopping();
                let par = start.par(&Budget { spent: Some(&spent), ..Budget::until(&stop) });
                par.filter(|_| !stopping())
            });
            let Ok(Some(found)) = found.await else { return };
            let par = Par { moves: found.moves, at_least: found.at_least };
            let mut state = live.lock().await;
            if let Err(error) = jobs.registry.store().keep_par(state.table.spec(), par).await {
                tracing::error!(table = live.id(), %error, "a par cannot be stored");
            }
            state.par = ParState::Found(par);
            live.revise();
        });
        Ok(())
    }
}
