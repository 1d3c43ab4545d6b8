//! Records of tables, and tables from records.

use super::caller::{AnyCaller, Caller, Play, Read};
use super::error::{ApiError, Problem};
use super::game_state::GameState;
use super::games::{made, once};
use super::key::{Key, KeyHeader};
use crate::error::AppError;
use crate::routes::extract::VisitedTable;
use crate::routes::large_forms::RecordText;
use crate::routes::replay::read_record;
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use bagatelle_table::Rejection;

/// The record: complete for a game without secrets or after its end.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", operation_id = "show_record", security((),
    ("token" = ["read"])), params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, body = ref("#/components/schemas/Record")), (status = 404, body = Problem)))]
pub async fn record(
    _: AnyCaller<Read>,
    table: Result<VisitedTable, AppError>,
) -> Result<impl IntoResponse, ApiError> {
    let VisitedTable(live) = table?;
    let record = live.lock().await.table().public_record();
    Ok(Json(record.ok_or(Rejection::Sealed)?))
}

/// Makes a table of the caller's own from a record, to look back at it and to play on: all seats belong to
/// the caller, or, where hands are hidden and the game is not over, the first one, and the others are open.
#[utoipa::path(post, path = "/api/v1/records", operation_id = "bring_record", security(("token" = ["play"])),
    params(KeyHeader),
    request_body(content = ref("#/components/schemas/Record"), description = "A record in any supported \
        form: JSON, compact text or Portable Piecepack Notation."), responses((status = 201,
            body = GameState), (status = 413, body = Problem),
    (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn upload(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    key: Key,
    record: Result<RecordText, AppError>,
) -> Result<impl IntoResponse, ApiError> {
    let RecordText(text) = record?;
    let new = read_record(&state, &visitor, &text).await?;
    let id = once(&state, &visitor, &key, new, None).await?;
    made(&state, &visitor, &id).await
}
