//! The JSON API, version 1: what players do at a table, for other programs. Its OpenAPI document is made from the functions
//! below and served at `/api/v1/openapi.json`.
//!
//! A caller is a visitor, too: the cookie of a browser, or `Authorization: Bearer TOKEN` with a token from
//! `POST /api/v1/visitors`.

use crate::Shared;
use crate::deal::{self, Order, Source};
use crate::http::{status, words};
use crate::line::{Kind, Line};
use crate::live::{GameError, Live};
use crate::presence::Stay;
use crate::replay;
use crate::seats::Sitter;
use crate::terms::Terms;
use crate::visitor::Visitor;
use crate::web::versions;
use axum::Json;
use axum::extract::rejection::{JsonRejection, StringRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bagatelle_core::record::LARGEST;
use bagatelle_core::{Outcome, Seat, Turn};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::convert::Infallible;
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(info(
    title = "Bagatelle",
    description = "Five small tabletop games: deal, play, watch and export them.",
    version = "1",
    license(name = "MIT OR Apache-2.0")
))]
struct Document;

/// The routes, and the document that describes them.
pub fn routes() -> axum::Router<Shared> {
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(catalog))
        .routes(routes!(visitor))
        .routes(routes!(create))
        .routes(routes!(show))
        .routes(routes!(happen))
        .routes(routes!(again))
        .routes(routes!(record))
        .routes(routes!(stream))
        .routes(routes!(bring).layer(DefaultBodyLimit::max(LARGEST)))
        .split_for_parts();
    router.route("/api/v1/openapi.json", axum::routing::get(move || async move { Json(document) }))
}

/// What went wrong, in a sentence.
#[derive(Serialize, ToSchema)]
struct Problem {
    error: String,
}

/// An error as JSON.
struct Failed(StatusCode, String);

impl From<GameError> for Failed {
    fn from(error: GameError) -> Failed {
        Failed(status(&error), words(&error))
    }
}

impl From<JsonRejection> for Failed {
    fn from(rejection: JsonRejection) -> Failed {
        Failed(rejection.status(), rejection.body_text())
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        (self.0, Json(Problem { error: self.1 })).into_response()
    }
}

/// A JSON body whose faults are answered in JSON.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Failed))]
struct Body<T>(T);

/// A game of the catalog.
#[derive(Serialize, ToSchema)]
struct CatalogEntry {
    /// The id, as in records.
    id: &'static str,
    /// The name as people write it.
    name: &'static str,
    /// One line about it.
    tagline: &'static str,
    /// Who made it.
    designer: &'static str,
    /// How many play.
    players: &'static str,
    /// Whether some seats do not see everything.
    hidden: bool,
    /// The programs that can take a seat: yardsticks, then levels, weakest first.
    programs: Vec<&'static str>,
}

/// All games.
#[utoipa::path(get, path = "/api/v1/catalog", responses((status = 200, body = Vec<CatalogEntry>)))]
async fn catalog() -> Json<Vec<CatalogEntry>> {
    let entries = bagatelle_catalog::entries().iter().map(|entry| {
        let about = entry.about();
        CatalogEntry {
            id: entry.id(),
            name: about.name,
            tagline: about.tagline,
            designer: about.designer,
            players: about.players,
            hidden: entry.hidden(),
            programs: entry.programs().iter().map(|p| p.name).collect(),
        }
    });
    Json(entries.collect())
}

/// A visitor's key to the games it makes. Keep it secret.
#[derive(Serialize, ToSchema)]
struct Token {
    token: String,
}

/// A new visitor.
#[utoipa::path(post, path = "/api/v1/visitors", responses((status = 201, body = Token)))]
async fn visitor(State(shared): State<Shared>) -> Result<impl IntoResponse, Failed> {
    let visitor = Visitor::fresh().map_err(GameError::from)?;
    Ok((StatusCode::CREATED, Json(Token { token: shared.secret.token(visitor.id()) })))
}

/// What is to be played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewGame {
    /// The id in the catalog.
    game: String,
    /// The game's options, as in records.
    #[serde(default)]
    #[schema(value_type = Object)]
    options: Value,
    /// Wishes for the deal, such as `{"hole": 12}`.
    #[serde(default)]
    #[schema(value_type = Object)]
    wish: Value,
    /// A seed; a fresh one is drawn if neither this nor `daily` nor `setup` is given.
    seed: Option<String>,
    /// The deal of today.
    #[serde(default)]
    daily: bool,
    /// An explicit set-up, as in records.
    #[schema(value_type = Option<Object>)]
    setup: Option<Value>,
    /// Programs for the other seats; the last one takes all that are left. The name `open` leaves a seat to whoever comes by
    /// the link, or from the lobby if `terms.listed` is true.
    #[serde(default)]
    programs: Vec<String>,
    /// The name of the one who asks, as the others see it.
    #[serde(default = "guest")]
    name: String,
    /// The clock and the etiquette.
    #[serde(default)]
    terms: Terms,
    /// The seat of the one who asks, where programs take the others; null to watch programs on all seats.
    #[serde(default = "first_seat")]
    sit: Option<u8>,
    /// For two seats: a match of at most so many rounds, 1, 3, 5 or 7.
    #[serde(default = "single")]
    best_of: u8,
}

