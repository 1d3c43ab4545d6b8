//! The reference of the API for people: the document, read into the model of its page.

use crate::routes::api::{Described, list};
use crate::state::AppState;
use axum::Router;
use axum::body::Bytes;
use axum::response::Html;
use axum::routing::get;
use bagatelle_pages::reference::{Answer, Field, Operation, ReferencePage, Schema};
use bagatelle_pages::urls::pattern;
use serde_json::Value;

/// The routes.
pub fn routes(document: &Described) -> Router<AppState> {
    // It is drawn once, not for each request.
    let page = Bytes::from(reference(&document.0).page().into_string());
    Router::new().route(pattern::PROGRAMS, get(async move || Html(page)))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim().replace('\n', " ")
}

/// The page of a document.
pub fn reference(document: &Value) -> ReferencePage {
    let about = document["info"]["description"].as_str().unwrap_or_default();
    let mut page = ReferencePage {
        about: about.split("\n\n").map(|paragraph| paragraph.trim().to_owned()).collect(),
        ..ReferencePage::default()
    };
    for (path, operations) in document["paths"].as_object().into_iter().flatten() {
        for (method, one) in operations.as_object().into_iter().flatten() {
            page.operations.push(operation(path, method, one));
        }
    }
    let schemas = document["components"]["schemas"].as_object();
    page.schemas = schemas.into_iter().flatten().map(|(name, one)| schema(name, one)).collect();
    page
}

fn operation(path: &str, method: &str, one: &Value) -> Operation {
    let needed = list(&one["security"]);
    let body = &one["requestBody"]["content"];
    let answers = one["responses"].as_object().into_iter().flatten().map(|(status, answer)| {
        let content = answer["content"].as_object().and_then(|content| content.values().next());
        Answer {
            status: status.clone(),
            about: text(&answer["description"]),
            holds: content.map(|content| field("", &content["schema"])),
        }
    });
    Operation {
        id: text(&one["operationId"]),
        method: method.to_uppercase(),
        path: path.to_owned(),
        about: format!("{} {}", text(&one["summary"]), text(&one["description"])).trim().to_owned(),
        scope: needed.iter().find_map(|one| one["token"][0].as_str()).map(str::to_owned),
        open: needed.iter().any(|one| one.as_object().is_some_and(serde_json::Map::is_empty)),
        parameters: list(&one["parameters"])
            .iter()
            .map(|parameter| Field {
                about: text(&parameter["description"]),
                optional: parameter["required"] != true,
                ..field(&text(&parameter["name"]), &parameter["schema"])
            })
            .collect(),
        body: body["application/json"]["schema"]
            .as_object()
            .map(|_| field("", &body["application/json"]["schema"])),
        answers: answers.collect(),
    }
}

fn schema(name: &str, one: &Value) -> Schema {
    let required = list(&one["required"]);
    let words = list(&one["enum"]).iter().map(text);
    Schema {
        name: name.to_owned(),
        about: text(&one["description"]),
        fields: one["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| Field {
                optional: !required.iter().any(|name| name == key),
                ..field(key, value)
            })
            .collect(),
        words: words.collect(),
        example: one.get("example").map(|example| format!("{example:#}")),
    }
}

/// What a schema says in words, and the schema that it is about.
fn field(name: &str, value: &Value) -> Field {
    let (kind, schema) = kind(value);
    Field { name: name.to_owned(), kind, schema, about: text(&value["description"]), optional: false }
}

fn kind(value: &Value) -> (String, Option<String>) {
    if let Some(name) = value["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return (String::new(), Some(name.to_owned()));
    }
    let choices: Vec<&Value> =
        ["oneOf", "anyOf", "allOf"].iter().flat_map(|key| list(&value[*key])).collect();
    if !choices.is_empty() {
        let null = choices.iter().any(|one| one["type"] == "null");
        let (words, schema) =
            choices.iter().find(|one| one["type"] != "null").map_or_else(Default::default, |one| kind(one));
        return (if null { format!("null or {words}") } else { words }, schema);
    }
    let types: Vec<String> = match &value["type"] {
        Value::Array(all) => all.iter().map(text).collect(),
        one => vec![text(one)],
    };
    if types.iter().any(|one| one == "array") {
        let (words, schema) = kind(&value["items"]);
        return (format!("list of {words}"), schema);
    }
    let words: Vec<String> =
        types.into_iter().map(|one| if one.is_empty() { "anything".into() } else { one }).collect();
    (words.join(" or "), None)
}
