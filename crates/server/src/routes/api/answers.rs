//! The answers of operations, as far as they follow from what the operations take: a token, parameters, a
//! key, a body.

use super::by_game::RECORD;
use super::items::list;
use crate::limits::LARGEST_BODY;
use serde_json::{Map, Value, json};

/// When a status is given, for an operation that does not say so itself.
fn usual(status: &str) -> Option<&'static str> {
    Some(match status {
        "404" => "There’s nothing with this id.",
        "409" => "The game has moved on, or another request was first.",
        "410" => "It is no longer kept.",
        "413" => "The body is too large.",
        "422" => "The request can’t be carried out.",
        "429" => "Too many requests.",
        _ => return None,
    })
}

/// The answers of an operation to requests that cannot be read, or whose token is not enough.
fn common(path: &str, operation: &Value) -> Vec<(&'static str, String)> {
    let mut answers = Vec::new();
    let parameter = |place: &str| list(&operation["parameters"]).iter().any(|one| one["in"] == place);
    let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    let body = body.as_str().and_then(|path| path.rsplit('/').next());
    let mut unreadable = Vec::new();
    unreadable.extend(parameter("query").then_some("a parameter"));
    unreadable.extend(parameter("header").then_some("a header"));
    unreadable.extend(body.map(|_| "the body"));
    if let Some((last, others)) = unreadable.split_last() {
        let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
        let what = format!("{others}{last}");
        answers.push(("400", format!("{}{} can’t be read.", what[..1].to_uppercase(), &what[1..])));
    }
    if path.contains('{') {
        answers.push(("404", "There’s nothing with this id.".to_owned()));
    }
    // Records have a reader of their own, whatever media type is declared.
    if body.is_some_and(|name| name != RECORD) {
        answers.push(("413", format!("The body is larger than {} KiB.", LARGEST_BODY >> 10)));
        answers.push(("415", "The body isn’t declared as JSON.".to_owned()));
        let why = "The body doesn’t match its schema, or the request can’t be carried out.";
        answers.push(("422", why.to_owned()));
    }
    if let Some(needed) = operation["security"].as_array() {
        let optional = needed.iter().any(|one| one.as_object().is_some_and(Map::is_empty));
        let why =
            if optional { "The token isn’t valid." } else { "There is no token, or it isn’t valid." };
        answers.push(("401", why.to_owned()));
        answers
            .push(("403", "The token lacks the scope, or the caller isn’t allowed to do this.".to_owned()));
    }
    answers
}

/// What an answer holds, in the words of its schema.
fn said(answer: &Value, schemas: &Value) -> Option<String> {
    let content = answer["content"].as_object()?.values().next()?;
    let name = content["schema"]["$ref"].as_str()?.rsplit('/').next()?;
    schemas[name]["description"].as_str().map(str::to_owned)
}

/// Adds the answers that follow from what an operation takes, and says of each answer when it is given.
pub fn complete(path: &str, operation: &mut Value, schemas: &Value) {
    let common = common(path, operation);
    let Some(answers) = operation["responses"].as_object_mut() else { return };
    for (status, why) in common {
        let answer = answers.entry(status).or_insert_with(|| {
            json!({ "content": { "application/json": { "schema": { "$ref":
                "#/components/schemas/Problem" } } } })
        });
        if answer.get("description").is_none() {
            answer["description"] = why.into();
        }
    }
    for (status, answer) in answers {
        if answer.get("description").is_none() {
            let why = usual(status).map(str::to_owned).or_else(|| said(answer, schemas));
            answer["description"] = why.into();
        }
        if status == "429" {
            answer["headers"]["Retry-After"] = json!({
                "description": "The number of seconds to wait.",
                "schema": { "type": "integer", "minimum": 1 },
            });
        }
    }
}