fn guest() -> String {
    "Guest".into()
}

fn single() -> u8 {
    1
}

fn first_seat() -> Option<u8> {
    Some(0)
}

/// A game as the one who asks may see it.
#[derive(Serialize, ToSchema)]
struct GameState {
    /// The unguessable id.
    id: String,
    /// The id in the catalog.
    game: String,
    /// The version of the position: send it along with an action to be sure that nothing came between.
    version: u64,
    /// A seat number, `"chance"` or `"over"`.
    #[schema(value_type = Object)]
    turn: Value,
    /// Whether the one who asks may act now.
    yours: bool,
    /// The legal actions, sorted, if it is the turn of the one who asks.
    legal: Vec<String>,
    /// The actions so far, as the one who asks saw them.
    seen: Vec<String>,
    /// What the one who asks may know of the position.
    #[schema(value_type = Object)]
    view: Value,
    /// The result, once the game is over.
    #[schema(value_type = Option<Object>)]
    outcome: Option<Outcome>,
    /// Milliseconds played; null before the first move.
    played_ms: Option<i64>,
    /// Who sits where.
    seats: Vec<SeatState>,
    /// What somebody has asked the others: `takeback`, `draw`, `pause` or `rematch`.
    asked: Option<String>,
    /// The clock and the etiquette.
    terms: Terms,
    /// The rematch, once all have agreed.
    next: Option<String>,
}

/// A seat.
#[derive(Serialize, ToSchema)]
struct SeatState {
    /// `open`, `person` or `program`.
    sitter: &'static str,
    /// The name to show.
    name: String,
    /// Whether the one who asks sits there.
    yours: bool,
    /// Milliseconds left on the clock, where there is one.
    left_ms: Option<i64>,
}

fn state(live: &Live, line: &Line, visitor: Option<&Visitor>) -> GameState {
    let reader = live.reader(visitor, line);
    let (viewer, yours) = (reader.viewer, reader.acts(line));
    let now = crate::live::now();
    let seat = |(sitter, seat): (&Sitter, Seat)| SeatState {
        sitter: match sitter {
            Sitter::Open => "open",
            Sitter::Person(_) => "person",
            Sitter::Program { .. } => "program",
        },
        name: line.label(seat),
        yours: reader.seats.contains(&seat),
        left_ms: line.clocks.exist().then(|| line.time_left(seat, now)),
    };
    GameState {
        id: live.row.id.clone(),
        game: live.row.game.clone(),
        version: line.version(),
        turn: match line.table.turn() {
            _ if line.is_over() => Value::from("over"),
            Turn::Seat(seat) => Value::from(seat.0),
            Turn::Chance => Value::from("chance"),
            Turn::Over => Value::from("over"),
        },
        yours,
        legal: if yours { line.table.legal() } else { Vec::new() },
        seen: line.table.seen(viewer),
        view: line.table.view(viewer),
        outcome: line.outcome(),
        played_ms: line.played_ms(now),
        seats: line.sitters.iter().zip(Seat::all(line.table.seats())).map(seat).collect(),
        asked: line.asked().map(|asked| asked.question.to_string()),
        terms: line.terms.clone(),
        next: line.next().map(str::to_owned),
    }
}

/// Makes a game that belongs to the one who asks.
#[utoipa::path(post, path = "/api/v1/games", request_body = NewGame, responses(
    (status = 201, body = GameState), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 422, body = Problem)))]
async fn create(
    State(shared): State<Shared>,
    headers: HeaderMap,
    Body(new): Body<NewGame>,
) -> Result<impl IntoResponse, Failed> {
    let visitor = known(&shared, &headers).await?;
    let source = match (new.daily, new.seed, new.setup) {
        (true, None, None) => Source::Daily,
        (false, Some(seed), None) => Source::Seed(seed),
        (false, None, Some(setup)) => Source::Setup(setup),
        (false, None, None) => Source::Fresh,
        _ => {
            let text = "Only one of `daily`, `seed` and `setup` can say where the deal comes from.";
            return Err(Failed(StatusCode::UNPROCESSABLE_ENTITY, text.into()));
        }
    };
    let (options, wish) = (new.options, new.wish);
    let order = Order {
        game: new.game,
        options,
        wish,
        source,
        others: new.programs.into_iter().map(deal::chair).collect(),
        sit: new.sit,
        name: new.name,
        terms: new.terms,
        best_of: new.best_of,
    };
    made(&shared, &visitor, deal::make(&shared.games, &visitor, order).await?).await
}

/// The answer to whoever has made a game.
async fn made(
    shared: &Shared,
    visitor: &Visitor,
    id: String,
) -> Result<(StatusCode, Json<GameState>), Failed> {
    let live = shared.games.get(&id).await?;
    let line = live.line().await;
    Ok((StatusCode::CREATED, Json(state(&live, &line, Some(visitor)))))
}

