//! Reviews: what can be learned from a finished game, made once in the background and kept with the table in
//! memory.

use super::Jobs;
use crate::address::Address;
use crate::error::AppError;
use crate::live::table::{LiveTable, ReviewState};
use crate::work::asker::Asker;
use bagatelle_core::present::Review;
use std::sync::Arc;
use std::time::Duration;

/// What a review is called where servers share the work. Servers of version 0.1 kept HTML under `review`.
const REVIEW: &str = "look-back";

/// How long a game is looked back on: the longest take seconds.
const LIMIT: Duration = Duration::from_secs(120);

impl Jobs {
    /// Begins the review of a finished game, unless it is made or being made; returns how far it is.
    pub async fn review(&self, live: &Arc<LiveTable>, address: &Address) -> ReviewState {
        let mut state = live.lock().await;
        if !state.table.has_review() || !matches!(state.review, ReviewState::None) {
            return state.review.clone();
        }
        let (play, version) = (state.table.play().duplicate(), state.table.version());
        let found: Option<Option<Review<String>>> = self.registry.found(REVIEW, live.id(), version).await;
        if let Some(found) = found {
            state.review = found.map_or(ReviewState::Empty, |review| ReviewState::Ready(Arc::new(review)));
            return state.review.clone();
        }
        let claim = match self.registry.claim(REVIEW, live.id(), version).await {
            Ok(Some(claim)) => claim,
            // Another server makes it: the next look finds it. When the store fails, the next look tries
            // again.
            Ok(None) | Err(_) => return ReviewState::Running,
        };
        state.review = ReviewState::Running;
        let asker = Asker::new(&state.table.spec().owner, address);
        let review = state.review.clone();
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let Some(place) = jobs.pool.background(&asker).await else {
                // The next look at the review asks again.
                live.lock().await.review = ReviewState::None;
                live.revise();
                return;
            };
            let made = place.work(LIMIT, move |deadline| {
                let review = deadline.search(&|| false, |budget| play.review(budget, &mut |_, _| ()));
                (review, deadline.is_over())
            });
            let made = made.await.and_then(|(review, is_over)| match is_over {
                false => Ok(review),
                true => Err(AppError::TooLong),
            });
            if let Ok(made) = &made {
                jobs.registry.tell_found(REVIEW, live.id(), version, made).await;
            }
            drop(claim);
            let mut state = live.lock().await;
            if state.table.version() != version {
                return;
            }
            state.review = match made {
                Ok(Some(review)) => ReviewState::Ready(Arc::new(review)),
                Ok(None) => ReviewState::Empty,
                // It would take as long again.
                Err(AppError::TooLong) if !jobs.pool.is_stopping() => ReviewState::Empty,
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
