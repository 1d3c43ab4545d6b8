//! Why something cannot be picked at a table, in the words of the rules.

use super::html::respond;
use crate::routes::extract::{MaybeVisitor, VisitedTable};
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::Query;
use axum::response::Response;
use axum::routing::get;
use bagatelle_pages::urls::pattern;
use bagatelle_site::table;
use serde::Deserialize;

/// The route.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::TABLE_WHY, get(why))
}

#[derive(Deserialize)]
struct WhyQuery {
    /// The names of the picks, in order, separated by spaces.
    picks: String,
}

async fn why(
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<WhyQuery>,
) -> Response {
    let state = live.lock().await;
    let table = state.table();
    respond(table::why(table, &table.viewpoint(visitor.as_ref()), &query.picks))
}
