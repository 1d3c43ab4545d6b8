//! The ladder.

use super::caller::{AnyCaller, Read};
use super::error::ApiError;
use crate::house_bots::ladder::{Rung, ladders};
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

/// A rating on the ladder.
#[derive(Serialize, ToSchema)]
struct LadderRating {
    /// The rating (Glicko-2), 1500 at the start.
    rating: f64,
    /// The deviation.
    deviation: f64,
    /// The true strength is above this, and below `high`, in 95 of 100 cases.
    low: f64,
    /// See `low`.
    high: f64,
    /// How many games counted on the ladder.
    games: u32,
}

/// A player on the ladder.
#[derive(Serialize, ToSchema)]
struct LadderPlayer {
    /// The name, by which the player is challenged.
    name: String,
    /// Whether it is a house bot, which accepts challenges at once.
    house: bool,
    /// The program that plays for a house bot, by its name in the catalog.
    program: Option<String>,
    /// Whether it is marked as a bot.
    bot: bool,
    /// The rating; null for a house bot that has not played yet.
    rating: Option<LadderRating>,
}

impl From<Rung> for LadderPlayer {
    fn from(rung: Rung) -> LadderPlayer {
        LadderPlayer {
            name: rung.name,
            house: rung.program.is_some(),
            program: rung.program.map(str::to_owned),
            bot: rung.bot,
            rating: rung.rating.map(|rating| {
                let (low, high) = rating.interval();
                let (games, deviation) = (rating.games, rating.deviation);
                LadderRating { rating: rating.rating, deviation, low, high, games }
            }),
        }
    }
}

/// The ladder of a game.
#[derive(Serialize, ToSchema)]
struct LadderOfGame {
    /// The id of the game in the catalog.
    game: String,
    /// The players, the best first; those that have not played yet last.
    players: Vec<LadderPlayer>,
}

/// The ladders of all games.
#[derive(Serialize, ToSchema)]
pub struct LadderState {
    /// Whether this host runs house bots. Where it does not there are no ladders.
    open: bool,
    /// The ladders.
    ladders: Vec<LadderOfGame>,
}

/// The ladder: house bots, and the people and bots that have played against them and want to be seen. A rated
/// game against a house bot counts on the ladder and not for the ratings of people.
#[utoipa::path(get, path = "/api/v1/ladder", operation_id = "show_ladder", security((), ("token" = ["read"])),
    responses((status = 200, body = LadderState)))]
pub async fn ladder(
    State(state): State<AppState>,
    _: AnyCaller<Read>,
) -> Result<Json<LadderState>, ApiError> {
    let all = ladders(&state.tables).await?.into_iter();
    let ladders = all.map(|ladder| LadderOfGame {
        game: ladder.game.to_owned(),
        players: ladder.rungs.into_iter().map(LadderPlayer::from).collect(),
    });
    Ok(Json(LadderState { open: state.tables.registry().house().is_open(), ladders: ladders.collect() }))
}
