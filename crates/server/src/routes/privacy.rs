//! The page that says what the server keeps about its visitors.

use super::html::html;
use crate::routes::extract::BaseAddress;
use crate::routes::method::get;
use crate::routes::state::AppState;
use crate::tables::retention::KeepGuests;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use bagatelle_pages::privacy::PrivacyPage;
use bagatelle_pages::urls::pattern;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::PRIVACY, get(page))
}

async fn page(State(state): State<AppState>, BaseAddress(base): BaseAddress) -> Response {
    let page = PrivacyPage {
        keep_guests_days: state.keep_guests.map(KeepGuests::days),
        registration: state.registration,
        access_log: state.access_log,
        notifications: state.pusher.is_some(),
        base: &base,
    };
    html(page.page())
}
