//! Planned moves: the page on which lines are made, and the next move that is planned on the board of a
//! table. Nothing about a line is kept before its player keeps it: the page sends its actions so far.

use super::html::{Answer, html, respond};
use super::table::{Done, Look};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::live::table::LiveTable;
use crate::routes::extract::{BaseAddress, MaybeVisitor, VisitedTable, Wanted};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::planned::PlanChange;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_catalog::AnyPlay;
use bagatelle_core::{Turn, Viewer};
use bagatelle_pages::plan::PlanPage;
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::{Extent, Reply};
use bagatelle_table::{ANY, LONGEST_LINE, NotPlanned, Rejection, Table, Visitor};
use serde::Deserialize;
use std::sync::Arc;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::PLAN, get(page))
        .route(pattern::PLAN_ACT, post(act))
        .route(pattern::PLAN_WHY, get(why))
        .route(pattern::PLAN_NEXT, post(next))
}

/// A line that is being made.
#[derive(Default, Deserialize)]
struct Made {
    /// The version of the table from which it goes on.
    at: Option<u64>,
    /// Its actions, separated by spaces.
    #[serde(default)]
    line: String,
    /// The names of picks, separated by spaces.
    #[serde(default)]
    picks: String,
}

/// A line played on from the position of a table.
struct Played {
    play: Box<dyn AnyPlay>,
    line: Vec<String>,
}

impl Played {
    /// The current position.
    fn none(table: &Table) -> Played {
        Played { play: table.play().duplicate(), line: Vec::new() }
    }

    /// As far as the actions are those of the present version, and legal.
    fn new(table: &Table, made: &Made) -> Played {
        let mut played = Played::none(table);
        if made.at.is_none_or(|at| at == table.version()) {
            for action in made.line.split_whitespace().take(LONGEST_LINE) {
                let Ok(text) = played.play.play(action) else { break };
                played.line.push(text);
            }
        }
        played
    }

    /// Plays on.
    fn act(&mut self, action: &str) -> Result<(), AppError> {
        if self.line.len() >= LONGEST_LINE {
            return Err(NotPlanned::TooLong.into());
        }
        let text = self.play.play(action).map_err(Rejection::from)?;
        self.line.push(text);
        Ok(())
    }
}

/// Draws the page, or its part, with a line.
async fn draw(
    state: &AppState,
    live: &LiveTable,
    visitor: Option<&Visitor>,
    line: impl FnOnce(&Table) -> Played,
    (extent, done): (Extent, Option<&str>),
) -> Answer {
    // Before all that is read: what changes meanwhile makes the page outdated, and it asks again.
    let revision = live.version().revision;
    let held = live.lock().await;
    let table = held.table();
    let viewpoint = table.viewpoint(visitor);
    let seat = table.may_plan(&viewpoint);
    let visitor = seated(visitor)?;
    // Where a visitor can never plan anything, there is no such page.
    if let Err(never @ (NotPlanned::Hidden | NotPlanned::Alone | NotPlanned::NotSeated)) = seat {
        return Err(never.into());
    }
    let why = seat.as_ref().err().map(|why| sentence(&why.to_string()));
    let Played { play, line } = if seat.is_ok() { line(table) } else { Played::none(table) };
    let plan = state.tables.own_plan(table, visitor).await?;
    let page = PlanPage {
        table,
        revision,
        seat: seat.map_err(|_| why.as_deref().unwrap_or_default()),
        near: viewpoint.near(table),
        line: &line,
        play: play.as_ref(),
        lines: &plan.lines,
        done,
    };
    Ok(html(if extent.is_part() { page.part() } else { page.page() }))
}

async fn page(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    Wanted(wanted): Wanted,
    Query(made): Query<Made>,
) -> Answer {
    draw(&state, &live, visitor.as_ref(), |table| Played::new(table, &made), (wanted, None)).await
}

#[derive(Deserialize)]
struct ActForm {
    kind: String,
    #[serde(default)]
    text: String,
}

/// The visitor, who has to have a seat.
fn seated(visitor: Option<&Visitor>) -> Result<&Visitor, AppError> {
    visitor.ok_or_else(|| NotPlanned::NotSeated.into())
}

