//! Why something cannot be picked at a table, as the rules say it.

use crate::routes::extract::{MaybeVisitor, VisitedTable};
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
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

/// Why picks make no legal action, in a sentence of the rules. No content if they make one or mean nothing,
/// and for a visitor without a seat.
async fn why(
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<WhyQuery>,
) -> Response {
    let state = live.lock().await;
    let table = state.table();
    match table.why_not(&table.viewpoint(visitor.as_ref()), &query.picks) {
        Some(reason) => sentence(&reason).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}
