//! The catalog, visitors, and tables.

use super::error::{ApiError, Body, Problem};
use super::model::{CatalogEntry, GameState, NewGame, Token};
use crate::address::Address;
use crate::clock::date;
use crate::error::AppError;
use crate::extract::{CurrentVisitor, MaybeVisitor, TableInPath};
use crate::quotas::Making;
use crate::random;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use bagatelle_core::Randomness;
use bagatelle_table::{DealSource, Visitor, guest_name, seat_request};

/// All games.
#[utoipa::path(get, path = "/api/v1/catalog", responses((status = 200, body = Vec<CatalogEntry>)))]
pub async fn catalog() -> Json<Vec<CatalogEntry>> {
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
#[utoipa::path(post, path = "/api/v1/visitors", responses((status = 201, body = Token), (status = 429, body = Problem)))]
pub async fn visitor(State(state): State<AppState>, address: Address) -> Result<impl IntoResponse, ApiError> {
    state.quotas.count(Making::Visitor, None, &address)?;
    let id = random::code::<16>()?;
    Ok((StatusCode::CREATED, Json(Token { token: state.secret.token(&id) })))
}

/// Makes a table that belongs to the caller.
#[utoipa::path(post, path = "/api/v1/games", request_body = NewGame, responses(
    (status = 201, body = GameState), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
    (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn create(
    State(state): State<AppState>,
    visitor: Result<CurrentVisitor, AppError>,
    address: Address,
    Body(new): Body<NewGame>,
) -> Result<impl IntoResponse, ApiError> {
    let CurrentVisitor(visitor) = visitor?;
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let source = match (new.daily, new.seed, new.setup) {
        (true, None, None) => DealSource::Daily(date(state.tables.now()), None),
        (false, Some(seed), None) => DealSource::Seed(seed),
        (false, None, Some(setup)) => DealSource::Setup(setup),
        (false, None, None) => DealSource::Fresh,
        _ => {
            return Err(ApiError::unprocessable(
                "Only one of `daily`, `seed` and `setup` can say where the deal comes from.",
            ));
        }
    };
    let randomness = given(new.randomness.as_deref())?;
    let new = bagatelle_table::NewGame {
        game: new.game,
        options: new.options,
        deal_options: new.wish,
        source,
        others: new.programs.into_iter().map(seat_request).collect(),
        sit: new.sit,
        name: new.name.unwrap_or_else(|| guest_name(visitor.id())),
        terms: new.terms,
        best_of: new.best_of,
    };
    let id = state.tables.make(&visitor, new, randomness).await?;
    made(&state, &visitor, &id).await
}

/// What a caller adds to a deal.
///
/// # Errors
/// When it is not randomness.
pub fn given(text: Option<&str>) -> Result<Option<Randomness>, ApiError> {
    let read = text.map(str::parse::<Randomness>).transpose();
    read.map_err(|error| ApiError::unprocessable(format!("`randomness` cannot be used: {error}.")))
}

/// The answer to a caller who has made a table.
pub async fn made(
    state: &AppState,
    visitor: &Visitor,
    id: &str,
) -> Result<(StatusCode, Json<GameState>), ApiError> {
    let live = state.tables.get(id).await?;
    state.tables.look(&live).await?;
    state.tables.meet(&live, visitor).await;
    let game = GameState::of(&live, Some(visitor), state.tables.now()).await;
    Ok((StatusCode::CREATED, Json(game)))
}

/// A table as the caller may see it. A player who asks again within 30 seconds counts as present.
#[utoipa::path(get, path = "/api/v1/games/{id}", params(("id" = String, Path, description = "the game's id")),
    responses((status = 200, body = GameState), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<AppState>,
    table: Result<TableInPath, AppError>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<Json<GameState>, ApiError> {
    let TableInPath(live) = table?;
    Ok(Json(GameState::of(&live, visitor.as_ref(), state.tables.now()).await))
}

/// Goes to the next round of a match, or begins the same game anew for a caller who plays without other people.
#[utoipa::path(post, path = "/api/v1/games/{id}/again", params(("id" = String, Path, description = "the game's id")),
    responses((status = 201, body = GameState), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn again(
    State(state): State<AppState>,
    visitor: Result<CurrentVisitor, AppError>,
    table: Result<TableInPath, AppError>,
    address: Address,
) -> Result<impl IntoResponse, ApiError> {
    let (CurrentVisitor(visitor), TableInPath(live)) = (visitor?, table?);
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let id = state.tables.play_again(&live, Some(&visitor), None).await?;
    made(&state, &visitor, &id).await
}
