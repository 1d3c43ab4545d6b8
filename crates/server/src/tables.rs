//! The routes for what people do together beside playing: find a table, find their games, invite, and talk.

use crate::Shared;
use crate::live::{GameError, now};
use crate::pages::home::Mine;
use crate::pages::tables;
use crate::store::{Phase, Search, StoreError};
use crate::web::{Answer, answer, trouble};
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream;
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Deserialize;
use std::convert::Infallible;

/// How many tables or games a page shows.
const SHOWN: u32 = 30;

/// How long an open table is listed, in milliseconds: whoever has waited longer has gone.
const LISTED_MS: i64 = 2 * 24 * 60 * 60 * 1000;

/// The routes.
pub fn routes() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/tables", get(open))
        .route("/tables/part", get(open_part))
        .route("/tables/events", get(open_events))
        .route("/games", get(archive))
        .route("/g/{id}/say", post(say))
        .route("/g/{id}/qr.svg", get(qr))
}

async fn waiting(shared: &Shared) -> Result<(u64, Vec<crate::store::Listed>), StoreError> {
    let version = *shared.games.lobby.borrow();
    let search = Search { listed: true, limit: SHOWN, ..Search::default() };
    let mut waiting = shared.games.store().search(&search).await?;
    waiting.retain(|table| table.standing.changed > now() - LISTED_MS);
    Ok((version, waiting))
}

async fn open(State(shared): State<Shared>) -> Answer {
    let (version, waiting) = waiting(&shared).await.map_err(|e| trouble(&shared)(e.into()))?;
    Ok(tables::open(&shared.assets, version, &waiting).into_response())
}

async fn open_part(State(shared): State<Shared>) -> Answer {
    let (version, waiting) = waiting(&shared).await.map_err(|e| trouble(&shared)(e.into()))?;
    Ok(tables::open_part(version, &waiting).into_response())
}

/// Tells whenever the list of open tables may have changed.
async fn open_events(State(shared): State<Shared>) -> Response {
    let mut watched = shared.games.lobby.subscribe();
    watched.mark_changed();
    let stream =
        stream::unfold((watched, shared.stopping.subscribe()), |(mut watched, mut stopping)| async move {
            tokio::select! {
                changed = watched.changed() => changed.ok()?,
                _ = stopping.wait_for(|stop| *stop) => return None,
            }
            let version = *watched.borrow_and_update();
            Some((Ok::<_, Infallible>(Event::default().data(format!("{version}.0"))), (watched, stopping)))
        });
    Sse::new(stream).keep_alive(crate::web::beat()).into_response()
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Filter {
    game: String,
    phase: String,
    text: String,
    skip: u32,
}

/// All games of the visitor.
async fn archive(State(shared): State<Shared>, headers: HeaderMap, Query(filter): Query<Filter>) -> Answer {
    let visitor = shared.visitor(&headers).await;
    let mut search = Search {
        person: Some(visitor.as_ref().map_or(String::new(), |v| v.id().to_owned())),
        game: Some(filter.game).filter(|game| !game.is_empty()),
        phase: Phase::read(&filter.phase),
        to_move: filter.phase == "turn",
        text: filter.text,
        listed: false,
        skip: filter.skip,
        limit: SHOWN + 1,
    };
    let found = shared.games.store().search(&search).await.map_err(|e| trouble(&shared)(e.into()))?;
    search.limit = SHOWN;
    let person = search.person.clone().unwrap_or_default();
    let mine: Vec<Mine> =
        found.iter().take(SHOWN as usize).filter_map(|game| Mine::of(game, &person)).collect();
    Ok(tables::archive(&shared.assets, &search, &mine, found.len() > SHOWN as usize).into_response())
}

#[derive(Deserialize)]
struct Say {
    text: String,
}

/// Says something at a table.
async fn say(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Say>,
) -> Answer {
    let visitor = shared.visitor(&headers).await;
    let said = async {
        let live = shared.games.get(&id).await?;
        shared.games.say(&live, visitor.as_ref(), &form.text).await
    };
    answer(&shared, &id, &headers, said.await).await
}

/// The address of a table as a QR code, for the phone across the table.
async fn qr(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    shared.games.get(&id).await.map_err(trouble(&shared))?;
    let address = format!("{}/g/{id}", shared.address(&headers));
    let code = QrCode::with_error_correction_level(address, EcLevel::M)
        .map_err(|e| trouble(&shared)(GameError::Machine(e.into())))?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(160, 160).build();
    Ok(([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "private, max-age=3600")], picture).into_response())
}
