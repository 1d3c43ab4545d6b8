//! Inputs by the million: good ones with some of their text cut, doubled or replaced.
//!
//! Each input follows from a seed and its number alone, so that one that has found a fault can be made again.

use crate::hostile::input::{Input, input};
use bagatelle_core::{Rng, Seed, Stream};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value;

/// How many good inputs are kept to begin with.
const STOCK: usize = 300;
/// The longest record in the stock; longer ones only take longer to read.
const LONGEST_RECORD: usize = 1500;
/// What a mutation puts in: what means something in one of the formats, and what should not.
const WORDS: [&str; 34] = [
    "",
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65536",
    "18446744073709551616",
    "1e9",
    "null",
    "true",
    "\"",
    "\\u0000",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    " ",
    "\n",
    "-",
    "#",
    "baju-board 1",
    "red ",
    "white ",
    "black ",
    "name ",
    "a1-b2",
    "e5-a0",
    "é",
    "\u{202e}",
    "Rd",
    "x",
];

/// Good inputs, and what is made of them.
pub struct Mutants {
    seed: Seed,
    stock: Vec<Input>,
}

impl Mutants {
    /// The mutants of a seed. The stock is drawn by the runner, whose seed is the same.
    pub fn new(seed: u64, runner: &mut TestRunner) -> Mutants {
        let any = input();
        let mut stock = crate::hostile::input::corpus();
        let mut boards = 0;
        while stock.len() < STOCK {
            let mut input = any.new_tree(runner).expect("an input can be made").current();
            input.record = input.record.filter(|record| record.len() < LONGEST_RECORD);
            // The paths of a board are many.
            let board =
                input.options.get("board").and_then(Value::as_str).is_some_and(|board| board.len() > 40);
            boards += usize::from(board);
            if board && boards * 30 > STOCK {
                continue;
            }
            // A wish for a difficulty is met by solving many deals: the other inputs make it often enough.
            if let Some(wish) = input.wish.as_object_mut().filter(|_| !stock.len().is_multiple_of(50)) {
                wish.remove("grade");
            }
            stock.push(input);
        }
        Mutants { seed: Seed::from_text(&format!("mutants {seed}")), stock }
    }

    /// The input with this number.
    pub fn nth(&self, number: u64) -> Input {
        let mut rng = Rng::new(&self.seed.nth(number), Stream::Test);
        let mut input = rng.choose(&self.stock).expect("there is a stock").clone();
        let times = rng.below(4).max(1);
        for _ in 0..times {
            match rng.below(8) {
                0 => self.cross(&mut input, &mut rng),
                1 => self.mutate_value(&mut input, &mut rng, |input| &mut input.wish),
                2 | 3 => self.mutate_value(&mut input, &mut rng, |input| &mut input.options),
                _ => self.mutate_source(&mut input, &mut rng),
            }
        }
        input
    }

    /// Puts a part of another input in.
    fn cross(&self, input: &mut Input, rng: &mut Rng) {
        let other = rng.choose(&self.stock).expect("there is a stock").clone();
        match rng.below(6) {
            0 => input.game = other.game,
            1 => input.options = other.options,
            2 => input.wish = other.wish,
            3 => input.programs = other.programs,
            4 => input.setup = other.setup,
            _ => input.record = other.record,
        }
    }

    fn mutate_source(&self, input: &mut Input, rng: &mut Rng) {
        match (&mut input.record, &mut input.setup) {
            (Some(record), _) => *record = mutated(record, rng),
            (None, Some(setup)) => *setup = mutated_value(setup, rng),
            _ => self.mutate_value(input, rng, |input| &mut input.options),
        }
    }

    fn mutate_value(&self, input: &mut Input, rng: &mut Rng, field: impl Fn(&mut Input) -> &mut Value) {
        let value = field(input);
        *value = mutated_value(value, rng);
    }
}

/// A value whose text was mutated; a text where that is no JSON any more.
fn mutated_value(value: &Value, rng: &mut Rng) -> Value {
    // A text within a value, such as that of a board, is what its own reader gets.
    if let Some(map) = value.as_object()
        && rng.below(4) > 0
        && let Some(key) = rng.choose(&map.keys().cloned().collect::<Vec<_>>())
    {
        let mut map = map.clone();
        let inner = match &map[key] {
            Value::String(text) => Value::String(mutated(text, rng)),
            inner => mutated_value(inner, rng),
        };
        map.insert(key.clone(), inner);
        return Value::Object(map);
    }
    let text = mutated(&value.to_string(), rng);
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

fn mutated(text: &str, rng: &mut Rng) -> String {
    let place = |rng: &mut Rng| {
        let mut place = rng.index(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    };
    let from = place(rng);
    let mut to = (from + rng.index(24)).min(text.len());
    while !text.is_char_boundary(to) {
        to += 1;
    }
    let word = rng.choose(&WORDS).expect("there are words");
    let part = &text[from..to];
    let (before, after) = (&text[..from], &text[to..]);
    match rng.below(6) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{part}{part}{after}"),
        2 => format!("{before}{word}{after}"),
        3 => format!("{before}{word}{part}{after}"),
        4 => {
            // One character is another one, of the same kind where it is a digit.
            let Some(old) = part.chars().next() else { return format!("{before}{word}{after}") };
            let new = match old {
                '0'..='9' => char::from(b'0' + rng.below(10) as u8),
                _ => char::from(b' ' + rng.below(95) as u8),
            };
            format!("{before}{new}{}{after}", &part[old.len_utf8()..])
        }
        _ => {
            // A part from elsewhere in the same text.
            let elsewhere = place(rng);
            let mut end = (elsewhere + rng.index(24)).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            format!("{before}{}{after}", &text[elsewhere..end])
        }
    }
}
