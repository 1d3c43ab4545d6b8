//! Challenges to a person or a bot.

use super::body::Body;
use super::caller::{AccountCaller, Challenge as MayChallenge};
use super::error::{ApiError, Problem};
use super::key::{Key, KeyHeader};
use super::model::NewTerms;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::limits::CHALLENGE_HOLDS_FOR;
use crate::routes::extract::InPath;
use crate::routes::state::AppState;
use crate::tables::challenges::{Order, is_open};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bagatelle_store::{Challenge, ChallengeState, Opponent};
use bagatelle_table::{Millis, Terms};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A new challenge. Fields that may be left out may also be null, which means the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "to": "Bob" }))]
pub struct NewChallenge {
    /// The name of the account that is challenged.
    to: String,
    /// The id of a game for two in the catalog.
    game: String,
    /// The game's options, as in records; those that are left out have their defaults.
    #[schema(value_type = Option<Object>)]
    options: Option<Value>,
    /// Options of the deal.
    #[schema(value_type = Option<Object>)]
    wish: Option<Value>,
    /// The clock and the rules of conduct.
    terms: Option<NewTerms>,
    /// The caller's seat, 0 or 1; drawn by lot if it is left out.
    #[schema(maximum = 1)]
    sit: Option<u8>,
    /// A match of at most this many rounds.
    best_of: Option<u8>,
}

/// An account.
#[derive(Serialize, ToSchema)]
struct OpponentState {
    /// The name.
    name: String,
    /// Whether it is marked as that of a bot.
    bot: bool,
}

impl From<Opponent> for OpponentState {
    fn from(Opponent { name, bot, .. }: Opponent) -> OpponentState {
        OpponentState { name, bot }
    }
}

/// The state of a challenge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Standing {
    /// It waits for an answer.
    Open,
    /// It is accepted: there is a game with its id.
    Accepted,
    /// It is declined.
    Declined,
    /// It is withdrawn.
    Withdrawn,
    /// It was not answered in time.
    Expired,
}

/// A challenge.
#[derive(Serialize, ToSchema)]
pub struct ChallengeView {
    /// Its id, and that of the game once it is accepted.
    id: String,
    /// Who challenges.
    from: OpponentState,
    /// Who is challenged.
    to: OpponentState,
    /// Whether the caller made it.
    yours: bool,
    /// The id of the game in the catalog.
    game: String,
    /// The game's options.
    #[schema(value_type = Option<Object>)]
    options: Value,
    /// The options of the deal.
    #[schema(value_type = Option<Object>)]
    wish: Value,
    /// The clock and the rules of conduct.
    terms: Terms,
    /// The challenger's seat; null if it is drawn by lot.
    sit: Option<u8>,
    /// The most rounds of a match.
    best_of: u8,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// Until when it can be answered.
    expires: i64,
    /// Its state.
    state: Standing,
}

impl ChallengeView {
    fn of(challenge: Challenge, caller: &str, now: Millis) -> Result<ChallengeView, ApiError> {
        let order = Order::of(&challenge)?;
        Ok(ChallengeView {
            state: match challenge.state {
                ChallengeState::Open if !is_open(&challenge, now) => Standing::Expired,
                ChallengeState::Open => Standing::Open,
                ChallengeState::Accepted => Standing::Accepted,
                ChallengeState::Declined => Standing::Declined,
                ChallengeState::Withdrawn => Standing::Withdrawn,
                ChallengeState::Expired => Standing::Expired,
            },
            id: challenge.id,
            yours: challenge.from.id == caller,
            from: challenge.from.into(),
            to: challenge.to.into(),
            game: challenge.game,
            options: order.options,
            wish: order.wish,
            terms: order.terms,
            sit: order.sit,
            best_of: order.best_of,
            created: challenge.created,
            expires: challenge.created + CHALLENGE_HOLDS_FOR,
        })
    }
}

/// Challenges an account to a game for two. The account learns of it in its stream and on its page. A
/// challenge can be answered for three days.
#[utoipa::path(post, path = "/api/v1/challenges", operation_id = "make_challenge",
    security(("token" = ["challenge"])),
    params(KeyHeader),
    request_body = NewChallenge, responses((status = 201, body = ChallengeView), (status = 400,
        body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
            (status = 429, body = Problem)))]
pub async fn challenge(
    State(state): State<AppState>,
    AccountCaller(visitor, ..): AccountCaller<MayChallenge>,
    key: Key,
    address: Address,
    Body(new): Body<NewChallenge>,
) -> Result<(StatusCode, Json<ChallengeView>), ApiError> {
    state.quotas.count(Making::Challenge, Some(&visitor), &address)?;
    let NewChallenge { to, game, options, wish, terms, sit, best_of } = new;
    let order = Order {
        options: options.unwrap_or_default(),
        wish: wish.unwrap_or_default(),
        terms: terms.map(Terms::from).unwrap_or_default(),
        sit,
        best_of: best_of.unwrap_or(1),
    };
    let id = key.id(&state.secret, &visitor, "challenge");
    let made = state.tables.challenge(&visitor, id, (&to, &game, order)).await?;
    Ok((StatusCode::CREATED, Json(ChallengeView::of(made, visitor.id(), state.tables.now())?)))
}

/// The challenges that the caller has made or received in the last thirty days, the newest first.
#[utoipa::path(get, path = "/api/v1/challenges", operation_id = "list_challenges",
    security(("token" = ["challenge"])),
    responses((status = 200, description = "The challenges.", body = Vec<ChallengeView>)))]
pub async fn list(
    State(state): State<AppState>,
    AccountCaller(visitor, ..): AccountCaller<MayChallenge>,
) -> Result<Json<Vec<ChallengeView>>, ApiError> {
    let (found, now) = (state.tables.challenges(visitor.id()).await?, state.tables.now());
    let all = found.into_iter().map(|one| ChallengeView::of(one, visitor.id(), now));
    Ok(Json(all.collect::<Result<_, _>>()?))
}

/// Accepts a challenge: the game begins, and has the id of the challenge.
#[utoipa::path(post, path = "/api/v1/challenges/{id}/accept", operation_id = "accept_challenge",
    security(("token" = ["challenge"])),
    params(("id" = String, Path, description = "The id of the challenge.")),
    responses((status = 200, body = ChallengeView), (status = 404, body = Problem), (status = 422,
        body = Problem), (status = 429, body = Problem)))]
pub async fn accept(
    State(state): State<AppState>,
    AccountCaller(visitor, ..): AccountCaller<MayChallenge>,
    InPath(id): InPath<String>,
) -> Result<Json<ChallengeView>, ApiError> {
    let accepted = state.tables.accept(&visitor, &id).await?;
    Ok(Json(ChallengeView::of(accepted, visitor.id(), state.tables.now())?))
}

/// Declines a challenge to the caller, or withdraws one of the caller's own.
#[utoipa::path(delete, path = "/api/v1/challenges/{id}", operation_id = "turn_down_challenge",
    security(("token" = ["challenge"])),
    params(("id" = String, Path, description = "The id of the challenge.")),
    responses((status = 200, body = ChallengeView), (status = 404, body = Problem), (status = 422,
        body = Problem)))]
pub async fn turn_down(
    State(state): State<AppState>,
    AccountCaller(visitor, ..): AccountCaller<MayChallenge>,
    InPath(id): InPath<String>,
) -> Result<Json<ChallengeView>, ApiError> {
    let turned_down = state.tables.turn_down(&visitor, &id).await?;
    Ok(Json(ChallengeView::of(turned_down, visitor.id(), state.tables.now())?))
}
