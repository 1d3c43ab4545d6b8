//! The routes that people's browsers use.

use crate::Shared;
use crate::deal::{self, Order, Source, today};
use crate::http::{Trouble, status, words};
use crate::line::Kind;
use crate::live::{GameError, Live, SEALED, Version};
use crate::pages::{home, play};
use crate::visitor::Visitor;
use crate::why::why;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bagatelle_catalog::Entry;
use bagatelle_core::{Rng, Seed, Viewer};
use futures_util::{Stream, StreamExt, stream};
use maud::Markup;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How many games the lists show.
const LISTED: u32 = 12;
/// How long a page waits before it looks for a server that it has lost.
const RECONNECT: Duration = Duration::from_secs(1);

/// The routes.
pub fn routes() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/", get(first))
        .route("/assets/{file}", get(asset))
        .route("/healthz", get(|| async { "well\n" }))
        .route("/{game}", get(lobby))
        .route("/{game}/rules", get(rules))
        .route("/{game}/workshop", get(workshop))
        .route("/{game}/picture.svg", get(sample))
        .route("/{game}/new", post(new))
        .route("/g/{id}", get(full))
        .route("/g/{id}/table", get(table))
        .route("/g/{id}/events", get(events))
        .route("/g/{id}/act", post(act))
        .route("/g/{id}/why", get(why))
        .route("/g/{id}/hint", post(hint))
        .route("/g/{id}/next", post(next))
        .route("/g/{id}/review", get(review))
        .route("/g/{id}/record.json", get(record))
        .route("/g/{id}/picture.svg", get(picture))
        .fallback(|State(shared): State<Shared>| async move {
            Trouble(&shared, GameError::NotFound).into_response()
        })
}

type Answer = Result<Response, Response>;

fn trouble(shared: &Shared) -> impl FnOnce(GameError) -> Response + '_ {
    move |error| Trouble(shared, error).into_response()
}

fn entry(game: &str) -> Result<&'static dyn Entry, GameError> {
    bagatelle_catalog::find(game).ok_or(GameError::NotFound)
}

async fn first(State(shared): State<Shared>, headers: HeaderMap) -> Answer {
    let mut mine = mine(&shared, &headers, None).await.map_err(trouble(&shared))?;
    mine.retain(|game| !game.over);
    Ok(home::home(&shared.assets, &mine).into_response())
}

/// The visitor's newest games, of one kind or of all.
async fn mine(
    shared: &Shared,
    headers: &HeaderMap,
    game: Option<&str>,
) -> Result<Vec<home::Mine>, GameError> {
    let Some(visitor) = shared.secret.visitor(headers) else { return Ok(Vec::new()) };
    let mut mine = Vec::new();
    for (row, events) in shared.games.store().games_of(visitor.id(), game, LISTED).await? {
        if events == 0 && row.daily.is_none() {
            continue;
        }
        let live = shared.games.get(&row.id).await?;
        let line = live.line().await;
        let over = line.is_over();
        let actions = line.table.ply();
        let state = match (over, actions) {
            (true, _) => line.table.outcome().map_or(String::new(), |o| o.reason),
            (false, 0) => "not begun".into(),
            (false, 1) => "1 move".into(),
            (false, n) => format!("{n} moves"),
        };
        let name = live.entry.about().name;
        mine.push(home::Mine { id: row.id, name, deal: play::deal_name(&live), state, over });
    }
    Ok(mine)
}

async fn asset(State(shared): State<Shared>, Path(file): Path<String>) -> Answer {
    let asset = shared.assets.file(&file).ok_or_else(|| trouble(&shared)(GameError::NotFound))?;
    let forever = [(CONTENT_TYPE, asset.media), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((forever, asset.bytes.clone()).into_response())
}

#[derive(Deserialize)]
struct LobbyQuery {
    #[serde(default)]
    seed: String,
}

async fn lobby(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    Query(query): Query<LobbyQuery>,
    headers: HeaderMap,
) -> Answer {
    let entry = entry(&game).map_err(trouble(&shared))?;
    let mine = mine(&shared, &headers, Some(entry.id())).await.map_err(trouble(&shared))?;
    let today = today();
    let lobby = home::Lobby { entry, today: &today, seed: &query.seed, mine: &mine };
    Ok(home::lobby(&shared.assets, &lobby).into_response())
}

async fn rules(State(shared): State<Shared>, Path(game): Path<String>) -> Answer {
    let entry = entry(&game).map_err(trouble(&shared))?;
    Ok(home::rules(&shared.assets, entry).into_response())
}

#[derive(Deserialize)]
struct Made {
    #[serde(default)]
    text: String,
}

async fn workshop(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    Query(made): Query<Made>,
) -> Answer {
    let entry = entry(&game).map_err(trouble(&shared))?;
    let made = entry.workshop(&made.text).ok_or(GameError::NotFound).map_err(trouble(&shared))?;
    Ok(home::workshop(&shared.assets, entry, made).into_response())
}

async fn review(State(shared): State<Shared>, Path(id): Path<String>) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    let line = live.line().await;
    let review = line.table.review().ok_or(GameError::NotFound).map_err(trouble(&shared))?;
    Ok(home::review(&shared.assets, &live, review).into_response())
}

