//! What happens at a table.

use super::body::Body;
use super::caller::{Caller, Play};
use super::error::{ApiError, Problem};
use super::game_state::GameState;
use super::games::given;
use super::model::NewEvent;
use crate::error::AppError;
use crate::extract::TableInPath;
use crate::state::AppState;
use axum::extract::State;
use bagatelle_core::Seat;
use bagatelle_table::Command;

/// Acts, or takes back.
#[utoipa::path(post, path = "/api/v1/games/{id}/events", security(("token" = ["play"])), request_body = NewEvent, operation_id = "happen",
    params(("id" = String, Path, description = "the game's id")), responses((status = 200, body = GameState), (status = 404, body = Problem),
    (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn event(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    table: Result<TableInPath, AppError>,
    Body(event): Body<NewEvent>,
) -> Result<GameState, ApiError> {
    let command = Command::parse(&event.kind, &event.text, event.seat.map(Seat))?;
    let randomness = given(event.randomness.as_deref())?;
    let TableInPath(live) = table?;
    state.tables.command(&live, Some(&visitor), command, event.version, randomness).await?;
    Ok(GameState::of(&live, Some(&visitor), state.tables.now()).await)
}
