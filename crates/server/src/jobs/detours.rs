//! Where a solution went long: found once in the background when a solved game is looked at, and kept with
//! the table in memory.

use super::Jobs;
use crate::address::Address;
use crate::clock::Stopwatch;
use crate::live::table::{DetourState, LiveTable, ParState, TableState};
use crate::work::asker::Asker;
use crate::work::deadline::Deadline;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::program::Budget;
use bagatelle_table::{Detour, find_detours};
use std::sync::Arc;
use std::time::Duration;

/// How long the search may take for a whole game. Each position gets an equal share.
const LIMIT: Duration = Duration::from_secs(10);

/// What this work is called where servers share it.
const DETOURS: &str = "detours";

/// Whether there may be something to find.
fn is_worth_it(state: &TableState) -> bool {
    matches!(state.par, ParState::Found(par) if state.table.may_have_detours(par.at_least))
}

impl Jobs {
    /// Begins the search for the actions that made a solution longer, unless they are known or being looked
    /// for.
    pub async fn find_detours(&self, live: &Arc<LiveTable>, address: &Address) {
        let mut state = live.lock().await;
        if !matches!(state.detours, DetourState::Unknown) || !is_worth_it(&state) {
            return;
        }
        let (play, version) = (state.table.play().duplicate(), state.table.version());
        let found: Option<Vec<(usize, u32)>> = self.registry.found(DETOURS, live.id(), version).await;
        if let Some(found) = found {
            let found = found.into_iter().map(|(ply, moves)| Detour { ply, moves });
            state.detours = DetourState::Found(found.collect());
            return;
        }
        // Where another server looks for them, a later look at the table finds them.
        let Ok(Some(claim)) = self.registry.claim(DETOURS, live.id(), version).await else { return };
        state.detours = DetourState::Searching;
        let asker = Asker::new(&state.table.spec().owner, address);
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let Some(place) = jobs.pool.background(&asker).await else {
                // The next look at the table asks again.
                live.lock().await.detours = DetourState::Unknown;
                return;
            };
            let found = place.work(LIMIT, move |deadline| search(play.as_ref(), deadline)).await;
            if let Ok(found) = &found
                && !jobs.pool.is_stopping()
            {
                let found: Vec<_> = found.iter().map(|detour| (detour.ply, detour.moves)).collect();
                jobs.registry.tell_found(DETOURS, live.id(), version, &found).await;
            }
            drop(claim);
            let mut state = live.lock().await;
            if state.table.version() != version {
                return;
            }
            state.detours = match found {
                Ok(found) => DetourState::Found(found.into()),
                Err(error) => {
                    tracing::error!(table = live.id(), %error, "a search for detours failed");
                    DetourState::Found(Arc::default())
                }
            };
            live.revise();
        });
    }
}

/// Looks for a short way from every position of a game.
fn search(play: &dyn AnyPlay, deadline: &Deadline) -> Vec<Detour> {
    let each = LIMIT / u32::try_from(play.ply().max(1)).unwrap_or(u32::MAX);
    find_detours(play, |position| {
        let watch = Stopwatch::start();
        let spent = || watch.share_of(each);
        let stop = || watch.elapsed() >= each || deadline.is_over();
        position.left(&Budget { spent: Some(&spent), ..Budget::until(&stop) })
    })
}
