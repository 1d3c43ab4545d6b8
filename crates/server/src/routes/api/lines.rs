//! Streams as server-sent events, or as JSON lines for clients that ask for `application/x-ndjson`.

use crate::routes::stream::UNBUFFERED;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use serde::Serialize;
use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

/// How often an idle stream shows that it is alive: by a comment, or an empty line.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The media type of JSON lines.
const LINES: &str = "application/x-ndjson";

/// An item of a stream with the number by which a client resumes.
pub struct Numbered<T> {
    /// The number.
    pub number: String,
    /// The item.
    pub item: T,
}

/// A stream in the form that the client asks for.
pub fn respond<T: Serialize + Send + 'static>(
    headers: &HeaderMap,
    items: impl Stream<Item = Numbered<T>> + Send + 'static,
) -> Response {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|media| media.to_str().ok());
    if !accepted.flat_map(|list| list.split(',')).any(|media| media.trim().starts_with(LINES)) {
        let events = items.map(|Numbered { number, item }| {
            Ok::<_, Infallible>(Event::default().id(number).json_data(&item).unwrap_or_default())
        });
        let events = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT));
        return (UNBUFFERED, events).into_response();
    }
    let lines = stream::unfold(Box::pin(items), async |mut items| {
        let line = match tokio::time::timeout(HEARTBEAT, pin!(items.next())).await {
            Ok(Some(Numbered { item, .. })) => serde_json::to_vec(&item).unwrap_or_default(),
            Ok(None) => return None,
            Err(_) => Vec::new(),
        };
        let line: Bytes = [line.as_slice(), b"\n"].concat().into();
        Some((Ok::<_, Infallible>(line), items))
    });
    (UNBUFFERED, [(CONTENT_TYPE, LINES), (CACHE_CONTROL, "no-cache")], Body::from_stream(lines))
        .into_response()
}
