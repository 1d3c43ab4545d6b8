//! The JSON API, version 1: what players do at a table, for programs. Its OpenAPI document is made from the
//! functions in this folder and served at `/api/v1/openapi.json`.
//!
//! A caller is a visitor or an account: by the cookie of a browser, or by `Authorization: Bearer TOKEN` with
//! a token from `POST /api/v1/visitors` or of an account ([`caller`]).

mod account;
mod answers;
mod body;
mod by_game;
mod by_link;
mod caller;
mod challenges;
mod cors;
mod document;
mod ending;
mod error;
mod event_terms;
mod event_view;
mod events;
mod feed;
mod friends;
mod game_state;
mod games;
mod hints;
mod items;
mod key;
mod ladder;
mod lines;
mod lists;
mod live;
mod model;
mod moderation;
mod moves;
mod params;
mod plain;
mod plan;
mod positions;
mod print;
mod push;
mod records;
mod results;
mod seeks;
mod shapes;
mod stream;
mod talk;
mod today;

use crate::routes::state::AppState;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use bagatelle_pages::base::Base;
use bagatelle_pages::tokens::ScopeChoice;
use bagatelle_store::Scope;
use document::Document;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use by_game::GAME;
pub use items::list;
pub use shapes::MEANINGS;

/// The document.
pub struct Described(pub serde_json::Value);

/// The scopes of tokens, for the page on which they are chosen.
pub fn scope_choices() -> [ScopeChoice<'static>; 4] {
    Scope::ALL.map(|scope| ScopeChoice { word: scope.word(), meaning: document::meaning(scope) })
}

/// The routes, and the document that describes them.
pub fn routes(base: Option<&Base>) -> (axum::Router<AppState>, Described) {
    let (router, described) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(games::catalog))
        .routes(routes!(print::print))
        .routes(routes!(games::visitor))
        .routes(routes!(account::show))
        .routes(routes!(account::mark))
        .routes(routes!(feed::follow))
        .routes(routes!(push::list, push::subscribe))
        .routes(routes!(push::unsubscribe))
        .routes(routes!(push::test))
        .routes(routes!(challenges::challenge, challenges::list))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::turn_down))
        .routes(routes!(friends::list))
        .routes(routes!(friends::follow, friends::unfollow))
        .routes(routes!(friends::opponents))
        .routes(routes!(friends::presence))
        .routes(routes!(games::create, lists::own))
        .routes(routes!(lists::lobby))
        .routes(routes!(live::live))
        .routes(routes!(by_link::make, by_link::list))
        .routes(routes!(by_link::show))
        .routes(routes!(by_link::change))
        .routes(routes!(by_link::standings))
        .routes(routes!(by_link::export))
        .routes(routes!(seeks::seek))
        .routes(routes!(seeks::show, seeks::withdraw))
        .routes(routes!(games::show))
        .routes(routes!(events::event))
        .routes(routes!(games::again))
        .routes(routes!(talk::chat, talk::say))
        .routes(routes!(hints::ask, hints::show))
        .routes(routes!(moves::moves))
        .routes(routes!(plan::show, plan::plan, plan::unplan))
        .routes(routes!(positions::position))
        .routes(routes!(positions::attempt))
        .routes(routes!(records::record))
        .routes(routes!(results::results))
        .routes(routes!(results::people))
        .routes(routes!(results::person))
        .routes(routes!(ladder::ladder))
        .routes(routes!(moderation::report))
        .routes(routes!(moderation::block, moderation::blocks))
        .routes(routes!(moderation::unblock))
        .routes(routes!(stream::stream))
        .routes(routes!(records::upload))
        .routes(routes!(today::today))
        .routes(routes!(today::on))
        .routes(routes!(today::begin))
        .split_for_parts();
    let mut document = serde_json::to_value(&described).expect("the document is JSON");
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        shapes::say(schemas);
        by_game::describe(schemas);
        shapes::name(schemas);
    }
    document::complete(&mut document, base);
    // It is written once, not for each request.
    let text = Bytes::from(document.to_string());
    let media = [(CONTENT_TYPE, "application/json")];
    let router = router
        .route("/api/v1/openapi.json", axum::routing::get(async move || (media, text)))
        .layer(cors::layer());
    (router, Described(document))
}
