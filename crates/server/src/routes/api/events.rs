//! What happens at a table.

use super::body::Body;
use super::caller::{Caller, Play};
use super::error::{ApiError, Problem};
use super::game_state::GameState;
use super::games::given;
use super::model::NewEvent;
use crate::error::AppError;
use crate::routes::extract::VisitedTable;
use crate::routes::state::AppState;
use axum::extract::State;
use bagatelle_core::Seat;
use bagatelle_table::{Command, CommandKind};

/// Carries out an event at a table, such as an action, a takeback or a question.
#[utoipa::path(post, path = "/api/v1/games/{id}/events", operation_id = "send_event",
    security(("token" = ["play"])), request_body = NewEvent,
    params(("id" = String, Path, description = "The game's id.")), responses((status = 200, body = GameState),
        (status = 404, body = Problem),
    (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn event(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    table: Result<VisitedTable, AppError>,
    Body(event): Body<NewEvent>,
) -> Result<GameState, ApiError> {
    let kind = event.kind.unwrap_or_else(|| CommandKind::Act.to_string());
    let command = Command::parse(&kind, &event.text.unwrap_or_default(), event.seat.map(Seat))?;
    let randomness = given(event.randomness.as_deref())?;
    let VisitedTable(live) = table?;
    state.tables.command(&live, Some(&visitor), command, event.version, randomness).await?;
    Ok(GameState::of(&live, Some(&visitor), state.tables.now()).await)
}
