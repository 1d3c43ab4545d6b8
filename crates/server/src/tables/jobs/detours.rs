//! Where a solution went long: found once in the background when a solved game has a par, and kept with the
//! table in memory.

use super::Jobs;
use crate::live::learned::DETOURS;
use crate::live::table::LiveTable;
use crate::system::clock::Stopwatch;
use crate::work::asker::Asker;
use crate::work::deadline::Deadline;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::program::Budget;
use bagatelle_session::{DETOURS_LIMIT, Task, detours_share};
use bagatelle_table::{Detour, find_detours};
use std::sync::Arc;

impl Jobs {
    /// Begins the search for the actions that made a solution longer, unless they are known or being looked
    /// for.
    pub async fn find_detours(&self, live: &Arc<LiveTable>) {
        let mut state = live.lock().await;
        if !state.session.begin(&Task::Detours) {
            return;
        }
        let (play, version) = (state.table().play().duplicate(), state.table().version());
        // If another server looks for them, that server tells what it finds.
        let Ok(Some(claim)) = self.registry.claim(DETOURS, live.id(), version).await else {
            return state.session.abandon(&Task::Detours);
        };
        let asker = Asker::current(&state.table().spec().owner);
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let Some(place) = jobs.pool.background(&asker).await else {
                // The next look at the page asks again.
                return live.lock().await.session.abandon(&Task::Detours);
            };
            let found = place.work(DETOURS_LIMIT, move |deadline| search(play.as_ref(), deadline)).await;
            let found = found.unwrap_or_else(|error| {
                tracing::error!(table = live.id(), %error, "a search for detours failed");
                Vec::new()
            });
            if !jobs.pool.is_stopping() {
                let told: Vec<_> = found.iter().map(|detour| (detour.ply, detour.moves)).collect();
                jobs.registry.tell_found(DETOURS, live.id(), version, &told).await;
                jobs.registry.tell_stored(live.id()).await;
            }
            drop(claim);
            let mut state = live.lock().await;
            if state.table().version() == version {
                state.session.know_detours(found);
                live.revise();
            }
        });
    }
}

/// Looks for a short way from every position of a game.
fn search(play: &dyn AnyPlay, deadline: &Deadline) -> Vec<Detour> {
    let each = detours_share(play);
    find_detours(play, |position| {
        let watch = Stopwatch::start();
        let spent = || watch.share_of(each);
        let stop = || watch.elapsed() >= each || deadline.is_over();
        position.left(&Budget { spent: Some(&spent), ..Budget::until(&stop) })
    })
}
