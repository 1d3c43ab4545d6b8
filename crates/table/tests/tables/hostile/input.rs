//! Inputs: what a request for a new table says, valid in part.

use bagatelle_catalog::{AnyGame, games};
use bagatelle_core::present::Question;
use bagatelle_core::{Rng, Seed, Stream, Turn};
use bagatelle_table::{DealSource, Fork, NewGame, SeatRequest, Terms};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt;
use std::path::Path;

/// What a request says, as it is kept in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Input {
    pub game: String,
    #[serde(default)]
    pub options: Value,
    #[serde(default)]
    pub wish: Value,
    /// The number of programs.
    #[serde(default)]
    pub programs: usize,
    #[serde(default)]
    seed: Option<String>,
    #[serde(default)]
    pub setup: Option<Value>,
    /// The text of a record.
    #[serde(default)]
    pub record: Option<String>,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).expect("an input is JSON"))
    }
}

impl Input {
    /// The request; `None` for a text that is no record.
    pub fn new_game(&self) -> Option<NewGame> {
        let source = match (&self.record, &self.setup, &self.seed) {
            (Some(record), ..) => DealSource::Fork(Box::new(Fork::read(record).ok()?)),
            (_, Some(setup), _) => DealSource::Setup(setup.clone()),
            (.., Some(seed)) => DealSource::Seed(seed.clone()),
            _ => DealSource::Fresh,
        };
        let program = bagatelle_catalog::find(&self.game)
            .and_then(|game| game.programs().first().map(|program| program.name.to_owned()))
            .unwrap_or_default();
        Some(NewGame {
            game: match &source {
                DealSource::Fork(fork) => fork.record.game.clone(),
                _ => self.game.clone(),
            },
            options: self.options.clone(),
            deal_options: self.wish.clone(),
            source,
            others: vec![SeatRequest::Program(program); self.programs],
            sit: Some(0),
            name: String::new(),
            terms: Terms::default(),
            best_of: 1,
        })
    }
}

/// The inputs that are kept.
pub fn corpus() -> Vec<Input> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables/hostile/corpus");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let read = |file| serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    files.iter().map(read).collect()
}

/// A board file, whole or broken: bridges by chance, few or all.
fn board() -> impl Strategy<Value = String> {
    let space = "[a-d][1-4]|[a-e][0-5]";
    let pair = (space, space).prop_map(|(a, b)| format!("{a}-{b}"));
    let word = select(vec!["red", "red", "white", "black", "name", "blue", "#"]);
    let line = prop_oneof![
        9 => (word, vec(pair, 0..40)).prop_map(|(word, pairs)| format!("{word} {}", pairs.join(" "))),
        1 => ".{0,40}",
    ];
    // Many bridges at once by chance alone would nearly always join a pair twice.
    let dense = (any::<u128>(), any::<u128>()).prop_map(|(which, dye)| {
        let names: Vec<String> =
            (0..16).map(|n| format!("{}{}", ["a", "b", "c", "d"][n % 4], n / 4 + 1)).collect();
        let mut lines = [String::from("red"), "white".into(), "black".into()];
        let pairs = (0..16).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (n, (a, b)) in pairs.enumerate().filter(|(n, _)| which >> (n % 128) & 1 == 1) {
            lines[(dye >> (n % 127) & 3) as usize % 3] += &format!(" {}-{}", names[a], names[b]);
        }
        lines.join("\n")
    });
    let body = prop_oneof![vec(line, 0..5).prop_map(|lines| lines.join("\n")), dense];
    let header = prop_oneof![9 => Just("baju-board 1"), 1 => Just("baju-board 2")];
    (header, body).prop_map(|(header, body)| format!("{header}\n{body}"))
}

/// Any small value of JSON.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..40u8).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[ -~]{0,24}".prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec(("[a-z_]{1,8}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// How the answer to a question is chosen.
type Choice = (u8, Index, String, Value);

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    vec((any::<u8>(), any::<Index>(), board(), value()), 6)
}

/// The answers to questions: mostly one that is offered, an own text where one may be given, and sometimes
/// anything.
fn answers(questions: &[Question], choices: &[Choice]) -> Value {
    let mut map = Map::new();
    for (question, (how, which, text, value)) in questions.iter().zip(choices) {
        let offered = || {
            let answer = which.get(&question.answers).value.as_str();
            serde_json::from_str(answer).unwrap_or_else(|_| Value::from(answer))
        };
        let answer = match how % 8 {
            0 => continue,
            1 => value.clone(),
            2..6 if question.own_text.is_some() => Value::from(text.as_str()),
            _ if question.answers.is_empty() => continue,
            _ => offered(),
        };
        map.insert(question.key.to_owned(), answer);
    }
    if let Some((0, _, text, value)) = choices.last() {
        map.insert(text.chars().take(5).collect(), value.clone());
    }
    Value::Object(map)
}

/// A record of random moves.
fn played(game: &dyn AnyGame, seed: &str, plies: usize) -> Option<String> {
    let seed = Seed::from_text(seed);
    let record = game.deal(&Value::Null, &Value::Null, &seed).ok()?;
    let (mut play, mut rng) = (game.open(&record).ok()?, Rng::new(&seed, Stream::Test));
    for _ in 0..plies {
        let action = match play.turn() {
            Turn::Over => break,
            Turn::Chance => play.chance(&seed)?,
            Turn::Seat(_) => rng.choose(&play.legal())?.clone(),
        };
        play.play(&action).ok()?;
    }
    let record = bagatelle_core::Record { actions: play.actions(), ..record };
    Some(record.to_json())
}

/// A text with some of it cut, doubled or replaced.
fn damaged(mut text: String, edits: &[(Index, Index, u8, String)]) -> String {
    for (at, to, how, insert) in edits {
        let place = |index: &Index| {
            let mut place = index.index(text.len() + 1);
            while !text.is_char_boundary(place) {
                place -= 1;
            }
            place
        };
        let (from, to) = (place(at), place(to));
        let range = from.min(to)..from.max(to).min(from.min(to) + 40);
        let Some(part) = text.get(range.clone()).map(str::to_owned) else { continue };
        match how % 4 {
            0 => text.replace_range(range, insert),
            1 => text.insert_str(range.start, &part),
            2 => text.insert_str(range.start, insert),
            _ => text.replace_range(range, ""),
        }
    }
    text
}

/// Any input.
pub fn input() -> impl Strategy<Value = Input> {
    let edit = (any::<Index>(), any::<Index>(), any::<u8>(), "[ -~]{0,6}");
    let start = (any::<Index>(), any::<u8>(), 0usize..4, "[a-z]{1,4}", 0usize..60);
    (start, choices(), choices(), vec(edit, 0..4), value()).prop_map(
        |((game, how, programs, seed, plies), options, wishes, edits, value)| {
            let game = *game.get(games());
            let mut input = Input {
                game: game.id().to_owned(),
                options: answers(&(game.manifest().options)(), &options),
                wish: answers(&(game.manifest().deal_options)(), &wishes),
                programs,
                seed: None,
                setup: None,
                record: None,
            };
            match how % 8 {
                0 | 1 => input.record = played(game, &seed, plies).map(|text| damaged(text, &edits)),
                2 => {
                    let dealt = game.deal(&input.options, &input.wish, &Seed::from_text(&seed)).ok();
                    let setup = dealt.and_then(|record| record.setup).unwrap_or_else(|| json!({}));
                    let text = damaged(setup.to_string(), &edits);
                    input.setup = Some(serde_json::from_str(&text).unwrap_or(value));
                }
                3 => input.seed = Some(seed),
                _ => (),
            }
            input
        },
    )
}
