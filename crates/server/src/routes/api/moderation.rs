//! Reports to the moderators, and people who are blocked.

use super::body::Body;
use super::caller::{Caller, Play, Read};
use super::error::{ApiError, Problem};
use crate::error::AppError;
use crate::http::address::Address;
use crate::routes::extract::InPath;
use crate::routes::moderation::with_profile;
use crate::routes::reports::{self, Against};
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bagatelle_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A player: one at a game, or one with a public profile. Fields that may be left out may also be null, which
/// means the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "person": "Bob" }))]
pub struct NewBlock {
    /// The id of a game at which the player has a seat.
    pub game: Option<String>,
    /// The player's seat there, from 0.
    #[schema(maximum = 3)]
    pub seat: Option<u8>,
    /// The name of a person with a public profile, instead of a game and a seat.
    pub person: Option<String>,
}

/// A report to the moderators about a player or the title of an event. Fields that may be left out may also
/// be null, which means the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "person": "Bob", "note": "The name is an insult." }))]
pub struct ApiReport {
    /// The id of a game at which the player has a seat.
    pub game: Option<String>,
    /// The player's seat there, from 0.
    #[schema(maximum = 3)]
    pub seat: Option<u8>,
    /// The name of a person with a public profile, instead of a game and a seat.
    pub person: Option<String>,
    /// The id of an event whose title is reported, instead of a player.
    pub event: Option<String>,
    /// What the moderators should know.
    pub note: Option<String>,
}

/// A person whom the caller has blocked.
#[derive(Serialize, ToSchema)]
pub struct BlockState {
    /// An id that stands for the person in the requests of this caller.
    id: String,
    /// The person's name at that time.
    name: String,
}

async fn against(
    state: &AppState,
    game: Option<String>,
    seat: Option<u8>,
    person: Option<String>,
) -> Result<Against, AppError> {
    match (game, seat, person) {
        (Some(game), Some(seat), None) => Against::seat(&*state.tables.get(&game).await?, Seat(seat)).await,
        (None, None, Some(name)) => with_profile(state, &name).await,
        _ => Err(AppError::refused("name the person: give a game and a seat, or a person")),
    }
}

/// Reports a player, or the title of an event, to the moderators.
#[utoipa::path(post, path = "/api/v1/reports", operation_id = "report_player", security(("token" = ["play"])),
    request_body = ApiReport,
    responses((status = 204, description = "The moderators will read it."), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn report(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    address: Address,
    Body(report): Body<ApiReport>,
) -> Result<StatusCode, ApiError> {
    let ApiReport { game, seat, person, event, note } = report;
    let against = match event {
        None => against(&state, game, seat, person).await?,
        Some(event) if game.is_none() && seat.is_none() && person.is_none() => {
            Against::event(&state, &event).await?
        }
        Some(_) => return Err(AppError::refused("report either a player or an event").into()),
    };
    reports::report(&state, &visitor, &address, against, &note.unwrap_or_default()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Blocks a player, who can no longer sit down where the caller plays.
#[utoipa::path(post, path = "/api/v1/blocks", operation_id = "block_player", security(("token" = ["play"])),
    request_body = NewBlock,
    responses((status = 201, body = BlockState), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn block(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    address: Address,
    Body(block): Body<NewBlock>,
) -> Result<(StatusCode, Json<BlockState>), ApiError> {
    let against = against(&state, block.game, block.seat, block.person).await?;
    reports::block(&state, &visitor, &address, &against).await?;
    let id = state.secret.alias(visitor.id(), &against.person);
    Ok((StatusCode::CREATED, Json(BlockState { id, name: against.name })))
}

/// The people whom the caller has blocked, the latest first.
#[utoipa::path(get, path = "/api/v1/blocks", operation_id = "list_blocks", security(("token" = ["read"])),
    responses((status = 200, description = "The people.", body = Vec<BlockState>)))]
pub async fn blocks(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Read>,
) -> Result<Json<Vec<BlockState>>, ApiError> {
    let found = state.tables.store().blocked_by(visitor.id()).await?;
    let state = |one: bagatelle_store::Blocked| BlockState {
        id: state.secret.alias(visitor.id(), &one.person),
        name: one.name,
    };
    Ok(Json(found.into_iter().map(state).collect()))
}

/// Unblocks a person.
#[utoipa::path(delete, path = "/api/v1/blocks/{id}", operation_id = "unblock_player",
    security(("token" = ["play"])), params(("id" = String, Path, description =
        "As in the list of blocked people.")),
    responses((status = 204, description = "The person is no longer blocked."), (status = 422,
        body = Problem)))]
pub async fn unblock(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    InPath(id): InPath<String>,
) -> Result<StatusCode, ApiError> {
    match reports::unblock(&state, &visitor, &id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(AppError::refused("you haven’t blocked that person").into()),
    }
}
