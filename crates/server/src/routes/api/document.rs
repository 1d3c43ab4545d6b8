//! What the OpenAPI document says beside what it takes from the handlers.

use bagatelle_store::Scope;
use serde_json::{Value, json};
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(info(
    title = "Bagatelle",
    description = "Small tabletop games: deal, play, watch and export them.\n\n\
        A caller is a visitor or an account. A visitor has a token from `POST /api/v1/visitors`, which allows everything that needs no \
        account. An account makes tokens on its page of tokens, `/me/tokens`, each with scopes. A token goes into the header \
        `Authorization: Bearer TOKEN`; one that opens nothing is answered with 401 by every address.\n\n\
        A player counts as present at a game while a stream of it is open, and for 30 seconds after each request about it that \
        carries the player's token.\n\n\
        An error has a sentence for people and a `code` for programs, which stays the same. Answers with 429 and 503 have the header \
        `Retry-After`, in seconds.",
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

/// When a status is given, where an operation says nothing of its own.
const USUAL: [(&str, &str); 8] = [
    ("200", "done"),
    ("201", "made"),
    ("400", "a parameter cannot be used"),
    ("404", "there is no such thing"),
    ("409", "the game has moved on, or another request was first"),
    ("410", "it is not kept any more"),
    ("422", "what is asked for cannot be done"),
    ("429", "these are too many requests: see the header `Retry-After`"),
];

/// The items of a list; none where there is no list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Adds what all operations have in common: how tokens are sent, and what is answered where they do not open anything.
pub fn complete(document: &mut Value) {
    let scopes: Vec<String> =
        Scope::ALL.iter().map(|scope| format!("`{}`: {}", scope.word(), meaning(*scope))).collect();
    document["components"]["securitySchemes"]["token"] = json!({
        "type": "http",
        "scheme": "bearer",
        "description": format!("The token of a visitor, or of an account with scopes. {}.", scopes.join("; ")),
    });
    let paths = document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    for operation in paths.filter_map(Value::as_object_mut).flat_map(|path| path.values_mut()) {
        let Some(needed) = operation.get("security").and_then(Value::as_array) else { continue };
        let optional = needed.iter().any(|one| one.as_object().is_some_and(serde_json::Map::is_empty));
        let problem = |why: &str| {
            json!({ "description": why,
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } } })
        };
        operation["responses"]["401"] = problem(match optional {
            true => "the token opens nothing",
            false => "there is no token, or it opens nothing",
        });
        let takes_json =
            operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].is_string();
        let has_key = list(&operation["parameters"]).iter().any(|one| one["name"] == "Idempotency-Key");
        let mut add = |status: &str, why: &str| {
            if operation["responses"][status].is_null() {
                operation["responses"][status] = problem(why);
            }
        };
        if takes_json {
            add("400", "the body is not JSON");
            add("413", "the body is larger than 256 KiB");
            add("415", "the body is not said to be JSON");
            add("422", "the body is not as its schema says, or what it asks for cannot be done");
        }
        if has_key {
            add("400", "the key cannot be used");
        }
        for (status, why) in USUAL {
            if let Some(answer) =
                operation["responses"].get_mut(status).filter(|answer| answer["description"] == "")
            {
                answer["description"] = why.into();
            }
        }
        operation["responses"]["403"] = problem("the token has not the scope, or the caller may not do this");
    }
}
