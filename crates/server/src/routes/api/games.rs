//! The catalog, visitors, and tables.

use super::body::Body;
use super::caller::{AnyCaller, Caller, Play, Read};
use super::error::{ApiError, Problem};
use super::game_state::GameState;
use super::key::{Key, KeyHeader};
use super::model::{CatalogEntry, NewGame, Sit, Token, Watch};
use crate::error::AppError;
use crate::error::code::Code;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::VisitedTable;
use crate::routes::state::AppState;
use crate::system::random;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use bagatelle_core::Randomness;
use bagatelle_core::text::typed_seed;
use bagatelle_table::{DealSource, Terms, Visitor, WorldDate, guest_name, seat_request};

/// All games.
#[utoipa::path(get, path = "/api/v1/catalog", operation_id = "list_catalog", security((),
    ("token" = ["read"])), responses((status = 200, description = "All games.", body = Vec<CatalogEntry>)))]
pub async fn catalog(_: AnyCaller<Read>) -> Json<Vec<CatalogEntry>> {
    let entries = bagatelle_catalog::games().iter().map(|game| {
        let manifest = game.manifest();
        CatalogEntry {
            id: game.id(),
            name: manifest.name,
            tagline: manifest.tagline,
            designer: manifest.designer,
            players: manifest.players(),
            hidden: game.hidden(),
            programs: game.programs().iter().map(|p| p.name).collect(),
            grades: manifest.grades.iter().map(|grade| grade.word).collect(),
        }
    });
    Json(entries.collect())
}

/// A new visitor.
#[utoipa::path(post, path = "/api/v1/visitors", operation_id = "make_visitor", responses((status = 201,
    body = Token), (status = 429, body = Problem)))]
pub async fn visitor(State(state): State<AppState>, address: Address) -> Result<impl IntoResponse, ApiError> {
    state.quotas.count(Making::Visitor, None, &address)?;
    let id = random::code::<16>()?;
    Ok((StatusCode::CREATED, Json(Token { token: state.secret.token(&id) })))
}

/// Makes a table that belongs to the caller.
#[utoipa::path(post, path = "/api/v1/games", operation_id = "make_game", security(("token" = ["play"])),
    request_body = NewGame, params(KeyHeader), responses(
    (status = 201, body = GameState), (status = 404, body = Problem),
    (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn create(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    key: Key,
    address: Address,
    Body(new): Body<NewGame>,
) -> Result<impl IntoResponse, ApiError> {
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let source = match (new.daily.unwrap_or_default(), new.seed, new.setup) {
        (true, None, None) => DealSource::Daily(WorldDate::of(state.tables.now()), None),
        (false, Some(seed), None) => DealSource::Seed(typed_seed(&seed)),
        (false, None, Some(setup)) => DealSource::Setup(setup),
        (false, None, None) => DealSource::Fresh,
        _ => {
            return Err(ApiError::unprocessable(
                Code::BadOptions,
                "Only one of `daily`, `seed` and `setup` can say where the deal comes from.",
            ));
        }
    };
    let randomness = given(new.randomness.as_deref())?;
    let programs = new.programs.unwrap_or_default();
    if programs.is_empty() && matches!(new.sit, Sit::Word(Watch::Watch)) {
        let why = "If you only watch, name the players in `programs`.";
        return Err(ApiError::unprocessable(Code::BadOptions, why));
    }
    let new = bagatelle_table::NewGame {
        game: new.game,
        options: new.options.unwrap_or_default(),
        deal_options: new.wish.unwrap_or_default(),
        source,
        others: programs.into_iter().map(seat_request).collect(),
        sit: new.sit.seat(),
        name: new.name.unwrap_or_else(|| guest_name(visitor.id())),
        terms: new.terms.map(Terms::from).unwrap_or_default(),
        best_of: new.best_of.unwrap_or(1),
    };
    if new.terms.listed {
        state.quotas.count(Making::Listed, None, &address)?;
    }
    let id = once(&state, &visitor, &key, new, randomness).await?;
    made(&state, &visitor, &id).await
}

/// Makes a table, or finds the one that was made under the key.
pub async fn once(
    state: &AppState,
    visitor: &Visitor,
    key: &Key,
    new: bagatelle_table::NewGame,
    randomness: Option<Randomness>,
) -> Result<String, AppError> {
    state.tables.make_under(visitor, new, randomness, key.id(&state.secret, visitor, "game")).await
}

/// What a caller adds to a deal.
///
/// # Errors
/// When it is not randomness.
pub fn given(text: Option<&str>) -> Result<Option<Randomness>, ApiError> {
    let read = text.map(str::parse::<Randomness>).transpose();
    read.map_err(|error| {
        ApiError::unprocessable(Code::BadOptions, format!("`randomness` can’t be used: {error}."))
    })
}

/// The answer to a caller who has made a table.
pub async fn made(
    state: &AppState,
    visitor: &Visitor,
    id: &str,
) -> Result<(StatusCode, GameState), ApiError> {
    let live = state.tables.get(id).await?;
    state.tables.look(&live).await?;
    state.tables.meet(&live, visitor).await;
    let game = GameState::of(&live, Some(visitor), state.tables.now()).await;
    Ok((StatusCode::CREATED, game))
}

/// A table as the caller may see it. A player who asks again within 30 seconds counts as present.
#[utoipa::path(get, path = "/api/v1/games/{id}", operation_id = "show_game", security((),
    ("token" = ["read"])), params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, body = GameState), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    table: Result<VisitedTable, AppError>,
) -> Result<GameState, ApiError> {
    let VisitedTable(live) = table?;
    Ok(GameState::of(&live, visitor.as_ref(), state.tables.now()).await)
}

/// Goes to the next round of a match, or begins the same game again for a caller who plays without other
/// people.
#[utoipa::path(post, path = "/api/v1/games/{id}/again", operation_id = "play_again",
    security(("token" = ["play"])), params(KeyHeader, ("id" = String, Path, description = "The game's id.")),
    responses((status = 201, body = GameState), (status = 404, body = Problem), (status = 422,
        body = Problem), (status = 429, body = Problem)))]
pub async fn again(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    key: Key,
    table: Result<VisitedTable, AppError>,
    address: Address,
) -> Result<impl IntoResponse, ApiError> {
    let VisitedTable(live) = table?;
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let id = state
        .tables
        .play_again(&live, Some(&visitor), None, key.id(&state.secret, &visitor, live.id()))
        .await?;
    made(&state, &visitor, &id).await
}
