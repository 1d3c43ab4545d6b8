//! The reference of the API for people: the document, read into the model of its page.

use crate::routes::api::{Described, GAME, MEANINGS, list};
use crate::routes::method::get;
use crate::routes::state::AppState;
use axum::Router;
use axum::body::Bytes;
use axum::response::Html;
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
    page.schemas.sort_by(|one, other| one.name.cmp(&other.name));
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
    let game = one[GAME].as_str().and_then(bagatelle_catalog::find);
    let words = words(one);
    let names = |key: &str| list(&one[key]).iter().filter_map(referred).collect::<Vec<_>>();
    let parts = [list(&one["oneOf"]), list(&one["anyOf"])].concat();
    // A choice of several schemas is shown as links; other choices are described.
    let choices: Vec<String> = parts.iter().map(referred).collect::<Option<_>>().unwrap_or_default();
    // What a schema has besides the fields of its parts stands there without a name.
    let own: Vec<&Value> =
        [one].into_iter().chain(list(&one["allOf"])).filter(|part| part["properties"].is_object()).collect();
    let plain = !own.is_empty() || !words.is_empty() || !choices.is_empty();
    Schema {
        name: name.to_owned(),
        game: game.map_or_else(String::new, |game| game.manifest().name.to_owned()),
        about: text(&one["description"]),
        holds: if plain || one["type"] == "object" { Field::default() } else { field("", one) },
        choices,
        chosen_by: text(&one["discriminator"]["propertyName"]),
        parts: names("allOf"),
        fields: own.iter().copied().flat_map(fields).collect(),
        words,
        example: one.get("example").map(|example| format!("{example:#}")),
    }
}

/// The fields of an object.
fn fields(one: &Value) -> impl Iterator<Item = Field> + '_ {
    let required = list(&one["required"]);
    one["properties"].as_object().into_iter().flatten().map(move |(key, value)| Field {
        optional: !required.iter().any(|name| name == key),
        ..field(key, value)
    })
}

/// The name of the schema that a schema refers to.
fn referred(value: &Value) -> Option<String> {
    value["$ref"].as_str()?.rsplit('/').next().map(str::to_owned)
}

/// The words that a text can be, with their meanings if the schema tells them.
fn words(one: &Value) -> Vec<(String, String)> {
    let meaning = |n| text(list(&one[MEANINGS]).get(n).unwrap_or(&Value::Null));
    list(&one["enum"]).iter().enumerate().map(|(n, word)| (text(word), meaning(n))).collect()
}

/// What a schema says, in words, and the schemas that it refers to.
fn field(name: &str, value: &Value) -> Field {
    let (kind, schemas) = kind(value);
    Field { name: name.to_owned(), kind, schemas, about: text(&value["description"]), optional: false }
}

fn kind(value: &Value) -> (String, Vec<String>) {
    if let Some(name) = referred(value) {
        return (String::new(), vec![name]);
    }
    if !value["const"].is_null() {
        return (format!("always `{}`", plain(&value["const"])), Vec::new());
    }
    let words: Vec<String> = list(&value["enum"]).iter().map(|word| format!("`{}`", plain(word))).collect();
    if !words.is_empty() {
        return (words.join(" or "), Vec::new());
    }
    let choices: Vec<&Value> =
        ["oneOf", "anyOf", "allOf"].iter().flat_map(|key| list(&value[*key])).collect();
    if !choices.is_empty() {
        // First the description in words, then the links.
        let choice = |one: &Value| match &one["const"] {
            Value::Null => kind(one),
            word => (format!("`{}`", plain(word)), Vec::new()),
        };
        let (said, schemas): (Vec<String>, Vec<Vec<String>>) = choices.into_iter().map(choice).unzip();
        let mut said: Vec<String> = said.into_iter().filter(|words| !words.is_empty()).collect();
        said.sort_by_key(|words| words != "null");
        let schemas = schemas.concat();
        let joint = if said.is_empty() || schemas.is_empty() { "" } else { " or " };
        return (said.join(" or ") + joint, schemas);
    }
    let types: Vec<String> = match &value["type"] {
        Value::Array(all) => all.iter().map(text).collect(),
        one => vec![text(one)],
    };
    let null = if types.iter().any(|one| one == "null") { "null or " } else { "" };
    if types.iter().any(|one| one == "array") {
        let (words, schemas) = kind(&value["items"]);
        let exactly = value["minItems"].as_u64().filter(|most| value["maxItems"] == *most);
        let number = exactly.map_or_else(String::new, |number| format!("{number} × "));
        return (format!("{null}list of {number}{words}"), schemas);
    }
    if let Some(inner) = value.get("additionalProperties").filter(|inner| inner.is_object()) {
        let (words, schemas) = kind(inner);
        return (format!("{null}object of {words}"), schemas);
    }
    let said = types.iter().filter(|one| *one != "null").map(|one| match one.as_str() {
        "" => "anything".to_owned(),
        "integer" => format!("integer{}", range(value)),
        "string" => match value["pattern"].as_str() {
            Some(pattern) => format!("text like `{pattern}`"),
            None => "text".to_owned(),
        },
        other => other.to_owned(),
    });
    let said: Vec<String> = said.collect();
    (format!("{null}{}", said.join(" or ")), Vec::new())
}

/// A plain value as in JSON, texts without their quotation marks.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Which numbers are allowed, if not all that fit into a machine word.
fn range(value: &Value) -> String {
    let bounds = (value["minimum"].as_i64(), value["maximum"].as_i64());
    match bounds {
        (least, Some(most)) if !LARGEST.contains(&most) => {
            format!(" from {} to {most}", least.unwrap_or_default())
        }
        (Some(least @ 1..), _) => format!(" from {least} on"),
        _ => String::new(),
    }
}

/// The largest numbers of the types that numbers have.
const LARGEST: [i64; 5] = [u8::MAX as i64, i8::MAX as i64, u16::MAX as i64, u32::MAX as i64, i32::MAX as i64];
