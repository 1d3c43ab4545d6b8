//! The values that a store takes and gives, beside those of `bagatelle_table`.

use bagatelle_table::{Corrupt, Millis, Rating, RatingPool, SeatResult, Stage, Summary, TableSpec};
use serde::Serialize;
use std::fmt;

/// Which tables are looked for. The default finds all of them, but gives none: `limit` is 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Tables that this person owns or plays at.
    pub person: Option<String>,
    /// Tables of this game, by its id in the catalog.
    pub game: Option<String>,
    /// Tables at this stage.
    pub stage: Option<Stage>,
    /// Among the tables of the person, those where it is the person's turn.
    pub to_move: bool,
    /// Tables with this text in a player's name, a daily date, or the seed of a finished game. An empty text
    /// finds all.
    pub text: String,
    /// Among the tables of the person, those at which a seat of the person has this result.
    pub result: Option<SeatResult>,
    /// Tables with help from the solver, or without.
    pub helped: Option<bool>,
    /// Tables in the lobby that have changed since then.
    pub listed: Option<Millis>,
    /// How many are skipped.
    pub skip: u32,
    /// How many are given at most.
    pub limit: u32,
}

/// A table in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// What was decided before its first event.
    pub spec: TableSpec,
    /// Where it stands.
    pub summary: Summary,
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// The tables, the one that changed last first.
    pub tables: Vec<Listed>,
    /// What is damaged among the tables that were found: these are not in `tables`, so one does not spoil a
    /// list.
    pub damaged: Vec<Corrupt>,
    /// Whether there are more tables after these.
    pub more: bool,
}

/// The length of a solution that a player could find from what a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Par {
    /// The moves of the best solution that was found.
    pub moves: u32,
    /// No solution is shorter than this.
    pub at_least: u32,
}

/// A game's deal or position of a world date (UTC), as one person has played it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Daily {
    /// The id of the person.
    #[serde(skip)]
    pub person: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The world date that the deal or position belongs to, `2026-11-21`.
    pub date: String,
    /// The id of the table where a deal is played; `None` for a position.
    pub table: Option<String>,
    /// When it was begun.
    pub begun: Millis,
    /// Whether it was begun on its own date: only then it counts.
    pub on_time: bool,
    /// When it ended; `None` while it is open.
    pub ended: Option<Millis>,
    /// The milliseconds that it took; `None` while it is open.
    pub took: Option<Millis>,
    /// Whether it is solved.
    pub solved: bool,
    /// The moves, or the tries for a position: in the end, or so far.
    pub score: u32,
    /// Whether the solver has helped.
    pub helped: bool,
    /// What the table of the day calls the person; `None` if the person is not listed.
    pub name: Option<String>,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
}

/// How a daily ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyResult {
    /// When it ended.
    pub ended: Millis,
    /// Whether it is solved.
    pub solved: bool,
    /// The moves, or the tries for a position.
    pub score: u32,
    /// Whether the solver has helped.
    pub helped: bool,
}

/// A try at a position of the day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionTry {
    /// This action, as its canonical text.
    Action(String),
    /// The person asked to be shown the answer.
    Shown,
}

/// How many appends a store has written since it was opened, new tables among them, and in how many
/// transactions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriteCounts {
    /// The appends.
    pub appends: u64,
    /// The transactions that held them.
    pub transactions: u64,
}

/// How much of guests was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guests {
    /// The games.
    pub games: u64,
    /// The visitors.
    pub visitors: u64,
}

/// A message in the chat of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatMessage {
    /// When it was sent.
    pub at: Millis,
    /// The id of the sender.
    pub person: String,
    /// The sender's name at that time.
    pub name: String,
    /// The text.
    pub text: String,
}

/// An account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The id of the person.
    pub id: String,
    /// The name as it is shown.
    pub name: String,
    /// The hash of the password, in the PHC string format.
    pub password_hash: String,
    /// When it was made.
    pub created: Millis,
    /// In how many browsers it is logged in.
    pub sessions: u32,
    /// Whether all may see its profile.
    pub public: bool,
    /// Whether it looks after the others.
    pub moderator: bool,
    /// Whether its owner says that a program plays for it.
    pub bot: bool,
    /// Whether it is that of a house bot, which the server itself plays for.
    pub house: bool,
}

