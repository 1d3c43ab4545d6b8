//! What the OpenAPI document says beside what it takes from the handlers: what the API is, its tokens and its
//! parts.

use super::answers;
use super::shapes;
use bagatelle_pages::base::Base;
use bagatelle_store::Scope;
use serde_json::{Value, json};
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(info(
    title = "Bagatelle",
    description = "Small tabletop games: deal, play, watch and export them.\n\n\
        A caller is a visitor or an account. A visitor has a token from `POST /api/v1/visitors`, which \
        allows everything that needs no \
        account. An account makes tokens on its page of tokens, `/me/tokens`, each with scopes. A token goes \
        into the header \
        `Authorization: Bearer TOKEN`; one that opens nothing is answered with 401 by every address.\n\n\
        A player counts as present at a game while a stream of it is open, and for 30 seconds after each \
        request about it that \
        carries the player's token.\n\n\
        Clients can be generated from the document. A field that has a default may be left out: \
        `openapi-typescript` is told so by \
        `--default-non-nullable=false`.\n\n\
        A field of a request that may be left out may also be null. That means the same, unless the field \
        says what else it means: \
        `sit` of a new game, and `grace_s` of its terms.\n\n\
        An error has a sentence for people and a `code` for programs, which stays the same. Answers with 429 \
        and 503 have the header \
        `Retry-After`, in seconds. Besides the answers that are listed, any address answers other methods \
        with 405 and the header `Allow`, \
        requests for another host with 421, with 500 where the server has failed, and with 503 where it \
        cannot reach its database or takes \
        too long.",
    version = "1",
    license(name = "MIT OR Apache-2.0")
))]
pub struct Document;

/// What a scope allows, in a few words.
pub fn meaning(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => "look at games, lists, results and events",
        Scope::Play => "make games, sit down, move and write",
        Scope::Challenge => "challenge others and answer challenges",
        Scope::Bot => "mark the account as that of a bot",
    }
}

/// The parts of the API: what each is about, and the first words of its paths.
const PARTS: [(&str, &str, &[&str]); 6] = [
    ("callers", "Visitors, accounts, and what they are told.", &["visitors", "account", "stream"]),
    ("games", "The catalog, and playing.", &["catalog", "games", "lobby", "records"]),
    ("challenges", "Games that are proposed to an account.", &["challenges"]),
    ("today", "The deals and positions of the day.", &["today"]),
    ("results", "What was played, ratings, and the ladder.", &["results", "people", "ladder"]),
    ("conduct", "Reports, and people who are blocked.", &["reports", "blocks"]),
];

/// The part that a path belongs to.
fn part(path: &str) -> Option<&'static str> {
    let word = path.strip_prefix("/api/v1/")?.split('/').next()?;
    PARTS.iter().find(|(_, _, words)| words.contains(&word)).map(|(name, ..)| *name)
}

/// Adds what all operations have in common, and where the server is.
pub fn complete(document: &mut Value, base: Option<&Base>) {
    let scopes: Vec<String> =
        Scope::ALL.iter().map(|scope| format!("`{}`: {}", scope.word(), meaning(*scope))).collect();
    document["components"]["securitySchemes"]["token"] = json!({
        "type": "http",
        "scheme": "bearer",
        "description": format!("The token of a visitor, or of an account with scopes. {}.",
            scopes.join("; ")),
    });
    document["servers"] = json!([{ "url": base.map_or_else(|| "/".to_owned(), ToString::to_string) }]);
    document["tags"] =
        PARTS.iter().map(|(name, about, _)| json!({ "name": name, "description": about })).collect();
    let schemas = document["components"]["schemas"].clone();
    for (path, operations) in document["paths"].as_object_mut().into_iter().flatten() {
        for operation in operations.as_object_mut().into_iter().flat_map(|path| path.values_mut()) {
            operation["tags"] = part(path).into_iter().collect();
            let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
            for parameter in parameters.into_iter().flatten() {
                shapes::without_null(&mut parameter["schema"]);
            }
            answers::complete(path, operation, &schemas);
        }
    }
}
