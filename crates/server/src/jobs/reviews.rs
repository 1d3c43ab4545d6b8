//! Reviews: what can be learned from a finished game, made once in the background and kept with the table in memory.

use super::Jobs;
use super::pool::Asker;
use crate::address::Address;
use crate::live::table::{LiveTable, ReviewState};
use std::sync::Arc;

impl Jobs {
    /// Begins the review of a finished game, unless it is made or being made; returns how far it is.
    pub async fn review(&self, live: &Arc<LiveTable>, address: &Address) -> ReviewState {
        let mut state = live.lock().await;
        if !state.table.play().has_review() || !matches!(state.review, ReviewState::None) {
            return state.review.clone();
        }
        state.review = ReviewState::Running;
        let (play, version) = (state.table.play().duplicate(), state.table.version());
        let asker = Asker::new(&state.table.spec().owner, address);
        let review = state.review.clone();
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let Some(_place) = jobs.pool.background(&asker).await else {
                // The next look at the review asks again.
                live.lock().await.review = ReviewState::None;
                live.revise();
                return;
            };
            let made = tokio::task::spawn_blocking(move || play.review()).await;
            let mut state = live.lock().await;
            if state.table.version() != version {
                return;
            }
            state.review = match made {
                Ok(Some(review)) => ReviewState::Ready(Arc::new(review)),
                Ok(None) => ReviewState::Empty,
                Err(error) => {
                    tracing::error!(table = live.id(), %error, "a review failed");
                    ReviewState::None
                }
            };
            live.revise();
        });
        review
    }
}
