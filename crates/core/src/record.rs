//! Records: the JSON documents that games are exported to, imported from, replayed, shared and tested with.
//!
//! ```json
//! { "bagatelle": 1, "game": "brain-burn", "options": {}, "setup": { "position": "..." },
//!   "actions": ["R", "Rd"] }
//! ```
//! Reading fails in two stages: [`RecordError::Format`] for a text that is not a record at all, and the other
//! kinds for a record whose game cannot be played as written.

use crate::game::Game;
use crate::present::text::capitalised;
use crate::seat::Turn;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// The format version that this program writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// The largest record that is read, in bytes.
pub const LARGEST: usize = 4 << 20;

/// A game from its set-up to some position, as a document.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format, 1.
    pub bagatelle: u32,
    /// The game's [`Game::ID`].
    pub game: String,
    /// The game's options; missing keys take their defaults.
    #[serde(default = "empty", skip_serializing_if = "is_empty")]
    pub options: Value,
    /// The set-up; left out where a game has one start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Value>,
    /// The actions, chance included, as canonical texts in the order in which they were taken.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Any other keys at the top level: kept, never needed.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

fn empty() -> Value {
    Value::Object(Map::new())
}

fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}

/// Why a record cannot be read or replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// The text is not a record.
    #[error("this isn’t a Bagatelle record: {0}")]
    Format(String),
    /// The record is for a game that is not in the catalog.
    #[error("there’s no game called “{0}” here")]
    UnknownGame(String),
    /// Options or set-up are refused.
    #[error("{what} can’t be used: {why}")]
    Start {
        /// `the options` or `the set-up`.
        what: &'static str,
        /// The game's own words.
        why: String,
    },
    /// An action is not in the grammar, or not legal where it stands.
    #[error("move {}: “{action}” {why}", .ply + 1)]
    Action {
        /// How many actions were taken before it.
        ply: usize,
        /// The action as written.
        action: String,
        /// The game's own words.
        why: String,
    },
}

impl RecordError {
    /// What is wrong in a sentence for people. The error itself, which says more, is for those who write
    /// records; `None` where it says no more than the sentence would.
    #[must_use]
    pub fn in_short(&self) -> Option<String> {
        match self {
            RecordError::Format(_) => {
                Some("This text can’t be read as the record of one game. Copy the whole record.".into())
            }
            RecordError::UnknownGame(_) => None,
            RecordError::Start { what, .. } => {
                Some(format!("{} of this record can’t be used.", capitalised(what)))
            }
            RecordError::Action { ply, .. } => {
                Some(format!("Move {} of this record isn’t possible in this game.", ply + 1))
            }
        }
    }

    /// Whether the text was no record at all (exit status 2), rather than a record of an impossible game (1).
    #[must_use]
    pub fn is_format(&self) -> bool {
        !matches!(self, RecordError::Action { .. })
    }
}

/// How a game makes its first position from a set-up.
type Start<G> = fn(&G, &<G as Game>::Setup) -> Result<<G as Game>::State, <G as Game>::SetupError>;

impl RecordError {
    /// The text is larger than [`LARGEST`].
    #[must_use]
    pub fn too_large() -> RecordError {
        RecordError::Format(format!("it is larger than {} MB", LARGEST >> 20))
    }
}

impl Record {
    /// Reads a record from JSON text.
    ///
    /// # Errors
    /// [`RecordError::Format`] for anything that is not a record of this format version or is larger than
    /// [`LARGEST`].
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        if text.len() > LARGEST {
            return Err(RecordError::too_large());
        }
        let record: Record = serde_json::from_str(text).map_err(|e| RecordError::Format(e.to_string()))?;
        if record.bagatelle != FORMAT {
            return Err(RecordError::Format(format!(
                "its format version is {}, but this program reads version {FORMAT}",
                record.bagatelle
            )));
        }
        Ok(record)
    }

    /// The record as JSON text, ending in a newline.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a record is plain JSON") + "\n"
    }

    /// The record as JSON text in one line, ending in a newline.
    #[must_use]
    pub fn to_json_line(&self) -> String {
        serde_json::to_string(self).expect("a record is plain JSON") + "\n"
    }

    /// Whether the format has a meaning for this key at the top level, so that it is none of
    /// [`Record::more`].
    #[must_use]
    pub fn is_own_key(key: &str) -> bool {
        matches!(key, "bagatelle" | "game" | "options" | "setup" | "actions")
    }

    /// A record of `game` that starts from `setup` and has no action yet.
    #[must_use]
    pub fn start<G: Game>(game: &G, setup: &G::Setup) -> Record {
        let json = |value: serde_json::Result<Value>| value.expect("options and set-ups are plain JSON");
        Record {
            bagatelle: FORMAT,
            game: G::ID.to_owned(),
            options: json(serde_json::to_value(game.options())),
            setup: Some(json(serde_json::to_value(setup))).filter(|s| !s.is_null()),
            actions: Vec::new(),
            more: Map::new(),
        }
    }

    /// The rules and the first position that this record describes.
    ///
    /// # Errors
    /// When it is a record of another game, or options or set-up are refused.
    pub fn open<G: Game>(&self) -> Result<(G, G::State), RecordError> {
        self.open_by(G::start)
    }

    /// As [`Record::open`], for the start of a stored game ([`Game::start_stored`]).
    ///
    /// # Errors
    /// As [`Record::open`].
    pub fn open_stored<G: Game>(&self) -> Result<(G, G::State), RecordError> {
        self.open_by(G::start_stored)
    }

    fn open_by<G: Game>(&self, start: Start<G>) -> Result<(G, G::State), RecordError> {
        if self.game != G::ID {
            return Err(RecordError::UnknownGame(self.game.clone()));
        }
        let refused = |what: &'static str, why: String| RecordError::Start { what, why };
        let options: G::Options =
            G::Options::deserialize(&self.options).map_err(|e| refused("the options", e.to_string()))?;
        let game = G::new(&options).map_err(|e| refused("the options", e.to_string()))?;
        let setup = match &self.setup {
            Some(value) => G::Setup::deserialize(value).map_err(|e| refused("the set-up", e.to_string()))?,
            None => game.fixed_setup().ok_or_else(|| {
                refused("the set-up", "this game needs one, but the record has none".into())
            })?,
        };
        let state = start(&game, &setup).map_err(|e| refused("the set-up", e.to_string()))?;
        Ok((game, state))
    }

    /// Plays the record's actions. `each` sees every position, the first included, and the action that led to
    /// it. An end that an older version did not recognize does not count if an action follows it
    /// ([`Game::reopen`]).
    ///
    /// # Errors
    /// As [`Record::open`], and at the first action that is not in the grammar or not legal.
    pub fn replay<G: Game>(
        &self,
        mut each: impl FnMut(&G, &G::State, Option<G::Action>),
    ) -> Result<(G, G::State), RecordError> {
        let (game, mut state) = self.open::<G>()?;
        let mut last = None;
        for (ply, text) in self.actions.iter().enumerate() {
            if game.turn(&state) == Turn::Over {
                game.reopen(&mut state);
            }
            each(&game, &state, last);
            let fail = |why: String| RecordError::Action { ply, action: text.clone(), why };
            let action = game.read(&state, text).map_err(|e| fail(format!("isn’t understood: {e}")))?;
            game.play(&mut state, action).map_err(|e| fail(format!("is not legal: {e}")))?;
            last = Some(action);
        }
        each(&game, &state, last);
        Ok((game, state))
    }
}
