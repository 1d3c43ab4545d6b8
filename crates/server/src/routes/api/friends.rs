//! Whom the caller follows, and past opponents.

use super::body::Body;
use super::caller::{Caller, Challenge as MayChallenge};
use super::error::{ApiError, Problem};
use super::params::Params;
use crate::error::AppError;
use crate::error::code::Code;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::limits::OPPONENTS_LISTED;
use crate::routes::extract::InPath;
use crate::routes::following::{self, aliased, named};
use crate::routes::state::AppState;
use crate::tables::friends::ShownFriend;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bagatelle_pages::friends::Presence;
use bagatelle_store::Met;
use bagatelle_table::{Visitor, called};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// When a person was last here.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum LastHere {
    /// A page or a stream is open, or was within two minutes.
    Now,
    /// Within an hour.
    Hour,
    /// Within a day.
    Day,
    /// Within a week.
    Week,
    /// Within thirty days.
    Month,
}

impl From<Presence> for LastHere {
    fn from(presence: Presence) -> LastHere {
        match presence {
            Presence::Here => LastHere::Now,
            Presence::Hour => LastHere::Hour,
            Presence::Day => LastHere::Day,
            Presence::Week => LastHere::Week,
            Presence::Month => LastHere::Month,
        }
    }
}

/// What the caller has played with a person. Games that were aborted are left out.
#[derive(Serialize, ToSchema)]
struct PlayedTogether {
    /// How many games the two have finished.
    games: u32,
    /// How many of them the caller won.
    won: u32,
    /// How many of them the person won.
    lost: u32,
    /// How many of them both drew, or won together.
    drawn: u32,
    /// The id of the last one.
    last_game: String,
    /// When it ended, in milliseconds since 1970.
    last: i64,
}

impl From<Met> for PlayedTogether {
    fn from(Met { games, won, lost, drawn, table, last, .. }: Met) -> PlayedTogether {
        PlayedTogether { games, won, lost, drawn, last_game: table, last }
    }
}

/// A person whom the caller follows.
#[derive(Serialize, ToSchema)]
struct FriendState {
    /// An id that stands for the person in the requests of this caller.
    id: String,
    /// The name.
    name: String,
    /// Whether the person has an account, and not the name of a guest.
    account: bool,
    /// Whether the account is marked as that of a bot.
    bot: bool,
    /// Since when the caller follows, in milliseconds since 1970.
    since: i64,
    /// When the person was last here; null if that is longer ago, unknown, or hidden.
    last_here: Option<LastHere>,
    /// What the two have played; null if they have finished no game.
    played: Option<PlayedTogether>,
}

/// The people whom the caller follows.
#[derive(Serialize, ToSchema)]
pub struct FriendList {
    /// The people: those who are here first.
    friends: Vec<FriendState>,
    /// Whether the caller lets no one see when the caller is here.
    hidden: bool,
}

/// A person with whom the caller has played.
#[derive(Serialize, ToSchema)]
struct OpponentRecord {
    /// An id that stands for the person in the requests of this caller.
    id: String,
    /// The name.
    name: String,
    /// Whether the person has an account, and not the name of a guest.
    account: bool,
    /// Whether the caller follows the person.
    followed: bool,
    /// What the two have played.
    played: PlayedTogether,
}

/// Past opponents.
#[derive(Serialize, ToSchema)]
pub struct OpponentList {
    /// The people: those of the last games first.
    opponents: Vec<OpponentRecord>,
    /// Whether there are more after these.
    more: bool,
}

/// Which past opponents are listed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// How many to skip.
    #[serde(default)]
    #[param(maximum = 2_147_483_647)]
    skip: u32,
    /// The most people to list; 30 if it is left out.
    #[serde(default = "usual")]
    #[param(maximum = 30)]
    limit: u32,
}

fn usual() -> u32 {
    OPPONENTS_LISTED
}

/// Whether others may see when the caller is here.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "hidden": true }))]
pub struct PresenceChoice {
    /// Whether no one may see it.
    hidden: bool,
}

/// The id of a person whom the caller names by an id from a list, or by the name of an account.
async fn person(state: &AppState, visitor: &Visitor, who: &str) -> Result<String, AppError> {
    match aliased(state, visitor, who).await? {
        Some(id) => Ok(id),
        None => named(state, who).await,
    }
}

