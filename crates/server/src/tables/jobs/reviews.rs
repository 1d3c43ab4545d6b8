//! Reviews: what can be learned from a finished game, made once in the background and kept with the table in
//! memory.

use super::Jobs;
use super::hints::SHOWN_EVERY;
use crate::error::AppError;
use crate::live::table::LiveTable;
use crate::work::asker::Asker;
use crate::work::deadline::Deadline;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::present::Review;
use bagatelle_session::{ReviewState, Task};
use std::sync::Arc;
use std::time::Duration;

/// What a review is called where servers share the work. Servers of version 0.1 kept HTML under `review`.
const REVIEW: &str = "look-back";

/// How long a review may take: for the longest games it takes seconds.
const LIMIT: Duration = Duration::from_secs(120);

impl Jobs {
    /// Begins the review of a finished game, unless it is made or being made; returns how far it has come.
    pub async fn review(&self, live: &Arc<LiveTable>) -> ReviewState {
        let mut state = live.lock().await;
        if !state.session.begin(&Task::Review) {
            return state.session.review();
        }
        let (play, version) = (state.table().play().duplicate(), state.table().version());
        let helped = state.table().played_for();
        let found: Option<Option<Review<String>>> = self.registry.found(REVIEW, live.id(), version).await;
        if let Some(found) = found {
            state.session.know_review(found);
            return state.session.review();
        }
        let begun = state.session.review();
        let claim = match self.registry.claim(REVIEW, live.id(), version).await {
            Ok(Some(claim)) => claim,
            // Another server makes it: the next look finds it. When the store fails, the next look tries
            // again.
            Ok(None) | Err(_) => {
                state.session.abandon(&Task::Review);
                return begun;
            }
        };
        let asker = Asker::current(&state.table().spec().owner);
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let made = match jobs.pool.background(&asker).await {
                Some(place) => {
                    let watched = Arc::clone(&live);
                    let made = place.work(LIMIT, move |deadline| {
                        let review = work(&watched, play.as_ref(), &helped, deadline);
                        (review, deadline.is_over())
                    });
                    made.await.and_then(
                        |(review, is_over)| if is_over { Err(AppError::TooLong) } else { Ok(review) },
                    )
                }
                None => Err(AppError::refused("there is no place for a review")),
            };
            if let Ok(made) = &made {
                jobs.registry.tell_found(REVIEW, live.id(), version, made).await;
            }
            drop(claim);
            let mut state = live.lock().await;
            if state.table().version() != version {
                return;
            }
            match made {
                Ok(review) => state.session.know_review(review),
                // It would take as long again.
                Err(AppError::TooLong) if !jobs.pool.is_stopping() => state.session.know_review(None),
                // The next look at the review asks again.
                Err(error) => {
                    tracing::warn!(table = live.id(), %error, "a review was not made");
                    state.session.abandon(&Task::Review);
                }
            }
            live.revise();
        });
        begun
    }
}

/// Makes a review, and shows how far it has come.
fn work(
    live: &LiveTable,
    play: &dyn AnyPlay,
    helped: &[usize],
    deadline: &Deadline,
) -> Option<Review<String>> {
    let mut shown = Duration::ZERO;
    let mut tell = |share: Option<f64>, _: &str| {
        if deadline.elapsed() < shown + SHOWN_EVERY {
            return;
        }
        shown = deadline.elapsed();
        live.blocking_lock().session.show_review_progress(share);
        live.revise();
    };
    deadline.search(&|| false, |budget| play.review(helped, budget, &mut tell))
}
