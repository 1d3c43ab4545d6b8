//! Records of tables, and tables from records.

use super::error::{ApiError, Problem, Text};
use super::games::made;
use super::model::GameState;
use crate::address::Address;
use crate::error::AppError;
use crate::extract::{CurrentVisitor, TableInPath};
use crate::quotas::Making;
use crate::routes::replay::upload_record;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use bagatelle_table::Rejection;

/// The record: whole for a game without secrets or after its end.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", params(("id" = String, Path, description = "the game's id")),
    responses((status = 200, body = Object), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn record(table: Result<TableInPath, AppError>) -> Result<impl IntoResponse, ApiError> {
    let TableInPath(live) = table?;
    let record = live.lock().await.table.public_record();
    Ok(Json(record.ok_or(Rejection::Sealed)?))
}

/// Makes a table of the caller's own from a record, to look back at it and to play on: all seats belong to the caller, or,
/// where hands are hidden and the game is not over, the first one, and the others are open.
#[utoipa::path(post, path = "/api/v1/records", request_body = Object, operation_id = "bring", responses(
    (status = 201, body = GameState), (status = 401, body = Problem), (status = 413, body = Problem),
    (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn upload(
    State(state): State<AppState>,
    visitor: Result<CurrentVisitor, AppError>,
    address: Address,
    Text(text): Text,
) -> Result<impl IntoResponse, ApiError> {
    let CurrentVisitor(visitor) = visitor?;
    state.quotas.count(Making::Upload, Some(&visitor), &address)?;
    let id = upload_record(&state, &visitor, &text).await?;
    made(&state, &visitor, &id).await
}
