//! The catalog, tokens of visitors, and what is asked of tables.

use bagatelle_table::Terms;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A game of the catalog.
#[derive(Serialize, ToSchema)]
pub struct CatalogEntry {
    /// The id, as in records.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// One line about it.
    pub tagline: &'static str,
    /// Who made it.
    pub designer: &'static str,
    /// How many play.
    pub players: String,
    /// Whether some seats do not see everything.
    pub hidden: bool,
    /// The programs that can take a seat: yardsticks, then levels, weakest first.
    pub programs: Vec<&'static str>,
    /// How hard a deal can be wished for, as `wish.grade`, easiest first; empty where deals are not graded.
    pub grades: Vec<&'static str>,
}

/// A visitor's key to the tables it makes. Keep it secret.
#[derive(Serialize, ToSchema)]
pub struct Token {
    /// The token.
    pub token: String,
}

/// What is to be played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "programs": ["open"], "name": "Cleo" }))]
pub struct NewGame {
    /// The id in the catalog.
    pub game: String,
    /// The game's options, as in records.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub options: Value,
    /// What is wished for of the deal, such as how hard it is.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub wish: Value,
    /// A seed; a fresh one is drawn if neither this nor `daily` nor `setup` is given.
    pub seed: Option<String>,
    /// The deal of today.
    #[serde(default)]
    pub daily: bool,
    /// An explicit set-up, as in records.
    #[schema(value_type = Option<Object>)]
    pub setup: Option<Value>,
    /// Programs for the other seats; the last one takes all that are left. The name `open` leaves a seat open to visitors
    /// who have the link, or who find it in the lobby if `terms.listed` is true.
    #[serde(default)]
    pub programs: Vec<String>,
    /// The caller's name, as the other players see it; a friendly one is made if it is left out.
    #[serde(default)]
    pub name: Option<String>,
    /// The clock and the rules of conduct.
    #[serde(default)]
    pub terms: Terms,
    /// The caller's seat, where programs take the others; null to watch programs on all seats.
    #[serde(default = "first_seat")]
    pub sit: Option<u8>,
    /// For two seats: a match of at most this many rounds, 1, 3, 5 or 7.
    #[serde(default = "single")]
    pub best_of: u8,
    /// What the caller adds to the deal: 32 random bytes as 64 hexadecimal digits, in small letters. The deal follows from the server's
    /// seed and from what the seats add; see `/fairness`.
    #[serde(default)]
    pub randomness: Option<String>,
}

fn single() -> u8 {
    1
}

fn first_seat() -> Option<u8> {
    Some(0)
}

/// Something that is to happen at a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "kind": "sit", "text": "Dora" }))]
pub struct NewEvent {
    /// `act`, `amend` (put a continuation in the place of the last action), `undo`, `redo` or `restart`; among the players
    /// `sit`, `stand`, `program`, `ask`, `agree`, `decline`, `resume`, `resign` or `claim`. What was asked in vain can be
    /// asked again after the next move. `resign` and `claim` abort a game that counts for the ratings until each player has
    /// moved.
    #[serde(default = "act")]
    pub kind: String,
    /// The action, for `act` and `amend`; a name for `sit`, a program for `program`; `takeback`, `draw`, `pause` or
    /// `rematch` for `ask`.
    #[serde(default)]
    pub text: String,
    /// The seat, for `sit`, `program` and `resign`.
    pub seat: Option<u8>,
    /// The version this is meant for: if the game has moved on, nothing happens and the answer is 409.
    pub version: Option<u64>,
    /// What the caller adds to the deal that follows, for `sit`, and for `ask` and `agree` about a rematch: 32 random bytes as 64
    /// hexadecimal digits, in small letters.
    pub randomness: Option<String>,
}

fn act() -> String {
    "act".into()
}
