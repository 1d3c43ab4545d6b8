//! The catalog, tokens of visitors, and what is asked of tables.

use bagatelle_table::{CommandKind, Pace, Terms};
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
    /// How many players it takes.
    pub players: String,
    /// Whether the game hides something from some of its players.
    pub hidden: bool,
    /// The programs that can take a seat: yardsticks, then levels, weakest first.
    pub programs: Vec<&'static str>,
    /// The grades that a deal can be wished for, as `wish.grade`, easiest first; empty where deals are not
    /// graded.
    pub grades: Vec<&'static str>,
}

/// A visitor's key to the tables it makes. Keep it secret.
#[derive(Serialize, ToSchema)]
pub struct Token {
    /// The token.
    pub token: String,
}

/// A new game. Fields that may be left out may also be null, which means the same unless the field says
/// otherwise.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "programs": ["open"], "name": "Cleo" }))]
pub struct NewGame {
    /// The id in the catalog.
    pub game: String,
    /// The game's options, as in records; those that are left out have their defaults.
    #[schema(value_type = Option<Object>)]
    pub options: Option<Value>,
    /// Wishes for the deal, such as how hard it is.
    #[schema(value_type = Option<Object>)]
    pub wish: Option<Value>,
    /// A seed; a fresh one is drawn if neither this nor `daily` nor `setup` is given.
    pub seed: Option<String>,
    /// The deal of today.
    #[schema(default = false)]
    pub daily: Option<bool>,
    /// An explicit set-up, as in records.
    #[schema(value_type = Option<Object>)]
    pub setup: Option<Value>,
    /// Programs for the seats that the caller does not take, by their names in the catalog; the last one
    /// takes all that are left. The name `open` leaves a seat open to visitors who have the link, or who find
    /// it in the lobby if `terms.listed` is true. Left out or empty: all seats are the caller's, whatever
    /// `sit` says.
    #[schema(default = json!([]))]
    pub programs: Option<Vec<String>>,
    /// The caller's name, as the other players see it; a friendly one is made up if it is left out.
    pub name: Option<String>,
    /// The clock and the rules of conduct.
    pub terms: Option<NewTerms>,
    /// The seat that the caller takes, from 0, where programs or visitors take the others; or `watch` to take
    /// none and watch. Left out, it is seat 0. `null` means what `watch` means, but is deprecated: many
    /// programs send it where nothing was chosen.
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    pub sit: Sit,
    /// For two seats: a match of at most this many rounds.
    pub best_of: Option<u8>,
    /// What the caller adds to the deal: 32 random bytes as 64 hexadecimal digits, in lower case. The deal
    /// follows from the server's seed and from what the seats add; see `/fairness`.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub randomness: Option<String>,
}

/// The clock and the rules of conduct that are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTerms {
    /// The clock; `free` if it is left out.
    pace: Option<Pace>,
    /// Whether takebacks may be asked for.
    #[schema(default = true)]
    takebacks: Option<bool>,
    /// Whether pauses may be asked for.
    #[schema(default = true)]
    pauses: Option<bool>,
    /// How many seconds the player to act may be away before the other players may continue without them: a
    /// week if it is left out. `null` means that there is no limit.
    #[serde(default = "usual_grace")]
    #[schema(default = usual_grace)]
    grace_s: Option<u32>,
    /// Whether the result counts for the ratings.
    #[schema(default = false)]
    rated: Option<bool>,
    /// Whether open seats are listed in the lobby. Visitors who have the link can take them in any case.
    #[schema(default = false)]
    listed: Option<bool>,
    /// Whether the running game is listed by `/api/v1/live`, so that anyone may watch. Visitors who have the
    /// link can watch in any case.
    #[schema(default = false)]
    public: Option<bool>,
}

fn usual_grace() -> Option<u32> {
    Terms::default().grace_s
}

impl From<NewTerms> for Terms {
    fn from(NewTerms { pace, takebacks, pauses, grace_s, rated, listed, public }: NewTerms) -> Terms {
        let usual = Terms::default();
        Terms {
            pace: pace.unwrap_or(usual.pace),
            takebacks: takebacks.unwrap_or(usual.takebacks),
            pauses: pauses.unwrap_or(usual.pauses),
            grace_s,
            rated: rated.unwrap_or(usual.rated),
            listed: listed.unwrap_or(usual.listed),
            public: public.unwrap_or(usual.public),
            unaided: usual.unaided,
        }
    }
}

/// Where the caller sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Sit {
    /// At a seat.
    Seat(u8),
    /// At no seat, by a word.
    Word(Watch),
    /// At no seat, by null.
    Null,
}

/// The word for a caller who takes no seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// To watch.
    Watch,
}

impl Default for Sit {
    fn default() -> Sit {
        Sit::Seat(0)
    }
}

impl Sit {
    /// The seat, if it is one.
    pub fn seat(self) -> Option<u8> {
        match self {
            Sit::Seat(seat) => Some(seat),
            Sit::Word(Watch::Watch) | Sit::Null => None,
        }
    }
}

/// An event to carry out at a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "kind": "sit", "text": "Dora" }))]
pub struct NewEvent {
    /// The kind of event: `act`, `amend` (replace the last action with a continuation of it), `undo`, `redo`
    /// or `restart`; among the players `sit`, `stand`, `program`, `ask`, `agree`, `decline`, `resume`,
    /// `resign` or `claim`. A question that was declined or withdrawn can be asked again after the next move.
    /// `resign` and `claim` abort a game that counts for the ratings until each player has moved, or, where
    /// hands are hidden, until one has.
    #[schema(value_type = Option<CommandKind>, default = "act")]
    pub kind: Option<String>,
    /// The action, for `act` and `amend`; a name for `sit`; a program, by its name in the catalog, for
    /// `program`; `takeback`, `draw`, `pause` or `rematch` for `ask`.
    #[schema(default = "")]
    pub text: Option<String>,
    /// The seat, for `sit`, `program` and `resign`; the first suitable one if it is left out.
    #[schema(maximum = 3)]
    pub seat: Option<u8>,
    /// The version this is meant for: if the game has moved on, nothing happens and the answer is 409.
    pub version: Option<u64>,
    /// What the caller adds to the deal that follows, for `sit`, and for `ask` and `agree` about a rematch:
    /// 32 random bytes as 64 hexadecimal digits, in lower case.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub randomness: Option<String>,
}