fn svg(text: String, cache: &'static str) -> Response {
    ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, cache)], text).into_response()
}

/// How many random moves a game of several has seen when its picture is taken: an empty table shows little.
const PLIES_BEFORE_PICTURE: usize = 14;

/// A picture of the game for lists: the same sample deal for everyone.
async fn sample(State(shared): State<Shared>, Path(game): Path<String>) -> Answer {
    let entry = entry(&game).map_err(trouble(&shared))?;
    let seed = Seed::from_text("bagatelle");
    let record = entry.deal(&Value::Null, &Value::Null, &seed);
    let table = record.and_then(|record| entry.open(&record));
    let mut table = table.map_err(|e| trouble(&shared)(e.into()))?;
    let mut rng = Rng::new(&seed, bagatelle_core::Stream::Rollout);
    let plies = if table.seats() > 1 { PLIES_BEFORE_PICTURE } else { 0 };
    for _ in 0..plies {
        let next = table.chance(&seed).or_else(|| rng.choose(&table.legal()).cloned());
        match next.map(|text| table.play(&text)) {
            Some(Ok(_)) => (),
            _ => break,
        }
    }
    Ok(svg(table.draw(Viewer::Spectator), "public, max-age=3600"))
}

/// Makes a game from a form whose fields are `option.KEY`, `wish.KEY`, `own.option.KEY`, `seed`, `daily`, `program`, `sit`.
async fn new(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Answer {
    let entry = entry(&game).map_err(trouble(&shared))?;
    let part = |prefix: &str| {
        let fields = form.iter().filter_map(|(key, text)| {
            let key = key.strip_prefix(prefix)?.to_owned();
            let own = (text == home::OWN).then(|| form.get(&format!("own.{prefix}{key}"))).flatten();
            let value = match own {
                Some(own) => Value::from(own.as_str()),
                None => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str())),
            };
            Some((key, value))
        });
        Value::Object(fields.filter(|(_, value)| !value.is_null()).collect::<Map<String, Value>>())
    };
    let source = match (form.contains_key("daily"), form.get("seed")) {
        (true, _) => Source::Daily,
        (false, Some(seed)) if !seed.trim().is_empty() => Source::Seed(seed.clone()),
        _ => Source::Fresh,
    };
    let order = Order {
        game: entry.id().to_owned(),
        options: part("option."),
        wish: part("wish."),
        source,
        programs: form.get("program").filter(|name| !name.is_empty()).cloned().into_iter().collect(),
        sit: match form.get("sit").map(String::as_str) {
            Some("watch") => None,
            sit => Some(sit.and_then(|sit| sit.parse().ok()).unwrap_or(0)),
        },
        best_of: form.get("best_of").and_then(|n| n.parse().ok()).unwrap_or(1),
    };
    let (visitor, cookie) = known_or_fresh(&shared, &headers).map_err(trouble(&shared))?;
    let id = deal::make(&shared.games, &visitor, order).await.map_err(trouble(&shared))?;
    let mut response = (StatusCode::SEE_OTHER, [(LOCATION, format!("/g/{id}"))]).into_response();
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

/// The visitor who asks; a new one, with a cookie to set, if nobody knows who it is.
fn known_or_fresh(shared: &Shared, headers: &HeaderMap) -> Result<(Visitor, Option<HeaderValue>), GameError> {
    if let Some(visitor) = shared.secret.visitor(headers) {
        return Ok((visitor, None));
    }
    let visitor = Visitor::fresh()?;
    let cookie = shared.secret.cookie(&visitor, shared.https);
    Ok((visitor, cookie))
}

