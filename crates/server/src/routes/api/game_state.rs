//! A table as a caller may see it.

use super::ending::EndingKind;
use crate::live::table::{LiveTable, TableState};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bagatelle_core::{CommittedSeed, Outcome, Seat, Turn};
use bagatelle_table::{HelpTaken, Millis, Occupant, Question, Terms, Visitor};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

/// A table as the caller may see it.
#[derive(Serialize, ToSchema)]
pub struct GameState {
    /// The unguessable id.
    id: String,
    /// The id in the catalog.
    game: String,
    /// The game's options, as in records.
    #[schema(value_type = Object)]
    options: Value,
    /// The version of the position: send it with an action to be sure that nothing has changed in between.
    version: u64,
    /// Whose turn it is.
    turn: TurnState,
    /// The seats that may act now: the one whose turn it is, and after it those that may answer ahead of
    /// their turns. Where there are several, none has to wait for another.
    may_act: Vec<u8>,
    /// The seats that have given an answer that stays secret until the others have given theirs.
    answered: Vec<u8>,
    /// Whether the caller may act now.
    yours: bool,
    /// The legal actions of a caller who may act now, sorted.
    #[schema(value_type = Vec<String>)]
    legal: Box<RawValue>,
    /// The actions as the caller saw them, from number `seen_from` on: all of them, except in a stream, where
    /// each state after the first one has only the new ones.
    #[schema(value_type = Vec<String>)]
    seen: Box<RawValue>,
    /// How many actions come before those in `seen`. If you know more than these, forget the rest: they were
    /// taken back.
    seen_from: usize,
    /// What the caller may know of the position.
    #[schema(value_type = Object)]
    view: Box<RawValue>,
    /// The result, once the game is over. A game that was aborted has no winners and does not count.
    outcome: Option<OutcomeState>,
    /// How the game ended, once it has.
    ending: Option<EndingKind>,
    /// Whether a player has taken help from the solver.
    helped: bool,
    /// How much help was taken.
    help: HelpState,
    /// Milliseconds played; null before the first move.
    played_ms: Option<i64>,
    /// Who has which seat.
    seats: Vec<SeatState>,
    /// The server's time, in milliseconds since 1970.
    now: i64,
    /// Whether the game is paused by agreement.
    paused: bool,
    /// How many others have the game open.
    watching: usize,
    /// The open question.
    asked: Option<Asked>,
    /// The seat of the player who asks it.
    asked_by: Option<u8>,
    /// The clock and the rules of conduct.
    terms: Terms,
    /// The id of the game that follows: the next round of the match once a player has gone on to it, or the
    /// rematch once all have agreed.
    next: Option<String>,
    /// Whether the deal is made. Where seats are open it may wait until they are taken; `view` and `turn` are
    /// then those of a placeholder.
    dealt: bool,
    /// The hash of the seed and the nonce that the server has drawn for this game, in hexadecimal digits;
    /// null without a commitment: the seed was given or searched for, or the game is older than commitments.
    commitment: Option<String>,
    /// What each seat has added to the deal, in order; null for a seat that added nothing.
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

/// Whose turn it is: a seat, from 0, or a word.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum TurnState {
    /// A seat.
    Seat(u8),
    /// No seat.
    Word(TurnWord),
}

/// No seat is to act.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum TurnWord {
    /// Chance decides next, without a request.
    Chance,
    /// The game is over.
    Over,
}

/// The result of a game.
#[derive(Serialize, ToSchema)]
struct OutcomeState {
    /// The seats that won, in order. A lost solitaire and a draw have none.
    winners: Vec<u8>,
    /// Points per seat, in games that count points.
    scores: Option<Vec<i32>>,
    /// Why the game ended, in a few words.
    reason: String,
}

impl From<Outcome> for OutcomeState {
    fn from(Outcome { winners, scores, reason }: Outcome) -> OutcomeState {
        OutcomeState { winners: winners.into_iter().map(|seat| seat.0).collect(), scores, reason }
    }
}

/// Who has a seat.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Sitter {
    /// It is open.
    Open,
    /// A person, or a bot of an account.
    Person,
    /// A program of the server.
    Program,
}

/// A question to the other players.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Asked {
    /// To take the last move back.
    Takeback,
    /// To end the game in a draw.
    Draw,
    /// To stop the clocks.
    Pause,
    /// To play again.
    Rematch,
}

impl From<Question> for Asked {
    fn from(question: Question) -> Asked {
        match question {
            Question::Takeback => Asked::Takeback,
            Question::Draw => Asked::Draw,
            Question::Pause => Asked::Pause,
            Question::Rematch => Asked::Rematch,
        }
    }
}

