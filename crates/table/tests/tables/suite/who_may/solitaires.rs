//! Tables with one person, with and without programs.

use super::State;
use crate::suite::common::{Driven, nameless, spec};
use bagatelle_core::Seat;
use bagatelle_table::{Event, EventKind, Occupant, Terms};
use serde_json::json;

pub fn states() -> Vec<State> {
    vec![
        fresh(),
        played(),
        given_up(),
        hidden(),
        over(),
        persons_turn_against_a_program(),
        programs_turn(),
        watched(),
        both_seats_forked(),
    ]
}

fn fresh() -> State {
    State { name: "solitaire fresh", game: Driven::solitaire(), now: 9_000, cells: vec![SOLO] }
}

/// Two moves, the second taken back.
fn played() -> State {
    let game = Driven::solitaire().run(&["owner act R", "owner act L", "owner undo"]);
    State {
        name: "solitaire played",
        game,
        now: 9_000,
        cells: vec![
            SOLO,
            "
           owner
  amend    amend
  undo     undo
  redo     redo
  restart  restart
",
        ],
    }
}

fn given_up() -> State {
    let game = Driven::solitaire().run(&["owner act R", "owner act L", "owner undo", "owner resign"]);
    State {
        name: "solitaire given up",
        game,
        now: 9_000,
        cells: vec![
            SOLO,
            "
              server  owner
  act         .       Over
  act x       .       Over
  amend       .       Over
  undo        .       unresign
  redo        .       redo
  restart     .       restart
  resign      .       Over
  resign#1    .       Over
  claim       .       NotAway
  claim soon  .       NotAway
  claim here  .       NotAway
  think       Over    .
  think x     Over    .
  help nudge  NotYourTurn  .
",
        ],
    }
}

fn burbuja() -> Driven {
    Driven::new(spec("burbuja", &json!({}), "hidden", vec![nameless("owner")], Terms::default()))
}

/// The last action has shown a coin.
fn hidden() -> State {
    let mut game = burbuja();
    while game.table.play().ply() == 0 || game.table.can_take_back() {
        game.act();
    }
    State {
        name: "solitaire that has shown something",
        game,
        now: 9_000,
        cells: vec![
            SOLO,
            "
           owner
  undo     Revealed
  restart  Revealed
  sit New  TwoHands
",
        ],
    }
}

/// Over by the rules.
fn over() -> State {
    let mut game = burbuja();
    while !game.table.is_over() {
        game.act();
    }
    State {
        name: "solitaire over",
        game,
        now: 9_000,
        cells: vec![
            SOLO,
            "
              server       owner
  act         .            Action
  act x       .            Action
  undo        .            undo
  restart     .            restart
  sit New     .            TwoHands
  resign      .            Over
  resign#1    .            Over
  claim       .            NotAway
  claim soon  .            NotAway
  claim here  .            NotAway
  help nudge  NotYourTurn  .
",
        ],
    }
}

fn persons_turn_against_a_program() -> State {
    let mut game = Driven::duel(nameless("owner"), Occupant::program("2"), Terms::default());
    game.act();
    game.go(&["server think"]);
    State {
        name: "against a program on the persons turn",
        game,
        now: 9_000,
        cells: vec![
            SOLO,
            "
               owner
  undo         undo
  restart      restart
  program 2    SeatTaken
  program 2#9  NoSuchSeat
  ask draw     NoOneToAsk
",
        ],
    }
}

fn programs_turn() -> State {
    let mut game = Driven::duel(nameless("owner"), Occupant::program("2"), Terms::default());
    game.act();
    State {
        name: "against a program on its turn",
        game,
        now: 9_000,
        cells: vec![
            SOLO,
            "
               server  owner
  act          .       NotYourTurn
  act x        .       NotYourTurn
  undo         .       undo
  restart      .       restart
  program 2    .       SeatTaken
  program 2#9  .       NoSuchSeat
  ask draw     .       NoOneToAsk
  claim        .       NotAway
  claim soon   .       NotAway
  claim here   .       NotAway
  think        act     .
  think x      Action  .
  help nudge   NotYourTurn  .
",
        ],
    }
}

/// The owner has no seat: programs play.
fn watched() -> State {
    let game = Driven::duel(Occupant::program("1"), Occupant::program("2"), Terms::default());
    State {
        name: "programs only",
        game,
        now: 9_000,
        cells: vec![
            SOLO,
            "
               server  owner
  *            .       NotSeated
  sit New      .       AllSeatsTaken
  sit blank    .       NameMissing
  sit long     .       NameTooLong
  sit path     .       NameIsPath
  program 2    .       SeatTaken
  program x    .       UnknownProgram
  program 2#9  .       NoSuchSeat
  think        act     .
  think x      Action  .
  help nudge   NotYourTurn  .
",
        ],
    }
}

/// The owner has both seats and continues another game.
fn both_seats_forked() -> State {
    let mut game = Driven::duel(nameless("owner"), nameless("owner"), Terms::default());
    for _ in 0..2 {
        let action = game.table.play().legal()[0].clone();
        game.table.apply(&Event::new(0, EventKind::Inherited { action }));
    }
    assert_eq!(game.table.to_act(), Some(Seat(0)));
    State {
        name: "forked with both seats",
        game,
        now: 9_000,
        cells: vec![
            SOLO,
            "
               owner
  program 2    SeatTaken
  program 2#9  NoSuchSeat
  ask draw     NoOneToAsk
",
        ],
    }
}

/// A solitaire without hidden information, nothing played.
const SOLO: &str = "
                server     anonymous  guest,member   owner
  *             NotSeated  NotSeated  NotSeated      ServerOnly
  act           .          .          .              act
  act x         .          .          .              Action
  act late      Outdated   .          .              Outdated
  amend         .          .          .              NotAContinuation
  undo          .          .          .              NothingToTakeBack
  redo          .          .          .              NothingToReplay
  restart       .          .          .              NothingToTakeBack
  sit New       .          .          AllSeatsTaken  AllSeatsTaken
  sit blank     .          .          NameMissing    NameMissing
  sit long      .          .          NameTooLong    NameTooLong
  sit path      .          .          NameIsPath     NameIsPath
  stand         .          .          .              Begun
  program 2     .          .          .              UnknownProgram
  program x     .          .          .              UnknownProgram
  program 2#9   .          .          .              UnknownProgram
  ask takeback  .          .          .              NoOneToAsk
  ask draw      .          .          .              NoDraws
  ask pause     .          .          .              NoOneToAsk
  ask rematch   .          .          .              NoOneToAsk
  agree         .          .          .              NothingAsked
  agree next    .          .          .              NothingAsked
  decline       .          .          .              NothingAsked
  resume        .          .          .              NotPaused
  resign        .          .          .              resign
  resign#1      .          .          .              resign
  claim         .          .          .              OwnTurn
  claim soon    .          .          .              OwnTurn
  claim here    .          .          .              OwnTurn
  chance        NoTurn     .          .              .
  think         NoTurn     .          .              .
  think x       NoTurn     .          .              .
  flag          TimeLeft   .          .              .
  arrive#0      NotExpected  .          .              .
  next x        NoNextRound  .          .              .
  help nudge    help  .  .  .
";
