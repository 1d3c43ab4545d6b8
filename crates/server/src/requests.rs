//! What is told of each request: an id that the answer and all lines of the log have, how long it took, and a line of its own if
//! the host wants one.

use crate::address::{origin, peer};
use crate::clock::Stopwatch;
use crate::random;
use crate::state::AppState;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

/// The header with the id.
const ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest id that a proxy may give.
const LONGEST_ID: usize = 64;

/// The id that a proxy has given, if it is one: letters, digits, `-` and `_`.
fn given(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(ID)?.to_str().ok()?;
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_".contains(&b);
    ((1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(plain)).then(|| id.to_owned())
}

/// Gives a request its id, and measures it.
pub async fn observe(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let begun = Stopwatch::start();
    // Without randomness a request does without an id.
    let id = given(request.headers()).or_else(|| random::code::<8>().ok()).unwrap_or_default();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let line = state.access_log.then(|| {
        let peer = peer(request.extensions());
        let client = origin(peer, request.headers(), &state.proxies).or(peer);
        (request.method().clone(), request.uri().path().to_owned(), client)
    });
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    let meters = state.tables.registry().meters();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let base = state.base().map(ToString::to_string).unwrap_or_default();
    meters.request(route.strip_prefix(&base).unwrap_or(route), status, took);
    if let Some((method, path, client)) = line {
        let client = client.map(|ip| ip.to_string()).unwrap_or_default();
        let ms = took.as_secs_f64() * 1000.0;
        span.in_scope(|| tracing::info!(target: "bagatelle_access", %method, path, status, ms, client));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(ID, id);
    }
    response
}
