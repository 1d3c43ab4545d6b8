//! Tables of three with hidden hands.

use super::State;
use super::expected::OPEN;
use crate::suite::common::{Driven, person};
use bagatelle_table::{Occupant, Terms};

pub fn states() -> Vec<State> {
    vec![open(), full(), chance_due(), left(), left_and_over()]
}

fn state(name: &'static str, game: Driven, cells: Vec<&'static str>) -> State {
    State { name, game, now: 9_000, cells }
}

fn three() -> Driven {
    let terms = Terms { grace_s: Some(2), ..Terms::default() };
    Driven::bulbous(vec![person("ann"), person("bob"), person("cleo")], terms)
}

/// A program has the last seat, so that a seat in the middle is open.
fn open() -> State {
    let seating = vec![person("owner"), Occupant::Open, Occupant::program("simple")];
    state(
        "three with an open seat",
        Driven::bulbous(seating, Terms::default()),
        vec![
            OPEN,
            "
            owner
  sit New   TwoHands
  ask draw  NoDraws
",
        ],
    )
}

fn full() -> State {
    state("three", three(), vec![THREE])
}

fn chance_due() -> State {
    let mut game = three();
    while !game.table.chance_is_due() {
        game.act();
    }
    state(
        "three when chance decides",
        game,
        vec![
            THREE,
            "
                server  bob          ann,bob,cleo
  act           .       NotYourTurn  .
  act x         .       NotYourTurn  .
  ask takeback  .       .            Revealed
  claim         .       .            NotAway
  claim soon    .       .            NotAway
  claim here    .       .            NotAway
  chance        act     .            .
",
        ],
    )
}

/// Bob has left, and a program plays for him.
fn left() -> State {
    state(
        "three without the one who left",
        three().run(&["bob resign"]),
        vec![
            THREE,
            "
              server  bob          ann,cleo
  *           .       NotSeated    .
  sit New     .       sit          .
  sit blank   .       NameMissing  .
  sit long    .       NameTooLong  .
  sit path    .       NameIsPath   .
  claim       .       .            NotAway
  claim soon  .       .            NotAway
  claim here  .       .            NotAway
  think       act     .            .
  think x     Action  .            .
",
        ],
    )
}

/// Bob has left, and the game is over.
fn left_and_over() -> State {
    let mut game = three().run(&["bob resign"]);
    while !game.table.is_over() {
        if game.table.chance_is_due() {
            game.go(&["server chance"]);
        } else if game.table.program_to_act().is_some() {
            game.go(&["server think"]);
        } else {
            game.act();
        }
    }
    state(
        "three over",
        game,
        vec![
            THREE,
            "
                bob          ann,cleo
  *             NotSeated    .
  act           .            Action
  act x         .            Action
  sit New       SeatTaken    .
  sit blank     NameMissing  .
  sit long      NameTooLong  .
  sit path      NameIsPath   .
  ask takeback  .            Over
  ask pause     .            Over
  ask rematch   .            ask
  resign        .            Over
  resign#1      .            Over
  claim         .            NotAway
  claim soon    .            NotAway
  claim here    .            NotAway
",
        ],
    )
}

/// Hands are hidden, nothing was played, there is no clock, and it is Bob's turn.
const THREE: &str = "
                server     anonymous  guest,member   owner           ann               bob               cleo
  *             NotSeated  NotSeated  NotSeated      NotSeated       ServerOnly        ServerOnly        \
  ServerOnly
  act           .          .          .              .               NotYourTurn       act               \
  NotYourTurn
  act x         .          .          .              .               NotYourTurn       Action            \
  NotYourTurn
  act late      Outdated   .          .              .               Outdated          Outdated          \
  Outdated
  amend         .          .          .              .               NotAContinuation  NotAContinuation  \
  NotAContinuation
  undo          .          .          .              .               NotAlone          NotAlone          \
  NotAlone
  redo          .          .          .              .               NotAlone          NotAlone          \
  NotAlone
  restart       .          .          .              .               NotAlone          NotAlone          \
  NotAlone
  sit New       .          .          AllSeatsTaken  AllSeatsTaken   TwoHands          TwoHands          \
  TwoHands
  sit blank     .          .          NameMissing    NameMissing     NameMissing       NameMissing       \
  NameMissing
  sit long      .          .          NameTooLong    NameTooLong     NameTooLong       NameTooLong       \
  NameTooLong
  sit path      .          .          NameIsPath     NameIsPath      NameIsPath        NameIsPath        \
  NameIsPath
  stand         .          .          .              .               Begun             Begun             Begun
  program 2     .          .          .              SeatTaken       NotOwner          NotOwner          \
  NotOwner
  program x     .          .          .              UnknownProgram  NotOwner          NotOwner          \
  NotOwner
  program 2#9   .          .          .              NoSuchSeat      NotOwner          NotOwner          \
  NotOwner
  ask takeback  .          .          .              .               NotMovedYet       NotMovedYet       \
  NotMovedYet
  ask draw      .          .          .              .               NoDraws           NoDraws           \
  NoDraws
  ask pause     .          .          .              .               NoPauses          NoPauses          \
  NoPauses
  ask rematch   .          .          .              .               RematchTooEarly   RematchTooEarly   \
  RematchTooEarly
  agree         .          .          .              .               NothingAsked      NothingAsked      \
  NothingAsked
  agree next    .          .          .              .               NothingAsked      NothingAsked      \
  NothingAsked
  decline       .          .          .              .               NothingAsked      NothingAsked      \
  NothingAsked
  resume        .          .          .              .               NotPaused         NotPaused         \
  NotPaused
  resign        .          .          .              .               resign            resign            \
  resign
  resign#1      .          .          .              .               resign            resign            \
  resign
  claim         .          .          .              .               claim             OwnTurn           claim
  claim soon    .          .          .              .               GraceLeft         OwnTurn           \
  GraceLeft
  claim here    .          .          .              .               NotAway           OwnTurn           \
  NotAway
  chance        NoTurn     .          .              .               .                 .                 .
  think         NoTurn     .          .              .               .                 .                 .
  think x       NoTurn     .          .              .               .                 .                 .
  flag          TimeLeft   .          .              .               .                 .                 .
  arrive#0      NotExpected  .          .              .               .                 .                 .
  next x        NoNextRound  .          .              .               .                 .                 .
  help nudge    HelpInCompany  .  .  .  .  .  .
";
