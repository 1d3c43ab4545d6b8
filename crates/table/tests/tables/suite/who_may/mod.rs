//! Who may do what: command x actor x state -> event or rejection, as tables.
//!
//! A table has a row per command (see [`crate::suite::common::command`]) and a column per actor or group of
//! actors. A cell holds the stored name of the event, or the name of the rejection. The row `*` holds for all
//! commands; a row after it takes its place where it has no dot. A state has several tables: one that it
//! shares with similar states, then what differs from it.

mod duels;
mod expected;
mod solitaires;
mod threes;

use crate::suite::common::{Driven, actor, command, visitor};
use crate::suite::new_game;
use bagatelle_core::Viewer;
use bagatelle_table::{Command, Context, Millis, Rejection, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A state of a table, and who may do what in it.
pub struct State {
    name: &'static str,
    game: Driven,
    now: Millis,
    cells: Vec<&'static str>,
}

/// All rows: every command, and every variation that matters. The script of a row is its name, except for
/// those in [`request`].
const ROWS: [&str; 35] = [
    "act",
    "act x",
    "act late",
    "amend",
    "undo",
    "redo",
    "restart",
    "sit New",
    "stand",
    "program 2",
    "program x",
    "program 2#9",
    "ask takeback",
    "ask draw",
    "ask pause",
    "ask rematch",
    "agree",
    "agree next",
    "decline",
    "resume",
    "resign",
    "resign#1",
    "claim",
    "claim soon",
    "claim here",
    "chance",
    "think",
    "think x",
    "flag",
    "arrive#0",
    "next x",
    "help nudge",
    "sit blank",
    "sit long",
    "sit path",
];

/// The command and the context of a row.
fn request(table: &Table, row: &str, now: Millis) -> (Command, Context) {
    let newest = Context { away_since: Some(Millis::MIN), ..Context::at(now) };
    match row {
        "act late" => (command(table, "act"), Context { version: Some(table.version() + 1), ..newest }),
        "amend" => {
            let offers = table.play().offers(Viewer::Seat(bagatelle_core::Seat(0)));
            let text = offers.into_iter().find(|offer| offer.amends).map_or("Rd".into(), |offer| offer.text);
            (Command::Amend(text), newest)
        }
        "sit blank" => (Command::Sit { seat: None, name: " \u{200b}".into() }, newest),
        "sit long" => (Command::Sit { seat: None, name: "x".repeat(25) }, newest),
        "sit path" => (Command::Sit { seat: None, name: "..".into() }, newest),
        "claim soon" => (Command::Claim, Context { away_since: Some(now), ..newest }),
        "claim here" => (Command::Claim, Context { away_since: None, ..newest }),
        _ => (command(table, row), newest),
    }
}

/// What a command of an actor leads to, as a cell has it.
fn outcome(state: &State, who: &str, row: &str) -> (String, Option<Rejection>) {
    let table = &state.game.table;
    let visitor = visitor(who);
    let (command, context) = request(table, row, state.now);
    match table.decide(actor(who, &visitor), command, &context) {
        Ok(event) => {
            table.admit(&event).unwrap_or_else(|e| panic!("{}: {who}: {row}: {e}", state.name));
            (event.to_stored().kind, None)
        }
        Err(rejection) => (name(&rejection).to_owned(), Some(rejection)),
    }
}

/// What is expected of a state: `(actor, command)` -> cell.
fn expectations(state: &State) -> BTreeMap<(&'static str, &'static str), &'static str> {
    let mut expected = BTreeMap::new();
    for table in &state.cells {
        let mut lines = table.lines().filter(|line| !line.trim().is_empty());
        let groups: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        for line in lines {
            // The name of a row ends at two spaces.
            let (row, cells) = line.trim().split_once("  ").unwrap();
            let cells: Vec<&str> = cells.split_whitespace().collect();
            assert_eq!(cells.len(), groups.len(), "{}: {row}", state.name);
            let rows: Vec<&str> = ROWS.into_iter().filter(|&known| row == "*" || known == row).collect();
            assert!(!rows.is_empty(), "{}: {row}", state.name);
            for (group, cell) in groups.iter().zip(cells).filter(|(_, cell)| *cell != ".") {
                for who in group.split(',') {
                    expected.extend(rows.iter().map(|&row| ((who, row), cell)));
                }
            }
        }
    }
    expected
}

