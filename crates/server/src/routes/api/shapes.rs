//! Schemas in a form that tools which make types can read: each object has a name, and what Rust's types do
//! not say stands there, too.

use super::items::list;
use crate::limits::LONGEST_MESSAGE;
use bagatelle_pages::moderation::LONGEST_NOTE;
use bagatelle_table::{LONGEST_SEED, MATCH_LENGTHS};
use serde_json::{Map, Value, json};

/// What members hold where their types in Rust say less: the schema, the member, and what is said of it.
fn members() -> [(&'static str, &'static str, Value); 7] {
    let lengths: Vec<Value> = MATCH_LENGTHS.iter().map(|&rounds| rounds.into()).collect();
    let length = json!({ "type": "integer", "enum": lengths });
    let wanted = json!({ "anyOf": [length.clone(), { "type": "null" }], "default": 1 });
    let sit = json!({
        "anyOf": [
            { "type": "integer", "minimum": 0, "maximum": 3 },
            { "type": "string", "enum": ["watch"] },
            { "type": "null", "deprecated": true },
        ],
        "default": 0,
    });
    [
        ("NewGame", "sit", sit),
        ("NewGame", "seed", json!({ "type": ["string", "null"], "maxLength": LONGEST_SEED })),
        (
            "NewMessage",
            "text",
            json!({ "type": "string", "minLength": 1, "maxLength": LONGEST_MESSAGE, "pattern": r"\S" }),
        ),
        (
            "ApiReport",
            "note",
            json!({ "type": ["string", "null"], "maxLength": LONGEST_NOTE, "default": "" }),
        ),
        ("NewGame", "best_of", wanted.clone()),
        ("NewChallenge", "best_of", wanted),
        ("ChallengeView", "best_of", length),
    ]
}

/// Says what the members hold, and that the text of a question is one of its words.
pub fn say(schemas: &mut Map<String, Value>) {
    for (schema, member, said) in members() {
        let about = schemas.get_mut(schema).map(|schema| &mut schema["properties"][member]);
        if let (Some(member), Value::Object(mut said)) = (about, said) {
            said.insert("description".to_owned(), member["description"].take());
            *member = said.into();
        }
    }
    if let Some(event) = schemas.get_mut("NewEvent") {
        event["if"] = json!({ "properties": { "kind": { "const": "ask" } }, "required": ["kind"] });
        event["then"] = json!({ "properties": { "text": { "$ref": "#/components/schemas/Asked" } },
            "required": ["text"] });
    }
}

/// The extension that says what each word of an `enum` means.
pub const MEANINGS: &str = "x-enum-descriptions";

/// Writes choices of words as one `enum`: tools make one type from it, and some cannot read an answer that is
/// one of several constants.
fn join_words(schema: &mut Value) {
    if let Value::Object(map) = schema {
        let choices = map.get("oneOf").map_or(&[][..], list);
        let words: Vec<Value> = choices.iter().map(|one| one["const"].clone()).collect();
        if !words.is_empty() && words.iter().all(Value::is_string) {
            let meanings = choices.iter().map(|one| one["description"].clone()).collect();
            map.remove("oneOf");
            map.insert("type".to_owned(), "string".into());
            map.insert("enum".to_owned(), words.into());
            map.insert(MEANINGS.to_owned(), meanings);
        }
        map.values_mut().for_each(join_words);
    } else if let Value::Array(items) = schema {
        items.iter_mut().for_each(join_words);
    }
}

/// Gives a name to each object that has members and stands within another schema, so that types made from the
/// schemas have names, too.
pub fn name(schemas: &mut Map<String, Value>) {
    schemas.values_mut().for_each(join_words);
    let mut named = Map::new();
    for (name, schema) in schemas.iter_mut() {
        name_within(name, schema, &mut named);
    }
    for (name, schema) in named {
        let before = schemas.insert(name.clone(), schema);
        debug_assert!(before.is_none(), "{name} names two things");
    }
}

/// Gives names to the objects within a schema. A part that only says more about the schema itself gets no
/// name.
fn name_within(name: &str, schema: &mut Value, named: &mut Map<String, Value>) {
    let members = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (key, member) in members.into_iter().flatten() {
        name_member(&format!("{name}{}", capitalised(key)), member, named);
    }
    if let Some(items) = schema.get_mut("items") {
        name_member(&format!("{name}Item"), items, named);
    }
    for key in ["allOf", "oneOf", "anyOf"] {
        for part in schema.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            name_within(name, part, named);
        }
    }
}

fn name_member(name: &str, member: &mut Value, named: &mut Map<String, Value>) {
    name_within(name, member, named);
    if member["properties"].is_object() {
        let of = json!({ "$ref": format!("#/components/schemas/{name}") });
        named.insert(name.to_owned(), std::mem::replace(member, of));
    }
}

/// `real-time` as a part of a name: `RealTime`.
pub fn capitalised(words: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    words.split(['-', '_']).filter_map(word).collect()
}

/// Removes null from what a schema allows: a parameter is there or not.
pub fn without_null(schema: &mut Value) {
    let null = json!({ "type": "null" });
    for key in ["oneOf", "anyOf"] {
        let Some(choices) = schema.get_mut(key).and_then(Value::as_array_mut) else { continue };
        choices.retain(|choice| *choice != null);
        if let [only] = choices.as_slice() {
            *schema = only.clone();
            return;
        }
    }
    let types: Vec<&Value> = list(&schema["type"]).iter().filter(|one| *one != "null").collect();
    if let [only] = types.as_slice() {
        schema["type"] = (*only).clone();
    }
}
