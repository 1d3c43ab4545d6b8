//! The position of a day: the page on which it is tried, tries, and a game that goes on from it.

use super::html::{Answer, html};
use crate::address::Address;
use crate::error::AppError;
use crate::extract::{BaseAddress, MaybeVisitor, VisitorOrNew, WantsPart};
use crate::positions::{self, Opened, past_date};
use crate::quotas::Making;
use crate::state::AppState;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use bagatelle_catalog::AnyGame;
use bagatelle_pages::position::{PositionPage, WaitingPage};
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_table::{
    DealSource, Fork, NewGame, PositionPlay, Terms, Verdict, Visitor, guest_name, seat_request,
};
use serde::Deserialize;
use serde_json::Value;

/// The drawing of a daily is the same for ever, but for the hand that draws it.
pub(super) const KEPT: &str = "public, max-age=86400";

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::POSITION_ACT, post(act))
        .route(pattern::POSITION_WHY, get(why))
        .route(pattern::POSITION_PLAY_ON, post(play_on))
}

/// The date and the game in an address.
type InPath = Path<(String, String)>;

fn read(
    state: &AppState,
    (date, game): &(String, String),
) -> Result<(&'static dyn AnyGame, String), AppError> {
    let game = bagatelle_catalog::find(game).filter(|game| game.has_positions()).ok_or(AppError::NotFound)?;
    Ok((game, past_date(&state.tables, date)?))
}

#[derive(Deserialize)]
pub(super) struct PositionQuery {
    /// After how many actions of the line a solved position is shown.
    at: Option<usize>,
}

/// The page of a position. A visitor who is known begins to try it; a link alone makes nothing.
pub(super) async fn page(
    state: &AppState,
    path: &(String, String),
    visitor: Option<Visitor>,
    part: bool,
    base: &str,
    query: PositionQuery,
) -> Answer {
    let (game, date) = read(state, path)?;
    let play = match positions::open(&state.tables, game, &date, visitor.as_ref()).await? {
        Opened::Searching(looked) => return Ok(html(WaitingPage { game, date: &date, looked }.page())),
        Opened::Ready(play) => play,
    };
    if let Some(visitor) = visitor.filter(|_| !part) {
        positions::begin(&state.tables, game.id(), &date, &visitor).await?;
    }
    let at = query.at.unwrap_or(1).min(play.line().len());
    let page = PositionPage { game, date: &date, play: &play, verdict: None, at, base };
    Ok(html(if part { page.part() } else { page.page() }))
}

/// The drawing of a position as all may see it, or of its game while it is looked for; `None` for a game without positions.
pub(super) async fn drawing(state: &AppState, path: &(String, String)) -> Result<Option<Response>, AppError> {
    if !bagatelle_catalog::find(&path.1).is_some_and(AnyGame::has_positions) {
        return Ok(None);
    }
    let (game, date) = read(state, path)?;
    Ok(Some(match positions::open(&state.tables, game, &date, None).await? {
        Opened::Searching(_) => Redirect::temporary(&urls::game_picture(game.id())).into_response(),
        Opened::Ready(play) => {
            let svg = play.play().svg(play.viewer());
            ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, KEPT)], svg).into_response()
        }
    }))
}

/// The position for one who acts on it.
async fn ready(
    state: &AppState,
    path: &(String, String),
    visitor: Option<&Visitor>,
) -> Result<(&'static dyn AnyGame, String, Box<PositionPlay>), AppError> {
    let (game, date) = read(state, path)?;
    match positions::open(&state.tables, game, &date, visitor).await? {
        Opened::Ready(play) => Ok((game, date, play)),
        Opened::Searching(_) => Err(AppError::refused("this position is still being looked for")),
    }
}

#[derive(Deserialize)]
struct TryForm {
    kind: String,
    #[serde(default)]
    text: String,
}

/// A try, or the wish to be shown the answer.
async fn act(
    State(state): State<AppState>,
    Path(path): InPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    WantsPart(part): WantsPart,
    BaseAddress(base): BaseAddress,
    Form(form): Form<TryForm>,
) -> Answer {
    let (game, date, mut play) = ready(&state, &path, Some(&visitor)).await?;
    let of = (game.id(), date.as_str());
    let verdict: Option<Verdict> = match form.kind.as_str() {
        "act" => Some(positions::attempt(&state.tables, of, &visitor, &mut play, form.text.trim()).await?),
        "show" => {
            positions::show(&state.tables, of, &visitor, &mut play).await?;
            None
        }
        _ => return Err(AppError::refused("a position of the day knows act and show")),
    };
    let at = play.line().len().min(1);
    let page = PositionPage { game, date: &date, play: &play, verdict: verdict.as_ref(), at, base: &base };
    let shown: Response = html(if part { page.part() } else { page.page() });
    Ok((jar, shown).into_response())
}

#[derive(Deserialize)]
struct WhyQuery {
    /// The names of the things that would be picked, separated by blanks.
    #[serde(default)]
    picks: String,
}

/// Why picks make no legal action, in a sentence of the rules. No content if they make one or mean nothing.
async fn why(
    State(state): State<AppState>,
    Path(path): InPath,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<WhyQuery>,
) -> Answer {
    let (_, _, play) = ready(&state, &path, visitor.as_ref()).await?;
    let picks: Vec<&str> = query.picks.split_whitespace().collect();
    let refusal = play.play().refusal(play.viewer(), &picks).filter(|_| !play.is_solved());
    Ok(match refusal {
        Some(reason) => sentence(&reason).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

#[derive(Deserialize)]
struct PlayOnForm {
    #[serde(default)]
    program: String,
}

/// A new table that goes on from a position that the visitor has solved, against a program.
async fn play_on(
    State(state): State<AppState>,
    Path(path): InPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(form): Form<PlayOnForm>,
) -> Answer {
    let (game, _, play) = ready(&state, &path, Some(&visitor)).await?;
    if !play.is_solved() {
        return Err(AppError::refused("solve the position first, then play on from it"));
    }
    if game.persona(&form.program).is_none() {
        return Err(AppError::refused("choose an opponent"));
    }
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let position = play.position();
    let new = NewGame {
        game: game.id().to_owned(),
        options: Value::Null,
        deal_options: Value::Null,
        source: DealSource::Fork(Box::new(Fork { record: position.record.clone(), table: None })),
        others: vec![seat_request(form.program)],
        sit: Some(position.seat),
        name: guest_name(visitor.id()),
        terms: Terms::default(),
        best_of: 1,
    };
    let id = state.tables.make(&visitor, new).await?;
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}