/// Makes a game of one's own from a record, to look back at it and to play on: all seats belong to the one who asks, or, where
/// hands are hidden and the game is not over, the first one, and the others are open.
#[utoipa::path(post, path = "/api/v1/records", request_body = Object, responses(
    (status = 201, body = GameState), (status = 401, body = Problem), (status = 413, body = Problem),
    (status = 422, body = Problem)))]
async fn bring(
    State(shared): State<Shared>,
    headers: HeaderMap,
    body: Result<String, StringRejection>,
) -> Result<impl IntoResponse, Failed> {
    let visitor = known(&shared, &headers).await?;
    let text = body.map_err(|rejection| Failed(rejection.status(), rejection.body_text()))?;
    made(&shared, &visitor, replay::keep(&shared, &visitor, &text).await?).await
}

/// The visitor who asks.
async fn known(shared: &Shared, headers: &HeaderMap) -> Result<Visitor, Failed> {
    let how = "Say who you are: send `Authorization: Bearer TOKEN` with a token from POST /api/v1/visitors.";
    shared.visitor(headers).await.ok_or_else(|| Failed(StatusCode::UNAUTHORIZED, how.into()))
}

/// A game as the one who asks may see it.
#[utoipa::path(get, path = "/api/v1/games/{id}", params(("id" = String, Path, description = "the game's id")),
    responses((status = 200, body = GameState), (status = 404, body = Problem)))]
async fn show(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<GameState>, Failed> {
    let live = shared.games.get(&id).await?;
    let visitor = shared.visitor(&headers).await;
    let line = live.line().await;
    Ok(Json(state(&live, &line, visitor.as_ref())))
}

/// Something that is to happen to a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewEvent {
    /// `act`, `amend` (put a continuation in the place of the last action), `undo`, `redo` or `restart`; around the board
    /// `sit`, `stand`, `program`, `ask`, `agree`, `decline`, `resume`, `resign` or `claim`.
    #[serde(default = "act")]
    kind: String,
    /// The action, for `act` and `amend`; a name for `sit`, a program for `program`; `takeback`, `draw`, `pause` or
    /// `rematch` for `ask`.
    #[serde(default)]
    text: String,
    /// The seat, for `sit`, `program` and `resign`.
    seat: Option<u8>,
    /// The version this is meant for: if the game has moved on, nothing happens and the answer is 409.
    version: Option<u64>,
}

fn act() -> String {
    "act".into()
}

/// Acts, or takes back.
#[utoipa::path(post, path = "/api/v1/games/{id}/events", request_body = NewEvent,
    params(("id" = String, Path, description = "the game's id")), responses(
    (status = 200, body = GameState), (status = 403, body = Problem), (status = 404, body = Problem),
    (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn happen(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(event): Body<NewEvent>,
) -> Result<Json<GameState>, Failed> {
    let kind: Kind = event.kind.parse().map_err(|e| Failed(StatusCode::UNPROCESSABLE_ENTITY, e))?;
    let live = shared.games.get(&id).await?;
    let visitor = shared.visitor(&headers).await;
    shared
        .games
        .happen(&live, visitor.as_ref(), event.version, kind, event.seat.map(Seat), &event.text)
        .await?;
    let line = live.line().await;
    Ok(Json(state(&live, &line, visitor.as_ref())))
}

/// Goes to the next round of a match, or begins the same game anew for whoever has no company.
#[utoipa::path(post, path = "/api/v1/games/{id}/again", params(("id" = String, Path, description = "the game's id")),
    responses((status = 201, body = GameState), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn again(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failed> {
    let visitor = known(&shared, &headers).await?;
    let live = shared.games.get(&id).await?;
    made(&shared, &visitor, shared.games.again(&live, Some(&visitor)).await?).await
}

/// The record: whole for a game without secrets or after its end.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", params(("id" = String, Path, description = "the game's id")),
    responses((status = 200, body = Object), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn record(State(shared): State<Shared>, Path(id): Path<String>) -> Result<impl IntoResponse, Failed> {
    let live = shared.games.get(&id).await?;
    let line = live.line().await;
    match live.public_record(&line) {
        Some(record) => Ok(Json(record)),
        None => Err(Failed(StatusCode::FORBIDDEN, crate::live::SEALED.into())),
    }
}

/// The game's state at once and after each change, as server-sent events whose id is the version.
#[utoipa::path(get, path = "/api/v1/games/{id}/stream", params(("id" = String, Path, description = "the game's id")),
    responses((status = 200, content_type = "text/event-stream", body = GameState), (status = 404, body = Problem)))]
async fn stream(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failed> {
    let live = shared.games.get(&id).await?;
    let stay = shared.visitor(&headers).await.map(|visitor| Stay::new(&live, visitor.id()));
    let events = versions(live.clone(), shared.stopping.subscribe()).then(move |_| {
        let _ = &stay;
        let (shared, headers, live) = (shared.clone(), headers.clone(), live.clone());
        async move {
            // Asked each time: somebody may have logged out.
            let visitor = shared.visitor(&headers).await;
            let line = live.line().await;
            let state = state(&live, &line, visitor.as_ref());
            let event = Event::default().id(state.version.to_string());
            Ok::<_, Infallible>(event.json_data(&state).unwrap_or_default())
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
