//! The data of an account: display settings, and the export of everything that is stored about it.

use super::html::Answer;
use crate::auth::export::document;
use crate::auth::passwords::{Caller, Checked};
use crate::error::AppError;
use crate::limits::LARGEST_SETTINGS;
use crate::routes::extract::MaybeVisitor;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use bagatelle_pages::urls::pattern;
use bagatelle_store::Account;
use bagatelle_table::Visitor;
use serde_json::{Map, Value};

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::ACCOUNT_SETTINGS, get(settings).merge(post(keep_settings)))
        .route(pattern::ACCOUNT_EXPORT, get(export))
}

/// The account of the visitor.
///
/// # Errors
/// When the visitor is not logged in, or the store fails.
pub async fn own_account(state: &AppState, visitor: Option<&Visitor>) -> Result<Account, AppError> {
    let account = match visitor.filter(|visitor| visitor.has_account()) {
        Some(visitor) => state.tables.store().account(visitor.id()).await?,
        None => None,
    };
    account.ok_or(AppError::LoggedOut)
}

/// The account of the visitor, who has entered its password.
///
/// # Errors
/// As [`own_account`], and when the password is wrong.
pub async fn confirmed_account(
    state: &AppState,
    visitor: Option<&Visitor>,
    password: &str,
) -> Result<Account, AppError> {
    let account = own_account(state, visitor).await?;
    match is_password(state, Caller::Owner(&account.id), Some(&account), password).await? {
        true => Ok(account),
        false => Err(AppError::refused("that’s not your password")),
    }
}

/// Whether this is the password of an account, `None` if there is no such account. A password that was
/// hashed in another form is hashed again.
///
/// # Errors
/// When the caller has tried too often, or the store fails.
pub async fn is_password(
    state: &AppState,
    caller: Caller<'_>,
    account: Option<&Account>,
    password: &str,
) -> Result<bool, AppError> {
    let stored = account.map(|account| account.password_hash.clone());
    let checked = state.passwords.check(caller, password.to_owned(), stored).await?;
    if let (Checked::Old(anew), Some(account)) = (&checked, account) {
        state.tables.store().renew_hash(&account.id, &account.password_hash, anew).await?;
    }
    Ok(checked != Checked::Wrong)
}

/// The display settings of an account.
async fn settings(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let settings = state.tables.store().settings(&account.id).await?.unwrap_or_default();
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "private, no-store")];
    Ok((headers, Value::Object(settings).to_string()).into_response())
}

/// Keeps the display settings of an account, a JSON object of at most [`LARGEST_SETTINGS`].
async fn keep_settings(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    body: String,
) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let object: Result<Map<String, Value>, _> = serde_json::from_str(&body);
    let (Ok(object), true) = (object, body.len() <= LARGEST_SETTINGS) else {
        return Err(AppError::refused("settings must be a JSON object of at most 4 KiB"));
    };
    state.tables.store().keep_settings(&account.id, &object).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn export(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"bagatelle.json\""),
        (CACHE_CONTROL, "private, no-store"),
    ];
    let all = document(state.tables.store(), &state.secret, &account).await?;
    Ok((headers, all.to_string()).into_response())
}
