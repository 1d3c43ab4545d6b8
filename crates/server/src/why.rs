//! Why something cannot be done: what a page asks while its reader points at a place.

use crate::Shared;
use crate::http::{Trouble, sentence};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

/// What is asked: the names of the things that would be picked, in order, with blanks between.
#[derive(Deserialize)]
pub struct Pointed {
    picks: String,
}

/// A sentence of the rules; nothing if it can be done, if the picks mean nothing, and for everybody who is not to act.
pub async fn why(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(pointed): Query<Pointed>,
    headers: HeaderMap,
) -> Response {
    let live = match shared.games.get(&id).await {
        Ok(live) => live,
        Err(error) => return Trouble(&shared, error).into_response(),
    };
    let picks: Vec<&str> = pointed.picks.split_whitespace().collect();
    let visitor = shared.visitor(&headers).await;
    let line = live.line().await;
    let reader = live.reader(visitor.as_ref(), &line);
    match line.table.why_not(reader.viewer, &picks).filter(|_| reader.acts(&line)) {
        Some(reason) => sentence(&reason).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}
