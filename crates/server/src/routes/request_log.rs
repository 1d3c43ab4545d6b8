//! What is recorded about each request: an id for the answer and all its lines in the log, how long it took,
//! and a line of its own if the host wants one.

use crate::http::address::{Origin, origin, peer};
use crate::routes::state::AppState;
use crate::system::clock::Stopwatch;
use crate::system::random;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::Response;
use std::net::IpAddr;
use tracing::Span;

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

/// A request that is being answered.
pub struct Observed {
    begun: Stopwatch,
    id: String,
    route: Option<MatchedPath>,
    /// What its line in the log says, if it has one.
    line: Option<(Method, String, Option<IpAddr>)>,
    span: Span,
}

impl Observed {
    /// Gives a request its id, and begins to measure it.
    pub fn begin(state: &AppState, request: &Request) -> Observed {
        let begun = Stopwatch::start();
        // Without randomness a request does without an id.
        let id = given(request.headers()).or_else(|| random::code::<8>().ok()).unwrap_or_default();
        let line = state.access_log.then(|| {
            let peer = peer(request.extensions());
            let client = match origin(peer, request.headers(), &state.proxies) {
                Origin::At(ip) => Some(ip),
                Origin::Here | Origin::Unreadable(_) => peer,
            };
            (request.method().clone(), request.uri().path().to_owned(), client)
        });
        let span = tracing::info_span!("request", id);
        Observed { begun, id, route: request.extensions().get::<MatchedPath>().cloned(), line, span }
    }

    /// What its lines in the log belong to.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Records the answer, and tells the client the id.
    pub fn end(self, state: &AppState, mut response: Response) -> Response {
        let (status, took) = (response.status().as_u16(), self.begun.elapsed());
        let meters = state.tables.registry().meters();
        let route = self.route.as_ref().map_or("none", MatchedPath::as_str);
        let base = state.base().map(ToString::to_string).unwrap_or_default();
        meters.request(route.strip_prefix(&base).unwrap_or(route), status, took);
        if let Some((method, path, client)) = self.line {
            let client = client.map(|ip| ip.to_string()).unwrap_or_default();
            let ms = took.as_secs_f64() * 1000.0;
            self.span
                .in_scope(|| tracing::info!(target: "bagatelle_access", %method, path, status, ms, client));
        }
        if let Ok(id) = HeaderValue::from_str(&self.id) {
            response.headers_mut().insert(ID, id);
        }
        response
    }
}
