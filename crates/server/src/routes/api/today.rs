//! The deals of the day.

use super::caller::{AnyCaller, Caller, Play, Read};
use super::error::{ApiError, Problem};
use super::game_state::{GameState, RevealedState};
use super::games::made;
use crate::daily::dailies::{Day, open};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::InPath;
use crate::routes::state::AppState;
use crate::tables::deals::games;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use bagatelle_pages::today::{Offer, Streak};
use bagatelle_pages::urls;
use bagatelle_store::Daily;
use bagatelle_table::{Visitor, WorldDate};
use serde::Serialize;
use utoipa::ToSchema;

/// The deals of a world date (UTC).
#[derive(Serialize, ToSchema)]
pub struct DayState {
    /// The date, `2026-11-21`.
    date: String,
    /// The deals.
    deals: Vec<DealState>,
    /// The hash of the seed and the nonce of the deals, shown before the day; null where nothing was
    /// committed.
    commitment: Option<String>,
    /// What was committed to, public from the beginning of the day.
    revealed: Option<RevealedState>,
    /// The commitment to the deals of the next day.
    next_commitment: Option<String>,
    /// The caller's streak; null without a token.
    streak: Option<StreakState>,
}

/// A deal or a position of the day.
#[derive(Serialize, ToSchema)]
struct DealState {
    /// The id in the catalog.
    game: String,
    /// Whether it is a position in which to find one move: see `/api/v1/today/{date}/{game}`.
    position: bool,
    /// How hard it is, in a word, if that is known.
    difficulty: Option<String>,
    /// The address to share.
    address: String,
    /// Par, if it is known.
    par: Option<u32>,
    /// No solution has fewer moves than this, if that is known.
    at_least: Option<u32>,
    /// What the caller has played of it; null if the caller has not begun it.
    played: Option<PlayedState>,
    /// The players who began it on its date and solved it without help: the fewest moves first, then the
    /// shortest time.
    table: Vec<EntryState>,
}

/// A deal of the day as the caller has played it.
#[derive(Serialize, ToSchema)]
struct PlayedState {
    /// The id of the caller's game.
    id: Option<String>,
    /// `open`, `solved` or `unsolved`.
    state: &'static str,
    /// The moves, in the end or so far.
    moves: u32,
    /// One to five marks for a solution without help, once par is known.
    marks: Option<u32>,
    /// Whether the solver has helped: such a game is in no table and keeps no streak.
    helped: bool,
    /// Whether it was begun on its date: only then does it count.
    on_time: bool,
    /// Whether it counts for the streak and the leaderboard.
    counts: bool,
}

/// A player on the leaderboard.
#[derive(Serialize, ToSchema)]
struct EntryState {
    /// The name; null for a player who does not want to be listed.
    name: Option<String>,
    /// Whether this is the caller.
    yours: bool,
    /// The moves.
    moves: u32,
    /// Milliseconds played.
    played_ms: Option<i64>,
}

/// Days in a row.
#[derive(Serialize, ToSchema)]
struct StreakState {
    /// The days in a row up to today, or up to yesterday while today does not count yet.
    now: u32,
    /// The most days in a row so far.
    longest: u32,
}

impl DealState {
    fn new(state: &AppState, offer: &Offer<'_>, table: Vec<Daily>, visitor: Option<&Visitor>) -> DealState {
        let entry = |daily: Daily| EntryState {
            yours: visitor.is_some_and(|visitor| visitor.id() == daily.person),
            name: daily.name,
            moves: daily.score,
            played_ms: daily.took,
        };
        DealState {
            game: offer.game.id().to_owned(),
            position: offer.position,
            difficulty: offer.level.map(str::to_lowercase),
            address: state.path(urls::daily(offer.date, offer.game.id())),
            par: offer.par.map(|par| par.moves),
            at_least: offer.par.map(|par| par.at_least),
            played: offer.played.map(|played| PlayedState {
                id: played.table.map(str::to_owned),
                state: played.standing().word(),
                moves: played.moves,
                marks: played.marks(),
                helped: played.helped,
                on_time: played.on_time,
                counts: played.counts(),
            }),
            table: table.into_iter().map(entry).collect(),
        }
    }
}

async fn day(
    state: &AppState,
    visitor: Option<&Visitor>,
    date: Option<WorldDate>,
) -> Result<Json<DayState>, ApiError> {
    let day = Day::load(&state.tables, visitor, date).await?;
    let (played, date) = (day.played(), day.date.to_string());
    let mut deals = Vec::new();
    for offer in day.offers(&played) {
        let table = state.tables.store().table_of_the_day(offer.game.id(), &date).await?;
        deals.push(DealState::new(state, &offer, table, visitor));
    }
    let streak = visitor.map(|_| Streak::of(&played, day.today));
    let streak = streak.map(|Streak { now, longest, .. }| StreakState { now, longest });
    Ok(Json(DayState {
        date,
        deals,
        commitment: day.seed().map(|seed| seed.commitment()),
        revealed: day.seed().map(RevealedState::from),
        next_commitment: state.tables.deals().commitment_after(day.date).await?,
        streak,
    }))
}

/// Today's deals, with what the caller has played of them.
#[utoipa::path(get, path = "/api/v1/today", operation_id = "show_today", security((), ("token" = ["read"])),
    responses((status = 200, body = DayState)))]
pub async fn today(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
) -> Result<Json<DayState>, ApiError> {
    day(&state, visitor.as_ref(), None).await
}

/// The date in a path.
fn read(date: &str) -> Result<WorldDate, AppError> {
    date.parse().map_err(|_| AppError::NoDay("write the date like this: 2026-11-21"))
}

/// The deals of a date.
#[utoipa::path(get, path = "/api/v1/today/{date}", operation_id = "show_day", security((),
    ("token" = ["read"])),
    params(("date" = String, Path, description = "The world date (UTC), such as `2026-11-21`.")),
    responses((status = 200, body = DayState), (status = 404, body = Problem)))]
pub async fn on(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    InPath(date): InPath<String>,
) -> Result<Json<DayState>, ApiError> {
    day(&state, visitor.as_ref(), Some(read(&date)?)).await
}

/// Begins the deal of a game and a date; a caller who has begun it gets the same game again.
#[utoipa::path(post, path = "/api/v1/today/{date}/{game}", operation_id = "begin_daily",
    security(("token" = ["play"])),
    params(("date" = String, Path, description = "The world date (UTC), such as `2026-11-21`."),
        ("game" = String, Path, description = "The game's id in the catalog.")),
    responses((status = 201, body = GameState), (status = 404, body = Problem),
        (status = 429, body = Problem)))]
pub async fn begin(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    InPath((date, game)): InPath<(String, String)>,
    address: Address,
) -> Result<impl IntoResponse, ApiError> {
    let game = games().find(|known| known.id() == game).ok_or(AppError::NotFound)?;
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let id = open(&state.tables, &visitor, game, read(&date)?).await?;
    made(&state, &visitor, &id).await
}