/// A seat.
#[derive(Serialize, ToSchema)]
struct SeatState {
    /// Who has it.
    sitter: Sitter,
    /// The name to show.
    name: String,
    /// Whether it is the caller's.
    yours: bool,
    /// Whether a program plays: one of the server, or one whose account is marked as that of a bot.
    bot: bool,
    /// Milliseconds left on the clock at `now`, where there is one.
    left_ms: Option<i64>,
    /// Whether the clock runs.
    runs: bool,
    /// For how many milliseconds the player has been away; null for a player who is present, and for
    /// programs.
    away_ms: Option<i64>,
    /// Whether the player has yet to arrive from the game before: until then neither the clock nor absence
    /// counts.
    expected: bool,
}

/// Room for what a state says besides its three lists, in bytes.
const ROOM: usize = 2 << 10;

impl IntoResponse for GameState {
    /// As JSON, in one piece: `axum::Json` begins with little room, and a state may have a thousand legal
    /// actions.
    fn into_response(self) -> Response {
        let lists = [&self.legal, &self.seen, &self.view].map(|list| list.get().len());
        let mut body = Vec::with_capacity(ROOM + lists.iter().sum::<usize>());
        match serde_json::to_writer(&mut body, &self) {
            Ok(()) => ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response(),
            Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        }
    }
}

impl GameState {
    /// Leaves out the actions that were sent before; `sent` becomes what is seen now.
    pub fn without_sent(&mut self, sent: &mut Vec<Box<RawValue>>) {
        let seen: Vec<Box<RawValue>> = serde_json::from_str(self.seen.get()).unwrap_or_default();
        let known = sent.iter().zip(&seen).take_while(|(old, new)| old.get() == new.get()).count();
        if let Ok(news) = to_raw_value(&seen[known..]) {
            (self.seen, self.seen_from) = (news, known);
        }
        *sent = seen;
    }

    /// A table as a visitor may see it now.
    pub async fn of(live: &LiveTable, visitor: Option<&Visitor>, now: Millis) -> GameState {
        GameState::new(&*live.lock().await, visitor, now)
    }

    fn new(state: &TableState, visitor: Option<&Visitor>, now: Millis) -> GameState {
        let table = state.table();
        let viewpoint = table.viewpoint(visitor);
        let (viewer, yours, play) = (viewpoint.viewer, viewpoint.can_act(table), table.play());
        let people: Vec<&str> =
            table.seating().iter().filter_map(Occupant::person).map(|person| person.id.as_str()).collect();
        let seat = |(occupant, seat): (&Occupant, Seat)| SeatState {
            sitter: match occupant {
                Occupant::Open => Sitter::Open,
                Occupant::Person(_) => Sitter::Person,
                Occupant::Program { .. } => Sitter::Program,
            },
            runs: table.clocks().runs() == Some(seat),
            away_ms: occupant
                .person()
                .filter(|_| table.people() > 1 && !table.is_over())
                .and_then(|person| Some(now - state.presence.away_since(&person.id, now)?)),
            name: table.stored_label(seat),
            yours: viewpoint.seats.contains(&seat),
            bot: match occupant {
                Occupant::Open => false,
                Occupant::Person(person) => state.players.bots.contains(&person.id),
                Occupant::Program { .. } => true,
            },
            left_ms: table.clocks().exist().then(|| table.time_left(seat, now)),
            expected: table.is_expected(seat),
        };
        GameState {
            id: table.id().to_owned(),
            game: table.spec().game.clone(),
            options: table.spec().options.clone(),
            version: table.version(),
            turn: match play.turn() {
                _ if table.is_over() => TurnState::Word(TurnWord::Over),
                Turn::Seat(seat) => TurnState::Seat(seat.0),
                Turn::Chance => TurnState::Word(TurnWord::Chance),
                Turn::Over => TurnState::Word(TurnWord::Over),
            },
            may_act: table.may_act().map(|seat| seat.0).collect(),
            answered: table.seats().filter(|seat| table.has_answered(*seat)).map(|seat| seat.0).collect(),
            yours,
            legal: if yours {
                play.legal_text(viewer)
            } else {
                to_raw_value::<[&str]>(&[]).unwrap_or_default()
            },
            seen: play.seen_text(viewer),
            seen_from: 0,
            view: play.view_text(viewer),
            outcome: table.outcome().map(OutcomeState::from),
            ending: table.ending().map(EndingKind::from),
            helped: table.is_helped(),
            help: table.help_taken().into(),
            played_ms: table.played(now),
            seats: table.seating().iter().zip(table.seats()).map(seat).collect(),
            now,
            paused: table.is_paused(),
            watching: state.presence.spectators(&people),
            asked: table.question().map(|open| open.question.into()),
            asked_by: table.question().map(|open| open.by.0),
            terms: table.terms().clone(),
            next: table.next().map(str::to_owned),
            dealt: table.spec().is_dealt(),
            commitment: table.commitment().map(str::to_owned),
            randomness: table.added().iter().map(|added| added.map(|added| added.to_string())).collect(),
            revealed: table.revealed().map(RevealedState::from),
        }
    }
}
