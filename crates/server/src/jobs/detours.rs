//! Where a solution went long: found once in the background when a solved game is looked at, and kept with the table in memory.

use super::Jobs;
use super::pool::Asker;
use crate::address::Address;
use crate::clock::Stopwatch;
use crate::live::table::{DetourState, LiveTable, ParState, TableState};
use bagatelle_catalog::AnyPlay;
use bagatelle_core::program::Budget;
use bagatelle_table::{Detour, detours};
use std::sync::Arc;
use std::time::Duration;

/// How long the search may take for a whole game. Each position gets an equal share.
const LIMIT: Duration = Duration::from_secs(10);

/// What this work is called where servers share it.
const DETOURS: &str = "detours";

/// Whether a table is a puzzle that a player has solved, with more moves than are needed at least.
fn is_worth_it(state: &TableState) -> bool {
    let table = &state.table;
    let solved = table.outcome().is_some_and(|outcome| !outcome.winners.is_empty());
    match (state.par, table.play().par_moves()) {
        (ParState::Found(par), Some(moves)) => solved && moves > par.at_least && !table.is_helped(),
        _ => false,
    }
}

impl Jobs {
    /// Begins the search for the actions that made a solution longer, unless they are known or being looked for.
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
            let Some(_place) = jobs.pool.background(&asker).await else {
                // The next look at the table asks again.
                live.lock().await.detours = DetourState::Unknown;
                return;
            };
            let stopping = jobs.pool.is_stopping();
            let found = tokio::task::spawn_blocking(move || search(play.as_ref(), &stopping)).await;
            if let Ok(found) = &found
                && !jobs.pool.is_stopping()()
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
fn search(play: &dyn AnyPlay, stopping: &(dyn Fn() -> bool + Sync)) -> Vec<Detour> {
    let plies = play.ply();
    let each = LIMIT / u32::try_from(plies.max(1)).unwrap_or(u32::MAX);
    let mut made = Vec::with_capacity(plies + 1);
    let mut left = Vec::with_capacity(plies + 1);
    for ply in 0..=plies {
        let position = play.at(ply);
        let watch = Stopwatch::start();
        let spent = || watch.share_of(each);
        let stop = || watch.elapsed() >= each || stopping();
        made.push(position.par_moves().unwrap_or(0));
        left.push(position.left(&Budget { spent: Some(&spent), ..Budget::until(&stop) }));
    }
    detours(&made, &left)
}
