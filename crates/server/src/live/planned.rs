//! Planned moves are played: those that an event makes due follow it in the same write, so no server can end
//! between them. A plan that was kept while another server wrote the event is played when the table is read.

use super::registry::Registry;
use super::table::{LiveTable, TableState};
use crate::error::AppError;
use bagatelle_core::Seat;
use bagatelle_store::StoreError;
use bagatelle_table::{Actor, Command, Context, Event, LONGEST_LINE, Rejection, Table, Visitor};

/// How many events are written at once: two plans that answer each other end before that.
const AT_ONCE: usize = 2 * LONGEST_LINE;

/// The person to act, if that person may have planned.
fn awaited(table: &Table) -> Option<(Seat, &str)> {
    let seat = table.to_act().filter(|_| table.has_plans())?;
    Some((seat, &table.person(seat)?.id))
}

impl Registry {
    /// An event, with those that follow at once since they were planned.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn with_planned(&self, table: &Table, event: Event) -> Result<Vec<Event>, StoreError> {
        let mut events = vec![event];
        if !events[0].kind.is_move() || !table.has_plans() {
            return Ok(events);
        }
        let plans = self.store().plans_at(table.id()).await?;
        if plans.is_empty() {
            return Ok(events);
        }
        let mut after = table.after(&events[0]);
        while let Some((seat, person)) = awaited(&after).filter(|_| events.len() < AT_ONCE) {
            let own = plans.iter().find(|planned| planned.is_of(seat, person));
            let Some(action) = own.and_then(|planned| after.due(&planned.plan)) else { break };
            let owner = Visitor::anonymous(person);
            let context = Context::at(events[0].at);
            match after.decide(Actor::Visitor(&owner), Command::Act(action), &context) {
                Ok(event) => {
                    after.apply(&event);
                    events.push(event);
                }
                Err(why) => {
                    tracing::debug!(table = table.id(), %why, "a planned move is not played");
                    break;
                }
            }
        }
        Ok(events)
    }

    /// As [`Registry::play_due`], after something that stands whether or not this can be done.
    pub async fn play_what_is_due(&self, live: &LiveTable, state: &mut TableState) {
        if let Err(error) = self.play_due(live, state).await {
            tracing::error!(table = live.id(), %error, "a planned move cannot be played");
        }
    }

    /// Plays what is planned and due now.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn play_due(&self, live: &LiveTable, state: &mut TableState) -> Result<(), AppError> {
        let Some((seat, person)) = awaited(state.table()) else { return Ok(()) };
        let owner = Visitor::anonymous(person);
        let plan = self.store().plan(live.id(), seat, owner.id()).await?;
        let Some(action) = plan.and_then(|plan| state.table().due(&plan)) else { return Ok(()) };
        let context = state.context(self.clock().now(), Some(state.table().version()));
        match self.commit(live, state, Actor::Visitor(&owner), Command::Act(action), &context).await {
            // Another server was first, or the time is up.
            Err(AppError::Rejected(Rejection::Outdated | Rejection::TimeUp) | AppError::WrongClock) => Ok(()),
            played => played,
        }
    }
}
