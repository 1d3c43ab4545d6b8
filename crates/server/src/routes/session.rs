//! Sessions of accounts: how they are opened and closed in a browser.

use crate::auth::passwords::{Caller, Checked};
use crate::auth::token::Secret;
use crate::error::AppError;
use crate::http::address::Address;
use crate::routes::state::AppState;
use crate::system::random;
use axum::http::HeaderMap;
use axum_extra::extract::cookie::CookieJar;
use bagatelle_store::{Account, SessionId};
use bagatelle_table::{Millis, check_name};

/// How long after an account was made the same form may come again, in milliseconds.
const SENT_AGAIN: Millis = 60_000;

/// The session of a request. The account was found by it, so there is one.
///
/// # Errors
/// When there is none.
pub fn session(state: &AppState, headers: &HeaderMap) -> Result<SessionId, AppError> {
    let id = state.secret.verify_headers(headers);
    id.and_then(|id| SessionId::parse(&id)).ok_or(AppError::LoggedOut)
}

/// A new session.
///
/// # Errors
/// When the system gives no random numbers.
pub fn new_session() -> Result<SessionId, AppError> {
    Ok(SessionId::new(&random::code::<16>()?))
}

/// The cookies of a session that was opened.
pub fn opened(state: &AppState, session: &SessionId, account: &str) -> CookieJar {
    let jar = CookieJar::new().add(state.secret.cookie(session.as_str()));
    jar.add(state.secret.familiar(account))
}

/// The cookies of a session that was closed.
pub fn closed() -> CookieJar {
    CookieJar::new().add(Secret::no_cookie())
}

/// A session, if the same form has made the account just before, as by two clicks at a slow server: the
/// browser still has the cookie of the visitor to whom the account was given.
///
/// # Errors
/// When the store fails, or too many passwords were tried.
pub async fn signed_up_before(
    state: &AppState,
    headers: &HeaderMap,
    [name, password]: [&str; 2],
    address: &Address,
) -> Result<Option<CookieJar>, AppError> {
    let (store, now) = (state.tables.store(), state.tables.now());
    let Some(id) = state.secret.verify_headers(headers) else { return Ok(None) };
    let name = check_name(name).unwrap_or_default();
    let same = |account: &Account| account.id == id && now - account.created < SENT_AGAIN;
    let Some(account) = store.account_named(&name).await?.filter(same) else { return Ok(None) };
    let caller = Caller::Visitor { name: &account.name, address: address.0.as_deref() };
    let checked = state.passwords.check(caller, password.to_owned(), Some(account.password_hash)).await?;
    if checked != Checked::Right {
        return Ok(None);
    }
    let session = new_session()?;
    store.log_in(&account.id, None, &session, now).await?;
    Ok(Some(opened(state, &session, &account.id)))
}