/// What is done with a line. Returns what it is then, and what to tell.
async fn carry_out(
    state: &AppState,
    live: &Arc<LiveTable>,
    (visitor, address): (Option<&Visitor>, &Address),
    made: &Made,
    form: &ActForm,
) -> Result<(Played, Option<&'static str>), AppError> {
    let visitor = seated(visitor)?;
    let held = live.lock().await;
    let table = held.table();
    table.may_plan(&table.viewpoint(Some(visitor)))?;
    if made.at.is_some_and(|at| at != table.version()) {
        return Err(Rejection::Outdated.into());
    }
    let (mut played, start) = (Played::new(table, made), Played::none(table));
    drop(held);
    let (change, done) = match form.kind.as_str() {
        "plan" => {
            played.act(&form.text)?;
            return Ok((played, None));
        }
        "back" => {
            if played.line.pop().is_some() {
                played.play.take_back();
            }
            return Ok((played, None));
        }
        "again" => return Ok((start, None)),
        "keep" => (PlanChange::Add(std::mem::take(&mut played.line)), "Line saved."),
        "drop" => {
            let line = form.text.split_whitespace().map(str::to_owned).collect();
            (PlanChange::Without(line), "Line deleted.")
        }
        "clear" => (PlanChange::All(Vec::new()), "All lines deleted."),
        _ => return Err(Rejection::UnknownCommand(form.kind.clone()).into()),
    };
    state.quotas.count(Making::Plan, Some(visitor), address)?;
    state.tables.change_plan(live, visitor, change, made.at).await?;
    Ok((if form.kind == "keep" { start } else { played }, Some(done)))
}

async fn act(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Wanted(wanted): Wanted,
    Query(made): Query<Made>,
    Form(form): Form<ActForm>,
) -> Answer {
    let done = carry_out(&state, &live, (visitor.as_ref(), &address), &made, &form).await;
    match (done, wanted) {
        (Err(error), Extent::Page) => Err(error),
        (Err(error), _) => Ok(error.into_text()),
        (Ok((played, _)), Extent::Page) => {
            let version = live.lock().await.table().version();
            Ok(Redirect::to(&urls::plan_at(live.id(), version, &played.line)).into_response())
        }
        (Ok((played, told)), wanted) => {
            draw(&state, &live, visitor.as_ref(), |_| played, (wanted, told)).await
        }
    }
}

/// Why something cannot be picked in a line.
async fn why(
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(made): Query<Made>,
) -> Answer {
    let held = live.lock().await;
    let table = held.table();
    table.may_plan(&table.viewpoint(visitor.as_ref()))?;
    let Played { play, .. } = Played::new(table, &made);
    let picks: Vec<&str> = made.picks.split_whitespace().collect();
    let refusal = match play.turn() {
        Turn::Seat(seat) => play.refusal(Viewer::Seat(seat), &picks),
        Turn::Chance | Turn::Over => None,
    };
    Ok(respond(Reply::Sentence(refusal)))
}

#[derive(Deserialize)]
struct NextForm {
    kind: String,
    #[serde(default)]
    text: String,
    version: Option<u64>,
}

/// The next move, planned on the board of a table: `begin` shows what can be planned, `stop` does not.
async fn next(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Wanted(wanted): Wanted,
    BaseAddress(base): BaseAddress,
    Form(form): Form<NextForm>,
) -> Answer {
    let change = match form.kind.as_str() {
        "begin" | "stop" => None,
        "plan" => Some(PlanChange::Add(vec![ANY.to_owned(), form.text])),
        "drop" => Some(PlanChange::Without(vec![ANY.to_owned(), form.text])),
        _ => return Err(Rejection::UnknownCommand(form.kind).into()),
    };
    let planned = match (seated(visitor.as_ref()), change) {
        (Err(error), _) => Err(error),
        (Ok(_), None) => Ok(()),
        (Ok(visitor), Some(change)) => {
            let counted = state.quotas.count(Making::Plan, Some(visitor), &address);
            match counted {
                Ok(()) => state.tables.change_plan(&live, visitor, change, form.version).await,
                over => over,
            }
        }
    };
    let look = if form.kind == "begin" { Look::Planning } else { Look::Usual };
    let done = Done { live: &live, visitor: visitor.as_ref(), wanted, base: &base, look };
    done.answer(&state, planned).await
}
