//! The routes that people's browsers use.

use crate::Shared;
use crate::deal::{self, Order, Source, today};
use crate::http::{Trouble, status, words};
use crate::line::Kind;
use crate::live::{GameError, Live, Reader, SEALED, Version};
use crate::pages::{home, play};
use crate::presence::Stay;
use crate::random;
use crate::store::Search;
use crate::terms::{Pace, Terms};
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
use bagatelle_core::{Rng, Seat, Seed, Viewer};
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
/// How often a page without news hears that its stream is alive; it asks for another after 40 s of silence.
const BEAT: Duration = Duration::from_secs(15);

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
        .route("/g/{id}/again", post(again))
        .route("/g/{id}/review", get(review))
        .route("/g/{id}/record.json", get(record))
        .route("/g/{id}/picture.svg", get(picture))
        .fallback(|State(shared): State<Shared>| async move {
            Trouble(&shared, GameError::NotFound).into_response()
        })
}

pub(crate) type Answer = Result<Response, Response>;

pub(crate) fn trouble(shared: &Shared) -> impl FnOnce(GameError) -> Response + '_ {
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
    let Some(visitor) = shared.visitor(headers).await else { return Ok(Vec::new()) };
    let search = Search {
        person: Some(visitor.id().to_owned()),
        game: game.map(str::to_owned),
        limit: LISTED,
        ..Search::default()
    };
    let found = shared.games.store().search(&search).await?;
    let begun = found.iter().filter(|game| {
        game.standing.plies > 0 || game.row.daily.is_some() || game.standing.sitters.len() > 1
    });
    Ok(begun.filter_map(|game| home::Mine::of(game, visitor.id())).collect())
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
    let visitor = shared.visitor(&headers).await;
    let name = shared.name_of(visitor.as_ref()).await.map_err(|e| trouble(&shared)(e.into()))?;
    let lobby = home::Lobby { entry, today: &today, seed: &query.seed, mine: &mine, name: &name };
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
        others: match form.get("program").map(String::as_str) {
            None | Some("") => Vec::new(),
            Some(home::LOBBY) => vec![deal::Chair::Open],
            Some(name) => vec![deal::chair(name.to_owned())],
        },
        sit: match form.get("sit").map(String::as_str) {
            Some("watch") => None,
            Some("random") => Some(random::bytes::<1>().map_err(|e| trouble(&shared)(e.into()))?[0] & 1),
            sit => Some(sit.and_then(|sit| sit.parse().ok()).unwrap_or(0)),
        },
        name: form.get("name").cloned().unwrap_or_default(),
        terms: terms(&form),
        best_of: form.get("best_of").and_then(|n| n.parse().ok()).unwrap_or(1),
    };
    let (visitor, cookie) = known_or_fresh(&shared, &headers).await.map_err(trouble(&shared))?;
    let id = deal::make(&shared.games, &visitor, order).await.map_err(trouble(&shared))?;
    Ok(to(&format!("/g/{id}"), cookie))
}

/// Sends the browser to a page, with a cookie for somebody who is new.
pub(crate) fn to(address: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = (StatusCode::SEE_OTHER, [(LOCATION, address.to_owned())]).into_response();
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    response
}

/// What a form says of the terms; what it does not say is as usual.
fn terms(form: &HashMap<String, String>) -> Terms {
    let usual = Terms::default();
    let json = |key: &str| form.get(key).and_then(|text| serde_json::from_str::<Value>(text).ok());
    let pace: Pace = json("pace").and_then(|pace| serde_json::from_value(pace).ok()).unwrap_or_default();
    let program = form.get("program").map(String::as_str);
    // Without company that question is not shown.
    let company = matches!(program, Some("open" | home::LOBBY));
    Terms {
        pace,
        grace_s: match json("grace") {
            Some(grace) => serde_json::from_value(grace).unwrap_or(usual.grace_s),
            None => pace.usual_grace(),
        },
        takebacks: form.get("takebacks").map_or(usual.takebacks, |answer| answer == "1"),
        pauses: form.get("pauses").map_or(usual.pauses, |answer| answer == "1"),
        rated: company && form.get("rated").is_some_and(|answer| answer == "1"),
        listed: program == Some(home::LOBBY),
    }
}

/// The visitor who asks; a new one, with a cookie to set, if nobody knows who it is.
pub(crate) async fn known_or_fresh(
    shared: &Shared,
    headers: &HeaderMap,
) -> Result<(Visitor, Option<HeaderValue>), GameError> {
    if let Some(visitor) = shared.who_asks(headers).await? {
        return Ok((visitor, None));
    }
    let visitor = Visitor::fresh()?;
    let cookie = shared.secret.cookie(visitor.id(), shared.https);
    Ok((visitor, cookie))
}

