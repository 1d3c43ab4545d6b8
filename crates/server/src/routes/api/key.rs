//! `Idempotency-Key`: what is made under a key is made once. Its id follows from the caller and the key, so
//! nothing needs to be remembered, and whichever server is asked again, even after a crash, finds what was
//! made.

use super::error::ApiError;
use crate::auth::token::Secret;
use crate::error::code::Code;
use crate::system::random;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use bagatelle_table::Visitor;
use utoipa::IntoParams;

/// The longest key, in characters.
const LONGEST: usize = 64;

/// The header that holds a key, for the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct KeyHeader {
    /// The same key gives the same result again, whatever the rest of the request says. So you can repeat a
    /// request whose answer got lost.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64, pattern = "^[!-~]([ -~]*[!-~])?$")]
    _key: Option<String>,
}

/// The key of a request, if it has one.
pub struct Key(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Key, ApiError> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Key(None)) };
        let text = value.to_str().ok().filter(|text| (1..=LONGEST).contains(&text.len()));
        let wrong = || {
            let why = "The header `Idempotency-Key` must have 1 to 64 plain characters.";
            ApiError::new(StatusCode::BAD_REQUEST, Code::BadHeader, why)
        };
        text.map(|text| Key(Some(text.to_owned()))).ok_or_else(wrong)
    }
}

impl Key {
    /// The id of what a caller makes under the key: always the same one for this caller, this key and what is
    /// made. `None` without a key.
    pub fn id(&self, secret: &Secret, caller: &Visitor, kind: &str) -> Option<String> {
        let key = self.0.as_deref()?;
        Some(random::id_of(secret.derived("bagatelle 2026-11-23 ids under keys", &[kind, caller.id(), key])))
    }
}
