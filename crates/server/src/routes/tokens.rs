//! The page of an account's programs: it makes and revokes tokens for the API, and marks the account as a
//! bot.

use super::account_data::own_account;
use super::html::{Answer, html};
use crate::auth::api_token;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::limits::TOKENS_KEPT;
use crate::routes::api::scope_choices;
use crate::routes::extract::MaybeVisitor;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::system::clock::date;
use crate::system::random;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_pages::tokens::{LONGEST_TOKEN_NAME, Token, TokensPage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::{Account, ApiToken, Scope, Scopes};
use bagatelle_table::plain_text;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::TOKENS, get(page).merge(post(make)))
        .route(pattern::TOKENS_REVOKE, post(revoke))
        .route(pattern::ACCOUNT_BOT, post(mark))
}

async fn draw(state: &AppState, account: &Account, fresh: Option<&str>, wrong: Option<&str>) -> Answer {
    let kept = state.tables.store().api_tokens(&account.id).await?;
    let shown = kept.into_iter().map(|token| Token {
        id: token.id,
        name: token.name,
        scopes: token.scopes.to_string(),
        made: date(token.created),
        used: token.used.map(date),
    });
    let tokens: Vec<Token> = shown.collect();
    let page = TokensPage { tokens: &tokens, scopes: &scope_choices(), bot: account.bot, fresh, wrong };
    Ok(([(CACHE_CONTROL, "private, no-store")], html(page.page())).into_response())
}

async fn page(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    draw(&state, &account, None, None).await
}

/// Makes a token from a form with a name and a field for each scope. The answer shows it, once.
async fn make(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Form(form): Form<BTreeMap<String, String>>,
) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let name = plain_text(form.get("name").map_or("", String::as_str));
    let scopes = Scopes::new(Scope::ALL.into_iter().filter(|scope| form.contains_key(scope.word())));
    let store = state.tables.store();
    let wrong = match () {
        () if name.is_empty() => "Give the token a name so you can recognise it.".into(),
        () if name.chars().count() > LONGEST_TOKEN_NAME => {
            format!("A name has at most {LONGEST_TOKEN_NAME} characters.")
        }
        () if scopes.is_empty() => "Choose what the token may do.".into(),
        () if store.api_tokens(&account.id).await?.len() >= TOKENS_KEPT => {
            "You have too many tokens: revoke one you no longer use.".into()
        }
        () => String::new(),
    };
    if !wrong.is_empty() {
        let page = draw(&state, &account, None, Some(&wrong)).await?;
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    }
    state.quotas.count(Making::Token, visitor.as_ref(), &address)?;
    let (text, hash) = api_token::new()?;
    let id = random::code::<8>()?;
    let token = ApiToken { id, name, scopes, created: state.tables.now(), used: None };
    store.add_api_token(&account.id, &hash, &token).await?;
    draw(&state, &account, Some(&text), None).await
}

#[derive(Deserialize)]
struct Revoked {
    id: String,
}

async fn revoke(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Form(form): Form<Revoked>,
) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    match state.tables.store().revoke_api_token(&account.id, &form.id).await? {
        true => Ok(Redirect::to(&urls::tokens()).into_response()),
        false => Err(AppError::refused("you don’t have such a token")),
    }
}

#[derive(Deserialize)]
struct Mark {
    bot: String,
}

async fn mark(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Form(form): Form<Mark>,
) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    state.tables.registry().mark_bot(&account.id, form.bot == "1").await?;
    Ok(Redirect::to(&urls::tokens()).into_response())
}
