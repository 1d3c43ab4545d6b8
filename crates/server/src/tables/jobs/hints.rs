//! Hints: the solver works in the background with visible progress. The session decides who may ask, and
//! how much of the result is shown; help is recorded as an event of the table before it is shown.

use super::Jobs;
use crate::error::AppError;
use crate::live::registry::Registry;
use crate::live::table::{LiveTable, TableState};
use crate::work::asker::Asker;
use crate::work::deadline::Deadline;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::present::Solved;
use bagatelle_session::{HintChange, HintState, Strength};
use bagatelle_table::{Actor, Command, Visitor};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a hint is called where servers share the work.
const HINT: &str = "hint";
/// How often progress is shown.
pub(super) const SHOWN_EVERY: Duration = Duration::from_millis(250);

impl Jobs {
    /// Asks the solver for a hint; `None` cancels its work.
    ///
    /// # Errors
    /// When the visitor may not ask, or the game has no solver.
    pub async fn ask_hint(
        &self,
        live: &Arc<LiveTable>,
        visitor: Option<&Visitor>,
        strength: Option<Strength>,
    ) -> Result<(), AppError> {
        let mut state = live.lock().await;
        let change = state.session.ask_hint(visitor, strength)?;
        self.change_hint(live, &mut state, change).await?;
        self.work_on_hint(live, &state, Asker::current(visitor.map_or("", Visitor::id)));
        Ok(())
    }

    /// Shows a hint that the browser of the player to act has found, for this version of the position; `None`
    /// if it has found nothing. It is noted like one found here.
    ///
    /// # Errors
    /// When the visitor may not ask for one, the position has changed, or the line cannot be played.
    pub async fn show_hint(
        &self,
        live: &Arc<LiveTable>,
        visitor: Option<&Visitor>,
        strength: Strength,
        version: u64,
        solved: Option<Solved<String>>,
    ) -> Result<(), AppError> {
        let mut state = live.lock().await;
        let change = state.session.offer_hint(visitor, strength, version, solved)?;
        self.change_hint(live, &mut state, change).await
    }

    /// Takes over a hint from a server that has ended.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn resume_hint(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        if live.game().manifest().solve_limit.is_none() {
            return Ok(());
        }
        let Some(strength) = self.registry.hint_left(live.id()).await? else { return Ok(()) };
        self.registry.refresh(live).await?;
        let mut state = live.lock().await;
        if *state.session.hint() == HintState::None && state.table().person_to_act().is_some() {
            let change = HintChange { help: None, state: HintState::begun(strength) };
            self.change_hint(live, &mut state, change).await?;
            self.work_on_hint(live, &state, Asker::absent(&state.table().spec().owner));
        }
        Ok(())
    }

    /// Notes the help that a player is about to be shown, and shows it.
    async fn change_hint(
        &self,
        live: &LiveTable,
        state: &mut TableState,
        change: HintChange,
    ) -> Result<(), AppError> {
        if let Some(help) = change.help {
            let context = state.context(self.registry.clock().now(), None);
            self.registry.commit(live, state, Actor::Server, Command::Help(help), &context).await?;
        }
        state.set_hint(change.state);
        self.registry.tell_hint(live, state).await;
        live.revise();
        Ok(())
    }

    /// Lets the solver work, if it has to.
    fn work_on_hint(&self, live: &Arc<LiveTable>, state: &TableState, asker: Asker) {
        if let (HintState::Running { .. }, Some(limit)) =
            (state.session.hint(), live.game().manifest().solve_limit)
        {
            let play = state.table().play().duplicate();
            tokio::spawn(self.clone().solve(Arc::clone(live), asker, play, state.hint_ends(), limit));
        }
    }

    async fn solve(
        self,
        live: Arc<LiveTable>,
        asker: Asker,
        play: Box<dyn AnyPlay>,
        ends: Arc<AtomicBool>,
        limit: Duration,
    ) {
        // So that another server takes it over if this one ends.
        let _claim = self.registry.claim(HINT, live.id(), 0).await;
        let from = play.actions();
        let done = match self.pool.hint(&asker).await {
            Some(place) => {
                let registry = Arc::clone(&self.registry);
                let (worker, ends) = (Arc::clone(&live), Arc::clone(&ends));
                let work = move |deadline: &Deadline| {
                    work(&registry, &worker, play.as_ref(), &|| ends.load(Ordering::Relaxed), deadline)
                };
                Some(place.work(limit, work).await)
            }
            // Other hints have been asked for since then, so this one is no longer waited for.
            None => None,
        };
        let mut state = live.lock().await;
        if ends.load(Ordering::Relaxed) {
            return;
        }
        let shown = match done {
            Some(Ok(solved)) => {
                let change = state.session.solved(&from, solved);
                self.change_hint(&live, &mut state, change).await
            }
            Some(Err(error)) => Err(error),
            None => self.change_hint(&live, &mut state, HintChange::default()).await,
        };
        if let Err(error) = shown {
            tracing::error!(table = live.id(), %error, "the solver failed");
            state.set_hint(HintState::None);
            self.registry.tell_hint(&live, &state).await;
            live.revise();
        }
    }
}

/// Solves, and shows progress; returns the result.
fn work(
    registry: &Registry,
    live: &LiveTable,
    play: &dyn AnyPlay,
    cancelled: &(dyn Fn() -> bool + Sync),
    deadline: &Deadline,
) -> Option<Solved<String>> {
    let mut shown = Duration::ZERO;
    let mut tell = |share: Option<f64>, text: &str| {
        if deadline.elapsed() < shown + SHOWN_EVERY || cancelled() {
            return;
        }
        shown = deadline.elapsed();
        let mut state = live.blocking_lock();
        state.session.show_progress(share.or(Some(deadline.share())), text);
        if registry.is_shared() {
            tokio::runtime::Handle::current().block_on(registry.tell_hint(live, &state));
        }
        drop(state);
        live.revise();
    };
    deadline.search(cancelled, |budget| play.solve(budget, &mut tell))
}
