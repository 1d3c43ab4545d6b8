//! A mapping in YAML, as JSON: the metadata of Portable Piecepack Notation as other programs write them.

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput, Tag};
use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;

/// How deeply values may be nested, the same as for JSON.
const DEEPEST: usize = 128;
/// How many values there may be, with those that are named once and meant again.
const MOST: usize = 1 << 20;

/// The mapping of a text in YAML; empty if the text is.
///
/// # Errors
/// Why it is not one, in words.
pub fn read(text: &str) -> Result<Map<String, Value>, String> {
    let mut reader = Reader { parser: Parser::new_from_str(text), known: BTreeMap::new(), left: MOST };
    loop {
        match reader.event()? {
            Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
            Event::StreamEnd => return Ok(Map::new()),
            first => {
                return match reader.value(first, 0)? {
                    Value::Object(map) => Ok(map),
                    Value::Null => Ok(Map::new()),
                    _ => Err("they aren’t a mapping of keys to values".into()),
                };
            }
        }
    }
}

struct Reader<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// The values that have a name (`&name`), by number.
    known: BTreeMap<usize, Value>,
    left: usize,
}

impl<'t> Reader<'t> {
    fn event(&mut self) -> Result<Event<'t>, String> {
        match self.parser.next() {
            Some(Ok((event, _))) => Ok(event),
            Some(Err(error)) => Err(format!("they aren’t YAML: {error}")),
            None => Ok(Event::StreamEnd),
        }
    }

    fn value(&mut self, event: Event<'t>, depth: usize) -> Result<Value, String> {
        self.count(1)?;
        if depth > DEEPEST {
            return Err("their values are nested too deeply".into());
        }
        let (anchor, value) = match event {
            Event::Scalar(text, style, anchor, tag) => (anchor, scalar(&text, style, tag.as_deref())?),
            Event::SequenceStart(anchor, _) => (anchor, self.list(depth)?),
            Event::MappingStart(anchor, _) => (anchor, self.mapping(depth)?),
            Event::Alias(anchor) => {
                let value = self.known.get(&anchor).cloned().ok_or("they refer to an unknown name")?;
                self.count(size(&value))?;
                (0, value)
            }
            _ => return Err("they end too early".into()),
        };
        if anchor != 0 {
            self.count(size(&value))?;
            self.known.insert(anchor, value.clone());
        }
        Ok(value)
    }

    fn list(&mut self, depth: usize) -> Result<Value, String> {
        let mut list = Vec::new();
        loop {
            match self.event()? {
                Event::SequenceEnd => return Ok(Value::Array(list)),
                event => list.push(self.value(event, depth + 1)?),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<Value, String> {
        let mut map = Map::new();
        loop {
            let key = match self.event()? {
                Event::MappingEnd => return Ok(Value::Object(map)),
                // A key is a text, whatever it would be as a value.
                Event::Scalar(text, ..) => text.into_owned(),
                _ => return Err("one of their keys isn’t text".into()),
            };
            let event = self.event()?;
            let value = self.value(event, depth + 1)?;
            if map.insert(key.clone(), value).is_some() {
                return Err(format!("they have the key “{}” twice", key.escape_debug()));
            }
        }
    }

    fn count(&mut self, values: usize) -> Result<(), String> {
        self.left = self.left.checked_sub(values).ok_or("they hold too much")?;
        Ok(())
    }
}

/// How many values a value consists of.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(size).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// A text, or the value it means if it has no quotes: YAML writes numbers, null, true and false without
/// them.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<Value, String> {
    let named = tag.filter(|tag| tag.is_yaml_core_schema()).map(|tag| tag.suffix.as_str());
    let is_text = match named {
        Some("str") => true,
        Some("int" | "float" | "bool" | "null") => false,
        // A mark of another kind, such as `!`, says that it is no value of the usual kinds.
        _ => style != ScalarStyle::Plain || tag.is_some(),
    };
    if is_text {
        return Ok(Value::from(text));
    }
    Ok(match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        // R writes `yes` and `no`.
        "true" | "True" | "TRUE" | "yes" => Value::Bool(true),
        "false" | "False" | "FALSE" | "no" => Value::Bool(false),
        ".inf" | "-.inf" | "+.inf" | ".nan" | ".Inf" | "-.Inf" | ".NaN" => {
            return Err(format!("{text} is not a number a record can hold"));
        }
        text => number(text).map_or_else(|| Value::from(text), Value::Number),
    })
}

/// A number, which YAML may begin with `+` or a point, or end with one.
fn number(text: &str) -> Option<Number> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let is_number = rest.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && rest.contains(|c: char| c.is_ascii_digit());
    let zero = if rest.starts_with('.') { "0" } else { "" };
    let end = rest.strip_suffix('.').unwrap_or(rest);
    is_number.then(|| format!("{sign}{zero}{end}").parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> Value {
        super::read(text).map_or_else(Value::from, Value::Object)
    }

    #[test]
    fn what_other_programs_write_is_read() {
        let texts = [
            ("a: 1\n", json!({"a": 1})),
            ("---\n# a comment\n\"a\" : 'it''s' # and another\n", json!({"a": "it's"})),
            (
                "a:\n  b: [1, 2.50, \"x\\u00eb\"]\n  c:\n  - ~\n  - yes\n",
                json!({"a": {"b": [1, 2.5, "xë"], "c": [null, true]}}),
            ),
            ("a: one\n  two\n  three\n", json!({"a": "one two three"})),
            (
                "a: \"one\\\n  \\ two\"\nb: |\n  x\n  y\nc: >-\n  x\n  y\n",
                json!({"a": "one two", "b": "x\ny\n", "c": "x y"}),
            ),
            ("{a: 1,\n b: {\"c\": \"d: e\"}}", json!({"a": 1, "b": {"c": "d: e"}})),
            ("a: &x {b: 1}\nc: *x\n", json!({"a": {"b": 1}, "c": {"b": 1}})),
            ("!!map {? !!str \"a\" : !!int \"1\", ? !!str \"b\" : !!str \"1\"}", json!({"a": 1, "b": "1"})),
            (
                "1: +2\n2: -.5\n3: 1.\n4: 1.0e+22\n5: 1e\n6: 0x1\n",
                json!({"1": 2, "2": -0.5, "3": 1, "4": 1e22, "5": "1e", "6": "0x1"}),
            ),
            ("%YAML 1.1\n---\na: 121.48791951161945\n", json!({"a": 121.487_919_511_619_45})),
            ("", json!({})),
            ("---\n...\n", json!({})),
        ];
        for (text, value) in texts {
            assert_eq!(read(text), value, "{text}");
        }
    }

    #[test]
    fn what_is_no_mapping_is_refused() {
        let texts = [
            ("- a\n", "aren’t a mapping"),
            ("a: [1\nb: 2\n", "aren’t YAML"),
            ("a: 1\na: 2\n", "twice"),
            ("? [1]\n: 2\n", "isn’t text"),
            ("a: .nan\n", "not a number"),
        ];
        for (text, why) in texts {
            assert!(super::read(text).unwrap_err().contains(why), "{text}: {:?}", super::read(text));
        }
        let deep = format!("a: {}{}", "[".repeat(500), "]".repeat(500));
        assert!(super::read(&deep).is_err());
        // A few lines that would become millions of values.
        let bomb: String = (1..40).map(|n| format!("k{n}: &k{n} [*k{0}, *k{0}]\n", n - 1)).collect();
        let why = super::read(&format!("k0: &k0 [1, 2]\n{bomb}")).unwrap_err();
        assert!(why.contains("too much"), "{why}");
    }
}
