//! Requests about a table as signs of life: its players are present, and games of programs are watched.

use crate::error::AppError;
use crate::live::table::LiveTable;
use crate::tables::Tables;
use bagatelle_core::Seat;
use bagatelle_table::{Actor, Command, Visitor};
use std::sync::Arc;

impl Tables {
    /// Notes that a table is looked at: programs that play among themselves go on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        if live.look(self.now()) && live.lock().await.table.people() == 0 {
            self.jobs().advance(live).await?;
        }
        Ok(())
    }

    /// Notes that a visitor asks for a table: a player is present there, and one who was expected has come.
    pub async fn meet(&self, live: &LiveTable, visitor: &Visitor) {
        let mut state = live.lock().await;
        let seats: Vec<Seat> = state.table.seats_of(visitor.id()).collect();
        if seats.is_empty() {
            return;
        }
        if state.presence.ask(visitor.id(), self.now()) {
            live.revise();
        }
        self.registry().tell_request(live, &mut state, visitor.id()).await;
        for seat in seats {
            if !state.table.is_expected(seat) {
                continue;
            }
            let context = state.context(self.now(), None);
            let arrive = Command::Arrive { seat };
            // What was asked for can be answered in any case, and the next request tries again.
            if let Err(error) =
                self.registry().commit(live, &mut state, Actor::Server, arrive, &context).await
            {
                tracing::error!(table = live.id(), %error, "the arrival of a player cannot be noted");
            }
        }
    }
}
