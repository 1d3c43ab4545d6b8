//! What handlers read from a request: who asks, which table or game, and in which form to answer.

use crate::error::{AppError, CHANGES, PART, SHOWN};
use crate::http::address::{Address, peer};
use crate::http::quotas::Making;
use crate::live::table::LiveTable;
use crate::routes::state::AppState;
use crate::system::random;
use axum::extract::{FromRequestParts, Path};
use axum::http::header::{ACCEPT, AUTHORIZATION};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use bagatelle_catalog::AnyGame;
use bagatelle_site::Extent;
use bagatelle_table::Visitor;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

/// The visitor of a request whose token was looked up.
#[derive(Clone)]
struct LookedUp(Option<Visitor>);

/// The name of the cookie that keeps the last choices for a game.
pub const CHOICE: &str = "choice";

/// The visitor behind the token of a request, which is looked up once.
async fn visitor(parts: &mut Parts, state: &AppState) -> Result<Option<Visitor>, AppError> {
    if let Some(LookedUp(visitor)) = parts.extensions.get() {
        return Ok(visitor.clone());
    }
    let visitor = state.visitor(&parts.headers).await?;
    if let Some(visitor) = &visitor {
        state.tables.visits().note(visitor.id());
    }
    parts.extensions.insert(LookedUp(visitor.clone()));
    Ok(visitor)
}

/// Records who asks, if that was found out in some other way.
pub fn know(parts: &mut Parts, visitor: Option<Visitor>) {
    parts.extensions.insert(LookedUp(visitor));
}

/// The visitor who asks, if the request has a valid token.
pub struct MaybeVisitor(pub Option<Visitor>);

impl FromRequestParts<AppState> for MaybeVisitor {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AppError> {
        visitor(parts, state).await.map(MaybeVisitor)
    }
}

/// The visitor who asks, or a new one whose cookie goes with the response.
pub struct VisitorOrNew {
    /// The visitor.
    pub visitor: Visitor,
    /// The cookies to set: empty for a known visitor.
    pub jar: CookieJar,
}

/// Why there is no visitor.
pub enum NoVisitor {
    /// The request fails.
    Failed(AppError),
    /// A browser is asked to send the same again, with the cookie that it gets: only one that keeps it makes
    /// anything.
    Again(CookieJar, String),
}

impl From<AppError> for NoVisitor {
    fn from(error: AppError) -> NoVisitor {
        NoVisitor::Failed(error)
    }
}

impl IntoResponse for NoVisitor {
    fn into_response(self) -> Response {
        match self {
            NoVisitor::Failed(error) => error.into_response(),
            NoVisitor::Again(jar, address) => (jar, Redirect::temporary(&address)).into_response(),
        }
    }
}

/// What the address of a request that a browser sends again says.
const AGAIN: &str = "cookie=sent";

/// The message for a browser that comes back without the cookie.
pub const NO_COOKIE: &str = "your browser doesn’t keep this site’s cookie, and without it the server can’t \
    tell who is playing: allow cookies for this site and try again";

/// Whether a request comes from a browser, for a page or a part of one: browsers keep cookies, or show that
/// they do not by coming without them.
fn is_of_browser(parts: &Parts) -> bool {
    if parts.headers.contains_key(AUTHORIZATION) {
        return false;
    }
    let accepted = parts.headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    accepted.is_some_and(|accept| accept.contains("text/html")) || parts.headers.contains_key(PART)
}

impl FromRequestParts<AppState> for VisitorOrNew {
    type Rejection = NoVisitor;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, NoVisitor> {
        if let Some(visitor) = visitor(parts, state).await? {
            return Ok(VisitorOrNew { visitor, jar: CookieJar::new() });
        }
        let query = parts.uri.query().unwrap_or_default().to_owned();
        if query.split('&').any(|part| part == AGAIN) {
            return Err(AppError::refused(NO_COOKIE).into());
        }
        let Ok(address) = Address::from_request_parts(parts, state).await;
        state.quotas.count(Making::Visitor, None, &address)?;
        let visitor = Visitor::anonymous(random::code::<16>().map_err(AppError::from)?);
        let jar = CookieJar::new().add(state.secret.cookie(visitor.id()));
        if is_of_browser(parts) {
            let query = if query.is_empty() { AGAIN.into() } else { format!("{query}&{AGAIN}") };
            return Err(NoVisitor::Again(jar, format!("{}?{query}", parts.uri.path())));
        }
        Ok(VisitorOrNew { visitor, jar })
    }
}

impl FromRequestParts<AppState> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Address::of(peer(&parts.extensions), &parts.headers, &state.proxies))
    }
}

/// The parameter in the path. If it cannot be read, the page does not exist.
pub struct InPath<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for InPath<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(path)| InPath(path)).map_err(|_| AppError::NotFound)
    }
}

/// The value of a parameter in the path.
async fn parameter(parts: &mut Parts, name: &str) -> Result<String, AppError> {
    let InPath(mut path) = InPath::<HashMap<String, String>>::from_request_parts(parts, &()).await?;
    path.remove(name).ok_or(AppError::NotFound)
}

/// The table in the path, if the visitor may see it. A player of the table who asks for it is present there.
pub struct VisitedTable(pub Arc<LiveTable>);

impl FromRequestParts<AppState> for VisitedTable {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AppError> {
        let id = parameter(parts, "id").await?;
        let live = state.tables.get(&id).await?;
        state.tables.registry().refresh(&live).await?;
        let visitor = visitor(parts, state).await?;
        state.tables.may_see(&live, visitor.as_ref()).await?;
        state.tables.look(&live).await?;
        if let Some(visitor) = visitor {
            state.tables.meet(&live, &visitor).await;
        }
        Ok(VisitedTable(live))
    }
}

/// The game in the path.
pub struct GameInPath(pub &'static dyn AnyGame);

impl FromRequestParts<AppState> for GameInPath {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, AppError> {
        let game = parameter(parts, "game").await?;
        bagatelle_catalog::find(&game).map(GameInPath).ok_or(AppError::NotFound)
    }
}

/// The step of a lesson in the path, which counts from 1, as a number that counts from 0.
pub struct StepInPath(pub usize);

impl FromRequestParts<AppState> for StepInPath {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, AppError> {
        let step: usize = parameter(parts, "step").await?.parse().map_err(|_| AppError::NotFound)?;
        step.checked_sub(1).map(StepInPath).ok_or(AppError::NotFound)
    }
}

/// Whether the page's script asks for a part of a page.
pub struct WantsPart(pub bool);

impl<S: Sync> FromRequestParts<S> for WantsPart {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(WantsPart(parts.headers.contains_key(PART)))
    }
}

/// How much of the page of a table the request asks for.
pub struct Wanted(pub Extent);

impl<S: Sync> FromRequestParts<S> for Wanted {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let shown = parts.headers.get(SHOWN).and_then(|shown| shown.to_str().ok()?.parse().ok());
        Ok(Wanted(match parts.headers.get(PART) {
            None => Extent::Page,
            Some(part) if part == CHANGES => Extent::Changes(shown),
            Some(_) => Extent::Part(shown),
        }))
    }
}

/// The address under which the request reached the server, without a slash at its end.
pub struct BaseAddress(pub String);

impl FromRequestParts<AppState> for BaseAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(BaseAddress(state.address(peer(&parts.extensions), &parts.headers)))
    }
}
