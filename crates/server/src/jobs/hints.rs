//! Hints: a player asks, the solver works in the background with visible progress, and what it found holds as
//! long as the player follows it. A nudge or a move is shown for the position that it was asked for; what is
//! shown is noted first, as an event of the table.

use super::Jobs;
use crate::address::Address;
use crate::error::AppError;
use crate::live::registry::Registry;
use crate::live::table::{HintState, LiveTable, TableState};
use crate::work::asker::Asker;
use crate::work::deadline::Deadline;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::Viewer;
use bagatelle_core::present::Solved;
use bagatelle_pages::table::{FoundHint, HintView, Strength};
use bagatelle_table::{Actor, Command, Help, Rejection, Visitor};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a hint is called where servers share the work.
const HINT: &str = "hint";
/// How often progress is shown.
const SHOWN_EVERY: Duration = Duration::from_millis(250);

impl TableState {
    /// What a viewer of this position is shown of the solver's work.
    #[must_use]
    pub fn hint_view(&self, viewer: Viewer) -> HintView {
        match &self.hint {
            HintState::None => HintView::Idle,
            HintState::Running { done, found, .. } => {
                HintView::Running { progress: *done, status: found.clone() }
            }
            HintState::Found(found) => found.view(self.table.play(), viewer),
        }
    }

