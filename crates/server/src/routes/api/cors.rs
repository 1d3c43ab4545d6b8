//! Which requests from pages of other sites get an answer that the page may read: those that bear a token. A
//! page of another site never speaks for a visitor whom a cookie names: no answer allows credentials.

use axum::http::header::{
    ACCESS_CONTROL_REQUEST_HEADERS, AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use std::time::Duration;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// How long a browser remembers what may be sent.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// Whether a request bears a token, or asks whether one with a token may be sent.
fn bears_token(headers: &HeaderMap) -> bool {
    let announced = headers.get_all(ACCESS_CONTROL_REQUEST_HEADERS).iter();
    let mut announced = announced.filter_map(|names| names.to_str().ok()).flat_map(|names| names.split(','));
    headers.contains_key(AUTHORIZATION)
        || announced.any(|name| name.trim().eq_ignore_ascii_case(AUTHORIZATION.as_str()))
}

/// The layer around the routes of the API.
pub fn layer() -> CorsLayer {
    let may = |_: &HeaderValue, parts: &Parts| bears_token(&parts.headers);
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(may))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
        ])
        .expose_headers([RETRY_AFTER, HeaderName::from_static("x-request-id")])
        .max_age(REMEMBERED)
}
