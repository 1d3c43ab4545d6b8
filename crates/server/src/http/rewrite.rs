//! Pages that are changed as they go out: the code that makes them knows neither the visitor's settings
//! nor the server's address.

use crate::error::AppError;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// The largest page that is read to be changed, in bytes.
const LARGEST_PAGE: usize = 16 << 20;

/// Whether an answer is a page, or a part of one.
#[must_use]
pub fn is_page(response: &Response) -> bool {
    let media = response.headers().get(CONTENT_TYPE).map_or(&b""[..], |media| media.as_bytes());
    media.starts_with(b"text/html")
}

/// An answer with its page changed; an answer that is not a page stays as it was.
pub async fn page(response: Response, change: impl FnOnce(&str) -> String) -> Response {
    if !is_page(&response) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, LARGEST_PAGE).await else {
        return AppError::Internal(anyhow::anyhow!("a page is too large")).into_response();
    };
    parts.headers.remove(CONTENT_LENGTH);
    let body = match std::str::from_utf8(&bytes) {
        Ok(page) => Body::from(change(page)),
        Err(_) => Body::from(bytes),
    };
    Response::from_parts(parts, body)
}
