//! Requests about a table as signs of life: its players are present, and games of programs are watched.

use crate::error::AppError;
use crate::live::table::LiveTable;
use crate::tables::Tables;
use bagatelle_core::Seat;
use bagatelle_table::Visitor;
use std::sync::Arc;

impl Tables {
    /// Notes that a table is looked at: programs that play among themselves go on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        if live.look(self.now()) && live.lock().await.table().people() == 0 {
            self.jobs().advance(live).await?;
        }
        Ok(())
    }

    /// Notes that a visitor asks for a table: a player is present there, and one who was expected has come.
    pub async fn meet(&self, live: &LiveTable, visitor: &Visitor) {
        let mut state = live.lock().await;
        let seats: Vec<Seat> = state.table().seats_of(visitor.id()).collect();
        if seats.is_empty() {
            return;
        }
        if state.presence.ask(visitor.id(), self.now()) {
            live.revise();
        }
        self.registry().tell_request(live, &mut state, visitor.id()).await;
        self.note_waiting(&state).await;
        for seat in seats {
            if state.table().is_expected(seat) {
                self.registry().arrive(live, &mut state, seat).await;
            }
        }
    }
}