/// A game, and how this visitor sees it.
async fn draw(
    shared: &Shared,
    id: &str,
    headers: &HeaderMap,
    with: impl FnOnce(&Live, &crate::line::Line, &Reader, &str) -> Markup,
) -> Result<Response, GameError> {
    let live = shared.games.get(id).await?;
    let visitor = shared.visitor(headers).await;
    // The name fills the field of whoever may sit down; most tables are full.
    let full = live.line().await.is_taken();
    let name = if full { String::new() } else { shared.name_of(visitor.as_ref()).await? };
    let line = live.line().await;
    let reader = live.reader(visitor.as_ref(), &line);
    Ok(with(&live, &line, &reader, &name).into_response())
}

async fn full(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    shared.games.find_mark(&live).await.map_err(trouble(&shared))?;
    let base = shared.address(&headers);
    draw(&shared, &id, &headers, |live, line, reader, name| {
        play::full(&shared.assets, live, line, reader, name, &base)
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
    seat: Option<u8>,
}

/// Something a person does, on the board or around it. Whoever sits down becomes somebody.
async fn act(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Act>,
) -> Answer {
    let Ok(kind) = form.kind.parse::<Kind>() else {
        return Err((StatusCode::BAD_REQUEST, "That is nothing one can do.").into_response());
    };
    let (visitor, cookie) = match kind {
        Kind::Sit => known_or_fresh(&shared, &headers).await.map(|(v, cookie)| (Some(v), cookie)),
        _ => Ok((shared.visitor(&headers).await, None)),
    }
    .map_err(trouble(&shared))?;
    let acted = async {
        let live = shared.games.get(&id).await?;
        let seat = form.seat.map(Seat);
        shared.games.happen(&live, visitor.as_ref(), form.version, kind, seat, &form.text).await
    };
    let acted = acted.await;
    let next = acted.as_ref().ok().cloned().flatten();
    let mut response = answer(&shared, next.as_deref().unwrap_or(&id), &headers, acted.map(|_| ())).await?;
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    if let Some(address) = next.and_then(|next| HeaderValue::from_str(&format!("/g/{next}")).ok()) {
        response.headers_mut().insert("x-go", address);
    }
    Ok(response)
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
    let visitor = shared.visitor(&headers).await;
    let asked = async {
        let live = shared.games.get(&id).await?;
        shared.games.ask(&live, visitor.as_ref(), form.strength).await
    };
    answer(&shared, &id, &headers, asked.await).await
}

/// Goes to the next round of a match, or begins the same game anew.
async fn again(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let visitor = shared.visitor(&headers).await;
    let made = async {
        let live = shared.games.get(&id).await?;
        shared.games.again(&live, visitor.as_ref()).await
    };
    let id = made.await.map_err(trouble(&shared))?;
    Ok(to(&format!("/g/{id}"), None))
}

/// The answer to something a person did: for the page's script the new table or a sentence, for a plain form the page.
pub(crate) async fn answer(
    shared: &Shared,
    id: &str,
    headers: &HeaderMap,
    done: Result<(), GameError>,
) -> Answer {
    let part = headers.contains_key("x-part");
    let refuse = |error: GameError| {
        if part { (status(&error), words(&error)).into_response() } else { trouble(shared)(error) }
    };
    done.map_err(refuse)?;
    if !part {
        return Ok(to(&format!("/g/{id}"), None));
    }
    draw(shared, id, headers, play::table).await.map_err(refuse)
}

/// Tells the number of the newest version, at once and after each change, until the server stops.
async fn events(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    let visitor = shared.visitor(&headers).await;
    let stay = visitor.as_ref().map(|visitor| Stay::new(&live, visitor.id()));
    let versions = versions(live, shared.stopping.subscribe());
    // Whoever logs in or out in another tab is somebody else here: the page then asks for a stream anew.
    let same = versions.take_while(move |_| {
        let (shared, headers, visitor) = (shared.clone(), headers.clone(), visitor.clone());
        async move { shared.visitor(&headers).await == visitor }
    });
    let stream = same.map(move |version| {
        let _ = &stay;
        let event = Event::default().data(format!("{}.{}", version.events, version.revision));
        Ok::<_, Infallible>(event.retry(RECONNECT))
    });
    Ok(Sse::new(stream).keep_alive(beat()).into_response())
}

/// Where there is no news a beat tells the page that the stream is alive: comments do not reach scripts.
pub(crate) fn beat() -> KeepAlive {
    KeepAlive::new().interval(BEAT).event(Event::default().event("beat").data("here"))
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
    let visitor = shared.visitor(&headers).await;
    let line = live.line().await;
    let viewer = live.reader(visitor.as_ref(), &line).viewer;
    Ok(svg(line.table.draw(viewer), "private, no-cache"))
}
