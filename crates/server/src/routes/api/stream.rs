//! The stream of a table.

use super::error::{ApiError, Problem};
use super::model::GameState;
use crate::address::Address;
use crate::error::AppError;
use crate::extract::{MaybeVisitor, TableInPath};
use crate::live::connection::PresenceGuard;
use crate::routes::stream::versions;
use crate::state::AppState;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::StreamExt;
use std::convert::Infallible;

/// The table's state at once and after each change, as server-sent events whose id is the version.
#[utoipa::path(get, path = "/api/v1/games/{id}/stream", params(("id" = String, Path, description = "the game's id")),
    responses((status = 200, content_type = "text/event-stream", body = GameState), (status = 404, body = Problem), (status = 429, body = Problem)))]
pub async fn stream(
    State(state): State<AppState>,
    table: Result<TableInPath, AppError>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let TableInPath(live) = table?;
    let stream = state.stream(visitor.as_ref(), &address)?;
    let guard = PresenceGuard::new(state.tables.shared_registry(), &live, visitor.as_ref()).await;
    let events = versions(&live, state.stopping.subscribe()).then(move |version| {
        let _ = (&guard, &stream);
        let (state, headers, live) = (state.clone(), headers.clone(), live.clone());
        async move {
            // Asked each time, since the visitor may have logged out.
            let visitor = state.visitor(&headers).await.unwrap_or_default();
            let game = GameState::of(&live, visitor.as_ref(), state.tables.now()).await;
            let event = Event::default().id(version.position.to_string());
            Ok::<_, Infallible>(event.json_data(&game).unwrap_or_default())
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
