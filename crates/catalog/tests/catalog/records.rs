//! Records in all their forms: what is written is read back, in whatever form, and what other programs make
//! of a text is read, too.

#![allow(clippy::disallowed_methods, reason = "the records are files")]

use bagatelle_catalog::records::{Form, decode, read, read_one, write};
use bagatelle_catalog::{AnyGame, games};
use bagatelle_core::{Record, Rng, Seed, Stream, Turn};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const FORMS: [Form; 4] = [Form::Json, Form::Jsonl, Form::Text, Form::Ppn];

/// A game played at random for this many plies, and not longer than it lasts.
fn played(game: &dyn AnyGame, seed: &str, plies: usize) -> Record {
    let seed = Seed::from_text(seed);
    let mut record = game.deal(&Value::Null, &Value::Null, &seed).unwrap();
    let mut play = game.open(&record).unwrap();
    let mut rng = Rng::new(&seed, Stream::Test);
    while play.turn() != Turn::Over && play.ply() < plies {
        let action = rng.choose(&play.legal()).cloned().or_else(|| play.chance(&seed)).unwrap();
        play.apply(&action);
    }
    record.actions = play.actions();
    record
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("a number of JSON", |number| number.is_finite()).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[-:#{}\\[\\],&*!|>'\"%@` \n\t\u{85}\u{feff}\u{2028}0-9a-z.]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn a_record() -> impl Strategy<Value = Record> {
    let more = prop::collection::btree_map(any::<String>(), json_value(), 0..4);
    (0..games().len(), any::<u32>(), 0usize..12, more).prop_map(|(game, seed, plies, more)| {
        let mut record = played(games()[game], &seed.to_string(), plies);
        let more = more.into_iter().filter(|(key, _)| !Record::is_own_key(key));
        record.more = more.collect::<Map<String, Value>>();
        record
    })
}

/// Texts that say the same, as other systems and programs write them.
fn as_others_write(texts: &[String]) -> Vec<String> {
    let all = texts.concat();
    vec![
        format!("\u{feff}{all}"),
        texts.iter().map(|text| format!("\u{feff}{text}")).collect(),
        all.replace('\n', "\r\n"),
        all.replace('\n', " \t\n"),
        texts.join("\n \n"),
        format!("\n\n{}", all.trim_end()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn every_form_of_every_list_comes_back(records in prop::collection::vec(a_record(), 0..4)) {
        for from in FORMS {
            let texts: Result<Vec<String>, _> = records.iter().map(|record| write(record, from)).collect();
            let Ok(texts) = texts else {
                prop_assert_eq!(from, Form::Ppn, "games without a piecepack");
                continue;
            };
            for text in as_others_write(&texts) {
                let read_back = read(&text);
                prop_assert!(read_back.as_ref() == Ok(&records), "{from:?}: {text:?}: {read_back:?}");
            }
            let read_back = read(&texts.concat()).unwrap();
            for to in FORMS.into_iter().filter(|to| *to != Form::Ppn || from == Form::Ppn) {
                let again: String = read_back.iter().map(|record| write(record, to).unwrap()).collect();
                let again = read(&again);
                prop_assert!(again.as_ref() == Ok(&records), "{from:?} to {to:?}: {again:?}");
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[-.:{}\\[\\]\"\t\n a1;#%&*]{0,60}") {
        let _ = read(&text);
        let _ = read(&format!("---\n{text}"));
    }
}

#[test]
fn numbers_stay_as_they_are() {
    for number in [
        "121.48791951161945",
        "1e-7",
        "9007199254740993",
        "18446744073709551615",
        "-0.1",
        "5e-324",
        "1.7976931348623157e308",
    ] {
        let text = format!(r#"{{"bagatelle":1,"game":"baju-duel","actions":[],"score":{number}}}"#);
        let record = read_one(&text).unwrap();
        let score = &record.more["score"];
        let same = *score.to_string() == *number
            || score.as_f64() == number.parse().ok() && number.contains(['.', 'e']);
        assert!(same, "{number} has become {score}");
        for form in [Form::Json, Form::Jsonl, Form::Text] {
            assert_eq!(read_one(&write(&record, form).unwrap()).as_ref(), Ok(&record), "{form:?}: {number}");
        }
    }
}

#[test]
fn lists_and_other_encodings_are_read() {
    let one = r#"{"bagatelle":1,"game":"baju-duel","actions":["a"]}"#;
    let record = read_one(one).unwrap();
    assert_eq!(read(&format!("[{one},\n {one}]\n")).unwrap().len(), 2);
    assert_eq!(read(&format!("{one}{one}\nbaju-duel\t-\t-\t-\ta \n{one}")).unwrap(), vec![record.clone(); 4]);
    assert_eq!(read("x\t-\t-\t-\t a  b\t\t\n").unwrap()[0].actions, ["a", "b"]);
    for wide in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = format!("\u{feff}{one}").encode_utf16().flat_map(wide).collect();
        assert_eq!(read_one(&decode(bytes).unwrap()).unwrap(), record);
    }
    assert!(read("").unwrap().is_empty());
    let refused = [
        ("", "it’s empty"),
        ("{", "EOF"),
        ("no game", "neither JSON nor Portable Piecepack Notation"),
        (&format!("{one}\n{one}"), "it holds 2 records"),
        (&format!("{one}\n\n{{"), "line 3"),
        ("x\t-\t-\t{\"game\":\"y\"}\t-", "belongs in its own column"),
        ("[1]", "expected"),
        (
            "GameType: Four Field Kono\n\n1. a1:b2",
            "a game of “Four Field Kono” in Portable Piecepack Notation",
        ),
        ("# a comment\nEvent: Café\n...\n1. a1-b1", "a game of “Café”"),
        ("1. a1-b1 2. b1-c1", "neither"),
    ];
    for (text, why) in refused {
        let error = read_one(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text:?}: {error}");
    }
    assert!(decode(vec![0xff, 0x00]).is_err() && decode(vec![0xff, 0xfe, 0x00, 0xd8]).is_err());
}

/// The games of the piecepack, some moves long, in the notation.
fn notation() -> Vec<(Record, String)> {
    let of = |game: &&dyn AnyGame| {
        let mut record = played(*game, "freedoms", 12);
        record.more.insert("players".into(), json!(["Zoë", "yes", "007", "a: b # c", null, true]));
        record.more.insert("score".into(), json!(121.487_919_511_619_45));
        let text = write(&record, Form::Ppn).ok()?;
        Some((record, text))
    };
    let found: Vec<_> = games().iter().filter_map(of).collect();
    assert_eq!(found.len(), 2);
    found
}

#[test]
fn the_notation_is_read_with_its_freedoms() {
    for (record, text) in notation() {
        let (head, movetext) = text.split_once("\n...\n").unwrap();
        let json = head.lines().find_map(|line| line.strip_prefix("Bagatelle: ")).unwrap();
        let moves: Vec<&str> =
            movetext.lines().skip(1).map(|line| line.split_once(". ").unwrap().1).collect();
        let layout = movetext.lines().next().unwrap();
        let laid = layout.strip_prefix("setup. ").unwrap();
        let with_head = |head: &str| format!("{head}\n...\n{movetext}");
        let with_moves = |moves: String| format!("{head}\n...\n{moves}");
        let rest: Value = serde_json::from_str(json).unwrap();
        let texts = [
            text.clone(),
            text.replacen("\n...\n", "\n... \n", 1),
            text.replacen("\n...\n", "\n... the end\n", 1),
            text.replacen("---\n", "", 1),
            text.replacen("---\n", "--- # a game\n", 1),
            text.replacen("---\n", "%YAML 1.1\n# written by hand\n---\n", 1),
            text.replacen("\n...\n", "\n\n", 1),
            text.replace('\n', "\r\n"),
            text.replace('\n', "\r"),
            format!("{text}---\n"),
            with_moves(format!("{layout}\n{}", moves.join("\n"))),
            with_moves(format!("{layout}; {}", moves.join("; "))),
            with_moves(format!("{layout} {}", moves.join(" "))),
            text.replacen("Bagatelle: ", "\"Bagatelle\": ", 1),
            text.replacen("Bagatelle: ", "'Bagatelle' : ", 1),
            text.replacen("Bagatelle: ", "# a comment\nBagatelle:   ", 1),
            with_head(&format!("---\nBagatelle: '{}'\nEvent: X", json.replace('\'', "''"))),
            with_head(&format!("---\n{{Event: X,\n Bagatelle: {json}}}")),
            // Block style, with JSON for what is inside.
            with_head(&format!(
                "---\nEvent: X\nBagatelle:\n{}",
                rest.as_object()
                    .unwrap()
                    .iter()
                    .map(|(key, value)| format!("  {key}:\n    {value}\n"))
                    .collect::<String>()
                    .trim_end()
            )),
            with_moves(format!("{layout} 1. {}", moves.join("; "))),
            with_moves(format!("{layout} 1. {}", moves.join(" ;"))),
            with_moves(format!("{layout}\n1. {}", moves.join(" . "))),
            with_moves(format!("{layout} 1. {}", moves.join(";").replace(' ', "\t"))),
            with_moves(format!("{laid} ; {}", moves.join(" ; "))),
            with_moves(format!(
                "{{a\n comment}} {layout} {{}} 1.. {} {{the end}}",
                moves.join(" {well} 2... ")
            )),
            with_moves(format!(
                "{layout} {}",
                moves.iter().map(|text| format!("Ann_1. {text} ")).collect::<String>()
            )),
        ];
        for text in &texts {
            assert_eq!(read(text).as_deref(), Ok(&[record.clone()][..]), "{text}");
        }
        // Moves that stand where the layout should are not passed over.
        let lost = with_moves(format!("setup.\n{}", moves.join("\n")));
        assert!(read(&lost).is_err(), "{lost}");
        let all = texts[1..3].concat() + &texts[0];
        assert_eq!(read(&all).unwrap(), vec![record; 3]);
    }
}

/// A text is read in a time that grows with its length, whatever stands in it. With a step backwards for each
/// line or brace these would take hours, and the run of the tests ends what takes minutes.
#[test]
fn long_texts_in_the_notation_are_looked_at_once() {
    let (_, text) = notation().swap_remove(0);
    let (head, _) = text.split_once("\n...\n").unwrap();
    assert!(read(&format!("%\n{}", "\n".repeat(1 << 21))).is_err());
    assert!(read(&format!("{head}\n...\n{}}}z", "{ ".repeat(1 << 20))).is_err());
}

/// Files in `tests/notation`, written anew by PyYAML in several of its styles, with the moves as they were.
#[test]
fn the_notation_is_read_as_another_program_has_written_it_anew() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/notation");
    let text = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let original = read(&text("original.ppn")).unwrap();
    assert!(original.len() == 1 && original[0].actions.len() == 12);
    let mut anew = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".ppn") {
            assert_eq!(read(&text(&name)).as_ref(), Ok(&original), "{name}");
            anew += 1;
        }
    }
    assert!(anew >= 9, "{anew}");
}
