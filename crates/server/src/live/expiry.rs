//! Game clocks that run out, and the system clock by which they do.

use super::registry::Registry;
use super::table::{LiveTable, TableState};
use crate::error::AppError;
use crate::limits::CLOCK_WRONG;
use bagatelle_store::StoreError;
use bagatelle_table::{Actor, Command, Context, Millis, Rejection};
use std::sync::atomic::Ordering;
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
        if !self.has_begun() {
            return Err(StoreError::Full("the time when no server ran is not noted yet".into()).into());
        }
        let context = Context::at(state.at(self.clock().now()));
        match state.table().decide(Actor::Server, Command::ExpireClock, &context) {
            Ok(event) => self.append(live, state, &[event]).await.map(|()| true),
            Err(Rejection::TimeLeft) => Ok(false),
            Err(rejection) => Err(rejection.into()),
        }
    }

    /// Begins to count as a running server. A server that cannot write this, since the disk is full, lets its
    /// games be read until it can: no one can play, so no server counts as running.
    ///
    /// # Errors
    /// When the store fails for another reason.
    pub async fn begin(&self) -> Result<(), AppError> {
        if self.drift().is_wrong() {
            return self.reload_downtimes().await;
        }
        match self.heartbeat().await {
            Err(AppError::Store(error @ StoreError::Full(_))) => {
                tracing::error!(%error, "games can be looked at and not played, until there is room");
                self.reload_downtimes().await
            }
            begun => begun,
        }
    }

    /// Notes that the server runs; the first time, when none did before it.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn heartbeat(&self) -> Result<(), AppError> {
        // A wrong time would hide downtime, or note downtime in the future.
        if self.drift().is_wrong() {
            return Ok(());
        }
        let first = !self.has_begun();
        self.store().heartbeat(self.clock().now(), first).await?;
        if first {
            self.reload_downtimes().await?;
            self.begun.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Whether it is noted that a server runs.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.begun.load(Ordering::Relaxed)
    }

    /// Compares the clock with that of the database, if other servers can be on it. A clock that is far
    /// behind catches up, if the system's clock has moved on without it.
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

    /// Catches up with the system's clock. The skipped time counts for no seat at any table.
    ///
    /// # Errors
    /// When the store fails; then no time is skipped for the tables in memory.
    pub async fn catch_up(&self, gap: Duration) -> Result<(), AppError> {
        let Some((begin, end)) = self.clock().catch_up(gap) else { return Ok(()) };
        tracing::warn!(
            seconds = (end - begin) / 1000,
            "the server stalled, or the system’s clock was changed"
        );
        self.store().note_downtime(begin, end).await?;
        self.reload_downtimes().await
    }
}
