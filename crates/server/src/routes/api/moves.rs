//! The actions of a game with their times.

use super::caller::{AnyCaller, Read};
use super::error::{ApiError, Problem};
use crate::error::AppError;
use crate::routes::extract::VisitedTable;
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use bagatelle_core::Turn;
use bagatelle_core::program::Allowance;
use bagatelle_table::{Event, EventKind, Millis, Rejection, Table, TableSpec};
use serde::Serialize;
use utoipa::ToSchema;

/// An action that was taken.
#[derive(Serialize, ToSchema)]
pub struct MoveState {
    /// The action as the caller saw it.
    action: String,
    /// The seat that took it; null for chance.
    seat: Option<u8>,
    /// When, in milliseconds since 1970.
    at: i64,
    /// Milliseconds since the action before, pauses included; null for the first one.
    took_ms: Option<i64>,
}

/// When each action that stands was taken.
fn times(spec: TableSpec, events: &[Event]) -> Result<Vec<Millis>, Rejection> {
    let mut table = Table::new(spec, [].into())?;
    let mut times: Vec<Millis> = Vec::new();
    for event in events {
        table.apply(event);
        let amended = matches!(event.kind, EventKind::Amended { .. });
        times.truncate(table.play().ply().saturating_sub(usize::from(amended)));
        times.resize(table.play().ply(), event.at);
    }
    Ok(times)
}

/// The actions that stand in a game, with their times. A takeback removes actions from the list.
#[utoipa::path(get, path = "/api/v1/games/{id}/moves", operation_id = "list_moves", security((),
    ("token" = ["read"])),
    params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, description = "The actions, in order.", body = Vec<MoveState>), (status = 404,
        body = Problem)))]
pub async fn moves(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    table: Result<VisitedTable, AppError>,
) -> Result<Json<Vec<MoveState>>, ApiError> {
    let VisitedTable(live) = table?;
    // Nothing happens between the looks at the table.
    let held = live.lock().await;
    let spec = state.tables.store().table(live.id()).await?.ok_or(AppError::NoTable)?;
    let events = state.tables.store().events(live.id()).await?;
    let table = held.table().clone();
    drop(held);
    let listed = move |_: &Allowance<'_>| {
        let seen = table.play().seen_text(table.viewpoint(visitor.as_ref()).viewer);
        let seen: Vec<String> = serde_json::from_str(seen.get()).unwrap_or_default();
        let times = times(spec, &events)?;
        let play = table.play();
        let one = |(ply, action): (usize, String)| MoveState {
            action,
            seat: match play.at(ply).turn() {
                Turn::Seat(seat) => Some(seat.0),
                Turn::Chance | Turn::Over => None,
            },
            at: times.get(ply).copied().unwrap_or_default(),
            took_ms: ply.checked_sub(1).and_then(|last| Some(times.get(ply)? - times.get(last)?)),
        };
        Ok::<_, Rejection>(seen.into_iter().enumerate().map(one).collect::<Vec<_>>())
    };
    Ok(Json(state.tables.registry().answer(listed).await??))
}
