//! A server below a base path: its routes are there, and the base path is added to the addresses in its
//! answers.
//!
//! Nothing else knows about it: handlers see paths without the base path, and pages are written without
//! it. A server that has its host to itself needs none of this.

use crate::error::AppError;
use crate::http::rewrite;
use axum::Router;
use axum::http::header::LOCATION;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use bagatelle_pages::base::Base;

/// The header that tells the page's script where to go.
pub const GO: HeaderName = HeaderName::from_static("x-go");

/// The routes below the base path. Those of `health` answer without it, too, since those who ask are not
/// visitors.
pub fn below(base: &Base, routes: Router, health: Router) -> Router {
    let home = base.address("/");
    let to_home = {
        let home = home.clone();
        get(async move || Redirect::temporary(&home))
    };
    Router::new()
        .nest(&home, routes)
        .route(&base.to_string(), to_home.clone())
        .route("/", to_home)
        .merge(health)
        .fallback(async move || {
            (StatusCode::NOT_FOUND, format!("There’s nothing here. Bagatelle is at {home}\n"))
        })
}

/// Puts the base path on an answer: on the addresses of a page, and on the address that a visitor is sent to.
pub async fn put(base: &Base, mut response: Response) -> Response {
    for name in [LOCATION, GO] {
        let address = response.headers().get(&name).and_then(|address| address.to_str().ok());
        let Some(address) = address.filter(|address| address.starts_with('/')) else { continue };
        match HeaderValue::from_str(&base.address(address)) {
            Ok(address) => response.headers_mut().insert(name, address),
            Err(error) => return AppError::Internal(error.into()).into_response(),
        };
    }
    rewrite::page(response, |page| base.page(page)).await
}
