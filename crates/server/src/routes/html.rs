//! Pages as responses.

use crate::error::AppError;
use crate::tables::once;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use bagatelle_pages::Markup;
use bagatelle_pages::TableItem;
use bagatelle_pages::once::is_open;
use bagatelle_pages::text::sentence;
use bagatelle_site::{Refused, Reply};
use bagatelle_store::Listed;

/// The result of a handler.
pub type Answer = Result<Response, AppError>;

/// A page, or a part of one.
pub fn html(markup: Markup) -> Response {
    let page = markup.into_string();
    let is_open = is_open(&page);
    let mut response = Html(page).into_response();
    if is_open {
        response.extensions_mut().insert(once::Open);
    }
    response
}

/// What the site replies.
pub fn respond(reply: Reply) -> Response {
    match reply {
        Reply::Html(markup) => html(markup),
        Reply::Sentence(Some(text)) => sentence(&text).into_response(),
        Reply::Sentence(None) => StatusCode::NO_CONTENT.into_response(),
    }
}

impl From<Refused> for AppError {
    fn from(refused: Refused) -> AppError {
        match refused {
            Refused::NotFound => AppError::NotFound,
            Refused::Rejected(rejection) => AppError::Rejected(rejection),
        }
    }
}

/// The tables of a search as pages list them.
pub fn items(found: &[Listed]) -> Vec<TableItem<'_>> {
    found.iter().map(|listed| TableItem { spec: &listed.spec, summary: &listed.summary }).collect()
}
