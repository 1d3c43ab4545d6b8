//! Errors as JSON.

use crate::error::AppError;
use axum::Json;
use axum::extract::rejection::{JsonRejection, StringRejection};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong, in a sentence.
#[derive(Serialize, ToSchema)]
pub struct Problem {
    error: String,
}

/// An error of the API.
pub struct ApiError {
    status: StatusCode,
    message: String,
}

impl ApiError {
    /// A request that makes no sense.
    pub fn unprocessable(message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::UNPROCESSABLE_ENTITY, message: message.into() }
    }
}

impl<E: Into<AppError>> From<E> for ApiError {
    fn from(error: E) -> ApiError {
        let error = error.into();
        ApiError { status: error.status(), message: error.user_message() }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(Problem { error: self.message })).into_response()
    }
}

/// Why a JSON body cannot be read.
pub struct BadBody(ApiError);

impl From<JsonRejection> for BadBody {
    fn from(rejection: JsonRejection) -> BadBody {
        BadBody(ApiError { status: rejection.status(), message: rejection.body_text() })
    }
}

impl From<StringRejection> for BadBody {
    fn from(rejection: StringRejection) -> BadBody {
        BadBody(ApiError { status: rejection.status(), message: rejection.body_text() })
    }
}

impl IntoResponse for BadBody {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

/// A JSON body whose errors are answered in JSON.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(BadBody))]
pub struct Body<T>(pub T);

/// A text body whose errors are answered in JSON.
pub struct Text(pub String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = BadBody;

    async fn from_request(request: Request, state: &S) -> Result<Text, BadBody> {
        Ok(Text(String::from_request(request, state).await?))
    }
}
