//! Why something cannot be picked at a table, as the rules say it.

use crate::extract::{MaybeVisitor, TableInPath};
use crate::state::AppState;
use axum::Router;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bagatelle_core::Turn;
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls::pattern;
use serde::Deserialize;

/// The route.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::TABLE_WHY, get(why))
}

#[derive(Deserialize)]
struct WhyQuery {
    /// The names of the things that would be picked, in order, separated by spaces.
    picks: String,
}

/// Why picks make no legal action, in a sentence of the rules. No content if they make one or mean nothing, and for a visitor
/// without a seat.
async fn why(
    TableInPath(live): TableInPath,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<WhyQuery>,
) -> Response {
    let picks: Vec<&str> = query.picks.split_whitespace().collect();
    let state = live.lock().await;
    let viewpoint = state.table.viewpoint(visitor.as_ref());
    let reason = match (viewpoint.is_player(), state.table.play().turn()) {
        (false, _) => None,
        (true, _) if viewpoint.can_act(&state.table) => state.table.play().refusal(viewpoint.viewer, &picks),
        (true, Turn::Over) => Some("The game is over.".into()),
        (true, Turn::Seat(seat)) => Some(format!("It is the turn of {}.", state.table.label(seat))),
        (true, Turn::Chance) => None,
    };
    match reason {
        Some(reason) => sentence(&reason).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}
