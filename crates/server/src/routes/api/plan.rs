//! Planned moves of a caller.

use super::body::Body;
use super::caller::{Caller, Play};
use super::error::{ApiError, Problem};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::live::table::LiveTable;
use crate::routes::extract::VisitedTable;
use crate::routes::state::AppState;
use crate::tables::planned::{OwnPlan, PlanChange};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bagatelle_table::{Rejection, Visitor};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// What the caller does if the others do what the caller expects.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlan {
    /// The lines, at most 20. Each has at most 20 actions from the current position on: one of another
    /// player, what the caller does then, and so on. `*` stands for whatever the others do until the
    /// caller’s turn; it comes first, and one action of the caller follows. Other lines come before that
    /// one.
    lines: Vec<Vec<String>>,
    /// The version of the game at which it was planned; the newest if it is left out.
    version: Option<u64>,
}

/// What the caller has planned.
#[derive(Serialize, ToSchema)]
pub struct PlanView {
    /// The version of the game.
    version: u64,
    /// The lines that may still be played, from the current position on.
    lines: Vec<Vec<String>>,
    /// Why nothing is left of a plan, until the caller’s next action; null otherwise.
    dropped: Option<String>,
}

impl PlanView {
    async fn of(
        state: &AppState,
        live: &Arc<LiveTable>,
        visitor: &Visitor,
    ) -> Result<Json<PlanView>, ApiError> {
        let held = live.lock().await;
        let table = held.table();
        if table.seats_of(visitor.id()).next().is_none() {
            return Err(Rejection::NotSeated.into());
        }
        let OwnPlan { lines, dropped, .. } = state.tables.own_plan(table, visitor).await?;
        Ok(Json(PlanView { version: table.version(), lines, dropped }))
    }
}

/// What the caller has planned in a game. No other player or watcher is told that there is a plan.
#[utoipa::path(get, path = "/api/v1/games/{id}/plan", operation_id = "show_plan",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, body = PlanView), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    table: Result<VisitedTable, AppError>,
) -> Result<Json<PlanView>, ApiError> {
    let VisitedTable(live) = table?;
    PlanView::of(&state, &live, &visitor).await
}

/// Plans moves on another player’s turn, in the place of what was planned before. The rules check them now,
/// and again when they are due: then they are played at once, and those that are no longer legal are dropped.
/// Where hands are hidden nothing can be planned.
#[utoipa::path(put, path = "/api/v1/games/{id}/plan", operation_id = "plan_moves",
    security(("token" = ["play"])), request_body = NewPlan,
    params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, body = PlanView), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn plan(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    table: Result<VisitedTable, AppError>,
    address: Address,
    Body(new): Body<NewPlan>,
) -> Result<Json<PlanView>, ApiError> {
    let VisitedTable(live) = table?;
    state.quotas.count(Making::Plan, Some(&visitor), &address)?;
    state.tables.change_plan(&live, &visitor, PlanChange::All(new.lines), new.version).await?;
    PlanView::of(&state, &live, &visitor).await
}

/// Drops what the caller has planned in a game.
#[utoipa::path(delete, path = "/api/v1/games/{id}/plan", operation_id = "drop_plan",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game's id.")),
    responses((status = 204, description = "Nothing is planned any more."), (status = 404, body = Problem)))]
pub async fn unplan(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    table: Result<VisitedTable, AppError>,
) -> Result<StatusCode, ApiError> {
    let VisitedTable(live) = table?;
    state.tables.drop_plan(&live, &visitor).await?;
    Ok(StatusCode::NO_CONTENT)
}
