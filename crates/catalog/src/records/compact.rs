//! The compact text: a game in one line of five columns with tabs between them: the game, its options, its
//! set-up, everything else in the record, and the actions separated by spaces. Options, set-up and the rest
//! are JSON, `-` where there is none.

use bagatelle_core::record::{FORMAT, LARGEST, Record, RecordError};
use serde_json::{Map, Value};

/// The mark of an empty column.
const NONE: &str = "-";

/// A record as a line.
///
/// # Errors
/// When the game or an action cannot be written in one line.
pub fn write(record: &Record) -> Result<String, RecordError> {
    let is_word = |text: &str| !text.is_empty() && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    let refused = |why: String| Err(RecordError::Format(why));
    if !is_word(&record.game) {
        return refused(format!("“{}” is not the name of a game", record.game.escape_debug()));
    }
    if let Some(action) = record.actions.iter().find(|action| !is_word(action)) {
        return refused(format!(
            "the action “{}” has a blank or a control character in it, or is empty",
            action.escape_debug()
        ));
    }
    if record.actions == [NONE] {
        return refused(format!("the action “{NONE}” alone stands for no action"));
    }
    let object = |value: &Value| match value.as_object().is_some_and(Map::is_empty) {
        true => NONE.to_owned(),
        false => value.to_string(),
    };
    let setup = record.setup.as_ref().map_or(NONE.to_owned(), Value::to_string);
    let more = object(&Value::Object(record.more.clone()));
    let actions = if record.actions.is_empty() { NONE.to_owned() } else { record.actions.join(" ") };
    Ok([record.game.clone(), object(&record.options), setup, more, actions].join("\t") + "\n")
}

/// The record of a line. Blanks around its columns do not matter.
///
/// # Errors
/// What is wrong with the line.
pub fn read(line: &str) -> Result<Record, RecordError> {
    let refused = |why: String| Err(RecordError::Format(why));
    if line.len() > LARGEST {
        return Err(RecordError::too_large());
    }
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let five = columns.split_first_chunk().filter(|(_, rest)| rest.iter().all(|column| column.is_empty()));
    let Some((&[game, options, setup, more, actions], _)) = five else {
        return refused(format!(
            "it is neither JSON nor Portable Piecepack Notation. A game in compact text is a line of five \
             columns separated by tabs; this one has {}",
            columns.len()
        ));
    };
    let json = |text: &str, what: &str| {
        let read = serde_json::from_str::<Value>(text);
        read.map_err(|error| RecordError::Format(format!("{what}: {error}")))
    };
    let more = match more {
        NONE => Map::new(),
        text => match json(text, "the fourth column")? {
            Value::Object(map) => map,
            _ => return refused("the fourth column isn’t a JSON object".into()),
        },
    };
    if let Some(key) = more.keys().find(|key| Record::is_own_key(key)) {
        return refused(format!("the fourth column has “{key}”, which belongs in its own column"));
    }
    Ok(Record {
        bagatelle: FORMAT,
        game: game.to_owned(),
        options: if options == NONE { Value::Object(Map::new()) } else { json(options, "the options")? },
        setup: if setup == NONE { None } else { Some(json(setup, "the set-up")?) },
        actions: if actions == NONE {
            Vec::new()
        } else {
            actions.split_whitespace().map(str::to_owned).collect()
        },
        more,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    fn object() -> impl Strategy<Value = Map<String, Value>> {
        // The keys that a record has itself are no others.
        prop::collection::btree_map("[a-z\t\"\u{e9} ]{1,3}", json(), 0..4)
            .prop_map(|map| map.into_iter().collect())
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            game in "[a-z-]{1,12}",
            options in object(),
            setup in prop::option::of(json().prop_filter("a set-up", |setup| !setup.is_null())),
            actions in prop::collection::vec("[!-~]{1,9}".prop_filter("an action", |text| text != NONE),
                0..6),
            more in object(),
        ) {
            let record =
                Record { bagatelle: FORMAT, game, options: Value::Object(options), setup, actions, more };
            let line = write(&record).unwrap();
            prop_assert_eq!(line.find('\n'), Some(line.len() - 1));
            prop_assert_eq!(&read(&line).unwrap(), &record);
            let text = serde_json::to_string(&record).unwrap();
            prop_assert_eq!(Record::from_json(&text).unwrap(), record);
        }

        #[test]
        fn no_text_makes_it_panic(line in "[ -~\t]{0,60}") {
            let _ = read(&line);
        }
    }

    #[test]
    fn what_cannot_stand_in_a_line_is_refused() {
        let mut record = read("chess\t-\t-\t-\te4 e5").unwrap();
        assert_eq!(record.actions, ["e4", "e5"]);
        record.actions.push("a b".into());
        assert!(write(&record).unwrap_err().to_string().contains("“a b” has a blank"));
        assert!(read("chess").unwrap_err().to_string().contains("this one has 1"));
        assert!(read("chess\t{\t-\t-\t-").unwrap_err().to_string().contains("the options"));
    }
}
