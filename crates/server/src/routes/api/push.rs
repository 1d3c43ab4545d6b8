//! Browsers that are told of turns and invitations while no page is open: web push.

use super::body::Body;
use super::caller::{Caller, Play, Read};
use super::error::{ApiError, Problem};
use crate::auth::api_token;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::limits::{BROWSERS_NOTIFIED, CHALLENGE_HOLDS_FOR};
use crate::push::deliver::Pusher;
use crate::push::message::Keys;
use crate::routes::extract::InPath;
use crate::routes::state::AppState;
use crate::system::random;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::headers::authorization::Bearer;
use axum_extra::headers::{Authorization, HeaderMapExt};
use bagatelle_store::{PushSubscription, SessionId, StoreError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A browser that is to be told. Its address and keys are those of its `PushSubscription`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "endpoint": "https://push.example/abc", "p256dh":
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg", "turns": true, "invitations": false }))]
pub struct NewBrowser {
    /// The address at the push service of the browser: https, on the Internet.
    endpoint: String,
    /// The public key of the browser, in base64url.
    p256dh: String,
    /// The secret of the browser, in base64url.
    auth: String,
    /// Whether it is told when it is the caller’s turn at a table with other people.
    turns: bool,
    /// Whether it is told when another player challenges the caller.
    invitations: bool,
}

/// A browser that is told.
#[derive(Serialize, ToSchema)]
pub struct BrowserState {
    /// Its id.
    id: String,
    /// The address at its push service.
    endpoint: String,
    /// Whether it is told when it is the caller’s turn.
    turns: bool,
    /// Whether it is told when another player challenges the caller.
    invitations: bool,
    /// When it asked for that first, in milliseconds since 1970.
    created: i64,
}

impl From<PushSubscription> for BrowserState {
    fn from(one: PushSubscription) -> BrowserState {
        let PushSubscription { id, endpoint, turns, invitations, created, .. } = one;
        BrowserState { id, endpoint, turns, invitations, created }
    }
}

/// The notifications of the caller.
#[derive(Serialize, ToSchema)]
pub struct Notifications {
    /// The public key of this server (VAPID), in base64url; null if it sends no notifications.
    key: Option<String>,
    /// How much waits for the caller: games in which it is the caller’s turn, and challenges without an
    /// answer.
    waiting: u64,
    /// The browsers that are told, the oldest first.
    browsers: Vec<BrowserState>,
}

fn pusher(state: &AppState) -> Result<&Arc<Pusher>, AppError> {
    state.pusher.as_ref().ok_or_else(|| AppError::refused("this server sends no notifications"))
}

/// The session or the token by which a request comes, with which its subscription ends; empty for the token
/// of a visitor.
async fn bearer(state: &AppState, headers: &HeaderMap) -> Result<String, ApiError> {
    let token = headers.typed_get::<Authorization<Bearer>>();
    if let Some(hash) = token.as_ref().and_then(|bearer| api_token::hash_of(bearer.token())) {
        let owner = state.tables.store().api_token(&hash).await?;
        return Ok(owner.map(|owner| owner.token.id).unwrap_or_default());
    }
    let session = state.secret.verify_headers(headers).and_then(|id| SessionId::parse(&id));
    Ok(session.map(|session| session.as_str().to_owned()).unwrap_or_default())
}

/// The browsers that are told of the caller’s turns and invitations, and the key with which a browser
/// subscribes.
#[utoipa::path(get, path = "/api/v1/notifications", operation_id = "list_notifications",
    security(("token" = ["read"])), responses((status = 200, body = Notifications)))]
pub async fn list(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Read>,
) -> Result<Json<Notifications>, ApiError> {
    let store = state.tables.store();
    let browsers = store.push_subscriptions(visitor.id()).await?;
    Ok(Json(Notifications {
        key: state.pusher.as_ref().map(|pusher| pusher.public_key()),
        waiting: store.waiting(visitor.id(), state.tables.now() - CHALLENGE_HOLDS_FOR).await?,
        browsers: browsers.into_iter().map(BrowserState::from).collect(),
    }))
}

/// Tells a browser of the caller’s turns and invitations, or changes of what it is told. Beyond five
/// browsers, the oldest one is forgotten. It ends with the token or the session that has asked for it, when
/// the push service says that it is gone, and when it could not be reached for a day.
#[utoipa::path(put, path = "/api/v1/notifications", operation_id = "notify_browser",
    security(("token" = ["play"])), request_body = NewBrowser,
    responses((status = 200, body = BrowserState), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn subscribe(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    address: Address,
    headers: HeaderMap,
    Body(new): Body<NewBrowser>,
) -> Result<Json<BrowserState>, ApiError> {
    let NewBrowser { endpoint, p256dh, auth, turns, invitations } = new;
    pusher(&state)?.endpoint(&endpoint)?;
    if Keys::read(&p256dh, &auth).is_none() {
        let why = "these aren’t the keys of a browser: send those that it gave";
        return Err(AppError::refused(why).into());
    }
    if !turns && !invitations {
        let why = "choose turns, invitations or both; to get no notifications, delete the browser";
        return Err(AppError::refused(why).into());
    }
    state.quotas.count(Making::Notification, Some(&visitor), &address)?;
    let (id, created) = (random::code::<8>().map_err(AppError::from)?, state.tables.now());
    let bearer = bearer(&state, &headers).await?;
    let one = PushSubscription { id, bearer, endpoint, p256dh, auth, turns, invitations, created };
    let store = state.tables.store();
    let id = match store.subscribe(visitor.id(), &one, BROWSERS_NOTIFIED).await {
        Err(StoreError::Conflict) => {
            let why = "another browser has this endpoint: subscribe again in your browser";
            return Err(AppError::refused(why).into());
        }
        kept => kept?,
    };
    let kept = store.push_subscriptions(visitor.id()).await?.into_iter().find(|one| one.id == id);
    Ok(Json(kept.ok_or(AppError::NotFound)?.into()))
}

/// Tells a browser of nothing any more.
#[utoipa::path(delete, path = "/api/v1/notifications/{id}", operation_id = "forget_browser",
    security(("token" = ["play"])), params(("id" = String, Path, description = "The id of the browser.")),
    responses((status = 204, description = "The browser is forgotten."), (status = 404, body = Problem)))]
pub async fn unsubscribe(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    InPath(id): InPath<String>,
) -> Result<StatusCode, ApiError> {
    match state.tables.store().unsubscribe(visitor.id(), &id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(AppError::NotFound.into()),
    }
}

/// Sends a browser a notification that says that they work.
#[utoipa::path(post, path = "/api/v1/notifications/{id}/test", operation_id = "test_notifications",
    security(("token" = ["play"])), params(("id" = String, Path, description = "The id of the browser.")),
    responses((status = 202, description = "The notification is on its way."),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn test(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Play>,
    address: Address,
    InPath(id): InPath<String>,
) -> Result<StatusCode, ApiError> {
    pusher(&state)?;
    state.quotas.count(Making::Notification, Some(&visitor), &address)?;
    match state.tables.store().test_push(visitor.id(), &id, state.tables.now()).await? {
        true => Ok(StatusCode::ACCEPTED),
        false => Err(AppError::NotFound.into()),
    }
}
