//! The caller: name, ratings, and the mark of a bot.

use super::body::Body;
use super::caller::{AccountCaller, Bot, Caller, Read};
use super::error::ApiError;
use super::results::RatingState;
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use bagatelle_table::Visitor;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The caller.
#[derive(Serialize, ToSchema)]
pub struct AccountState {
    /// The name that others see; empty for a visitor who has given none.
    name: String,
    /// Whether this is an account rather than a visitor.
    account: bool,
    /// Whether the account is marked as that of a bot.
    bot: bool,
    /// The ratings, by game.
    ratings: Vec<RatingState>,
}

/// The mark of a bot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "bot": true }))]
pub struct BotMark {
    /// Whether a program plays for the account.
    bot: bool,
}

async fn described(state: &AppState, visitor: &Visitor) -> Result<Json<AccountState>, ApiError> {
    let store = state.tables.store();
    let account = store.account(visitor.id()).await?.filter(|_| visitor.has_account());
    Ok(Json(AccountState {
        name: store.name_of(visitor.id()).await?.unwrap_or_default(),
        account: account.is_some(),
        bot: account.is_some_and(|account| account.bot),
        ratings: store.ratings(visitor.id()).await?.into_iter().map(RatingState::from).collect(),
    }))
}

/// The caller.
#[utoipa::path(get, path = "/api/v1/account", operation_id = "show_account", security(("token" = ["read"])),
    responses((status = 200, body = AccountState)))]
pub async fn show(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Read>,
) -> Result<Json<AccountState>, ApiError> {
    described(&state, &visitor).await
}

/// Marks the account as that of a bot, or takes the mark away. Other players are told at tables.
#[utoipa::path(put, path = "/api/v1/account/bot", operation_id = "mark_bot", security(("token" = ["bot"])),
    request_body = BotMark,
    responses((status = 200, body = AccountState), (status = 422, body = super::error::Problem)))]
pub async fn mark(
    State(state): State<AppState>,
    AccountCaller(visitor, ..): AccountCaller<Bot>,
    Body(mark): Body<BotMark>,
) -> Result<Json<AccountState>, ApiError> {
    state.tables.registry().mark_bot(visitor.id(), mark.bot).await?;
    described(&state, &visitor).await
}
