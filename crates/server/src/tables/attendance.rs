//! Requests about a table as signs of life: its players are present, games between programs are watched,
//! and an open table is listed as long as its owner is there.

use crate::error::AppError;
use crate::limits::{LISTED_AT_ONCE, LISTED_FOR, LISTING_RETRY};
use crate::live::table::{LiveTable, TableState};
use crate::tables::Tables;
use crate::tables::listing::Counting;
use bagatelle_core::Seat;
use bagatelle_store::{Search, StoreError};
use bagatelle_table::Visitor;
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// In how many of the listed tables at which a visitor sits the visitor's own are counted.
const MOST_LISTED: u32 = 100;

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

    /// Notes that a visitor asks for a table: a player is present there, and an expected player has arrived.
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

    /// Counts the tables of a visitor in the list while no other request does.
    async fn count_listed(
        &self,
        lock: OwnedMutexGuard<()>,
        visitor: &str,
    ) -> Result<(Counting, Vec<String>), AppError> {
        let claim = self.registry().claim("list", visitor, 0).await?;
        let claim = claim.ok_or(AppError::TooMany {
            why: "another of your tables is being listed right now: try again in a moment",
            after: LISTING_RETRY,
        })?;
        let counting = Counting::new(lock, claim);
        let own = Search {
            person: Some(visitor.to_owned()),
            listed: Some(self.now() - LISTED_FOR),
            limit: MOST_LISTED,
            ..Search::default()
        };
        let listed = self.search(&own).await?.tables.into_iter();
        let listed = listed.filter(|table| table.spec.owner == visitor).map(|table| table.spec.id);
        Ok((counting, listed.collect()))
    }

    /// Waits until a visitor may have one more table in the list, and reserves its place while the result
    /// is held.
    ///
    /// # Errors
    /// When the visitor has some there already, or the store fails.
    pub(crate) async fn list_another(&self, visitor: &str) -> Result<Counting, AppError> {
        let lock = self.listing().lock(visitor).await;
        let (counting, listed) = self.count_listed(lock, visitor).await?;
        if listed.len() < LISTED_AT_ONCE {
            return Ok(counting);
        }
        counting.end().await;
        Err(AppError::refused(format!(
            "{LISTED_AT_ONCE} of your tables are already listed: wait for players, or invite them with a link"
        )))
    }

    /// Notes that the owner of an open table is there, if so. A table that is no longer in the list comes
    /// back to it if there is room.
    pub(crate) async fn note_waiting(&self, state: &TableState) {
        let (table, now) = (state.table(), self.now());
        let owner = &table.spec().owner;
        if table.is_full() || !table.terms().listed || state.presence.away_since(owner, now).is_some() {
            return;
        }
        // Clocks do not wait for a table that is being made. The next tick tries again.
        let Some(lock) = self.listing().try_lock(owner) else { return };
        if !self.listing().is_due(table.id()) {
            return;
        }
        match self.keep_listed(state, lock).await {
            // Another server counts them: the next time is soon enough.
            Ok(()) | Err(AppError::TooMany { .. }) => (),
            Err(error) => {
                tracing::error!(table = table.id(), %error, "it cannot be noted that its owner waits");
            }
        }
    }

    async fn keep_listed(&self, state: &TableState, lock: OwnedMutexGuard<()>) -> Result<(), AppError> {
        let (counting, listed) = self.count_listed(lock, &state.table().spec().owner).await?;
        let is_listed = listed.iter().any(|id| id == state.table().id());
        let mut kept: Result<(), StoreError> = Ok(());
        if is_listed || listed.len() < LISTED_AT_ONCE {
            kept = self.registry().keep_summary(state, self.now()).await;
        }
        counting.end().await;
        if !is_listed {
            self.registry().notify_lobby();
        }
        Ok(kept?)
    }
}
