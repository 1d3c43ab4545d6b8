//! Hints: a player asks, the solver works in the background with visible progress, and what it found holds as long as the
//! player follows it.

use super::Jobs;
use crate::clock::Stopwatch;
use crate::error::AppError;
use crate::limits::HINTS_WAITING;
use crate::live::table::{HintState, LiveTable, TableState};
use bagatelle_catalog::AnyPlay;
use bagatelle_core::Viewer;
use bagatelle_core::present::{Hint, Solved};
use bagatelle_core::program::Budget;
use bagatelle_pages::table::{HintView, Strength};
use bagatelle_table::{Rejection, Visitor};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
            HintState::Found { from, solved, strength } => {
                let play = self.table.play();
                let Some(rest) = rest(from, &solved.line, &play.actions()) else { return HintView::Idle };
                let here =
                    Solved { line: rest.clone(), json: solved.json.clone(), text: solved.text.clone() };
                HintView::Found {
                    text: (rest.len() == solved.line.len()).then(|| solved.text.clone()),
                    hint: if rest.is_empty() {
                        Hint::default()
                    } else {
                        play.hint(viewer, &here, strength.number())
                    },
                    rest,
                    strength: *strength,
                }
            }
        }
    }

    fn cancel_hint(&mut self) {
        if let HintState::Running { cancel, .. } = &self.hint {
            cancel.store(true, Ordering::Relaxed);
        }
        self.hint = HintState::None;
    }
}

/// The rest of a solution for a player who has followed it: `None` for one who has left it.
fn rest(from: &[String], line: &[String], now: &[String]) -> Option<Vec<String>> {
    let followed = now.strip_prefix(from)?;
    line.strip_prefix(followed).map(<[String]>::to_vec)
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
    ) -> Result<(), AppError> {
        let limit = live.game().manifest().solve_limit.ok_or(AppError::NoSolver)?;
        let mut state = live.lock().await;
        let plays = state.table.viewpoint(visitor).is_player();
        if !plays || strength.is_some() && !state.table.is_alone() {
            return Err(Rejection::NotSeated.into());
        }
        let Some(strength) = strength else {
            state.cancel_hint();
            live.revise();
            return Ok(());
        };
        if state.table.person_to_act().is_none() {
            return Err(Rejection::NotYourTurn.into());
        }
        let now = state.table.play().actions();
        if let HintState::Found { from, solved, strength: shown } = &mut state.hint
            && rest(from, &solved.line, &now).is_some_and(|rest| !rest.is_empty())
        {
            *shown = strength;
            live.revise();
            return Ok(());
        }
        state.cancel_hint();
        let cancel = Arc::new(AtomicBool::new(false));
        let play = state.table.play().duplicate();
        state.hint =
            HintState::Running { cancel: Arc::clone(&cancel), strength, done: None, found: String::new() };
        drop(state);
        live.revise();
        let person = visitor.map_or_else(String::new, |visitor| visitor.id().to_owned());
        tokio::spawn(self.clone().solve(Arc::clone(live), person, play, cancel, limit, now));
        Ok(())
    }

    async fn solve(
        self,
        live: Arc<LiveTable>,
        person: String,
        play: Box<dyn AnyPlay>,
        cancel: Arc<AtomicBool>,
        limit: Duration,
        from: Vec<String>,
    ) {
        let Some(_place) = self.pool.hint(&person, HINTS_WAITING).await else {
            // Other hints were asked for since then, so this one is not waited for any more.
            let mut state = live.lock().await;
            if matches!(&state.hint, HintState::Running { cancel: running, .. } if Arc::ptr_eq(running, &cancel))
            {
                state.cancel_hint();
                live.revise();
            }
            return;
        };
        let (worker, stopping) = (Arc::clone(&live), self.pool.is_stopping());
        let done = tokio::task::spawn_blocking(move || {
            let cancelled = || cancel.load(Ordering::Relaxed) || stopping();
            work(&worker, play.as_ref(), &cancelled, limit, from);
        });
        if let Err(error) = done.await {
            tracing::error!(table = live.id(), %error, "the solver failed");
            live.lock().await.cancel_hint();
        }
        live.revise();
    }
}

/// Solves, shows progress, and keeps what was found, unless it was cancelled.
fn work(
    live: &LiveTable,
    play: &dyn AnyPlay,
    cancelled: &(dyn Fn() -> bool + Sync),
    limit: Duration,
    from: Vec<String>,
) {
    let watch = Stopwatch::start();
    let stop = || cancelled() || watch.elapsed() >= limit;
    let spent = || watch.share_of(limit);
    let budget = Budget { spent: Some(&spent), ..Budget::until(&stop) };
    let mut shown = Duration::ZERO;
    let solved = play.solve(&budget, &mut |share, text| {
        if watch.elapsed() < shown + SHOWN_EVERY || cancelled() {
            return;
        }
        shown = watch.elapsed();
        if let HintState::Running { done, found, .. } = &mut live.blocking_lock().hint {
            *done = share.or(Some(watch.share_of(limit)));
            text.clone_into(found);
        }
        live.revise();
    });
    let mut state = live.blocking_lock();
    if cancelled() {
        return;
    }
    let HintState::Running { strength, .. } = state.hint else { return };
    let nothing = || Solved {
        line: Vec::new(),
        json: serde_json::Value::Null,
        text: "Nothing was found that helps here.".into(),
    };
    state.hint = HintState::Found { from, solved: Arc::new(solved.unwrap_or_else(nothing)), strength };
}

#[cfg(test)]
mod tests {
    use super::rest;

    #[test]
    fn a_solution_holds_as_long_as_it_is_followed() {
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let (from, line) = (words("R L"), words("U Ud D"));
        assert_eq!(rest(&from, &line, &words("R L")), Some(words("U Ud D")));
        assert_eq!(rest(&from, &line, &words("R L U")), Some(words("Ud D")));
        assert_eq!(rest(&from, &line, &words("R L U Ud D")), Some(vec![]));
        assert_eq!(rest(&from, &line, &words("R L D")), None);
        assert_eq!(rest(&from, &line, &words("R")), None);
    }
}
