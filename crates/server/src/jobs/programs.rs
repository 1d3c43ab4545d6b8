//! What the server does at a table without being asked: chance decides, and programs move until a person is to act.

use super::Jobs;
use super::pool::Company;
use crate::clock::Stopwatch;
use crate::error::AppError;
use crate::live::table::{LiveTable, TableState};
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use bagatelle_table::{Actor, Command, Rejection};
use std::sync::Arc;
use std::time::Duration;

/// The least time between a program's move and the one before it: a faster move cannot be followed by eye.
const QUICKEST_MOVE: Duration = Duration::from_millis(500);
/// What the move of a program is called where servers share the work.
const PROGRAM: &str = "program";
/// How long a program thinks whose own limit is unknown.
const USUAL_LIMIT: Duration = Duration::from_secs(1);

impl Jobs {
    /// Lets chance decide if it is due, and lets a program think if it is to act.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn advance(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        let mut state = live.lock().await;
        self.resolve_chance(live, &mut state).await?;
        if state.table.program_to_act().is_some() {
            let (jobs, live) = (self.clone(), Arc::clone(live));
            tokio::spawn(async move {
                if let Err(error) = jobs.play_programs(&live).await {
                    tracing::error!(table = live.id(), %error, "a program cannot move");
                }
            });
        }
        Ok(())
    }

    async fn resolve_chance(&self, live: &LiveTable, state: &mut TableState) -> Result<(), AppError> {
        while state.table.chance_is_due() {
            let context = state.context(self.registry.clock().now(), None);
            match self.registry.commit(live, state, Actor::Server, Command::ResolveChance, &context).await {
                // Another server was first, with the same.
                Err(AppError::Rejected(Rejection::Outdated)) => (),
                committed => committed?,
            }
        }
        Ok(())
    }

    /// Lets programs play as long as it is their turn, among themselves as long as they are watched. Ends early if a person
    /// changes the game: that request lets programs think again.
    async fn play_programs(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        loop {
            let state = live.lock().await;
            let Some(program) = state.table.program_to_act().map(str::to_owned) else { return Ok(()) };
            let (owner, people) = (state.table.spec().owner.clone(), state.table.people() > 0);
            if !people && !live.is_watched(self.registry.clock().now()) {
                return Ok(());
            }
            let (play, version) = (state.table.play().duplicate(), state.table.version());
            // Where others play the table, too, one of them thinks for all.
            let Some(claim) = self.registry.claim(PROGRAM, live.id(), version).await? else { return Ok(()) };
            let seed = Seed::from_text(&state.table.spec().seed).nth(u64::MAX);
            drop(state);
            let info = live.game().programs().into_iter().find(|p| p.name == program);
            let limit = info.map_or(USUAL_LIMIT, |p| Duration::from_millis(u64::from(p.think_ms)));
            let (begun, stopping) = (Stopwatch::start(), self.pool.is_stopping());
            let company = if people { Company::People } else { Company::ProgramsOnly };
            let Some(place) = self.pool.program(company, &owner).await else { return Ok(()) };
            let watched = live.watch();
            let thought = tokio::task::spawn_blocking(move || {
                let watch = Stopwatch::start();
                let stop = || watch.elapsed() >= limit || stopping() || watched.borrow().position != version;
                play.think(&program, &Budget::until(&stop), &seed)
            });
            let thought = thought.await.map_err(anyhow::Error::from)?;
            drop(place);
            tokio::time::sleep(QUICKEST_MOVE.saturating_sub(begun.elapsed())).await;
            let mut state = live.lock().await;
            let Some(thought) = thought.filter(|_| !self.pool.is_stopping()()) else { return Ok(()) };
            let context = state.context(self.registry.clock().now(), Some(version));
            let command = Command::ActForProgram(thought.action);
            match self.registry.commit(live, &mut state, Actor::Server, command, &context).await {
                Err(AppError::Rejected(Rejection::Outdated | Rejection::NoTurn | Rejection::Over)) => {
                    return Ok(());
                }
                committed => committed?,
            }
            drop(claim);
            self.resolve_chance(live, &mut state).await?;
        }
    }
}
