//! Errors as JSON: a sentence and a word.

use crate::error::code::Code;
use crate::error::{AppError, problem};
use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong.
#[derive(Serialize, ToSchema)]
pub struct Problem {
    /// A sentence for people. It may be reworded.
    error: String,
    /// A word for programs. It stays the same.
    code: Code,
}

/// An error of the API.
pub struct ApiError {
    status: StatusCode,
    code: Code,
    message: String,
    retry_after: Option<HeaderValue>,
}

impl ApiError {
    /// An error with this status, word and sentence.
    pub fn new(status: StatusCode, code: Code, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), retry_after: None }
    }

    /// A request that makes no sense.
    pub fn unprocessable(code: Code, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }
}

impl<E: Into<AppError>> From<E> for ApiError {
    fn from(error: E) -> ApiError {
        let error = error.into();
        ApiError {
            retry_after: error.retry_after(),
            ..ApiError::new(error.status(), error.code(), error.user_message())
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(problem(self.code, &self.message))).into_response();
        if let Some(after) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, after);
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
