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
mod operations;
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
use operations::operations;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

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
        .routes(operations!(games::catalog))
        .routes(operations!(print::print))
        .routes(operations!(games::visitor))
        .routes(operations!(account::show))
        .routes(operations!(account::mark))
        .routes(operations!(feed::follow))
        .routes(operations!(push::list, push::subscribe))
        .routes(operations!(push::unsubscribe))
        .routes(operations!(push::test))
        .routes(operations!(challenges::challenge, challenges::list))
        .routes(operations!(challenges::accept))
        .routes(operations!(challenges::turn_down))
        .routes(operations!(friends::list))
        .routes(operations!(friends::follow, friends::unfollow))
        .routes(operations!(friends::opponents))
        .routes(operations!(friends::presence))
        .routes(operations!(games::create, lists::own))
        .routes(operations!(lists::lobby))
        .routes(operations!(live::live))
        .routes(operations!(by_link::make, by_link::list))
        .routes(operations!(by_link::show))
        .routes(operations!(by_link::change))
        .routes(operations!(by_link::standings))
        .routes(operations!(by_link::export))
        .routes(operations!(seeks::seek))
        .routes(operations!(seeks::show, seeks::withdraw))
        .routes(operations!(games::show))
        .routes(operations!(events::event))
        .routes(operations!(games::again))
        .routes(operations!(talk::chat, talk::say))
        .routes(operations!(hints::ask, hints::show))
        .routes(operations!(moves::moves))
        .routes(operations!(plan::show, plan::plan, plan::unplan))
        .routes(operations!(positions::position))
        .routes(operations!(positions::attempt))
        .routes(operations!(records::record))
        .routes(operations!(results::results))
        .routes(operations!(results::people))
        .routes(operations!(results::person))
        .routes(operations!(ladder::ladder))
        .routes(operations!(moderation::report))
        .routes(operations!(moderation::block, moderation::blocks))
        .routes(operations!(moderation::unblock))
        .routes(operations!(stream::stream))
        .routes(operations!(records::upload))
        .routes(operations!(today::today))
        .routes(operations!(today::on))
        .routes(operations!(today::begin))
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
        .route("/api/v1/openapi.json", crate::routes::method::get(async move || (media, text)))
        .layer(cors::layer());
    (router, Described(document))
}
