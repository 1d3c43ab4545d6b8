//! How much memory a text takes once it is parsed as JSON. In `[0,0` each value has two bytes, but takes 32
//! when parsed, so the values are counted first.

use crate::error::AppError;
use crate::error::code::Code;

/// How many values and names there are in a JSON text, at least as many as parsing makes of it.
fn count(json: &[u8]) -> usize {
    let (mut count, mut in_text, mut escaped) = (1, false, false);
    for &byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' | b',' | b':' if !in_text => count += 1,
            _ => (),
        }
    }
    count
}

/// Refuses a body that would be parsed into more than `most` values. A body that is not JSON has none.
///
/// # Errors
/// When it has more.
pub fn check(body: &[u8], most: usize) -> Result<(), AppError> {
    let is_json = body.trim_ascii_start().first().is_some_and(|first| matches!(first, b'[' | b'{'));
    match is_json && count(body) > most {
        true => Err(AppError::Known(Code::TooLarge, "the body has too many values")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// How many values and names there are.
    fn made(value: &Value) -> usize {
        match value {
            Value::Array(values) => 1 + values.iter().map(made).sum::<usize>(),
            Value::Object(members) => 1 + members.values().map(|value| 1 + made(value)).sum::<usize>(),
            _ => 1,
        }
    }

    #[test]
    fn as_many_are_counted_as_are_made() {
        let nested = json!([[], {}, [[1, 2], { "a": { "b": [null, true] } }], "[,:{\\\"[", { "\",{": 1.5 }]);
        for value in [json!(0), json!([]), json!([0, 0, 0]), json!({ "a": 1, "b": [2] }), nested] {
            for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
                let (counted, made) = (count(text.as_bytes()), made(&value));
                assert!((made..=2 * made).contains(&counted), "{counted}, {made}: {text}");
            }
        }
    }

    #[test]
    fn what_grows_when_it_is_parsed_is_refused() {
        for part in ["0", "[]", "{}", "\"\"", "{\"\":0}"] {
            let body = |values: usize| format!(" [{}]", vec![part; values].join(","));
            assert!(check(body(300).as_bytes(), 1000).is_ok(), "{part}");
            assert!(check(body(1001).as_bytes(), 1000).is_err(), "{part}");
        }
        assert!(check("move, move, move".as_bytes(), 2).is_ok(), "it is no JSON");
    }
}
