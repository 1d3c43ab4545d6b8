//! The state of a table, for lists, searches and the clock, which never replay a game. It is stored in the
//! transaction of the event from which it follows.

use crate::clock::Millis;
use crate::ending::Ending;
use crate::rank::FinalRank;
use crate::seating::Occupant;
use crate::table::Table;
use bagatelle_catalog::AnyGame;
use bagatelle_core::program::ProgramInfo;
use bagatelle_core::{Seat, Turn};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

/// How far the game at a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Display, EnumString, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Seats are open.
    Open,
    /// It is being played.
    #[default]
    Playing,
    /// It has ended.
    Over,
}

/// The result of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, EnumString, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum SeatResult {
    /// It won, alone or with other seats.
    Won,
    /// It lost.
    Lost,
    /// The game was drawn.
    Drawn,
}

/// A seat, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SeatSummary {
    /// The id of the person on it.
    pub person: Option<String>,
    /// The name, as [`Table::stored_label`] gives it.
    pub name: String,
    /// Whether the game waits for the seat: it is its turn, it may answer ahead of it, or its player has not
    /// come to the table yet.
    pub turn: bool,
    /// Its result, once the game is over.
    pub result: Option<SeatResult>,
    /// Its points, once a game that counts points is over.
    pub score: Option<i32>,
}

impl SeatSummary {
    /// The program on the seat.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        let quoted = self.person.is_none().then(|| self.name.strip_prefix('“')).flatten();
        quoted.and_then(|name| name.strip_suffix('”'))
    }

    /// Whether the seat is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.person.is_none() && self.name == Occupant::Open.label()
    }
}

/// The programs whose personas have `text` in their names, whatever the case: the game's id, and the stored
/// name.
#[must_use]
pub fn programs_called(text: &str) -> Vec<(&'static str, String)> {
    let text = text.to_lowercase();
    let called = |info: &ProgramInfo| info.persona.is_some_and(|it| it.name.to_lowercase().contains(&text));
    let of = |game: &&'static dyn AnyGame| {
        let programs = game.programs().into_iter().filter(called);
        programs.map(|info| (game.id(), Occupant::program(info.name).label())).collect::<Vec<_>>()
    };
    bagatelle_catalog::games().iter().flat_map(of).collect()
}

/// Where a person's list of games has a table. The values are in the order of the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ListGroup {
    /// Others wait for the person to act, or to come.
    OwnTurn,
    /// The person waits for others.
    OthersTurn,
    /// The person plays alone, or watches.
    Alone,
    /// The game is over.
    Over,
}

/// Where a table stands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// How far the game has come.
    pub stage: Stage,
    /// Whether its open seats are in the lobby.
    pub listed: bool,
    /// Whether it is among the games that anyone may watch, as long as it is being played.
    pub public: bool,
    /// Whether a program is to act.
    pub thinking: bool,
    /// When the seat to act runs out of time.
    pub deadline: Option<Millis>,
    /// When it changed last.
    pub changed: Millis,
    /// The number of events.
    pub events: u64,
    /// The number of actions on the board.
    pub plies: u64,
    /// The moves so far, as par counts them; `None` where the game has no par.
    pub moves: Option<u32>,
    /// The time played; `None` before the first action.
    pub played: Option<Millis>,
    /// The first two actions of the players, once a game against a program is over.
    pub opening: Option<String>,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The reason that the game gives, for an ending by its rules; else empty.
    pub reason: String,
    /// Whether a player has taken help from the solver.
    pub helped: bool,
    /// The seats.
    pub seats: Vec<SeatSummary>,
    /// The final ranks, if the game counts for the ratings; not stored.
    #[serde(skip)]
    pub ranks: Vec<FinalRank>,
    /// The title of the event of which it is a game; only lists read it.
    #[serde(skip)]
    pub event: Option<String>,
}

impl Summary {
    /// How the game ended, in a few words; empty before the end.
    #[must_use]
    pub fn ending_text(&self) -> String {
        let name = |seat: Seat| self.seats.get(seat.index()).map_or_else(String::new, |s| s.name.clone());
        let described = self.ending.and_then(|ending| ending.describe(name));
        described.unwrap_or_else(|| self.reason.clone())
    }

    /// Where the list of a person's games has the table.
    #[must_use]
    pub fn group(&self, person: &str) -> ListGroup {
        let is_own = |seat: &SeatSummary| seat.person.as_deref() == Some(person);
        match self.stage {
            Stage::Over => ListGroup::Over,
            Stage::Open => ListGroup::OthersTurn,
            // In an event, the others wait for those who play alone, too.
            Stage::Playing
                if (self.seats.iter().all(is_own) && self.event.is_none())
                    || !self.seats.iter().any(is_own) =>
            {
                ListGroup::Alone
            }
            Stage::Playing if self.seats.iter().any(|seat| seat.turn && is_own(seat)) => ListGroup::OwnTurn,
            Stage::Playing => ListGroup::OthersTurn,
        }
    }
}

/// How many actions of the players make an opening, and among how many they are looked for.
const OPENING: usize = 2;
const LATEST_OPENING: usize = 40;

impl Table {
    /// The first actions of the players, once a game against a program is over.
    fn opening(&self) -> Option<String> {
        let program = self.seating().iter().any(|occupant| occupant.program_name().is_some());
        if !self.is_over() || !program {
            return None;
        }
        let actions = self.play().actions();
        let by_player = |ply: &usize| matches!(self.play().at(*ply).turn(), Turn::Seat(_));
        let plies = (0..actions.len().min(LATEST_OPENING)).filter(by_player).take(OPENING);
        let opening: Vec<&str> = plies.map(|ply| actions[ply].as_str()).collect();
        (opening.len() == OPENING).then(|| opening.join(" "))
    }

    /// Where the table stands.
    #[must_use]
    pub fn summary(&self, now: Millis) -> Summary {
        let (outcome, turns) = (self.outcome(), self.may_act().collect::<Vec<Seat>>());
        let ending = self.ending();
        let seat = |(occupant, seat): (&Occupant, Seat)| SeatSummary {
            person: occupant.person().map(|person| person.id.clone()),
            name: self.stored_label(seat),
            turn: turns.contains(&seat) || (ending.is_none() && self.is_expected(seat)),
            result: outcome.as_ref().filter(|_| ending != Some(Ending::Aborted)).map(|outcome| match outcome
                .winners
                .as_slice()
            {
                [] if self.play().seats() > 1 => SeatResult::Drawn,
                winners if winners.contains(&seat) => SeatResult::Won,
                _ => SeatResult::Lost,
            }),
            score: outcome.as_ref().and_then(|outcome| outcome.scores.as_ref()?.get(seat.index()).copied()),
        };
        Summary {
            stage: match ending {
                Some(_) => Stage::Over,
                None if self.is_full() => Stage::Playing,
                None => Stage::Open,
            },
            listed: self.terms().listed,
            public: self.terms().public && self.play().seats() > 1,
            thinking: self.program_to_act().is_some(),
            deadline: self.deadline(now).map(|(_, deadline)| deadline),
            changed: now,
            events: self.seq(),
            plies: self.play().ply() as u64,
            moves: self.play().par_moves(),
            played: self.played(now),
            opening: self.opening(),
            reason: match (ending, &outcome) {
                (Some(Ending::ByRules), Some(outcome)) => outcome.reason.clone(),
                _ => String::new(),
            },
            ending,
            helped: self.is_helped(),
            seats: self.seating().iter().zip(self.seats()).map(seat).collect(),
            ranks: self.final_ranks(),
            event: None,
        }
    }
}
