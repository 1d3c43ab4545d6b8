//! What can go wrong with a request, its status, and its sentence.

pub mod code;
mod names;
pub mod outage;

pub use names::free_name;

use crate::error::code::Code;
use axum::Json;
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use bagatelle_core::record::RecordError;
use bagatelle_pages::error::ErrorPage;
use bagatelle_pages::text::sentence;
use bagatelle_store::StoreError;
use bagatelle_table::{NotBrought, NotPlanned, Rejection};
use serde_json::json;
use std::time::Duration;
use thiserror::Error;

/// The header by which the page's script asks for a part of a page instead of a whole one.
pub const PART: &str = "x-part";
/// The header in which the page's script tells how many actions of the game it shows.
pub const SHOWN: &str = "x-shown";
/// The value of [`PART`] in requests of pages that keep the fixed parts of their board.
pub const CHANGES: &str = "changes";

/// Why a request fails. As a response it is a page; [`Form`] gives the API and the page's script the sentence
/// only.
#[derive(Debug, Error)]
pub enum AppError {
    /// There is nothing at this address.
    #[error("there’s nothing at this address")]
    NotFound,
    /// There are no deals for the requested day.
    #[error("{0}")]
    NoDay(&'static str),
    /// There is no table with this id.
    #[error("there’s no such game")]
    NoTable,
    /// The table, or the request for a new one, rejects it.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// A game that was played elsewhere is not taken over.
    #[error(transparent)]
    NotBrought(#[from] NotBrought),
    /// Moves cannot be planned here, or not these.
    #[error(transparent)]
    NotPlanned(#[from] NotPlanned),
    /// An event by link refuses it.
    #[error(transparent)]
    Event(#[from] bagatelle_events::Refused),
    /// Others still play the deal of this game in an event, given by its id and title.
    #[error("others are still playing this deal in {}: you can see the game once they’ve all finished", .0.1)]
    StillPlayed((String, String)),
    /// The visitor may not do this here, though others may.
    #[error("{0}")]
    Forbidden(String),
    /// A request for another host.
    #[error("there’s no such site here")]
    WrongHost,
    /// A change that another site's page asks for.
    #[error("the request came from another site")]
    CrossSite,
    /// The data that was sent cannot be used.
    #[error("{0}")]
    Refused(String),
    /// Only an account may do this, and the visitor has none or is not logged in.
    #[error("you aren’t logged in")]
    LoggedOut,
    /// A refusal that programs know by a word of its own.
    #[error("{1}")]
    Known(Code, &'static str),
    /// The requested work takes longer than a request may.
    #[error("this takes too long: try again later, or ask for something simpler")]
    TooLong,
    /// The clock of this server is wrong, so it accepts no moves in games with a clock.
    #[error("this server’s clock is wrong right now: try again in a few seconds")]
    WrongClock,
    /// The visitor, or the address, has done this too often or has too much of it.
    #[error("{why}")]
    TooMany {
        /// The sentence.
        why: &'static str,
        /// How long it takes until there is room again.
        after: Duration,
    },
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
            | AppError::Known(Code::NoSuchPerson | Code::NoSuchChallenge | Code::NoSuchEvent, _)
            | AppError::Rejected(Rejection::UnknownGame) => StatusCode::NOT_FOUND,
            AppError::Rejected(Rejection::NotSeated | Rejection::Hidden | Rejection::Sealed)
            | AppError::NotPlanned(NotPlanned::NotSeated)
            | AppError::Forbidden(_)
            | AppError::StillPlayed(_)
            | AppError::CrossSite => StatusCode::FORBIDDEN,
            AppError::Rejected(Rejection::Outdated)
            | AppError::Known(Code::Conflict, _)
            | AppError::Store(StoreError::Conflict) => StatusCode::CONFLICT,
            AppError::Known(Code::BadRequest | Code::NotJson, _) => StatusCode::BAD_REQUEST,
            AppError::Known(Code::TooLarge, _) => StatusCode::PAYLOAD_TOO_LARGE,
            AppError::Rejected(_)
            | AppError::NotBrought(_)
            | AppError::NotPlanned(_)
            | AppError::Event(_)
            | AppError::Refused(_)
            | AppError::LoggedOut
            | AppError::Known(..) => StatusCode::UNPROCESSABLE_ENTITY,
            AppError::WrongHost => StatusCode::MISDIRECTED_REQUEST,
            AppError::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            AppError::TooLong | AppError::WrongClock => StatusCode::SERVICE_UNAVAILABLE,
            AppError::Store(error) if error.is_outage() => StatusCode::SERVICE_UNAVAILABLE,
            AppError::Store(_) | AppError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The word that programs know the error by.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            AppError::NotFound | AppError::NoDay(_) => Code::NotFound,
            AppError::NoTable => Code::NoSuchGame,
            AppError::Rejected(rejection) => rejection.into(),
            AppError::NotBrought(why) => why.into(),
            AppError::NotPlanned(why) => why.into(),
            AppError::Event(why) => why.into(),
            AppError::Forbidden(_) | AppError::StillPlayed(_) => Code::Forbidden,
            AppError::WrongHost => Code::WrongHost,
            AppError::CrossSite => Code::CrossSite,
            AppError::Refused(_) | AppError::LoggedOut => Code::Refused,
            AppError::Known(code, _) => *code,
            AppError::TooLong => Code::TooLong,
            AppError::WrongClock => Code::Unavailable,
            AppError::TooMany { .. } => Code::TooMany,
            AppError::Store(error) => error.into(),
            AppError::Internal(_) => Code::Internal,
        }
    }

    /// After how many whole seconds the request may be sent again, where that is known.
    #[must_use]
    pub fn retry_after(&self) -> Option<HeaderValue> {
        match self {
            AppError::TooMany { after, .. } => Some(after.as_secs_f64().ceil().max(1.0) as u64),
            AppError::TooLong | AppError::WrongClock => Some(5),
            AppError::Store(error) if error.is_outage() => Some(5),
            _ => None,
        }
        .map(HeaderValue::from)
    }

    /// Whether the request is correct but comes too early.
    #[must_use]
    pub fn is_early(&self) -> bool {
        matches!(self, AppError::NoDay(_) | AppError::NotBrought(NotBrought::Future))
    }

    /// The sentence for the player: the error itself, unless it is the server's fault, which is logged.
    #[must_use]
    pub fn user_message(&self) -> String {
        if let AppError::Store(error) = self
            && let Some(told) = outage::told(error)
        {
            return told.into();
        }
        if self.status() != StatusCode::INTERNAL_SERVER_ERROR {
            return sentence(&self.to_string());
        }
        tracing::error!(error = %self, "a request failed");
        let message = match self {
            AppError::Store(StoreError::Corrupt(_)) => {
                "The server’s data for this page is damaged. The server’s log says what’s wrong."
            }
            _ => FAILED,
        };
        message.into()
    }

    /// The error as plain text, for the page's script.
    pub fn into_text(self) -> Response {
        let after = self.retry_after();
        let mut response = (self.status(), self.user_message()).into_response();
        if let Some(after) = after {
            response.headers_mut().insert(RETRY_AFTER, after);
        }
        response
    }
}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let (status, code, message, after) =
            (self.status(), self.code(), self.user_message(), self.retry_after());
        let page = match (status, &self) {
            (_, AppError::LoggedOut) => ErrorPage::logged_out(&message),
            (_, AppError::StillPlayed((event, _))) => ErrorPage::still_played(&message, event),
            (StatusCode::NOT_FOUND, _) => ErrorPage::not_found(&message),
            _ => ErrorPage::failed(&message),
        };
        let mut response = (status, Html(page.page().into_string())).into_response();
        if let Some(after) = after {
            response.headers_mut().insert(RETRY_AFTER, after);
        }
        response.extensions_mut().insert(Message { code, text: message });
        response
    }
}

/// The message when the server has failed.
const FAILED: &str = "Something went wrong on the server. Your game is unchanged; please try again.";

/// The error of a page, for clients that do not read pages.
#[derive(Clone)]
struct Message {
    code: Code,
    text: String,
}

impl Message {
    /// The message for an answer of a library, which has only a status.
    fn of(status: StatusCode) -> Message {
        let (code, text) = match status {
            StatusCode::NOT_FOUND => (Code::NotFound, "There’s nothing at this address."),
            StatusCode::METHOD_NOT_ALLOWED => {
                (Code::WrongMethod, "This address doesn’t accept this method: see the header `Allow`.")
            }
            StatusCode::PAYLOAD_TOO_LARGE => (Code::TooLarge, "The body is too large."),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                (Code::NotJson, "Send the body as JSON, with `Content-Type: application/json`.")
            }
            status if status.is_server_error() => (Code::Internal, FAILED),
            _ => (Code::BadRequest, "The request can’t be read."),
        };
        Message { code, text: text.into() }
    }
}

