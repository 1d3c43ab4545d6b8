//! The list of running games that anyone may watch.

use super::caller::{AnyCaller, Read};
use super::error::ApiError;
use super::params::Params;
use crate::routes::state::AppState;
use crate::tables::public_games::LiveGame;
use axum::Json;
use axum::extract::State;
use bagatelle_store::Listed;
use bagatelle_table::{SeatSummary, Terms};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A seat of a public game.
#[derive(Serialize, ToSchema)]
struct PublicSeat {
    /// The name to show.
    name: String,
    /// The rating, if the game is rated and the player has one.
    rating: Option<f64>,
    /// Whether the game waits for this seat: it is its turn, or its player has not come to the table yet.
    turn: bool,
}

/// A running game that anyone may watch: `/api/v1/games/{id}` shows it.
#[derive(Serialize, ToSchema)]
struct PublicGame {
    /// The id.
    id: String,
    /// The id in the catalog.
    game: String,
    /// The seats.
    seats: Vec<PublicSeat>,
    /// The clock and the rules of conduct.
    terms: Terms,
    /// How many actions have been taken.
    plies: u64,
    /// How many people watch.
    watching: usize,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// When it last changed.
    changed: i64,
}

impl From<LiveGame> for PublicGame {
    fn from(LiveGame { table: Listed { spec, summary }, ratings, watching }: LiveGame) -> PublicGame {
        let seat = |(seat, rating): (SeatSummary, Option<f64>)| PublicSeat {
            name: seat.name,
            rating,
            turn: seat.turn,
        };
        PublicGame {
            id: spec.id,
            game: spec.game,
            seats: summary.seats.into_iter().zip(ratings).map(seat).collect(),
            terms: spec.terms,
            plies: summary.plies,
            watching,
            created: spec.created,
            changed: summary.changed,
        }
    }
}

/// A list of public games.
#[derive(Serialize, ToSchema)]
pub struct LiveList {
    /// The games, the most interesting first.
    games: Vec<PublicGame>,
}

/// Which public games are listed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The id in the catalog.
    game: Option<String>,
}

/// The running games that anyone may watch, because their terms say `public`: at most thirty, the most
/// interesting first, by the ratings of the players, by how many watch, and by how far the game has come. The
/// list may be two seconds old.
#[utoipa::path(get, path = "/api/v1/live", operation_id = "list_live", security((), ("token" = ["read"])),
    params(Wanted),
    responses((status = 200, body = LiveList)))]
pub async fn live(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    Params(Wanted { game }): Params<Wanted>,
) -> Result<Json<LiveList>, ApiError> {
    let mut games = state.tables.live_games(visitor.as_ref()).await?;
    games.retain(|one| game.as_ref().is_none_or(|game| *game == one.table.spec.game));
    Ok(Json(LiveList { games: games.into_iter().map(PublicGame::from).collect() }))
}
