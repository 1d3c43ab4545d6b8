//! The position of a day: the page for trying it (to which `today` leads), tries, and a game that continues
//! from it.

use super::html::{Answer, html};
use crate::daily::dailies;
use crate::daily::positions::{self, Opened, date_of};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, MaybeVisitor, VisitorOrNew, WantsPart};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::once::FormKey;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Router};
use bagatelle_catalog::AnyGame;
use bagatelle_pages::position::{PositionPage, WaitingPage};
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::PositionTry;
use bagatelle_table::{Fork, NewGame, PositionPlay, Verdict, Visitor, WorldDate, guest_name, seat_request};
use serde::Deserialize;

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
) -> Result<(&'static dyn AnyGame, WorldDate), AppError> {
    let game = bagatelle_catalog::find(game).filter(|game| game.has_positions()).ok_or(AppError::NotFound)?;
    Ok((game, date_of(&state.tables, date)?))
}

/// The page of a position, after `at` actions of its line if it is solved; `part` for the page's script. A
/// known visitor begins to try it; following a link alone begins nothing.
pub async fn page(
    state: &AppState,
    (game, date): (&'static dyn AnyGame, WorldDate),
    visitor: Option<&Visitor>,
    at: Option<usize>,
    part: bool,
    (base, address): (&str, &Address),
) -> Answer {
    let play = match positions::open(&state.tables, game, date, visitor, address).await? {
        Opened::Searching(looked) => return Ok(html(WaitingPage { game, date, looked }.page())),
        Opened::Ready(play) => play,
    };
    if let Some(visitor) = visitor.filter(|_| !part) {
        positions::begin(&state.tables, game.id(), date, visitor).await?;
    }
    let at = at.unwrap_or_else(|| play.reached()).min(play.line().len());
    let ended = match visitor.filter(|_| play.is_solved()) {
        Some(visitor) => dailies::ended(&state.tables, visitor, date).await?,
        None => Vec::new(),
    };
    let page = PositionPage { game, date, play: &play, verdict: None, at, ended: &ended, base };
    Ok(html(if part { page.part() } else { page.page() }))
}

/// The position for a visitor who acts on it.
async fn ready(
    state: &AppState,
    path: &(String, String),
    visitor: Option<&Visitor>,
    address: &Address,
) -> Result<(&'static dyn AnyGame, WorldDate, Box<PositionPlay>), AppError> {
    let (game, date) = read(state, path)?;
    match positions::open(&state.tables, game, date, visitor, address).await? {
        Opened::Ready(play) => Ok((game, date, play)),
        Opened::Searching(_) => Err(AppError::refused("the server is still looking for this position")),
    }
}

#[derive(Deserialize)]
struct TryForm {
    kind: String,
    #[serde(default)]
    text: String,
}

/// A try, or a request for a hint, for more than that, or to be shown the answer.
async fn act(
    State(state): State<AppState>,
    Path(path): InPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    WantsPart(part): WantsPart,
    BaseAddress(base): BaseAddress,
    address: Address,
    Form(form): Form<TryForm>,
) -> Answer {
    let (game, date, mut play) = ready(&state, &path, Some(&visitor), &address).await?;
    let of = (game.id(), date);
    let help = match form.kind.as_str() {
        "act" => None,
        "hint" => Some(PositionTry::Hinted),
        "more" => Some(PositionTry::Narrowed),
        "show" => Some(PositionTry::Shown),
        _ => return Err(AppError::refused("a position of the day takes act, hint, more or show")),
    };
    let verdict: Option<Verdict> = match help {
        None => Some(positions::attempt(&state.tables, of, &visitor, &mut play, form.text.trim()).await?),
        Some(help) => {
            positions::help(&state.tables, of, &visitor, &mut play, help).await?;
            None
        }
    };
    let at = play.reached();
    let ended = dailies::ended(&state.tables, &visitor, date).await?;
    let page =
        PositionPage { game, date, play: &play, verdict: verdict.as_ref(), at, ended: &ended, base: &base };
    let shown: Response = html(if part { page.part() } else { page.page() });
    Ok((jar, shown).into_response())
}

#[derive(Deserialize)]
struct WhyQuery {
    /// The names of the picks, separated by blanks.
    #[serde(default)]
    picks: String,
}

/// Why picks make no legal action, in a sentence of the rules. No content if they make one or mean nothing.
async fn why(
    State(state): State<AppState>,
    Path(path): InPath,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<WhyQuery>,
    address: Address,
) -> Answer {
    let (_, _, play) = ready(&state, &path, visitor.as_ref(), &address).await?;
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
    #[serde(default)]
    key: FormKey,
}

/// A new table that continues from a position that the visitor has solved, against a program.
async fn play_on(
    State(state): State<AppState>,
    Path(path): InPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(form): Form<PlayOnForm>,
) -> Answer {
    let (game, _, play) = ready(&state, &path, Some(&visitor), &address).await?;
    if !play.is_solved() {
        return Err(AppError::refused("solve the position first, then play on from it"));
    }
    if game.persona(&form.program).is_none() {
        return Err(AppError::refused("choose an opponent"));
    }
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let position = play.position();
    let mut record = position.record.clone();
    if game.hidden() {
        // The game goes on from what was seen of hidden cards.
        record.actions.extend(play.line().into_iter().take(play.reached()));
    }
    let fork = Fork { record, table: None };
    let once = form.key.once(&state.secret, &visitor, &["position", game.id(), &path.0, &form.program]);
    let others = vec![seat_request(form.program)];
    let new = NewGame::continued(fork, others, Some(position.seat), guest_name(visitor.id()));
    let id = state.tables.make_once(&visitor, new, None, once).await?;
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}
