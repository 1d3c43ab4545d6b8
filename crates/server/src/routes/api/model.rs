//! What the API answers and takes.

use crate::live::table::LiveTable;
use bagatelle_core::{CommittedSeed, Outcome, Seat, Turn};
use bagatelle_table::{Ending, HelpTaken, Millis, Occupant, Table, Terms, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
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
pub struct NewGame {
    /// The id in the catalog.
    pub game: String,
    /// The game's options, as in records.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub options: Value,
    /// Options of the deal, such as `{"hole": 12}` or `{"grade": "easy"}`.
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

/// A table as the caller may see it.
#[derive(Serialize, ToSchema)]
pub struct GameState {
    /// The unguessable id.
    id: String,
    /// The id in the catalog.
    game: String,
    /// The version of the position: send it along with an action to be sure that nothing came between.
    version: u64,
    /// A seat number, `"chance"` or `"over"`.
    #[schema(value_type = Object)]
    turn: Value,
    /// Whether the caller may act now.
    yours: bool,
    /// The legal actions, sorted, if it is the caller's turn.
    legal: Vec<String>,
    /// The actions so far, as the caller saw them.
    #[schema(value_type = Vec<String>)]
    seen: Box<RawValue>,
    /// What the caller may know of the position.
    #[schema(value_type = Object)]
    view: Box<RawValue>,
    /// The result, once the game is over. A game that was aborted has no winners and does not count.
    #[schema(value_type = Option<Object>)]
    outcome: Option<Outcome>,
    /// How the game ended, once it has: `rules`, `resigned`, `left`, `out-of-time`, `draw-agreed`, `given-up` or `aborted`.
    ending: Option<&'static str>,
    /// Whether a player has taken help from the solver.
    helped: bool,
    /// How much help was taken.
    help: HelpState,
    /// Milliseconds played; null before the first move.
    played_ms: Option<i64>,
    /// Who has which seat.
    seats: Vec<SeatState>,
    /// The open question: `takeback`, `draw`, `pause` or `rematch`.
    asked: Option<String>,
    /// The seat of the player who asks it.
    asked_by: Option<u8>,
    /// The clock and the rules of conduct.
    terms: Terms,
    /// The id of the game that follows: the next round of the match once a player has gone on to it, or the rematch once all
    /// have agreed.
    next: Option<String>,
    /// Whether the deal is made. Where seats are open it may wait until they are taken; `view` and `turn` are then those of a deal
    /// that only stands in its place.
    dealt: bool,
    /// The hash of the seed and the nonce that the server has drawn for this game, in hexadecimal digits; null where nothing was
    /// committed: the seed was given, or looked for, or the game is older.
    commitment: Option<String>,
    /// What each seat has added to the deal, in order; null where it has added nothing.
    randomness: Vec<Option<String>>,
    /// What was committed to, once the game is over.
    revealed: Option<RevealedState>,
}

/// The seed that the server is committed to.
#[derive(Serialize, ToSchema)]
pub struct RevealedState {
    /// The seed: 64 hexadecimal digits.
    seed: String,
    /// The nonce: 64 hexadecimal digits.
    nonce: String,
}

impl From<CommittedSeed> for RevealedState {
    fn from(CommittedSeed { seed, nonce }: CommittedSeed) -> RevealedState {
        RevealedState { seed: seed.to_string(), nonce: nonce.to_string() }
    }
}

/// The help that was taken from the solver.
#[derive(Serialize, ToSchema)]
struct HelpState {
    /// How often it said where to look.
    nudges: u32,
    /// How many moves it showed.
    moves: u32,
    /// How many solutions it showed.
    solutions: u32,
    /// How many moves were played as a solution said.
    played: u32,
}

impl From<HelpTaken> for HelpState {
    fn from(HelpTaken { nudges, moves, solutions, played }: HelpTaken) -> HelpState {
        HelpState { nudges, moves, solutions, played }
    }
}

/// A seat.
#[derive(Serialize, ToSchema)]
struct SeatState {
    /// `open`, `person` or `program`.
    sitter: &'static str,
    /// The name to show.
    name: String,
    /// Whether it is the caller's.
    yours: bool,
    /// Milliseconds left on the clock, where there is one.
    left_ms: Option<i64>,
    /// Whether a player has still to come here from the game before: until then neither the clock nor absence counts.
    expected: bool,
}

impl GameState {
    /// A table as a visitor may see it now.
    pub async fn of(live: &LiveTable, visitor: Option<&Visitor>, now: Millis) -> GameState {
        GameState::new(&live.lock().await.table, visitor, now)
    }

    fn new(table: &Table, visitor: Option<&Visitor>, now: Millis) -> GameState {
        let viewpoint = table.viewpoint(visitor);
        let (viewer, yours, play) = (viewpoint.viewer, viewpoint.can_act(table), table.play());
        let seat = |(occupant, seat): (&Occupant, Seat)| SeatState {
            sitter: match occupant {
                Occupant::Open => "open",
                Occupant::Person(_) => "person",
                Occupant::Program { .. } => "program",
            },
            name: table.stored_label(seat),
            yours: viewpoint.seats.contains(&seat),
            left_ms: table.clocks().exist().then(|| table.time_left(seat, now)),
            expected: table.is_expected(seat),
        };
        GameState {
            id: table.id().to_owned(),
            game: table.spec().game.clone(),
            version: table.version(),
            turn: match play.turn() {
                _ if table.is_over() => "over".into(),
                Turn::Seat(seat) => seat.0.into(),
                Turn::Chance => "chance".into(),
                Turn::Over => "over".into(),
            },
            yours,
            legal: if yours { play.legal() } else { Vec::new() },
            seen: play.seen_text(viewer),
            view: play.view_text(viewer),
            outcome: table.outcome(),
            ending: table.ending().map(Ending::kind),
            helped: table.is_helped(),
            help: table.help_taken().into(),
            played_ms: table.played(now),
            seats: table.seating().iter().zip(table.seats()).map(seat).collect(),
            asked: table.question().map(|open| open.question.to_string()),
            asked_by: table.question().map(|open| open.by.0),
            terms: table.terms().clone(),
            next: table.next().map(str::to_owned),
            dealt: table.spec().is_dealt(),
            commitment: table.commitment(),
            randomness: table.added().iter().map(|added| added.map(|added| added.to_string())).collect(),
            revealed: table.revealed().map(RevealedState::from),
        }
    }
}
