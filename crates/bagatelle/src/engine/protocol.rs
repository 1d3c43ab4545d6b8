//! The messages between an arena and an engine, one line of JSON each.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// The first version of the protocol, which every engine speaks.
pub const FIRST: u32 = 1;
/// The newest version, which has options, clocks of games, `stop`, `ponder` and `info`.
pub const NEWEST: u32 = 2;

/// What an engine is told. It answers `Hello`, `Options` and `Turn` with one line each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message {
    /// The first message to a process.
    Hello {
        /// [`FIRST`]: engines of that version compare it with their own.
        protocol: u32,
        /// The newest version that this side speaks; [`FIRST`] if it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        newest: Option<u32>,
        /// The id of the game that will be played.
        game: String,
    },
    /// Values for options that the engine has announced. Answered by `Ready`. From version 2 on.
    Options {
        /// By name.
        values: Map<String, Value>,
    },
    /// A game begins.
    Game {
        /// The options of the rules.
        options: Value,
        /// The set-up, in games that hide nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setup: Option<Value>,
        /// How many seats the table has.
        seats: u8,
        /// The seat of the engine, from 0.
        seat: u8,
        /// By seat, the program of the game that has it; `None` for an engine. Seats that are missing are not
        /// known.
        #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
        players: Vec<Option<String>>,
    },
    /// The engine is to act.
    Turn {
        /// How many actions were taken so far, chance included.
        ply: usize,
        /// What was done since the engine was told last, as its seat saw it.
        seen: Vec<String>,
        /// The position as its seat sees it, as `bagatelle view` prints it.
        view: Value,
        /// The legal actions.
        legal: Vec<String>,
        /// How long it may think.
        clock: TurnClock,
    },
    /// The engine is to answer its turn at once, with the best that it has found. From version 2 on.
    Stop {
        /// The `ply` of the turn. An engine that has answered it already ignores this.
        ply: usize,
    },
    /// Others are to act: the engine may think until the next message comes. No answer. From version 2 on.
    Ponder {
        /// How many actions were taken so far, chance included.
        ply: usize,
        /// What was done since the engine was told last, as its seat saw it.
        seen: Vec<String>,
        /// The position as its seat sees it.
        view: Value,
    },
    /// The game is over.
    End {
        /// What was done since the engine was told last.
        seen: Vec<String>,
        /// The seats that won.
        winners: Vec<u8>,
        /// The points of each seat, in games that count points.
        scores: Option<Vec<i32>>,
        /// Why the game ended.
        reason: String,
    },
}

/// How long players think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// This many milliseconds for each move.
    MoveMs(u64),
    /// This many nodes, simulations or states for each move, whatever the engine counts.
    Nodes(u64),
    /// A time for the whole game, and an increment after each move.
    Game {
        /// Milliseconds at the start.
        start_ms: u64,
        /// Milliseconds added after each move.
        increment_ms: u64,
    },
}

/// How long an engine may think about one move. One of the first three is there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TurnClock {
    /// This many milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// This many nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The milliseconds that each seat has left for the game. From version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<u64>>,
    /// The milliseconds that are added after each move, beside `left_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
}

impl TurnClock {
    /// This many milliseconds for this move.
    pub fn of_move(ms: u64) -> TurnClock {
        TurnClock { move_ms: Some(ms), ..TurnClock::default() }
    }

    /// The clock of a move of a seat, for an engine that speaks `version`: the first one knows no clock of
    /// games, so its share of the time is worked out for it.
    pub fn new(clock: Clock, left_ms: &[u64], seat: usize, version: u32) -> TurnClock {
        match clock {
            Clock::MoveMs(ms) => TurnClock::of_move(ms),
            Clock::Nodes(nodes) => TurnClock { nodes: Some(nodes), ..TurnClock::default() },
            Clock::Game { increment_ms, .. } if version == FIRST => {
                TurnClock::of_move(share(left_ms.get(seat).copied().unwrap_or(0), increment_ms))
            }
            Clock::Game { increment_ms, .. } => TurnClock {
                left_ms: Some(left_ms.to_vec()),
                increment_ms: Some(increment_ms),
                ..TurnClock::default()
            },
        }
    }
}

/// What a player with this much time left for the game may spend on the next move: as if thirty more moves
/// were to come, and never so much that the answer could be too late.
pub fn share(left_ms: u64, increment_ms: u64) -> u64 {
    (left_ms / 30 + increment_ms * 3 / 4).min(left_ms.saturating_sub(50)).max(1)
}

/// What an engine answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Answer {
    /// To `Hello`.
    Hello {
        /// The version that it speaks.
        protocol: u32,
        /// What it is called.
        #[serde(default)]
        name: Option<String>,
        /// What can be chosen about it.
        #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
        options: Vec<EngineOption>,
        /// Whether it thinks while others are to act, if it is told to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ponders: Option<bool>,
    },
    /// To `Options`: they are taken.
    Ready {},
    /// What it thinks so far, while it thinks. Not an answer.
    Info(Info),
    /// To `Turn`.
    Action {
        /// One of the legal actions.
        action: String,
        /// How good the position is for its seat: a number, or a text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<Value>,
        /// The actions that it expects, beginning with its own.
        #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
        line: Vec<String>,
    },
    /// It cannot go on.
    Error {
        /// Why, in a sentence.
        message: String,
    },
}

impl Answer {
    /// Its type, as in a message.
    pub fn kind(&self) -> &'static str {
        match self {
            Answer::Hello { .. } => "hello",
            Answer::Ready {} => "ready",
            Answer::Info(_) => "info",
            Answer::Action { .. } => "action",
            Answer::Error { .. } => "error",
        }
    }
}