/// A game, and how this visitor sees it.
async fn draw(
    shared: &Shared,
    id: &str,
    headers: &HeaderMap,
    with: impl FnOnce(&Live, &crate::line::Line, Viewer, bool) -> Markup,
) -> Result<Response, GameError> {
    let live = shared.games.get(id).await?;
    let visitor = shared.secret.visitor(headers);
    let line = live.line().await;
    let viewer = live.viewer(visitor.as_ref(), &line);
    Ok(with(&live, &line, viewer, live.is_owner(visitor.as_ref())).into_response())
}

async fn full(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    shared.games.find_mark(&live).await.map_err(trouble(&shared))?;
    draw(&shared, &id, &headers, |live, line, viewer, owner| {
        play::full(&shared.assets, live, line, viewer, owner)
    })
    .await
    .map_err(trouble(&shared))
}

async fn table(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    draw(&shared, &id, &headers, play::table).await.map_err(trouble(&shared))
}

#[derive(Deserialize)]
struct Act {
    kind: String,
    #[serde(default)]
    text: String,
    version: Option<u64>,
}

/// Something a person does.
async fn act(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Act>,
) -> Answer {
    let Ok(kind) = form.kind.parse::<Kind>() else {
        return Err((StatusCode::BAD_REQUEST, "That is nothing one can do.").into_response());
    };
    let visitor = shared.secret.visitor(&headers);
    let acted = async {
        let live = shared.games.get(&id).await?;
        shared.games.act(&live, visitor.as_ref(), form.version, kind, &form.text).await
    };
    answer(&shared, &id, &headers, acted.await).await
}

#[derive(Deserialize)]
struct Ask {
    strength: u8,
}

/// Asks the solver for a hint, or cancels its work.
async fn hint(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Ask>,
) -> Answer {
    let visitor = shared.secret.visitor(&headers);
    let asked = async {
        let live = shared.games.get(&id).await?;
        shared.games.ask(&live, visitor.as_ref(), form.strength).await
    };
    answer(&shared, &id, &headers, asked.await).await
}

/// Goes to the next round of a match.
async fn next(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let visitor = shared.secret.visitor(&headers);
    let made = async {
        let live = shared.games.get(&id).await?;
        shared.games.next_round(&live, visitor.as_ref()).await
    };
    let id = made.await.map_err(trouble(&shared))?;
    Ok((StatusCode::SEE_OTHER, [(LOCATION, format!("/g/{id}"))]).into_response())
}

/// The answer to something a person did: for the page's script the new table or a sentence, for a plain form the page.
async fn answer(shared: &Shared, id: &str, headers: &HeaderMap, done: Result<(), GameError>) -> Answer {
    let part = headers.contains_key("x-part");
    let refuse = |error: GameError| {
        if part { (status(&error), words(&error)).into_response() } else { trouble(shared)(error) }
    };
    done.map_err(refuse)?;
    if !part {
        return Ok((StatusCode::SEE_OTHER, [(LOCATION, format!("/g/{id}"))]).into_response());
    }
    draw(shared, id, headers, play::table).await.map_err(refuse)
}

/// Tells the number of the newest version, at once and after each change, until the server stops.
async fn events(State(shared): State<Shared>, Path(id): Path<String>) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    let stream = versions(live, shared.stopping.subscribe()).map(|version| {
        let event = Event::default().data(format!("{}.{}", version.events, version.revision));
        Ok::<_, Infallible>(event.retry(RECONNECT))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

/// Each version of a game that is noticed, the present one first.
pub fn versions(live: Arc<Live>, stopping: watch::Receiver<bool>) -> impl Stream<Item = Version> {
    let mut watched = live.watch();
    watched.mark_changed();
    stream::unfold((live, watched, stopping), |(live, mut watched, mut stopping)| async move {
        tokio::select! {
            changed = watched.changed() => changed.ok()?,
            _ = stopping.wait_for(|stop| *stop) => return None,
        }
        let version = *watched.borrow_and_update();
        Some((version, (live, watched, stopping)))
    })
}

async fn record(State(shared): State<Shared>, Path(id): Path<String>) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    let line = live.line().await;
    match live.public_record(&line) {
        Some(record) => Ok(([(CONTENT_TYPE, "application/json")], record.to_json()).into_response()),
        None => Err((StatusCode::FORBIDDEN, SEALED).into_response()),
    }
}

async fn picture(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    let line = live.line().await;
    let viewer = live.viewer(shared.secret.visitor(&headers).as_ref(), &line);
    Ok(svg(line.table.draw(viewer), "private, no-cache"))
}
