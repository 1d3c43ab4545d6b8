//! What is done around every request, whatever it is for: it is measured, its answer has the headers that
//! keep pages safe, is in the form that the client reads, and looks as the visitor wants; a handler that
//! panics answers, too.
//!
//! This is one layer rather than one for each of these: a layer copies all that is inside it for each
//! request.

use crate::error::{AppError, Form};
use crate::http::address::{Address, peer};
use crate::routes::look::Dress;
use crate::routes::request_log::Observed;
use crate::routes::security::{Headers, Wanted};
use crate::routes::state::AppState;
use crate::work::asker::answering;
use crate::{error, http::base, http::connections, routes::security, tables::once};
use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use tracing::Instrument;

/// Answers a request by the routes.
pub async fn answer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let observed = Observed::begin(&state, &request);
    let (span, proxies) = (observed.span(), &state.proxies);
    let address = Address::of(peer(request.extensions()), request.headers(), proxies);
    let response = answering(address, safely(&state, request, next)).instrument(span).await;
    observed.end(&state, response)
}

/// The answer, with the headers that all answers have.
async fn safely(state: &AppState, request: Request, next: Next) -> Response {
    let headers = Headers::of(state, &request);
    let response = match headers.refusal() {
        None => in_form(state, request, next).await,
        Some(refusal) => error::at_path(request.uri().path(), refusal),
    };
    headers.put(state, response)
}

/// The answer in the form that the client reads, with the visitor's look and the server's base path.
async fn in_form(state: &AppState, request: Request, next: Next) -> Response {
    let (form, dress) = (Form::of(&request), Dress::of(state, request.headers()));
    // A handler that panics leaves only its own state broken: shared state is locked, and its lock is then
    // poisoned.
    let response =
        AssertUnwindSafe(handle(state, request, next)).catch_unwind().await.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason is known");
            AppError::Internal(anyhow::anyhow!("a handler panicked: {text}")).into_response()
        });
    let response = once::close(state.tables.now(), form.put(response)).await;
    let response = dress.put(state, response).await;
    match state.base() {
        None => response,
        Some(base) => base::put(base, response).await,
    }
}

/// The answer of the routes, unless another site has made the visitor ask: that is checked before any of the
/// body is read.
async fn handle(state: &AppState, request: Request, next: Next) -> Response {
    let wanted = security::is_wanted(&request, state.public_url.as_ref());
    if wanted == Wanted::No {
        return AppError::CrossSite.into_response();
    }
    let peer = peer(request.extensions());
    let held = state.bodies.hold(&Address::of(peer, request.headers(), &state.proxies));
    let request = connections::timely(request, &held).await;
    if let Some(refusal) = held.refusal() {
        return refusal.into_response();
    }
    let mut response = next.run(request).await;
    if let Some(refusal) = held.refusal() {
        return refusal.into_response();
    }
    if wanted == Wanted::WithoutCookies {
        response.headers_mut().remove(SET_COOKIE);
    }
    response
}