/// What an engine thinks so far. All of it may be left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Info {
    /// How many actions ahead it has looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many nodes it has searched, as it counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How good the position is for its seat: a number, or a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Value>,
    /// The actions that it expects, beginning with its own.
    #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// Something that can be chosen about an engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: OptionKind,
}

/// The values that an option takes, and the one that it has if nothing is said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionKind {
    /// `true` or `false`.
    Boolean {
        /// If nothing is said.
        default: bool,
    },
    /// A whole number.
    Integer {
        /// If nothing is said.
        default: i64,
        /// The least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<i64>,
        /// The most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<i64>,
    },
    /// One of some texts.
    Choice {
        /// If nothing is said.
        default: String,
        /// All of them.
        choices: Vec<String>,
    },
    /// Any text.
    Text {
        /// If nothing is said.
        default: String,
    },
}

impl EngineOption {
    /// A value as the option takes it. A text is read as what is wanted: `4`, `true`.
    ///
    /// # Errors
    /// Says which values the option takes.
    pub fn read(&self, value: &Value) -> Result<Value, String> {
        let text = value.as_str();
        let read = match &self.kind {
            OptionKind::Boolean { .. } => {
                value.as_bool().or_else(|| text?.parse().ok()).map(Value::from).ok_or("true or false".into())
            }
            OptionKind::Integer { min, max, .. } => {
                let number = value.as_i64().or_else(|| text?.parse().ok());
                let (least, most) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                let number = number.filter(|number| (least..=most).contains(number));
                number.map(Value::from).ok_or_else(|| match (min, max) {
                    (Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
                    (Some(min), None) => format!("a whole number, {min} or more"),
                    (None, Some(max)) => format!("a whole number, {max} or less"),
                    (None, None) => "a whole number".into(),
                })
            }
            OptionKind::Choice { choices, .. } => {
                let chosen = text.filter(|text| choices.iter().any(|choice| choice == text));
                chosen.map(Value::from).ok_or_else(|| format!("one of {}", choices.join(", ")))
            }
            OptionKind::Text { .. } => match value {
                Value::String(_) => Ok(value.clone()),
                Value::Number(_) | Value::Bool(_) => Ok(value.to_string().into()),
                _ => Err("a text".to_owned()),
            },
        };
        read.map_err(|wanted: String| {
            let shown = text.map_or_else(|| value.to_string(), str::to_owned);
            format!("the engine’s option {} is {wanted}, not “{shown}”", self.name)
        })
    }
}

/// A list that may be left out; `null` says the same.
fn or_none<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_may_be_left_out_may_be_null() {
        let answers = [
            (json!({ "type": "hello", "protocol": 1 }), ["name", "options", "ponders"].as_slice()),
            (json!({ "type": "action", "action": "a" }), &["score", "line"]),
        ];
        for (answer, optional) in answers {
            let read = |json: &Value| serde_json::from_value::<Answer>(json.clone()).unwrap();
            for key in optional {
                let mut with_null = answer.clone();
                with_null[*key] = Value::Null;
                assert_eq!(read(&with_null), read(&answer), "{key}");
            }
        }
        let game = json!({ "type": "game", "options": {}, "seats": 2, "seat": 0 });
        let read = |json: &Value| serde_json::from_value::<Message>(json.clone()).unwrap();
        for key in ["setup", "players"] {
            let mut with_null = game.clone();
            with_null[key] = Value::Null;
            assert_eq!(read(&with_null), read(&game), "{key}");
        }
    }

    #[test]
    fn engines_of_the_first_version_get_a_clock_that_they_know() {
        let game = Clock::Game { start_ms: 60_000, increment_ms: 1000 };
        let clock = |clock, version| json!(TurnClock::new(clock, &[30_000, 6000], 1, version));
        assert_eq!(clock(Clock::MoveMs(700), FIRST), json!({ "move_ms": 700 }));
        assert_eq!(clock(Clock::Nodes(80), NEWEST), json!({ "nodes": 80 }));
        assert_eq!(clock(game, FIRST), json!({ "move_ms": 950 }));
        assert_eq!(clock(game, NEWEST), json!({ "left_ms": [30_000, 6000], "increment_ms": 1000 }));
        assert!(share(40, 1000) <= 40, "no more than there is");
    }

    #[test]
    fn values_of_options_are_read_or_refused_with_what_is_wanted() {
        let option = |json: Value| serde_json::from_value::<EngineOption>(json).unwrap();
        let threads =
            option(json!({ "name": "threads", "type": "integer", "default": 1, "min": 1, "max": 8 }));
        assert_eq!(threads.read(&json!("4")), Ok(json!(4)));
        let refused = threads.read(&json!(9)).unwrap_err();
        assert_eq!(refused, "the engine’s option threads is a whole number from 1 to 8, not “9”");
        let book = option(json!({ "name": "book", "type": "boolean", "default": true }));
        assert_eq!(book.read(&json!("false")), Ok(json!(false)));
        assert!(book.read(&json!("no")).unwrap_err().contains("true or false"));
        let style = option(
            json!({ "name": "style", "type": "choice", "default": "calm", "choices": ["calm", "wild"] }),
        );
        assert_eq!(style.read(&json!("wild")), Ok(json!("wild")));
        assert!(style.read(&json!(1)).unwrap_err().contains("one of calm, wild"));
        let file = option(json!({ "name": "file", "type": "text", "default": "" }));
        assert_eq!(file.read(&json!(1)), Ok(json!("1")));
        assert!(file.read(&json!([])).is_err());
    }
}
