//! Positions of the day.

use super::body::Body;
use super::caller::{AnyCaller, Caller, Play, Read};
use super::error::{ApiError, Problem};
use crate::daily::positions::{self, Opened, date_of};
use crate::error::AppError;
use crate::error::code::Code;
use crate::http::address::Address;
use crate::routes::extract::InPath;
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use bagatelle_catalog::AnyGame;
use bagatelle_store::PositionTry;
use bagatelle_table::{PositionPlay, Verdict, WorldDate};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// The position of a day, as the caller may see it: the answer is in it once it is found, or was asked for.
#[derive(Serialize, ToSchema)]
pub struct PositionOfDay {
    /// The id of the game in the catalog.
    game: &'static str,
    /// The world date (UTC).
    date: String,
    /// How many games have been searched, while the search for the position goes on; ask again in a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    looked: Option<u64>,
    /// The position, once it is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<PositionState>,
}

/// A position, and what the caller has done with it.
#[derive(Serialize, ToSchema)]
pub struct PositionState {
    /// The question.
    task: String,
    /// `easy`, `medium`, `hard` or `expert`.
    grade: &'static str,
    /// The seat to act, which the caller takes.
    seat: u8,
    /// The position as the seat sees it.
    #[schema(value_type = Object)]
    view: Value,
    /// The legal actions; empty once the position is solved.
    legal: Vec<String>,
    /// The actions tried so far, in order.
    tried: Vec<Tried>,
    /// Whether the answer is found.
    solved: bool,
    /// Whether the answer was asked for before it was found.
    helped: bool,
    /// The tries as a row of symbols that gives nothing away.
    row: String,
    /// A right action, once it is found or was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// Why it is right, once it is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The action that was found, and what may follow it.
    line: Vec<String>,
}

/// An action that was tried.
#[derive(Serialize, ToSchema)]
pub struct Tried {
    /// The action.
    action: String,
    /// Whether it is right.
    right: bool,
    /// Why not, if it is not.
    why: String,
}

/// A try, or a request to be shown the answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "action": null }))]
pub struct NewTry {
    /// The action. Leave it out, or send null, to be shown the answer, which counts as help.
    action: Option<String>,
}

impl PositionOfDay {
    fn searching(game: &'static str, date: WorldDate, looked: u64) -> PositionOfDay {
        PositionOfDay { game, date: date.to_string(), looked: Some(looked), position: None }
    }

    fn ready(game: &'static str, date: WorldDate, play: &PositionPlay) -> PositionOfDay {
        let (position, solved) = (play.position(), play.is_solved());
        let last = play.tried().len().saturating_sub(1);
        let tried = play.tried().iter().enumerate().map(|(n, action)| Tried {
            action: action.clone(),
            right: solved && n == last,
            why: play.reason(action),
        });
        let found = play.tried().last().filter(|_| solved);
        let state = PositionState {
            task: position.task.clone(),
            grade: position.grade.word(),
            seat: position.seat,
            view: play.play().view(play.viewer()),
            legal: if solved { Vec::new() } else { play.play().legal() },
            tried: tried.collect(),
            solved,
            helped: play.is_helped(),
            row: play.row(),
            answer: found.cloned().or_else(|| play.lead().map(|offer| offer.text)),
            why: play.right().map(str::to_owned),
            line: play.line(),
        };
        PositionOfDay { game, date: date.to_string(), looked: None, position: Some(state) }
    }
}

fn read(state: &AppState, date: &str, game: &str) -> Result<(&'static dyn AnyGame, WorldDate), ApiError> {
    let game = bagatelle_catalog::find(game).filter(|game| game.has_positions()).ok_or(AppError::NotFound)?;
    Ok((game, date_of(&state.tables, date)?))
}

/// The position of the day of a game that has such positions. It is made when it is first asked for.
#[utoipa::path(get, path = "/api/v1/today/{date}/{game}", operation_id = "show_position", security((),
    ("token" = ["read"])),
    params(("date" = String, Path, description = "The world date (UTC), such as `2026-11-21`."),
        ("game" = String, Path, description = "The game's id in the catalog.")),
    responses((status = 200, body = PositionOfDay), (status = 404, body = Problem)))]
pub async fn position(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    InPath((date, game)): InPath<(String, String)>,
    address: Address,
) -> Result<Json<PositionOfDay>, ApiError> {
    let (game, date) = read(&state, &date, &game)?;
    let play = match positions::open(&state.tables, game, date, visitor.as_ref(), &address).await? {
        Opened::Searching(looked) => return Ok(Json(PositionOfDay::searching(game.id(), date, looked))),
        Opened::Ready(play) => play,
    };
    if let Some(visitor) = &visitor {
        positions::begin(&state.tables, game.id(), date, visitor).await?;
    }
    Ok(Json(PositionOfDay::ready(game.id(), date, &play)))
}

/// Tries an action at the position of the day, or asks to be shown the answer.
#[utoipa::path(post, path = "/api/v1/today/{date}/{game}/tries", operation_id = "try_position",
    security(("token" = ["play"])), request_body = NewTry,
    params(("date" = String, Path, description = "The world date (UTC), such as `2026-11-21`."),
        ("game" = String, Path, description = "The game's id in the catalog.")),
    responses((status = 200, body = PositionOfDay), (status = 404, body = Problem),
    (status = 422, body = Problem)))]
pub async fn attempt(
    State(state): State<AppState>,
    InPath((date, game)): InPath<(String, String)>,
    Caller(visitor, ..): Caller<Play>,
    address: Address,
    Body(new): Body<NewTry>,
) -> Result<Json<PositionOfDay>, ApiError> {
    let (game, date) = read(&state, &date, &game)?;
    let Opened::Ready(mut play) =
        positions::open(&state.tables, game, date, Some(&visitor), &address).await?
    else {
        return Err(ApiError::unprocessable(Code::Refused, "The server is still looking for this position."));
    };
    let of = (game.id(), date);
    match new.action {
        Some(action) => {
            let verdict = positions::attempt(&state.tables, of, &visitor, &mut play, action.trim()).await?;
            if let Verdict::Refused { why } = verdict {
                return Err(AppError::refused(why).into());
            }
        }
        None => positions::help(&state.tables, of, &visitor, &mut play, PositionTry::Shown).await?,
    }
    Ok(Json(PositionOfDay::ready(game.id(), date, &play)))
}
