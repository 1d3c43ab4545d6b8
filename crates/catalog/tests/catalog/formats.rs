//! Records that earlier versions wrote, see `tests/formats/README.md`: each good one replays to the position
//! that was noted when it was written, each damaged one gives one error, and no change of a byte or a value
//! makes reading panic.

#![allow(clippy::disallowed_methods, reason = "the records are files")]

use bagatelle_catalog::examined_of;
use bagatelle_core::Viewer;
use bagatelle_core::record::{Record, RecordError};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The games of version 0.1.0, each of which has a record in the corpus.
const GAMES: [&str; 6] = ["baju-duel", "baju-puzzle", "bambam-booboo", "brain-burn", "bulbous", "burbuja"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats/records")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The JSON files of a folder by their names without the ending.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let files = entries.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let named = files.map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), read(&path)));
    named.filter(|(name, _)| name != "expected").collect()
}

/// What was noted about the records when they were written: `good` or `bad`.
fn expected(which: &str) -> BTreeMap<String, Value> {
    let all: Value = serde_json::from_str(&read(&folder().join("expected.json"))).unwrap();
    serde_json::from_value(all[which].clone()).unwrap()
}

/// The last position of a record: its row of the trace, and what a spectator may know.
fn replay(text: &str) -> Result<(Value, Value), RecordError> {
    let record = Record::from_json(text)?;
    let game = examined_of(&record)?;
    let mut last = Value::Null;
    game.trace(&record, &mut |row| last = serde_json::to_value(row).unwrap())?;
    Ok((last, game.open(&record)?.view(Viewer::Spectator)))
}

/// Takes out of a view what later versions have added.
fn older(game: &str, mut view: Value) -> Value {
    if game == "bulbous" {
        for added in ["shuffles", "due", "due_from", "turns"] {
            assert!(view.as_object_mut().unwrap().remove(added).is_some(), "{added}");
        }
    }
    view
}

#[test]
fn records_of_earlier_versions_replay_to_the_same_position() {
    let (texts, expected) = (texts(&folder()), expected("good"));
    assert!(expected.len() >= 12);
    assert_eq!(texts.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    let mut games = BTreeSet::new();
    for (name, text) in &texts {
        let (last, spectator) = replay(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(last, expected[name]["last"], "{name}");
        let record = Record::from_json(text).unwrap();
        assert_eq!(older(&record.game, spectator), expected[name]["spectator"], "{name}");
        // What the record itself says of the result, unless the players ended the game before the rules did.
        if let Some(result) = record.more.get("result").filter(|_| last["turn"] == "over") {
            assert_eq!(&last["outcome"], result, "{name}");
        }
        games.insert(record.game);
    }
    let missing: Vec<&str> = GAMES.into_iter().filter(|id| !games.contains(*id)).collect();
    assert!(missing.is_empty(), "the corpus has no record of {missing:?}");
}

#[test]
fn records_of_earlier_versions_are_written_back_unchanged() {
    for (name, text) in texts(&folder()) {
        let record = Record::from_json(&text).unwrap();
        let (mut before, after): (Value, Value) =
            (serde_json::from_str(&text).unwrap(), serde_json::from_str(&record.to_json()).unwrap());
        // A record always says which actions were taken, even none.
        before.as_object_mut().unwrap().entry("actions").or_insert_with(|| Value::Array(Vec::new()));
        assert_eq!(before, after, "{name}");
    }
}

#[test]
fn damaged_records_give_one_error_at_the_same_stage() {
    let (texts, expected) = (texts(&folder().join("bad")), expected("bad"));
    assert!(expected.len() >= 12);
    assert_eq!(texts.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, text) in &texts {
        let error = match replay(text) {
            Ok(_) => panic!("{name} is accepted"),
            Err(error) => error,
        };
        let told = error.to_string();
        assert!(!told.is_empty() && !told.contains('\n'), "{name}: {told:?}");
        assert_eq!(if error.is_format() { 2 } else { 1 }, expected[name]["status"], "{name}: {told}");
        let noted = expected[name]["error"].as_str().unwrap();
        if let RecordError::Action { ply, action, .. } = &error {
            assert!(noted.contains(&format!("ply {ply}: “{action}” ")), "{name}: {told}");
        }
    }
}

/// The texts of all good records.
static CORPUS: LazyLock<Vec<String>> = LazyLock::new(|| texts(&folder()).into_values().collect());

fn some_text() -> impl Strategy<Value = String> {
    any::<prop::sample::Index>().prop_map(|index| index.get(&CORPUS).clone())
}

/// Reads a text as far as it goes; whatever stands in it, the answer is a position or an error.
fn survives(text: &str) -> Result<(), TestCaseError> {
    if let Err(error) = replay(text) {
        prop_assert!(!error.to_string().is_empty());
    }
    Ok(())
}

/// How a value of a record is changed.
#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    Remove,
    Repeat,
    Letter(prop::sample::Index, char),
}

fn change() -> impl Strategy<Value = Change> {
    let number = prop_oneof![Just(-1i64), Just(0), Just(1), Just(255), Just(256), any::<i64>()];
    prop_oneof![
        2 => number.prop_map(|number| Change::Put(number.into())),
        1 => "[ -~]{0,8}".prop_map(|text| Change::Put(text.into())),
        1 => prop_oneof![Just(Value::Null), Just(Value::from(Vec::<Value>::new()))].prop_map(Change::Put),
        2 => Just(Change::Remove),
        2 => Just(Change::Repeat),
        6 => (any::<prop::sample::Index>(), prop_oneof![prop::char::range(' ', '~'), Just('“'), Just('\0')])
            .prop_map(|(place, letter)| Change::Letter(place, letter)),
    ]
}

/// Every place in a value, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(n, value)| places(value, &format!("{at}/{n}"), found));
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), found));
        }
        _ => (),
    }
}

