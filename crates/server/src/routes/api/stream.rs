//! The stream of a table.

use super::caller::{AnyCaller, Read, bearing};
use super::error::{ApiError, Problem};
use super::game_state::GameState;
use super::lines::{Numbered, respond};
use crate::error::AppError;
use crate::http::address::Address;
use crate::live::connection::PresenceGuard;
use crate::live::table::LiveTable;
use crate::routes::extract::VisitedTable;
use crate::routes::state::{AppState, Stream};
use crate::routes::stream::versions;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{StreamExt, stream};
use serde_json::value::RawValue;
use std::sync::Arc;

/// The table's state at once and after each change: as server-sent events or as JSON lines with
/// `Accept: application/x-ndjson`. The id of an event is the version. Each state after the first one has only
/// the new actions in `seen`: see `seen_from`. A client that reads slowly gets the newest state.
#[utoipa::path(get, path = "/api/v1/games/{id}/stream", operation_id = "follow_game", security((),
    ("token" = ["read"])), params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, description = "A stream of states.", content((GameState = "text/event-stream"),
        (GameState = "application/x-ndjson"))),
        (status = 404, body = Problem), (status = 429, body = Problem)))]
pub async fn stream(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    table: Result<VisitedTable, AppError>,
    address: Address,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let VisitedTable(live) = table?;
    let held = state.stream(visitor.as_ref(), &address)?;
    let guard = PresenceGuard::new(state.tables.shared_registry(), &live, visitor.as_ref()).await;
    let versions = Box::pin(versions(&live, state.stopping.subscribe()));
    let watching = Watching { state, live, headers: headers.clone(), sent: Vec::new(), _held: (guard, held) };
    let states = stream::unfold((versions, watching), async |(mut versions, mut watching)| {
        let version = versions.next().await?;
        let item = watching.look().await?;
        Some((Numbered { number: version.position.to_string(), item }, (versions, watching)))
    });
    Ok(respond(&headers, states))
}

/// A client that watches a table.
struct Watching {
    state: AppState,
    live: Arc<LiveTable>,
    headers: HeaderMap,
    /// The actions that were sent.
    sent: Vec<Box<RawValue>>,
    _held: (PresenceGuard, Stream),
}

impl Watching {
    /// The table as it stands now; `None` if the token is no longer valid.
    async fn look(&mut self) -> Option<GameState> {
        // Asked each time, since the token may have been revoked.
        let visitor = bearing(&self.state, &self.headers).await.ok()?.map(|bearing| bearing.visitor);
        let mut game = GameState::of(&self.live, visitor.as_ref(), self.state.tables.now()).await;
        game.without_sent(&mut self.sent);
        Some(game)
    }
}
