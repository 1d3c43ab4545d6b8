//! Hints of the solver, for a caller who plays without other people.

use super::body::Body;
use super::caller::{Caller, Play, Read};
use super::error::{ApiError, Problem};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::live::table::LiveTable;
use crate::routes::extract::VisitedTable;
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use bagatelle_session::{HintView, Strength};
use bagatelle_table::{Rejection, Visitor};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// How much a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum HintStrength {
    /// Where to look.
    Nudge,
    /// The next action.
    Move,
    /// The whole solution.
    Solution,
}

impl From<HintStrength> for Strength {
    fn from(strength: HintStrength) -> Strength {
        match strength {
            HintStrength::Nudge => Strength::Nudge,
            HintStrength::Move => Strength::Move,
            HintStrength::Solution => Strength::Solution,
        }
    }
}

impl From<Strength> for HintStrength {
    fn from(strength: Strength) -> HintStrength {
        match strength {
            Strength::Nudge => HintStrength::Nudge,
            Strength::Move => HintStrength::Move,
            Strength::Solution => HintStrength::Solution,
        }
    }
}

/// A request to the solver.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "strength": "move" }))]
pub struct NewHint {
    /// How much to tell. It counts as help.
    strength: HintStrength,
}

/// How far the solver has come.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Work {
    /// No hint was asked for, or the one that was found does not belong to this position.
    Idle,
    /// The solver is at work: ask again in a second.
    Running,
    /// It has found something.
    Found,
}

/// What the solver says.
#[derive(Serialize, ToSchema)]
pub struct HintAnswer {
    /// How far it has come.
    state: Work,
    /// The share of the work that is done, 0 to 1, where that is known.
    progress: Option<f64>,
    /// How much was asked for.
    strength: Option<HintStrength>,
    /// What it says, in words.
    text: Option<String>,
    /// The actions of the solution: none for a nudge, one for a move, all for a solution.
    actions: Vec<String>,
}

impl HintAnswer {
    fn new(view: HintView) -> HintAnswer {
        let answer =
            |state| HintAnswer { state, progress: None, strength: None, text: None, actions: Vec::new() };
        match view {
            HintView::Idle => answer(Work::Idle),
            HintView::Running { progress, status, .. } => HintAnswer {
                progress,
                text: Some(status).filter(|status| !status.is_empty()),
                ..answer(Work::Running)
            },
            HintView::Found { text, hint, mut rest, strength } => {
                rest.truncate(match strength {
                    Strength::Nudge => 0,
                    Strength::Move => 1,
                    Strength::Solution => rest.len(),
                });
                let said = match strength {
                    Strength::Solution => text.unwrap_or_default(),
                    Strength::Nudge | Strength::Move => hint.text,
                };
                HintAnswer {
                    strength: Some(strength.into()),
                    text: Some(said).filter(|said| !said.is_empty()),
                    actions: rest,
                    ..answer(Work::Found)
                }
            }
        }
    }

    /// What the solver tells the caller, who plays here.
    async fn of(live: &Arc<LiveTable>, visitor: &Visitor) -> Result<Json<HintAnswer>, ApiError> {
        let state = live.lock().await;
        let viewpoint = state.table().viewpoint(Some(visitor));
        if !viewpoint.is_player() {
            return Err(Rejection::NotSeated.into());
        }
        Ok(Json(HintAnswer::new(state.session.hint_view(viewpoint.viewer))))
    }
}

/// Asks the solver for a hint. It works in the background: look again with GET.
#[utoipa::path(post, path = "/api/v1/games/{id}/hint", operation_id = "ask_hint",
    security(("token" = ["play"])), request_body = NewHint,
    params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, body = HintAnswer), (status = 404, body = Problem), (status = 422,
        body = Problem),
        (status = 429, body = Problem)))]
pub async fn ask(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    table: Result<VisitedTable, AppError>,
    address: Address,
    Body(new): Body<NewHint>,
) -> Result<Json<HintAnswer>, ApiError> {
    let VisitedTable(live) = table?;
    state.quotas.count(Making::Question, Some(&visitor), &address)?;
    state.tables.jobs().ask_hint(&live, Some(&visitor), Some(new.strength.into())).await?;
    HintAnswer::of(&live, &visitor).await
}

/// What the solver says to the caller.
#[utoipa::path(get, path = "/api/v1/games/{id}/hint", operation_id = "show_hint",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game's id.")),
    responses((status = 200, body = HintAnswer), (status = 404, body = Problem)))]
pub async fn show(
    Caller(visitor, ..): Caller<Read>,
    table: Result<VisitedTable, AppError>,
) -> Result<Json<HintAnswer>, ApiError> {
    let VisitedTable(live) = table?;
    HintAnswer::of(&live, &visitor).await
}
