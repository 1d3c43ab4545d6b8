//! Event streams that tell watchers of changes until the server stops.

use crate::live::table::{LiveTable, Version};
use crate::routes::state::AppState;
use axum::BoxError;
use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bagatelle_table::Visitor;
use futures_util::{Stream, StreamExt, stream};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often an idle stream sends a heartbeat; the page asks for another stream after 40 s of silence.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The heartbeat of an idle stream. It is an event, since comments do not reach scripts.
fn heartbeat() -> KeepAlive {
    KeepAlive::new().interval(HEARTBEAT).event(Event::default().event("beat").data("here"))
}

/// What all streams say to a proxy: to pass on everything at once. Otherwise nginx collects answers.
pub const UNBUFFERED: [(HeaderName, HeaderValue); 1] =
    [(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"))];

/// The answer to a page that follows a stream of events.
pub fn events<E: Into<BoxError> + 'static>(
    events: impl Stream<Item = Result<Event, E>> + Send + 'static,
) -> Response {
    (UNBUFFERED, Sse::new(events).keep_alive(heartbeat())).into_response()
}

/// As [`events`], for a visitor: tells also when something new is in the visitor's feed, such as a turn at
/// another table, so that the page counts again how much waits.
pub fn events_for<E: Into<BoxError> + 'static>(
    state: &AppState,
    visitor: Option<&Visitor>,
    events: impl Stream<Item = Result<Event, E>> + Send + 'static,
) -> Response {
    let news = visitor.map(|visitor| state.tables.registry().feeds().follow(visitor.id()));
    self::events(stream::unfold((Box::pin(events), news), async |(mut events, mut news)| {
        let news_came = async {
            match &mut news {
                Some(news) => news.changed().await.is_ok(),
                None => false,
            }
        };
        let item = tokio::select! {
            biased;
            item = events.next() => item?,
            true = news_came => Ok(Event::default().event("news").data("here")),
        };
        Some((item, (events, news)))
    }))
}

/// Each version of a table that is noticed, the present one first.
pub fn versions(
    live: &Arc<LiveTable>,
    stopping: watch::Receiver<bool>,
) -> impl Stream<Item = Version> + use<> {
    changes((live.watch(), Arc::clone(live)), stopping)
}

/// Each value of a watched number that is noticed, the present one first.
pub fn numbers(watched: watch::Receiver<u64>, stopping: watch::Receiver<bool>) -> impl Stream<Item = u64> {
    changes((watched, ()), stopping)
}

/// The values of `watched`; `kept` lives as long as the stream.
fn changes<T: Copy, K>(
    (mut watched, kept): (watch::Receiver<T>, K),
    stopping: watch::Receiver<bool>,
) -> impl Stream<Item = T> {
    watched.mark_changed();
    stream::unfold((watched, kept, stopping), async |(mut watched, kept, mut stopping)| {
        tokio::select! {
            changed = watched.changed() => changed.ok()?,
            _ = stopping.wait_for(|stop| *stop) => return None,
        }
        let value = *watched.borrow_and_update();
        Some((value, (watched, kept, stopping)))
    })
}
