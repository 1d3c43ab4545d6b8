//! Next deals: where a difficulty is wished for, a seed that has it is looked for once a game is over, so that the next deal is there at
//! once. A seed that has it itself is told from others faster than one is found.

use super::Jobs;
use super::pool::Asker;
use crate::address::Address;
use crate::live::table::{LiveTable, NextSeed};
use crate::random;
use serde_json::Value;
use std::sync::Arc;

/// How many seeds are tried at most: of the rarest deals, one in forty is as hard as is wished.
const TRIED: usize = 600;

impl Jobs {
    /// Begins to look for the seed of the next deal of a finished game, unless that is known or being looked for.
    pub async fn find_next_seed(&self, live: &Arc<LiveTable>, address: &Address) {
        let mut state = live.lock().await;
        let (game, spec) = (live.game(), state.table.spec());
        let wished = game.grade_of(&spec.seed).filter(|_| state.table.is_over());
        let Some(grade) = wished.filter(|_| matches!(state.next_seed, NextSeed::Unknown)) else { return };
        let (options, asker) = (spec.options.clone(), Asker::new(&spec.owner, address));
        state.next_seed = NextSeed::Searching;
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let Some(_place) = jobs.pool.background(&asker).await else {
                // The next look at the table asks again.
                live.lock().await.next_seed = NextSeed::Unknown;
                return;
            };
            let stopping = jobs.pool.is_stopping();
            let fits = move |seed: &String| {
                let record = game.deal_by(&options, &Value::Null, seed).ok();
                record.and_then(|record| game.open(&record).ok()?.grade()) == Some(grade)
            };
            let look = move || {
                let seeds = std::iter::from_fn(|| random::seed().ok()).take(TRIED);
                seeds.take_while(|_| !stopping()).find(fits)
            };
            if let Ok(Some(seed)) = tokio::task::spawn_blocking(look).await {
                live.lock().await.next_seed = NextSeed::Found(seed);
            }
        });
    }
}
