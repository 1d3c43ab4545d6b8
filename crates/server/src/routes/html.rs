//! Pages as responses.

use crate::error::AppError;
use crate::tables::once;
use axum::response::{Html, IntoResponse, Response};
use bagatelle_pages::Markup;
use bagatelle_pages::TableItem;
use bagatelle_store::Listed;

/// The result of a handler.
pub type Answer = Result<Response, AppError>;

/// A page, or a part of one.
pub fn html(markup: Markup) -> Response {
    let page = markup.into_string();
    let is_open = once::is_open(&page);
    let mut response = Html(page).into_response();
    if is_open {
        response.extensions_mut().insert(once::Open);
    }
    response
}

/// The tables of a search as pages list them.
pub fn items(found: &[Listed]) -> Vec<TableItem<'_>> {
    found.iter().map(|listed| TableItem { spec: &listed.spec, summary: &listed.summary }).collect()
}
