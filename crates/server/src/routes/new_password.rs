//! The page behind a link by which the owner of an account sets a new password.

use super::html::{Answer, html};
use super::session::{new_session, opened};
use crate::auth::reset;
use crate::error::AppError;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use axum::extract::{Query, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_pages::account::Form as AccountForm;
use bagatelle_pages::new_password::{NewPasswordPage, VOID_LINK};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::Account;
use serde::Deserialize;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::ACCOUNT_NEW_PASSWORD, get(page).merge(post(set)))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Fields {
    code: String,
    password: String,
}

/// The account whose link is still valid.
async fn account(state: &AppState, code: &str) -> Result<Account, AppError> {
    let store = state.tables.store();
    let account = store.password_link(&reset::hash(code), state.tables.now()).await?;
    account.ok_or_else(|| AppError::refused(VOID_LINK))
}

fn draw(account: &Account, code: &str, wrong: Option<&str>) -> axum::response::Response {
    let page = NewPasswordPage { name: &account.name, code, wrong };
    ([(CACHE_CONTROL, "private, no-store")], html(page.page())).into_response()
}

async fn page(State(state): State<AppState>, Query(fields): Query<Fields>) -> Answer {
    let account = account(&state, &fields.code).await?;
    Ok(draw(&account, &fields.code, None))
}

async fn set(State(state): State<AppState>, Form(fields): Form<Fields>) -> Answer {
    let account = account(&state, &fields.code).await?;
    let hashed = match state.passwords.hash(&account.name, fields.password.clone()).await {
        Err(error) if !error.status().is_server_error() => {
            return Ok(
                (error.status(), draw(&account, &fields.code, Some(&error.user_message()))).into_response()
            );
        }
        hashed => hashed?,
    };
    let session = new_session()?;
    let store = state.tables.store();
    let hash = reset::hash(&fields.code);
    let used = store.use_password_link(&hash, &hashed, &session, state.tables.now()).await?;
    let account = used.ok_or_else(|| AppError::refused(VOID_LINK))?;
    let jar = opened(&state, &session, &account.id);
    Ok((jar, Redirect::to(&urls::account_done(AccountForm::Password))).into_response())
}
