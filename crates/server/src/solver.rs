//! What the solver does for a game in play: hints that a player asks for, and the mark to beat.
//!
//! Both are jobs on the pool of thinkers, off the request path. A hint's job belongs to the game in memory: it shows its
//! progress, can be cancelled, and is forgotten when the server stops. A solution stays good as long as the player follows
//! it. A mark is kept in the store, for all who play the same deal.

use crate::live::{GameError, Games, Live};
use crate::visitor::Visitor;
use bagatelle_core::Viewer;
use bagatelle_core::playable::{Hint, Mark, Solved};
use bagatelle_core::program::Budget;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The strongest hint: play the solution on.
pub const STRONGEST: u8 = 3;
/// How often progress is shown.
const SHOWN_EVERY: Duration = Duration::from_millis(250);

/// What the solver is doing for a game, or has found.
#[derive(Default)]
pub struct Desk {
    work: Mutex<Work>,
    /// The mark to beat, once known.
    mark: Mutex<Option<Mark>>,
    /// Whether the mark is being found.
    sought: AtomicBool,
}

#[derive(Default)]
enum Work {
    #[default]
    Nothing,
    Running {
        cancel: Arc<AtomicBool>,
        strength: u8,
        part: Option<f64>,
        what: String,
    },
    Found {
        from: Vec<String>,
        solved: Arc<Solved<String>>,
        strength: u8,
    },
}

/// What the page shows.
pub enum Shown {
    /// Nothing was asked, or what was found does not belong to this position.
    Nothing,
    /// The solver is at work: how far (0.0 to 1.0, where that can be said) and what it has.
    Running(Option<f64>, String),
    /// The rest of the solution from here, and a hint of the strength that was asked for.
    Found {
        /// What was found, in a sentence or two, if this is still the position it was asked for.
        text: Option<String>,
        /// The hint.
        hint: Hint,
        /// The actions of the solution from here.
        rest: Vec<String>,
        /// The strength that was asked for, 1 to 3.
        strength: u8,
    },
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// The mark to beat, if it is known.
    pub fn mark(&self) -> Option<Mark> {
        *locked(&self.mark)
    }

    /// Remembers the mark to beat.
    pub fn set_mark(&self, mark: Mark) {
        *locked(&self.mark) = Some(mark);
    }

    /// What is to be shown to a viewer of this position.
    pub fn shown(&self, table: &dyn bagatelle_catalog::Table, viewer: Viewer) -> Shown {
        match &*locked(&self.work) {
            Work::Nothing => Shown::Nothing,
            Work::Running { part, what, .. } => Shown::Running(*part, what.clone()),
            Work::Found { from, solved, strength } => {
                let Some(rest) = rest(from, &solved.line, &table.actions()) else { return Shown::Nothing };
                let here =
                    Solved { line: rest.clone(), json: solved.json.clone(), text: solved.text.clone() };
                let text = (rest.len() == solved.line.len()).then(|| solved.text.clone());
                Shown::Found { text, hint: table.hint(viewer, &here, *strength), rest, strength: *strength }
            }
        }
    }

    /// Stops the work that is going on, if any.
    fn cancel(&self) {
        let mut work = locked(&self.work);
        if let Work::Running { cancel, .. } = &*work {
            cancel.store(true, Ordering::Relaxed);
        }
        *work = Work::Nothing;
    }
}

/// What is left of a solution for a player who has followed it: `None` for one who has left it.
fn rest(from: &[String], line: &[String], now: &[String]) -> Option<Vec<String>> {
    let followed = now.strip_prefix(from)?;
    line.strip_prefix(followed).map(<[String]>::to_vec)
}

