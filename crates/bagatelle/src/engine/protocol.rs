//! The messages between an arena and an engine, one line of JSON each.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// What an engine is told. It answers `Hello` and `Turn` with one line each, and nothing else.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message {
    /// The first message to a process.
    Hello {
        /// [`VERSION`].
        protocol: u32,
        /// The id of the game that will be played.
        game: String,
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
        clock: Clock,
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

/// How long an engine may think about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// So many milliseconds.
    MoveMs(u64),
    /// So many nodes, simulations or states, whatever the engine counts.
    Nodes(u64),
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
    },
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
            (json!({ "type": "hello", "protocol": 1 }), ["name"].as_slice()),
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
}
