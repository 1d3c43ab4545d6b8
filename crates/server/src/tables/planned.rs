//! What players plan at tables. Only its owner is shown a plan: keeping one changes no number that others
//! can see, and wakes no stream.

use crate::error::AppError;
use crate::live::table::{LiveTable, TableState};
use crate::tables::Tables;
use bagatelle_core::present::Fixed;
use bagatelle_core::program::Allowance;
use bagatelle_core::{Seat, Viewer};
use bagatelle_pages::table::{PlannedMoves, Planning};
use bagatelle_store::StoreError;
use bagatelle_table::{ANY, Line, Pace, Plan, Rejection, Standing, Table, Visitor};
use std::sync::Arc;

/// A change of a plan.
#[derive(Clone, Debug)]
pub enum PlanChange {
    /// These lines, and no others.
    All(Vec<Line>),
    /// One more line; one that answers any action takes the place of another such line.
    Add(Line),
    /// All but this line.
    Without(Line),
}

/// What a player has planned.
#[derive(Clone, Default, Debug)]
pub struct OwnPlan {
    /// The lines that may still be played.
    pub lines: Vec<Line>,
    /// Why nothing is left of the plan, if its player has not acted since.
    pub dropped: Option<String>,
    /// Whether the last action at the table was a planned one.
    pub played: bool,
}

impl OwnPlan {
    /// What the player does whatever the others do.
    #[must_use]
    pub fn next(&self) -> Option<&str> {
        self.lines.iter().find(|line| line[0] == ANY).map(|line| line[1].as_str())
    }
}

/// The seat of a visitor who may have planned.
fn seat_of(table: &Table, visitor: &Visitor) -> Option<Seat> {
    if !table.has_plans() {
        return None;
    }
    let mut seats = table.seats_of(visitor.id());
    seats.next().filter(|_| seats.next().is_none())
}

impl Tables {
    /// What a visitor has planned at a table.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn own_plan(&self, table: &Table, visitor: &Visitor) -> Result<OwnPlan, StoreError> {
        let Some(seat) = seat_of(table, visitor) else { return Ok(OwnPlan::default()) };
        let Some(plan) = self.store().plan(table.id(), seat, visitor.id()).await? else {
            return Ok(OwnPlan::default());
        };
        let played = table.was_planned(&plan);
        Ok(match table.standing(&plan) {
            Standing::Waits(lines) => OwnPlan { lines, dropped: None, played },
            Standing::Dropped(why) => OwnPlan { dropped: Some(why.to_string()), ..OwnPlan::default() },
            Standing::Due(_) | Standing::Done => OwnPlan { played, ..OwnPlan::default() },
        })
    }

    /// What the page of a table shows a visitor of plans; `picking` if the next move is being planned on its
    /// board. `None` for those who never plan there.
    ///
    /// # Errors
    /// When the store fails, or it takes too long to find what can be planned.
    pub async fn planned_moves(
        &self,
        table: &Table,
        visitor: &Visitor,
        picking: bool,
        fixed: Fixed,
    ) -> Result<Option<PlannedMoves>, AppError> {
        if seat_of(table, visitor).is_none() || table.is_over() {
            return Ok(None);
        }
        let plan = self.own_plan(table, visitor).await?;
        let next = plan.next().map(str::to_owned);
        let viewpoint = table.viewpoint(Some(visitor));
        let live = matches!(table.terms().pace, Pace::RealTime { .. });
        let draw = move |table: &Table, actions: &[&str]| {
            let viewer = Viewer::Seat(viewpoint.seats[0]);
            table.play().svg_planned(viewer, viewpoint.near(table), fixed, actions)
        };
        let board = match (table.may_plan(&table.viewpoint(Some(visitor))), next) {
            // A program that plays for another person does not think for so long.
            (Err(_), _) => Planning::Nothing,
            (Ok(_), _) if table.person_to_act().is_none() => Planning::Nothing,
            (Ok(_), _) if !live => Planning::Lines,
            (Ok(seat), _) if picking => {
                let table = table.clone();
                let look = move |_: &Allowance<'_>| {
                    let offers = table.foreseen(seat);
                    let texts: Vec<&str> = offers.iter().map(|offer| offer.text.as_str()).collect();
                    let svg = draw(&table, &texts);
                    Planning::Picks { svg, offers }
                };
                self.registry().answer(look).await?
            }
            (Ok(seat), Some(action)) => {
                let table = table.clone();
                let look = move |_: &Allowance<'_>| match table.way_ahead(seat, &action) {
                    Some((offer, told)) => {
                        Planning::Kept { svg: draw(&table, &[&action]), path: offer.path, action, told }
                    }
                    None => Planning::Next,
                };
                self.registry().answer(look).await?
            }
            (Ok(_), None) => Planning::Next,
        };
        let told = plan.dropped.or_else(|| plan.played.then(|| "Your planned move was played.".to_owned()));
        Ok(Some(PlannedMoves { lines: plan.lines.len(), told, board }))
    }

    /// Changes what a visitor has planned at a table. `version` is that of the page on which it was done.
    ///
    /// # Errors
    /// When nothing can be planned, or not this, or the store fails.
    pub async fn change_plan(
        &self,
        live: &Arc<LiveTable>,
        visitor: &Visitor,
        change: PlanChange,
        version: Option<u64>,
    ) -> Result<(), AppError> {
        self.office().may_play(Some(visitor))?;
        let state = live.lock().await;
        self.change(&state, visitor, change, version).await?;
        drop(state);
        // Another server may have written what the plan answers.
        self.registry().refresh(live).await
    }

    async fn change(
        &self,
        state: &TableState,
        visitor: &Visitor,
        change: PlanChange,
        version: Option<u64>,
    ) -> Result<(), AppError> {
        let table = state.table();
        let seat = table.may_plan(&table.viewpoint(Some(visitor)))?;
        if version.is_some_and(|seen| seen != table.version()) {
            return Err(Rejection::Outdated.into());
        }
        let lines = match change {
            PlanChange::All(lines) => lines,
            PlanChange::Add(line) => {
                let mut lines = self.own_plan(table, visitor).await?.lines;
                lines.retain(|other| line.first().is_none_or(|first| first != ANY) || other[0] != ANY);
                lines.push(line);
                lines
            }
            PlanChange::Without(line) => {
                let mut lines = self.own_plan(table, visitor).await?.lines;
                lines.retain(|other| *other != line);
                lines
            }
        };
        if lines.is_empty() {
            self.store().drop_plan(table.id(), seat, visitor.id()).await?;
            return Ok(());
        }
        let asked = table.clone();
        let lines = self.registry().answer(move |_| asked.check_plan(seat, &lines)).await??;
        let plan = Plan { seat, version: table.version(), lines };
        Ok(self.store().keep_plan(table.id(), visitor.id(), &plan).await?)
    }

    /// Drops what a visitor has planned at a table.
    ///
    /// # Errors
    /// When the visitor has no seat there, or the store fails.
    pub async fn drop_plan(&self, live: &LiveTable, visitor: &Visitor) -> Result<(), AppError> {
        let state = live.lock().await;
        let seats: Vec<Seat> = state.table().seats_of(visitor.id()).collect();
        if seats.is_empty() {
            return Err(Rejection::NotSeated.into());
        }
        for seat in seats {
            self.store().drop_plan(live.id(), seat, visitor.id()).await?;
        }
        Ok(())
    }
}
