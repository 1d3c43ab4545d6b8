//! Whether the server is alive, and whether it can do its work.

use crate::routes::method::get;
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use bagatelle_pages::urls::pattern;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::HEALTH, get(async || "well\n")).route(pattern::READY, get(ready))
}

async fn ready(State(state): State<AppState>) -> (StatusCode, String) {
    let stopping = *state.stopping.borrow();
    match state.readiness.check(&state.tables, stopping).await {
        Ok(()) => (StatusCode::OK, "ready\n".into()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
    }
}
