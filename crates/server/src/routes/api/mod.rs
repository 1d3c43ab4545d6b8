//! The JSON API, version 1: what players do at a table, for programs. Its OpenAPI document is made from the functions in this
//! folder and served at `/api/v1/openapi.json`.
//!
//! A caller is a visitor: by the cookie of a browser, or by `Authorization: Bearer TOKEN` with a token from
//! `POST /api/v1/visitors`.

mod error;
mod events;
mod games;
mod model;
mod moderation;
mod positions;
mod records;
mod results;
mod stream;
mod today;

use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use bagatelle_core::record::LARGEST;
use bagatelle_pages::base::Base;
use utoipa::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(info(
    title = "Bagatelle",
    description = "Small tabletop games: deal, play, watch and export them. A player counts as present at a game while a stream \
        of it is open, and for 30 seconds after each request about it that carries the player's token.",
    version = "1",
    license(name = "MIT OR Apache-2.0")
))]
struct Document;

/// The routes, and the document that describes them.
pub fn routes(base: Option<&Base>) -> axum::Router<AppState> {
    let (router, mut document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(games::catalog))
        .routes(routes!(games::visitor))
        .routes(routes!(games::create))
        .routes(routes!(games::show))
        .routes(routes!(events::event))
        .routes(routes!(games::again))
        .routes(routes!(positions::position))
        .routes(routes!(positions::attempt))
        .routes(routes!(records::record))
        .routes(routes!(results::results))
        .routes(routes!(results::people))
        .routes(routes!(results::person))
        .routes(routes!(moderation::report))
        .routes(routes!(moderation::block, moderation::blocks))
        .routes(routes!(moderation::unblock))
        .routes(routes!(stream::stream))
        .routes(routes!(records::upload).layer(DefaultBodyLimit::max(LARGEST)))
        .routes(routes!(today::today))
        .routes(routes!(today::on))
        .routes(routes!(today::begin))
        .split_for_parts();
    document.servers = base.map(|base| vec![utoipa::openapi::Server::new(base.to_string())]);
    // It is written once, not for each request.
    let document = Bytes::from(document.to_json().expect("the document is JSON"));
    let media = [(CONTENT_TYPE, "application/json")];
    router.route("/api/v1/openapi.json", axum::routing::get(async move || (media, document)))
}