/// The longest sentence of the API, in characters: the content of a request is not sent back.
const LONGEST: usize = 240;

/// The body of an error of the API.
#[must_use]
pub fn problem(code: Code, text: &str) -> serde_json::Value {
    let text = match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}….", &text[..end]),
        None => text.to_owned(),
    };
    json!({ "error": text, "code": code })
}

/// Whether a path is that of the API.
#[must_use]
pub fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// The form in which a client reads an error.
#[derive(Clone, Copy)]
pub enum Form {
    /// A page.
    Page,
    /// JSON: for requests below `/api`.
    Json,
    /// A sentence: for the page's script.
    Text,
}

impl Form {
    /// The form for a request.
    pub fn of(request: &Request) -> Form {
        match is_api(request.uri().path()) {
            true => Form::Json,
            false if request.headers().contains_key(PART) => Form::Text,
            false => Form::Page,
        }
    }

    /// An answer, in this form if it is an error.
    pub fn put(self, response: Response) -> Response {
        match self {
            Form::Page => response,
            Form::Json => as_json(response),
            Form::Text => as_text(response),
        }
    }
}

fn as_text(mut response: Response) -> Response {
    match response.extensions_mut().remove::<Message>() {
        Some(message) => (response.status(), message.text).into_response(),
        None => response,
    }
}

/// An error in JSON, with the headers that it has. An answer that is not an error, or is JSON already, stays
/// as it is.
fn as_json(mut response: Response) -> Response {
    let status = response.status();
    let message = response.extensions_mut().remove::<Message>();
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|media| media == "application/json");
    if !(status.is_client_error() || status.is_server_error()) || is_json {
        return response;
    }
    let Message { code, text } = message.unwrap_or_else(|| Message::of(status));
    let (mut parts, _) = response.into_parts();
    for header in [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING] {
        parts.headers.remove(header);
    }
    (parts.status, parts.headers, Json(problem(code, &text))).into_response()
}

/// An error outside the router, in the form for its path.
pub fn at_path(path: &str, error: AppError) -> Response {
    match is_api(path) {
        true => as_json(error.into_response()),
        false => error.into_response(),
    }
}