#[test]
fn every_command_of_every_actor_in_every_state() {
    let mut wrong = String::new();
    for state in states() {
        for ((who, row), expected) in expectations(&state) {
            let (actual, _) = outcome(&state, who, row);
            if actual != expected {
                writeln!(wrong, "{}: {row}: {who}: {actual}, not {expected}", state.name).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn states() -> Vec<State> {
    let mut all = solitaires::states();
    all.extend(duels::states());
    all.extend(threes::states());
    all
}

#[test]
fn every_state_says_what_every_actor_may_do() {
    for state in states() {
        let expected = expectations(&state);
        let mut actors = vec!["server", "anonymous", "guest", "member", "owner"];
        let seating = state.game.table.original_seating();
        actors.extend(seating.iter().filter_map(|occupant| occupant.person().map(|p| p.id.as_str())));
        for who in actors {
            for row in ROWS {
                assert!(expected.contains_key(&(who, row)), "{}: {row}: {who}", state.name);
            }
        }
    }
}

/// Where a rejection comes from.
#[derive(PartialEq, Eq, Debug)]
enum Source {
    /// `Table::decide` or `NewGame::plan`.
    Decision,
    /// Something else, with a test of its own.
    Elsewhere,
}

/// Names every rejection, and says where it comes from. A new variant does not compile until it has a place
/// here.
macro_rules! rejections {
    ($($source:ident: $($variant:ident)*;)*) => {
        const ALL: &[(&str, Source)] = &[$($((stringify!($variant), Source::$source),)*)*];

        fn name(rejection: &Rejection) -> &'static str {
            match rejection {
                $($(Rejection::$variant { .. } => stringify!($variant),)*)*
            }
        }
    };
}

rejections! {
    Decision: Action NotAContinuation NothingToTakeBack Revealed NothingToReplay RoundSettled Over Paused
        Outdated TimeUp
        NotSeated NotYourTurn NotOwner ServerOnly NotAlone HelpInCompany SeatsOpen NoSuchSeat SeatTaken
            AllSeatsTaken Begun TwoHands
        UnknownProgram RatedWithoutPrograms RatedNeedsAccount RatedTwoSeats NameMissing NameTooLong NameIsPath
            NoOneToAsk QuestionOpen
        AskedAlready NothingAsked AgreedAlready RematchTooEarly RematchMade MatchGoesOn NoTakebacks
            NotMovedYet NoDraws NoPauses
        PausedAlready NotPaused OwnTurn GraceLeft NotAway NotArrived NotExpected NoTurn TimeLeft NoNextRound
            RoundMade;
    Decision: UnknownGame Record MatchLength UnfairDeal Terms RatedOwnerNeedsAccount RatedPeopleOnly
        RatedNeedsFreshDeal
        SeedTooLong NothingToPlay NoSuchProgram PlayedAlone OnePlayerAllHands SeatOutOfRange;
    Elsewhere: AnsweredAlready NoSolver UnknownReading NoLesson UnknownWish Hidden Sealed SeatEmpty SeatCount
        UnknownCommand
        UnknownQuestion;
}

#[test]
fn every_rejection_is_returned_somewhere() {
    let mut returned: BTreeSet<&str> =
        new_game::rejections().iter().map(|(rejection, _)| name(rejection)).collect();
    for state in states() {
        for (who, row) in expectations(&state).into_keys() {
            returned.extend(outcome(&state, who, row).1.as_ref().map(name));
        }
    }
    for (name, source) in ALL {
        assert_eq!(returned.contains(name), *source == Source::Decision, "{name}");
    }
}

#[test]
fn rejections_of_requests_that_name_nothing() {
    let unknown = |kind: &str, text: &str| Command::parse(kind, text, None).unwrap_err();
    for kind in ["dance", "flag", "given", ""] {
        assert_eq!(unknown(kind, ""), Rejection::UnknownCommand(kind.into()));
    }
    assert_eq!(unknown("ask", "money"), Rejection::UnknownQuestion("money".into()));
}

#[test]
fn a_rejection_that_only_a_damaged_log_meets() {
    use bagatelle_table::{Event, EventKind, Occupant};
    let game = Driven::duel(
        crate::suite::common::person("ann"),
        Occupant::program("2"),
        bagatelle_table::Terms::default(),
    );
    let resigned = EventKind::Resigned { by: bagatelle_core::Seat(1), substitute: String::new() };
    assert_eq!(game.table.admit(&Event::new(0, resigned)), Err(Rejection::SeatEmpty));
}