/// The people whom the caller follows, and who of them is here.
#[utoipa::path(get, path = "/api/v1/friends", operation_id = "list_friends",
    security(("token" = ["challenge"])),
    responses((status = 200, body = FriendList)))]
pub async fn list(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<MayChallenge>,
) -> Result<Json<FriendList>, ApiError> {
    let found = state.tables.friends(visitor.id()).await?;
    let friend = |ShownFriend { friend, presence, met }: ShownFriend| FriendState {
        id: state.secret.alias(visitor.id(), &friend.person),
        name: called(friend.name, &friend.person),
        account: friend.account,
        bot: friend.bot,
        since: friend.since,
        last_here: presence.map(LastHere::from),
        played: met.map(PlayedTogether::from),
    };
    let visits = state.tables.store().visits(visitor.id()).await?;
    Ok(Json(FriendList {
        friends: found.into_iter().map(friend).collect(),
        hidden: visits.is_some_and(|visits| visits.hidden),
    }))
}

/// Follows an account, or a guest with whom the caller plays or has played. The person isn’t told. Following
/// someone again changes nothing.
#[utoipa::path(put, path = "/api/v1/friends/{who}", operation_id = "follow_person",
    security(("token" = ["challenge"])),
    params(("who" = String, Path, description =
        "The name of an account, or the id of a person in a list of friends or opponents.")),
    responses((status = 204, description = "The caller follows the person."), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn follow(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<MayChallenge>,
    address: Address,
    InPath(who): InPath<String>,
) -> Result<StatusCode, ApiError> {
    let person = person(&state, &visitor, &who).await?;
    following::follow(&state, &visitor, &address, &person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Follows a person no longer.
#[utoipa::path(delete, path = "/api/v1/friends/{who}", operation_id = "unfollow_person",
    security(("token" = ["challenge"])),
    params(("who" = String, Path, description =
        "The name of an account, or the id of a person in a list of friends or opponents.")),
    responses((status = 204, description = "The caller no longer follows the person."), (status = 404,
        body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn unfollow(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<MayChallenge>,
    address: Address,
    InPath(who): InPath<String>,
) -> Result<StatusCode, ApiError> {
    let person = person(&state, &visitor, &who).await?;
    following::unfollow(&state, &visitor, &address, &person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The people with whom the caller has finished games, without bots.
#[utoipa::path(get, path = "/api/v1/opponents", operation_id = "list_opponents",
    security(("token" = ["challenge"])),
    params(Which),
    responses((status = 200, body = OpponentList), (status = 400, body = Problem), (status = 422,
        body = Problem)))]
pub async fn opponents(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<MayChallenge>,
    Params(Which { skip, limit }): Params<Which>,
) -> Result<Json<OpponentList>, ApiError> {
    if limit > OPPONENTS_LISTED {
        return Err(ApiError::unprocessable(Code::BadRequest, "Ask for at most 30 people at once."));
    }
    if i32::try_from(skip).is_err() {
        return Err(ApiError::unprocessable(Code::BadRequest, "That is too many people to skip."));
    }
    let (found, more) = state.tables.opponents(visitor.id(), skip, limit).await?;
    let opponent = |met: Met| OpponentRecord {
        id: state.secret.alias(visitor.id(), &met.person),
        name: called(met.name.clone(), &met.person),
        account: met.account,
        followed: met.followed,
        played: met.into(),
    };
    Ok(Json(OpponentList { opponents: found.into_iter().map(opponent).collect(), more }))
}

/// Lets others who follow the caller see when the caller is here, or hides it.
#[utoipa::path(put, path = "/api/v1/presence", operation_id = "choose_presence",
    security(("token" = ["challenge"])),
    request_body = PresenceChoice,
    responses((status = 204, description = "It is as chosen."), (status = 429, body = Problem)))]
pub async fn presence(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<MayChallenge>,
    address: Address,
    Body(PresenceChoice { hidden }): Body<PresenceChoice>,
) -> Result<StatusCode, ApiError> {
    state.quotas.count(Making::Follow, Some(&visitor), &address)?;
    state.tables.store().hide_visits(visitor.id(), hidden).await.map_err(AppError::from)?;
    Ok(StatusCode::NO_CONTENT)
}
