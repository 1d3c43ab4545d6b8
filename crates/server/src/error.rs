//! What can go wrong with a request, its status, and the sentence that is shown.

use axum::Json;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use bagatelle_core::record::RecordError;
use bagatelle_pages::error::ErrorPage;
use bagatelle_pages::text::sentence;
use bagatelle_store::StoreError;
use bagatelle_table::{NotBrought, Rejection};
use serde_json::json;
use thiserror::Error;

/// The header by which the page's script asks for a part of a page instead of a whole one.
pub const PART: &str = "x-part";

/// Why a request fails. As a response it is a page; [`in_form`] gives the API and the page's script the sentence only.
#[derive(Debug, Error)]
pub enum AppError {
    /// There is nothing at this address.
    #[error("there is no such page")]
    NotFound,
    /// There are no deals of the day that is asked for.
    #[error("{0}")]
    NoDay(&'static str),
    /// There is no table with this id.
    #[error("there is no such game")]
    NoTable,
    /// The table, or the request for a new one, rejects it.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// A game that was played elsewhere is not taken over.
    #[error(transparent)]
    NotBrought(#[from] NotBrought),
    /// The game has no solver.
    #[error("this game has no solver")]
    NoSolver,
    /// The request is not logged in where that is needed.
    #[error("{0}")]
    Unauthorized(&'static str),
    /// The visitor may not do this here, though others may.
    #[error("{0}")]
    Forbidden(String),
    /// A request for another host.
    #[error("there is no such site here")]
    WrongHost,
    /// A change that another site's page asks for.
    #[error("the request came from another site")]
    CrossSite,
    /// What was sent cannot be used.
    #[error("{0}")]
    Refused(String),
    /// What was asked for takes longer than a request may.
    #[error("this takes too long: try it again later, or ask for something simpler")]
    TooLong,
    /// The visitor, or the address, has done this too often or has too much of it.
    #[error("{0}")]
    TooMany(&'static str),
    /// The store fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server fails.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<RecordError> for AppError {
    fn from(error: RecordError) -> AppError {
        AppError::Rejected(error.into())
    }
}

impl AppError {
    /// A refusal in words.
    pub fn refused(why: impl Into<String>) -> AppError {
        AppError::Refused(why.into())
    }

    /// The status of the response.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            AppError::NotFound
            | AppError::NoDay(_)
            | AppError::NoTable
            | AppError::Rejected(Rejection::UnknownGame) => StatusCode::NOT_FOUND,
            AppError::Rejected(Rejection::NotSeated | Rejection::Hidden | Rejection::Sealed)
            | AppError::Forbidden(_)
            | AppError::CrossSite => StatusCode::FORBIDDEN,
            AppError::Rejected(Rejection::Outdated) | AppError::Store(StoreError::Conflict) => {
                StatusCode::CONFLICT
            }
            AppError::Unauthorized(_) => StatusCode::UNAUTHORIZED,
            AppError::Rejected(_) | AppError::NotBrought(_) | AppError::NoSolver | AppError::Refused(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            AppError::WrongHost => StatusCode::MISDIRECTED_REQUEST,
            AppError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            AppError::TooLong | AppError::Store(StoreError::Unreachable(_)) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            AppError::Store(_) | AppError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Whether the request is right, but comes too early.
    #[must_use]
    pub fn is_early(&self) -> bool {
        matches!(self, AppError::NoDay(_) | AppError::NotBrought(NotBrought::Future))
    }

    /// The sentence for the player: the error itself, unless it is the server's fault, which is logged.
    #[must_use]
    pub fn user_message(&self) -> String {
        if let AppError::Store(StoreError::Unreachable(why)) = self {
            tracing::error!(why, "the database cannot be reached");
            return "The server cannot reach its games at the moment. Please try again in a few seconds."
                .into();
        }
        if self.status() != StatusCode::INTERNAL_SERVER_ERROR {
            return sentence(&self.to_string());
        }
        tracing::error!(error = %self, "a request failed");
        let message = match self {
            AppError::Store(StoreError::Corrupt(_)) => {
                "This cannot be shown: what the server has stored of it is damaged. The server's log says what is wrong."
            }
            _ => "Something went wrong on the server. Your game is as it was; please try again.",
        };
        message.into()
    }

    /// The error as plain text, for the page's script.
    pub fn into_text(self) -> Response {
        (self.status(), self.user_message()).into_response()
    }
}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let (status, message) = (self.status(), self.user_message());
        let page = match status {
            StatusCode::NOT_FOUND => ErrorPage::not_found(&message),
            _ => ErrorPage::failed(&message),
        };
        let mut response = (status, Html(page.page().into_string())).into_response();
        response.extensions_mut().insert(Message(message));
        response
    }
}

/// The sentence of an error page, for clients that do not read pages.
#[derive(Clone)]
struct Message(String);

/// Answers errors in the form that the client reads: JSON below `/api`, a sentence for the page's script, else the page.
pub async fn in_form(request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let script = request.headers().contains_key(PART);
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<Message>() {
        Some(Message(message)) if api => {
            (response.status(), Json(json!({ "error": message }))).into_response()
        }
        Some(Message(message)) if script => (response.status(), message).into_response(),
        _ => response,
    }
}

/// A name that an account has is a fault of the request, not of the store.
///
/// # Errors
/// When the name is taken, or the store fails.
pub fn free_name<T>(result: Result<T, StoreError>) -> Result<T, AppError> {
    match result {
        Err(StoreError::Conflict) => Err(AppError::refused(
            "another player has an account with this name, or one that looks like it: choose another one",
        )),
        result => Ok(result?),
    }
}
