//! Looking for an opponent.

use super::body::Body;
use super::caller::{Caller, Play};
use super::error::{ApiError, Problem};
use crate::error::code::Code;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::InPath;
use crate::routes::state::AppState;
use crate::tables::seeks::{Sought, game};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bagatelle_pages::seek::{Progress, Tempo};
use bagatelle_store::Seek;
use bagatelle_table::Pace;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A search for an opponent. Fields that may be left out may also be null, which means the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeek {
    /// The id of a game for two or more in the catalog.
    game: String,
    /// The clock; one that suits the game if it is left out. Both players must want the same.
    pace: Option<Pace>,
    /// Whether the game is rated, which needs an account.
    #[schema(default = false)]
    rated: Option<bool>,
    /// Whether anyone may watch: the game is listed by `/api/v1/live` if both players say so.
    #[schema(default = false)]
    public: Option<bool>,
}

/// How a search stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum SeekState {
    /// It goes on.
    Waiting,
    /// The game has begun.
    Found,
}

/// A search for an opponent.
#[derive(Serialize, ToSchema)]
pub struct SeekView {
    /// Its id.
    id: String,
    /// The id of the game in the catalog.
    game: String,
    /// The clock.
    pace: Pace,
    /// Whether the game is rated.
    rated: bool,
    /// Whether the caller lets anyone watch.
    public: bool,
    /// How it stands.
    state: SeekState,
    /// The id of the game that was found.
    game_id: Option<String>,
    /// When it began, in milliseconds since 1970.
    since: i64,
}

impl SeekView {
    fn of(seek: Seek, search: &Progress) -> SeekView {
        let game_id = match search {
            Progress::Found(id) => Some(id.clone()),
            Progress::Waiting | Progress::Long | Progress::Over => None,
        };
        SeekView {
            id: seek.id,
            game: seek.game,
            pace: seek.pace,
            rated: seek.rated,
            public: seek.public,
            state: if game_id.is_some() { SeekState::Found } else { SeekState::Waiting },
            game_id,
            since: seek.since,
        }
    }
}

fn over() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, Code::NoSuchSeek, "There’s no such search, or it is over.")
}

/// Looks for an opponent. The search ends when a game is found, when it is withdrawn, when the caller begins
/// another one, and an hour after the last look at it. Ask how it stands at least every five seconds: only
/// callers who are there are brought together.
#[utoipa::path(post, path = "/api/v1/seeks", operation_id = "seek_opponent",
    security(("token" = ["play"])), request_body = NewSeek,
    responses((status = 201, body = SeekView), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn seek(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    address: Address,
    Body(new): Body<NewSeek>,
) -> Result<(StatusCode, Json<SeekView>), ApiError> {
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    state.quotas.count(Making::Listed, None, &address)?;
    let game = game(&new.game)?;
    let pace = new.pace.unwrap_or_else(|| Tempo::Live.pace(game));
    let (rated, public) = (new.rated.unwrap_or_default(), new.public.unwrap_or_default());
    let sought = Sought { game, pace, rated, public };
    let name = state.name_or_guest(Some(&visitor), "").await?;
    let seek = state.tables.seek(&visitor, &name, sought).await?;
    let (seek, search) = state.tables.look_for(&seek.id, &visitor).await?;
    Ok((StatusCode::CREATED, Json(SeekView::of(seek.ok_or_else(over)?, &search))))
}

/// How a search of the caller stands.
#[utoipa::path(get, path = "/api/v1/seeks/{id}", operation_id = "show_seek",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "The id of the search.")),
    responses((status = 200, body = SeekView), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    InPath(id): InPath<String>,
) -> Result<Json<SeekView>, ApiError> {
    let (seek, search) = state.tables.look_for(&id, &visitor).await?;
    Ok(Json(SeekView::of(seek.ok_or_else(over)?, &search)))
}

/// Withdraws a search of the caller. A game that was found goes on.
#[utoipa::path(delete, path = "/api/v1/seeks/{id}", operation_id = "withdraw_seek",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "The id of the search.")),
    responses((status = 204, description = "The search is over."), (status = 404, body = Problem)))]
pub async fn withdraw(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    InPath(id): InPath<String>,
) -> Result<StatusCode, ApiError> {
    match state.tables.end_seek(&id, &visitor).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(over()),
    }
}
