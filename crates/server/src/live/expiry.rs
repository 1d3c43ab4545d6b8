//! Clocks that run out.

use super::registry::Registry;
use super::table::{LiveTable, TableState};
use crate::error::AppError;
use bagatelle_table::{Actor, Command, Context, Rejection};

impl Registry {
    /// Ends the turn of a seat that has run out of time; returns whether one has.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn expire_clock(&self, live: &LiveTable, state: &mut TableState) -> Result<bool, AppError> {
        let context = Context::at(state.at(self.clock().now()));
        match state.table.decide(Actor::Server, Command::ExpireClock, &context) {
            Ok(event) => self.append(live, state, &[event]).await.map(|()| true),
            Err(Rejection::TimeLeft) => Ok(false),
            Err(rejection) => Err(rejection.into()),
        }
    }
}