fn apply(record: &mut Value, place: prop::sample::Index, change: Change) {
    let mut found = Vec::new();
    places(record, "", &mut found);
    let pointer = place.get(&found);
    match change {
        Change::Put(value) => *record.pointer_mut(pointer).unwrap() = value,
        Change::Letter(at, letter) => {
            if let Value::String(text) = record.pointer_mut(pointer).unwrap() {
                let mut letters: Vec<char> = text.chars().chain([' ']).collect();
                let at = at.index(letters.len());
                letters[at] = letter;
                *text = letters.into_iter().collect();
            }
        }
        Change::Remove | Change::Repeat => {
            let Some((parent, key)) = pointer.rsplit_once('/') else { return };
            match record.pointer_mut(parent).unwrap() {
                Value::Array(values) => {
                    let at: usize = key.parse().unwrap();
                    match change {
                        Change::Remove => drop(values.remove(at)),
                        _ => values.insert(at, values[at].clone()),
                    }
                }
                Value::Object(map) => drop(map.remove(key)),
                _ => (),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None,
        ..ProptestConfig::default() })]

    #[test]
    fn flipped_bytes_never_panic(
        text in some_text(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = text.into_bytes();
        for (place, byte) in flips {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        survives(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn cut_and_joined_records_never_panic(
        one in some_text(),
        two in some_text(),
        cuts in any::<(prop::sample::Index, prop::sample::Index)>(),
    ) {
        let (one, two) = (one.into_bytes(), two.into_bytes());
        let text = [&one[..cuts.0.index(one.len())], &two[cuts.1.index(two.len())..]].concat();
        survives(&String::from_utf8_lossy(&text))?;
    }

    #[test]
    fn changed_values_never_panic(
        text in some_text(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), change()), 1..4),
    ) {
        let mut record: Value = serde_json::from_str(&text).unwrap();
        for (place, change) in changes {
            apply(&mut record, place, change);
        }
        survives(&record.to_string())?;
    }
}
