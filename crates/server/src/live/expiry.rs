//! Clocks that run out, and the clock by which they do.

use super::registry::Registry;
use super::table::{LiveTable, TableState};
use crate::error::AppError;
use crate::limits::CLOCK_WRONG;
use bagatelle_store::StoreError;
use bagatelle_table::{Actor, Command, Context, Millis, Rejection};
use std::time::Duration;

impl Registry {
    /// Ends the turn of a seat that has run out of time; returns whether one has.
    ///
    /// # Errors
    /// When the clock of this server is wrong, or the store fails.
    pub async fn expire_clock(&self, live: &LiveTable, state: &mut TableState) -> Result<bool, AppError> {
        if self.drift().is_wrong() {
            return Err(AppError::WrongClock);
        }
        let context = Context::at(state.at(self.clock().now()));
        match state.table.decide(Actor::Server, Command::ExpireClock, &context) {
            Ok(event) => self.append(live, state, &[event]).await.map(|()| true),
            Err(Rejection::TimeLeft) => Ok(false),
            Err(rejection) => Err(rejection.into()),
        }
    }

    /// Compares the clock with that of the database, if other servers can be on it. One that is far behind
    /// catches up, if the system's clock has gone on without it.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn compare_clock(&self) -> Result<(), AppError> {
        let Some(copies) = self.store().copies() else { return Ok(()) };
        let ahead = async || {
            let before = self.clock().now();
            let there = copies.time().await?;
            Ok::<Millis, StoreError>(self.clock().ahead_of(there, [before, self.clock().now()]))
        };
        let mut found = ahead().await?;
        if found < 0 && Duration::from_millis(found.unsigned_abs()) > CLOCK_WRONG {
            self.catch_up(CLOCK_WRONG).await?;
            found = ahead().await?;
        }
        self.drift().note(found);
        Ok(())
    }

    /// Catches up with the system's clock. A time that is passed over counts for no seat at any table.
    ///
    /// # Errors
    /// When the store fails; the time then passes over nothing in memory.
    pub async fn catch_up(&self, gap: Duration) -> Result<(), AppError> {
        let Some((begin, end)) = self.clock().catch_up(gap) else { return Ok(()) };
        tracing::warn!(
            seconds = (end - begin) / 1000,
            "the server stood still, or the system's clock was set"
        );
        self.store().note_downtime(begin, end).await?;
        self.reload_downtimes().await
    }
}
