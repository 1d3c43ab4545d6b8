//! Lists of games: the caller's own, and those with open seats.

use super::caller::{AnyCaller, Caller, Read};
use super::error::{ApiError, Problem};
use super::params::Params;
use crate::error::code::Code;
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use bagatelle_store::{Found, Listed, Search};
use bagatelle_table::{SeatSummary, Stage, Terms, Visitor};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The most games that are listed at once.
const MOST: u32 = 100;

/// How far a game has come.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Phase {
    /// Seats are open.
    Open,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

impl From<Stage> for Phase {
    fn from(stage: Stage) -> Phase {
        match stage {
            Stage::Open => Phase::Open,
            Stage::Playing => Phase::Playing,
            Stage::Over => Phase::Over,
        }
    }
}

impl From<Phase> for Stage {
    fn from(phase: Phase) -> Stage {
        match phase {
            Phase::Open => Stage::Open,
            Phase::Playing => Stage::Playing,
            Phase::Over => Stage::Over,
        }
    }
}

/// A seat of a game in a list.
#[derive(Serialize, ToSchema)]
struct ListedSeat {
    /// The name to show.
    name: String,
    /// The rating, in the lobby, if the game is rated and the player has one.
    rating: Option<f64>,
    /// Whether it is open.
    open: bool,
    /// Whether it is the caller's.
    yours: bool,
    /// Whether the game waits for this seat: it is its turn, or its player has not come to the table yet.
    turn: bool,
    /// `won`, `lost` or `drawn`, once the game is over.
    result: Option<String>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
struct ListedGame {
    /// The id.
    id: String,
    /// The id in the catalog.
    game: String,
    /// How far it has come.
    phase: Phase,
    /// Whether the game waits for the caller: to act, or to come to the table.
    your_turn: bool,
    /// The seats.
    seats: Vec<ListedSeat>,
    /// The clock and the rules of conduct.
    terms: Terms,
    /// How many actions have been taken.
    plies: u64,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// When it last changed.
    changed: i64,
}

/// A list of games.
#[derive(Serialize, ToSchema)]
pub struct GameList {
    /// The games, the last changed first.
    games: Vec<ListedGame>,
    /// Whether there are more after these.
    more: bool,
}

impl ListedGame {
    /// The game as the caller sees it, with the ratings of its seats where they are listed.
    fn new(Listed { spec, summary }: Listed, ratings: &[Option<f64>], caller: Option<&str>) -> ListedGame {
        let ratings = ratings.iter().copied().chain(std::iter::repeat(None));
        let seat = |(seat, rating): (SeatSummary, Option<f64>)| ListedSeat {
            rating,
            open: seat.person.is_none() && seat.program().is_none(),
            yours: caller.is_some() && seat.person.as_deref() == caller,
            name: seat.name,
            turn: seat.turn,
            result: seat.result.map(|result| result.to_string()),
        };
        let seats: Vec<ListedSeat> = summary.seats.into_iter().zip(ratings).map(seat).collect();
        ListedGame {
            id: spec.id,
            game: spec.game,
            phase: summary.stage.into(),
            your_turn: seats.iter().any(|seat| seat.yours && seat.turn),
            seats,
            terms: spec.terms,
            plies: summary.plies,
            created: spec.created,
            changed: summary.changed,
        }
    }
}

fn list(found: Found, caller: Option<&str>) -> Json<GameList> {
    let games = found.tables.into_iter().map(|one| ListedGame::new(one, &[], caller)).collect();
    Json(GameList { games, more: found.more })
}

/// Which games are listed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// The id in the catalog.
    game: Option<String>,
    /// Only games in this phase.
    phase: Option<Phase>,
    /// Only those that wait for the caller, to act or to come.
    #[serde(default)]
    your_turn: bool,
    /// How many to skip.
    #[serde(default)]
    #[param(maximum = 2_147_483_647)]
    skip: u32,
    /// The most games to list; 30 if it is left out.
    #[serde(default = "usual")]
    #[param(maximum = 100)]
    limit: u32,
}

fn usual() -> u32 {
    30
}

impl Which {
    fn search(self) -> Result<Search, ApiError> {
        if self.limit > MOST {
            return Err(ApiError::unprocessable(Code::BadRequest, "Ask for at most 100 games at once."));
        }
        if i32::try_from(self.skip).is_err() {
            return Err(ApiError::unprocessable(Code::BadRequest, "That is too many games to skip."));
        }
        Ok(Search {
            game: self.game,
            stage: self.phase.map(Stage::from),
            to_move: self.your_turn,
            skip: self.skip,
            limit: self.limit,
            ..Search::default()
        })
    }
}

/// The games that the caller plays or has made.
#[utoipa::path(get, path = "/api/v1/games", operation_id = "list_games", security(("token" = ["read"])),
    params(Which),
    responses((status = 200, body = GameList), (status = 400, body = Problem), (status = 422,
        body = Problem)))]
pub async fn own(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Read>,
    Params(which): Params<Which>,
) -> Result<Json<GameList>, ApiError> {
    let search = Search { person: Some(visitor.id().to_owned()), ..which.search()? };
    Ok(list(state.tables.search(&search).await?, Some(visitor.id())))
}

/// Which open games are listed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OpenOnes {
    /// The id in the catalog.
    game: Option<String>,
}

/// The games in the lobby: those with open seats that any visitor may take.
#[utoipa::path(get, path = "/api/v1/lobby", operation_id = "list_lobby", security((), ("token" = ["read"])),
    params(OpenOnes),
    responses((status = 200, body = GameList)))]
pub async fn lobby(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    Params(OpenOnes { game }): Params<OpenOnes>,
) -> Result<Json<GameList>, ApiError> {
    let (found, ratings) = state.tables.open_tables(visitor.as_ref(), game, MOST).await?;
    let caller = visitor.as_ref().map(Visitor::id);
    let tables = found.tables.into_iter().zip(&ratings);
    let games = tables.map(|(one, ratings)| ListedGame::new(one, ratings, caller)).collect();
    Ok(Json(GameList { games, more: found.more }))
}
