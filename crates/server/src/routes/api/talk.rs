//! The chat of a game.

use super::body::Body;
use super::caller::{AnyCaller, Caller, Play, Read};
use super::error::{ApiError, Problem};
use crate::error::AppError;
use crate::routes::extract::VisitedTable;
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bagatelle_table::Visitor;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A message.
#[derive(Serialize, ToSchema)]
pub struct Message {
    /// Its number, from 0.
    number: usize,
    /// When it was sent, in milliseconds since 1970.
    at: i64,
    /// The sender's name at that time.
    name: String,
    /// Whether the caller sent it.
    yours: bool,
    /// The text; empty if a moderator has removed it.
    text: String,
}

/// A message to send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "text": "Good luck" }))]
pub struct NewMessage {
    /// The text, which must hold more than blanks.
    text: String,
}

/// The messages of a game, the oldest first, without those of people whom the caller has blocked.
#[utoipa::path(get, path = "/api/v1/games/{id}/chat", operation_id = "list_messages", security((),
    ("token" = ["read"])),
    params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, description = "The messages.", body = Vec<Message>), (status = 404,
        body = Problem)))]
pub async fn chat(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    table: Result<VisitedTable, AppError>,
) -> Result<Json<Vec<Message>>, ApiError> {
    let VisitedTable(live) = table?;
    let caller = visitor.as_ref().map(Visitor::id);
    let blocked = match caller {
        Some(caller) => state.tables.blocked_by(caller).await?,
        None => Arc::default(),
    };
    let table = live.lock().await;
    let shown = table.chat.iter().enumerate().filter(|(_, said)| !blocked.contains(&said.person));
    let message = |(number, said): (usize, &bagatelle_store::ChatMessage)| Message {
        number,
        at: said.at,
        name: said.name.clone(),
        yours: caller == Some(said.person.as_str()),
        text: said.text.clone(),
    };
    Ok(Json(shown.map(message).collect()))
}

/// Sends a message to the others at a game. The caller has a seat there.
#[utoipa::path(post, path = "/api/v1/games/{id}/chat", operation_id = "send_message",
    security(("token" = ["play"])), request_body = NewMessage,
    params(("id" = String, Path, description = "The game's id.")),
    responses((status = 204, description = "The message is sent."), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn say(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    table: Result<VisitedTable, AppError>,
    Body(message): Body<NewMessage>,
) -> Result<StatusCode, ApiError> {
    let VisitedTable(live) = table?;
    state.tables.say(&live, Some(&visitor), &message.text).await?;
    Ok(StatusCode::NO_CONTENT)
}
