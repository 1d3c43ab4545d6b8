//! The stream of a table.

use super::html::Answer;
use super::stream;
use crate::http::address::Address;
use crate::live::connection::PresenceGuard;
use crate::routes::extract::{MaybeVisitor, VisitedTable};
use crate::routes::state::AppState;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::Event;
use futures_util::StreamExt;
use std::convert::Infallible;
use std::time::Duration;

/// How long a page waits before it looks for a server that it has lost.
const RECONNECT: Duration = Duration::from_secs(1);

/// Tells the number of the newest version, at once and after each change, until the server stops.
///
/// # Errors
/// When the visitor has too many streams.
pub async fn events(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    headers: HeaderMap,
) -> Answer {
    let held = state.stream(visitor.as_ref(), &address)?;
    let guard = PresenceGuard::new(state.tables.shared_registry(), &live, visitor.as_ref()).await;
    let versions = stream::versions(&live, state.stopping.subscribe());
    // A visitor who logs in or out in another tab has another id: the page then requests a new stream.
    let (here, reader) = (state.clone(), visitor.clone());
    let same = versions.take_while(move |_| {
        let (state, headers, visitor) = (here.clone(), headers.clone(), reader.clone());
        async move { state.visitor(&headers).await.is_ok_and(|now| now == visitor) }
    });
    let events = same.map(move |version| {
        let _ = (&guard, &held);
        let event = Event::default().data(format!("{}.{}", version.events, version.revision));
        Ok::<_, Infallible>(event.retry(RECONNECT))
    });
    Ok(stream::events_for(&state, visitor.as_ref(), events))
}