/// A finished game as one of its players looks back at it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The id of the table.
    pub table: String,
    /// The id of the game in the catalog.
    pub game: String,
    /// The date, for a daily deal.
    pub daily: Option<String>,
    /// When it ended.
    pub ended: Millis,
    /// How many seats there were.
    pub seats: u8,
    /// The person's own.
    pub seat: u8,
    /// What became of it.
    pub result: SeatResult,
    /// The moves, as par counts them.
    pub moves: Option<u32>,
    /// The milliseconds played.
    pub took: Option<Millis>,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
    /// Whether the solver has helped.
    pub helped: bool,
    /// The program that had all other seats.
    pub program: Option<String>,
    /// The first actions of the players, against a program.
    pub opening: Option<String>,
}

/// A solution of a person who wants to be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestResult {
    /// The id of the game in the catalog.
    pub game: String,
    /// The name of the person.
    pub name: String,
    /// The moves.
    pub moves: u32,
    /// The par of the deal.
    pub par: u32,
    /// The milliseconds played.
    pub took: Option<Millis>,
    /// When it ended.
    pub ended: Millis,
}

/// The rating of a person who wants to be seen.
#[derive(Clone, PartialEq, Debug)]
pub struct RankedPlayer {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: Rating,
}

/// A player on the ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderPlayer {
    /// The id of the account.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is a house bot.
    pub house: bool,
    /// Whether it is marked as a bot, as every house bot is.
    pub bot: bool,
    /// Whether all may see its profile.
    pub public: bool,
    /// The rating on the ladder.
    pub rating: Rating,
}

/// A rated game of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// The id of the table.
    pub table: String,
    /// The id of the game in the catalog.
    pub game: String,
    /// When it ended.
    pub ended: Millis,
    /// The rating after it.
    pub rating: f64,
    /// The deviation after it.
    pub deviation: f64,
}

/// What the id of a session begins with; the id of a visitor never does.
const SESSION_PREFIX: &str = "s-";

/// The id of a session. A token in a cookie is a signed id, of a session or of a visitor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SessionId(String);

impl SessionId {
    /// The id made of a fresh random code.
    #[must_use]
    pub fn new(code: &str) -> SessionId {
        SessionId(format!("{SESSION_PREFIX}{code}"))
    }

    /// The id of a token, if it is that of a session.
    #[must_use]
    pub fn parse(id: &str) -> Option<SessionId> {
        id.starts_with(SESSION_PREFIX).then(|| SessionId(id.to_owned()))
    }

    /// The id as it stands in a token.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is stored about a person beside account, ratings and tables, as it stands in an export.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct PersonalData {
    /// When each session began.
    pub sessions: Vec<Millis>,
    /// What rated games have changed.
    pub rated: Vec<RatingChange>,
    /// The messages sent, the first one first.
    pub chat: Vec<SentMessage>,
    /// What was played of the deals and positions of the day, the first one first.
    pub dailies: Vec<Daily>,
    /// What was tried at positions of the day, in order.
    pub tries: Vec<TriedPosition>,
    /// The names of the people who are blocked.
    pub blocked: Vec<String>,
    /// What was reported to the moderators, the first one first.
    pub reports: Vec<SentReport>,
}

/// A report, as it stands in an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SentReport {
    /// When.
    pub at: Millis,
    /// What the person was called who was reported.
    pub name: String,
    /// The id of the table.
    #[serde(rename = "game")]
    pub table: Option<String>,
    /// The text that was reported.
    pub text: String,
    /// What was said about it.
    pub note: String,
}

/// A try at a position of the day, as it stands in an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TriedPosition {
    /// The game's id in the catalog.
    pub game: String,
    /// The world date.
    pub date: String,
    /// The action; `None` where the person asked to be shown the answer.
    pub action: Option<String>,
}

/// What a rated game has changed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatingChange {
    /// The id of the table.
    #[serde(rename = "game")]
    pub table: String,
    /// The pool in which it counts.
    #[serde(skip_serializing_if = "RatingPool::is_people")]
    pub pool: RatingPool,
    /// The strength before the game.
    pub before: Strength,
    /// The strength after the game.
    pub after: Strength,
}

/// A rating without its history.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// The rating.
    pub rating: f64,
    /// The deviation.
    pub deviation: f64,
}

/// A message that a person has sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SentMessage {
    /// The id of the table.
    #[serde(rename = "game")]
    pub table: String,
    /// When it was sent.
    pub at: Millis,
    /// The text.
    pub text: String,
}
