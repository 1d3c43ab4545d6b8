//! Why something cannot be picked at a table, in the words of the rules.

use super::html::respond;
use crate::routes::extract::{MaybeVisitor, VisitedTable};
use crate::routes::method::get;
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::Query;
use axum::response::Response;
use bagatelle_pages::urls::pattern;
use bagatelle_site::{Reply, table};
use serde::Deserialize;

/// Why something cannot be planned.
const UNFORESEEN: &str = "that can’t be your next move";

/// The route.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::TABLE_WHY, get(why))
}

#[derive(Deserialize)]
struct WhyQuery {
    /// The names of the picks, in order, separated by spaces.
    picks: String,
    /// 1 if the next move is being planned.
    #[serde(default)]
    plan: u8,
}

async fn why(
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<WhyQuery>,
) -> Response {
    if query.plan == 1 {
        return respond(Reply::Sentence(Some(UNFORESEEN.to_owned())));
    }
    let state = live.lock().await;
    let table = state.table();
    respond(table::why(table, &table.viewpoint(visitor.as_ref()), &query.picks))
}
