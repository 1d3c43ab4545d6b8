//! What the OpenAPI document says besides what it takes from the handlers: what the API is, its tokens and
//! its parts.

use super::answers;
use super::shapes;
use bagatelle_pages::base::Base;
use bagatelle_store::Scope;
use serde_json::{Value, json};
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(info(
    title = "Bagatelle",
    description = "Small tabletop games: deal, play, watch and export them.\n\nA caller is a visitor or an \
        account. A visitor has a token from `POST /api/v1/visitors`, which allows everything that doesn’t \
        need an account. An account makes tokens on its page of tokens, `/me/tokens`, each with scopes. A \
        token goes into the header `Authorization: Bearer TOKEN`; every address answers an invalid one with \
        401.\n\nA player counts as present at a game while a stream of it is open, and for 30 seconds after \
        each request about it with the player’s token.\n\nYou can generate clients from this document. A \
        field with a default may be left out; tell `openapi-typescript` so with \
        `--default-non-nullable=false`.\n\nAn optional field of a request may also be null. That means the \
        same unless the field says otherwise: `sit` of a new game, and `grace_s` of its terms.\n\nAn error \
        has a sentence for people and a stable `code` for programs. Answers with 429 and 503 have the \
        header `Retry-After`, in seconds. Besides the listed answers, any address may answer 405 with the \
        header `Allow` (wrong method), 421 (another host), 500 (the server failed) or 503 (it can’t reach \
        its database, or takes too long).",
    version = "1",
    license(name = "MIT OR Apache-2.0")
))]
pub struct Document;

/// What a scope allows, in a few words.
pub fn meaning(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => "read games, lists, results and events",
        Scope::Play => "create games, sit down, move and chat",
        Scope::Challenge => "challenge others, answer challenges and follow people",
        Scope::Bot => "mark the account as a bot",
    }
}

/// The parts of the API: what each is about, and the first words of its paths.
const PARTS: [(&str, &str, &[&str]); 8] = [
    (
        "callers",
        "Visitors, accounts, their events and notifications.",
        &["visitors", "account", "stream", "notifications"],
    ),
    ("games", "The catalog, and playing.", &["catalog", "games", "live", "lobby", "records", "seeks"]),
    ("events", "Tournaments by link.", &["events"]),
    ("challenges", "Games proposed to an account.", &["challenges"]),
    ("friends", "Whom the caller follows, and past opponents.", &["friends", "opponents", "presence"]),
    ("today", "The deals and positions of the day.", &["today"]),
    ("results", "Finished games, ratings and the ladder.", &["results", "people", "ladder"]),
    ("conduct", "Reports and blocked people.", &["reports", "blocks"]),
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
