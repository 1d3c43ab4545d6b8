//! The next deal: a deal of a chosen difficulty may take a second to find, so the next one is dealt once
//! a game is over, and is ready when it is requested.

use super::Jobs;
use crate::live::table::{LiveTable, NextDeal};
use crate::system::random;
use crate::work::asker::Asker;
use crate::work::deadline::Deadline;
use bagatelle_table::Visitor;
use std::sync::Arc;
use std::time::Duration;

/// How long the dealing may take.
const LIMIT: Duration = Duration::from_secs(10);

impl Jobs {
    /// Begins to deal the game that follows a finished one, unless it has been dealt or is being dealt, or
    /// `visitor` may not play again.
    pub async fn deal_ahead(&self, live: &Arc<LiveTable>, visitor: Option<&Visitor>) {
        let mut state = live.lock().await;
        let table = state.table();
        if !table.is_over()
            || !matches!(state.next_deal, NextDeal::Unknown)
            || live.game().grade_of(&table.spec().seed).is_none()
            || !table.may_play_again(&table.viewpoint(visitor))
        {
            return;
        }
        let Ok(seed) = random::seed() else { return };
        let (table, asker) = (state.table().clone(), Asker::current(&state.table().spec().owner));
        state.next_deal = NextDeal::Searching;
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let place = jobs.pool.background(&asker).await;
            // It gets its id and its time when it is asked for.
            let deal = move |deadline: &Deadline| {
                let seed = seed.as_str().into();
                let seating = table.original_seating();
                deadline.allow(|allowance| table.another(seating, String::new(), seed, 0, allowance))
            };
            let dealt = match place {
                Some(place) => place.work(LIMIT, deal).await.ok().and_then(Result::ok),
                None => None,
            };
            // The next look at the table tries again.
            live.lock().await.next_deal =
                dealt.map_or(NextDeal::Unknown, |spec| NextDeal::Dealt(Box::new(spec)));
        });
    }
}