    pub(super) fn cancel_hint(&mut self) {
        if let HintState::Running { cancel, .. } = &self.hint {
            cancel.store(true, Ordering::Relaxed);
        }
        self.hint = HintState::None;
    }
}

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
        address: &Address,
    ) -> Result<(), AppError> {
        let limit = live.game().manifest().solve_limit.ok_or(AppError::NoSolver)?;
        let mut state = live.lock().await;
        if !state.table.viewpoint(visitor).is_player() {
            return Err(Rejection::NotSeated.into());
        }
        let Some(strength) = strength else {
            state.cancel_hint();
            self.registry.tell_hint(live, &state).await;
            live.revise();
            return Ok(());
        };
        state.table.admit_help()?;
        let now = state.table.play().actions();
        if let HintState::Found(found) = &state.hint
            && let Some(rest @ [_, ..]) = found.rest(&now)
        {
            let help = strength.help(rest);
            self.note(live, &mut state, help).await?;
            if let HintState::Found(found) = &mut state.hint {
                (found.strength, found.asked_at) = (strength, now.len());
            }
            self.registry.tell_hint(live, &state).await;
            live.revise();
            return Ok(());
        }
        let asker = Asker::new(visitor.map_or("", Visitor::id), address);
        self.begin_hint(live, &mut state, strength, asker, limit).await;
        Ok(())
    }

    /// Shows a hint that the browser of the player to act has found, for this version of the position; `None`
    /// if it has found nothing. It is noted like one that is found here.
    ///
    /// # Errors
    /// When the visitor may not ask for one, the position is another one by now, or the line cannot be
    /// played.
    pub async fn show_hint(
        &self,
        live: &Arc<LiveTable>,
        visitor: Option<&Visitor>,
        strength: Strength,
        version: u64,
        solved: Option<Solved<String>>,
    ) -> Result<(), AppError> {
        live.game().manifest().solve_limit.ok_or(AppError::NoSolver)?;
        let mut state = live.lock().await;
        if !state.table.viewpoint(visitor).is_player() {
            return Err(Rejection::NotSeated.into());
        }
        if state.table.version() != version {
            return Err(Rejection::Outdated.into());
        }
        state.table.admit_help()?;
        if let Some(solved) = &solved {
            state.table.check_line(&solved.line)?;
            self.note(live, &mut state, strength.help(&solved.line)).await?;
        }
        state.cancel_hint();
        state.hint = HintState::Found(FoundHint::new(state.table.play().actions(), solved, strength));
        self.registry.tell_hint(live, &state).await;
        live.revise();
        Ok(())
    }

    /// Begins a hint in the place of one that is under way.
    async fn begin_hint(
        &self,
        live: &Arc<LiveTable>,
        state: &mut TableState,
        strength: Strength,
        asker: Asker,
        limit: Duration,
    ) {
        state.cancel_hint();
        let cancel = Arc::new(AtomicBool::new(false));
        let (play, now) = (state.table.play().duplicate(), state.table.play().actions());
        state.hint =
            HintState::Running { cancel: Arc::clone(&cancel), strength, done: None, found: String::new() };
        self.registry.tell_hint(live, state).await;
        live.revise();
        tokio::spawn(self.clone().solve(Arc::clone(live), asker, play, cancel, limit, now));
    }

    /// Begins a hint anew at which a server was that has ended.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn resume_hint(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        let Some(limit) = live.game().manifest().solve_limit else { return Ok(()) };
        let Some(strength) = self.registry.hint_left(live.id()).await? else { return Ok(()) };
        self.registry.refresh(live).await?;
        let mut state = live.lock().await;
        if matches!(state.hint, HintState::None) && state.table.person_to_act().is_some() {
            let asker = Asker::absent(&state.table.spec().owner);
            self.begin_hint(live, &mut state, strength, asker, limit).await;
        }
        Ok(())
    }

    async fn solve(
        self,
        live: Arc<LiveTable>,
        asker: Asker,
        play: Box<dyn AnyPlay>,
        cancel: Arc<AtomicBool>,
        limit: Duration,
        from: Vec<String>,
    ) {
        // So that another server begins it anew if this one ends.
        let _claim = self.registry.claim(HINT, live.id(), 0).await;
        let Some(place) = self.pool.hint(&asker).await else {
            // Other hints were asked for since then, so this one is not waited for any more.
            let mut state = live.lock().await;
            if matches!(&state.hint, HintState::Running { cancel: running, .. } if Arc::ptr_eq(running,
                &cancel))
            {
                state.cancel_hint();
                self.registry.tell_hint(&live, &state).await;
                live.revise();
            }
            return;
        };
        let registry = Arc::clone(&self.registry);
        let (worker, stop) = (Arc::clone(&live), Arc::clone(&cancel));
        let done = place.work(limit, move |deadline| {
            let cancelled = || stop.load(Ordering::Relaxed);
            work(&registry, &worker, play.as_ref(), &cancelled, deadline)
        });
        let shown = match done.await {
            Ok(solved) => self.show(&live, &cancel, from, solved).await,
            Err(error) => Err(error),
        };
        if let Err(error) = shown {
            tracing::error!(table = live.id(), %error, "the solver failed");
            live.lock().await.cancel_hint();
        }
        if !cancel.load(Ordering::Relaxed) {
            self.registry.tell_hint(&live, &*live.lock().await).await;
        }
        live.revise();
    }

    /// Shows what was found, unless it was cancelled or the position is another one by now.
    async fn show(
        &self,
        live: &LiveTable,
        cancel: &AtomicBool,
        from: Vec<String>,
        solved: Option<Solved<String>>,
    ) -> Result<(), AppError> {
        let mut state = live.lock().await;
        let HintState::Running { strength, .. } = state.hint else { return Ok(()) };
        if cancel.load(Ordering::Relaxed) {
            return Ok(());
        }
        if state.table.person_to_act().is_none() || state.table.play().actions() != from {
            state.cancel_hint();
            return Ok(());
        }
        if let Some(solved) = &solved {
            self.note(live, &mut state, strength.help(&solved.line)).await?;
        }
        state.hint = HintState::Found(FoundHint::new(from, solved, strength));
        Ok(())
    }

    /// Notes the help that a player is about to be shown, if it tells something new.
    async fn note(&self, live: &LiveTable, state: &mut TableState, help: Help) -> Result<(), AppError> {
        if !state.table.is_news(&help) {
            return Ok(());
        }
        let context = state.context(self.registry.clock().now(), None);
        self.registry.commit(live, state, Actor::Server, Command::Help(help), &context).await
    }
}

/// Solves, and shows progress; returns what was found.
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
        if let HintState::Running { done, found, .. } = &mut state.hint {
            *done = share.or(Some(deadline.share()));
            text.clone_into(found);
        }
        if registry.is_shared() {
            tokio::runtime::Handle::current().block_on(registry.tell_hint(live, &state));
        }
        drop(state);
        live.revise();
    };
    deadline.search(cancelled, |budget| play.solve(budget, &mut tell))
}
