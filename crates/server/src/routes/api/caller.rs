//! Who calls the API, and whether the token allows it. Each handler names the scope that it needs in the type
//! of its argument.
//!
//! An invalid token is an error for every request that bears it, even for one that needs no token. The token
//! of a visitor, and the cookie of a browser, allow everything; a token of an account allows its scopes.

use super::error::ApiError;
use crate::auth::api_token;
use crate::error::code::Code;
use crate::routes::extract::know;
use crate::routes::state::AppState;
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::headers::authorization::Bearer;
use axum_extra::headers::{Authorization, HeaderMapExt};
use bagatelle_store::{Scope, Scopes};
use bagatelle_table::{Millis, Visitor};
use std::marker::PhantomData;

/// How exactly the last use of a token is noted, in milliseconds.
const NOTED_EVERY: Millis = 60_000;

/// A scope as a type.
pub trait Needs: Send + Sync + 'static {
    /// The scope.
    const SCOPE: Scope;
}

macro_rules! scopes {
    ($($name:ident)*) => {
        $(#[doc = concat!("[`Scope::", stringify!($name), "`] as a type.")]
        pub struct $name;

        impl Needs for $name {
            const SCOPE: Scope = Scope::$name;
        })*
    };
}
scopes!(Read Play Challenge Bot);

/// Who bears a token or a cookie, and what that allows.
pub struct Bearing {
    /// The visitor.
    pub visitor: Visitor,
    /// What is allowed.
    pub scopes: Scopes,
}

/// Who sends these headers; `None` without a token, or with a cookie that names no visitor.
///
/// # Errors
/// When the token is not valid, or the store fails.
pub async fn bearing(state: &AppState, headers: &HeaderMap) -> Result<Option<Bearing>, ApiError> {
    let invalid = || {
        let why = "This token isn’t valid: it was revoked, its session has ended, or it never was one.";
        ApiError::new(StatusCode::UNAUTHORIZED, Code::TokenInvalid, why)
    };
    let bearer = headers.typed_get::<Authorization<Bearer>>();
    if let Some(hash) = bearer.as_ref().and_then(|bearer| api_token::hash_of(bearer.token())) {
        let (store, now) = (state.tables.store(), state.tables.now());
        let owner = store.api_token(&hash).await?.ok_or_else(invalid)?;
        if owner.token.used.is_none_or(|used| now - used >= NOTED_EVERY) {
            store.note_api_token_use(&owner.token.id, now).await?;
        }
        let visitor = Visitor::with_account(owner.account);
        return Ok(Some(Bearing { visitor, scopes: owner.token.scopes }));
    }
    match state.visitor(headers).await? {
        Some(visitor) => Ok(Some(Bearing { visitor, scopes: Scopes::all() })),
        None if headers.contains_key(AUTHORIZATION) => Err(invalid()),
        None => Ok(None),
    }
}

async fn allowed<N: Needs>(parts: &mut Parts, state: &AppState) -> Result<Option<Visitor>, ApiError> {
    let bearing = bearing(state, &parts.headers).await?;
    if let Some(bearing) = &bearing
        && !bearing.scopes.allow(N::SCOPE)
    {
        let why = format!("This token lacks the scope `{}`.", N::SCOPE.word());
        return Err(ApiError::new(StatusCode::FORBIDDEN, Code::ScopeMissing, why));
    }
    let visitor = bearing.map(|bearing| bearing.visitor);
    know(parts, visitor.clone());
    Ok(visitor)
}

/// The visitor who calls, with a token that has the scope.
pub struct Caller<N>(pub Visitor, pub PhantomData<N>);

impl<N: Needs> FromRequestParts<AppState> for Caller<N> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let missing = || {
            let why = "This needs a token: send `Authorization: Bearer TOKEN` with one from POST \
                /api/v1/visitors, or from your \
                       page of tokens.";
            ApiError::new(StatusCode::UNAUTHORIZED, Code::TokenMissing, why)
        };
        let visitor = allowed::<N>(parts, state).await?.ok_or_else(missing)?;
        Ok(Caller(visitor, PhantomData))
    }
}

/// The visitor who calls, if a token is sent: then it has the scope.
pub struct AnyCaller<N>(pub Option<Visitor>, pub PhantomData<N>);

impl<N: Needs> FromRequestParts<AppState> for AnyCaller<N> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        Ok(AnyCaller(allowed::<N>(parts, state).await?, PhantomData))
    }
}

/// The account that calls, with a token that has the scope.
pub struct AccountCaller<N>(pub Visitor, pub PhantomData<N>);

impl<N: Needs> FromRequestParts<AppState> for AccountCaller<N> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let Caller(visitor, scope) = Caller::<N>::from_request_parts(parts, state).await?;
        if !visitor.has_account() {
            let why = "This needs an account: sign up, and make a token on your page of tokens.";
            return Err(ApiError::new(StatusCode::FORBIDDEN, Code::NeedsAccount, why));
        }
        Ok(AccountCaller(visitor, scope))
    }
}