impl Games {
    /// Asks the solver for a hint; at strength 0 the work is cancelled.
    ///
    /// # Errors
    /// When the visitor may not ask, or the game has no solver.
    pub async fn ask(
        &self,
        live: &Arc<Live>,
        visitor: Option<&Visitor>,
        strength: u8,
    ) -> Result<(), GameError> {
        let limit = live.entry.solve_ms().ok_or(GameError::NoSolver)?;
        if strength == 0 {
            let line = live.line().await;
            if !live.reader(visitor, &line).plays() {
                return Err(GameError::NotYours);
            }
            drop(line);
            live.desk.cancel();
            live.revise();
            return Ok(());
        }
        let line = live.line().await;
        let reader = live.reader(visitor, &line);
        if !reader.plays() || !line.is_alone() {
            return Err(GameError::NotYours);
        }
        if !line.awaits_person() {
            return Err(GameError::NotYourTurn);
        }
        let now = line.table.actions();
        {
            let mut work = locked(&live.desk.work);
            match &mut *work {
                Work::Found { from, solved, strength: shown }
                    if rest(from, &solved.line, &now).is_some_and(|rest| !rest.is_empty()) =>
                {
                    *shown = strength.min(STRONGEST);
                    drop(work);
                    live.revise();
                    return Ok(());
                }
                Work::Running { cancel, .. } => cancel.store(true, Ordering::Relaxed),
                _ => (),
            }
        }
        let cancel = Arc::new(AtomicBool::new(false));
        *locked(&live.desk.work) = Work::Running {
            cancel: Arc::clone(&cancel),
            strength: strength.min(STRONGEST),
            part: None,
            what: String::new(),
        };
        live.revise();
        let (games, live, table) = (self.clone(), Arc::clone(live), line.table.duplicate());
        drop(line);
        tokio::spawn(async move {
            let Some(_place) = games.place_to_think().await else { return };
            let worker = Arc::clone(&live);
            let stopping = games.is_stopping();
            let done = tokio::task::spawn_blocking(move || {
                let given_up = || cancel.load(Ordering::Relaxed) || stopping();
                work(&worker, table.as_ref(), &given_up, Duration::from_millis(u64::from(limit)), now);
            });
            if let Err(error) = done.await {
                tracing::error!(game = live.row.id, %error, "the solver failed");
                live.desk.cancel();
            }
            live.revise();
        });
        Ok(())
    }

    /// Finds the mark to beat of a solitaire that somebody looks at, unless it is known or being found.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn find_mark(&self, live: &Arc<Live>) -> Result<(), GameError> {
        let Some(limit) = live.entry.mark_ms().filter(|_| live.desk.mark().is_none()) else { return Ok(()) };
        if let Some(mark) = self.store().mark(&live.row).await? {
            live.desk.set_mark(mark);
            return Ok(());
        }
        if live.desk.sought.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let start = live.start_table()?;
        let (games, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let Some(_place) = games.place_to_mark().await else { return };
            let stopping = games.is_stopping();
            let found = tokio::task::spawn_blocking(move || {
                let (begin, limit) = (Instant::now(), Duration::from_millis(u64::from(limit)));
                let spent = move || begin.elapsed().as_secs_f64() / limit.as_secs_f64();
                let stop = || begin.elapsed() >= limit || stopping();
                let mark = start.mark(&Budget { spent: Some(&spent), ..Budget::until(&stop) });
                mark.filter(|_| !stopping())
            });
            if let Ok(Some(mark)) = found.await {
                if let Err(error) = games.store().keep_mark(&live.row, mark).await {
                    tracing::error!(%error, "a mark was not kept");
                }
                live.desk.set_mark(mark);
                live.revise();
            }
        });
        Ok(())
    }
}

/// Solves, shows progress, and leaves what was found on the desk, unless it was cancelled.
fn work(
    live: &Live,
    table: &dyn bagatelle_catalog::Table,
    given_up: &(dyn Fn() -> bool + Sync),
    limit: Duration,
    from: Vec<String>,
) {
    let begin = Instant::now();
    let stop = || given_up() || begin.elapsed() >= limit;
    let mut last = begin;
    let spent = || begin.elapsed().as_secs_f64() / limit.as_secs_f64();
    let budget = Budget { spent: Some(&spent), ..Budget::until(&stop) };
    let solved = table.solve(&budget, &mut |done, found| {
        if last.elapsed() < SHOWN_EVERY || given_up() {
            return;
        }
        last = Instant::now();
        if let Work::Running { part, what, .. } = &mut *locked(&live.desk.work) {
            *part = done.or(Some(begin.elapsed().as_secs_f64() / limit.as_secs_f64()));
            found.clone_into(what);
        }
        live.revise();
    });
    if given_up() {
        return;
    }
    let mut work = locked(&live.desk.work);
    let Work::Running { strength, .. } = *work else { return };
    *work = solved.map_or(Work::Nothing, |solved| Work::Found { from, solved: Arc::new(solved), strength });
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
