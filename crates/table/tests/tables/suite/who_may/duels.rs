//! Tables of two.

use super::State;
use super::expected::{DUEL, ENDED, OPEN, RATED, SETTLED};
use crate::suite::common::{Driven, person, spec};
use bagatelle_table::{EventKind, Occupant, Pace, Round, Terms};
use serde_json::json;

pub fn states() -> Vec<State> {
    vec![
        open(),
        open_to_all(),
        full(),
        moved(),
        takeback_asked(),
        draw_asked(),
        pause_asked(),
        questions_refused(),
        paused(),
        resigned(),
        rematch_asked(),
        rematch_made(),
        out_of_time(),
        strict(),
        rated_open(),
        rated_fresh(),
        rated_moved(),
        rated_aborted(),
        rated_over(),
        expected(),
        expected_to_act_next(),
        round(),
        round_settled(),
        round_made(),
        match_decided(),
    ]
}

fn state(name: &'static str, game: Driven, cells: Vec<&'static str>) -> State {
    State { name, game, now: 9_000, cells }
}

fn clocked() -> Terms {
    Terms { pace: Pace::RealTime { start_s: 60, increment_s: 0 }, grace_s: Some(2), ..Terms::default() }
}

fn duel(terms: Terms) -> Driven {
    Driven::duel(person("ann"), person("bob"), terms)
}

fn open() -> State {
    state(
        "duel with an open seat",
        Driven::duel(person("owner"), Occupant::Open, Terms::default()),
        vec![OPEN],
    )
}

/// The owner has no seat; Ann has sat down.
fn open_to_all() -> State {
    let game = Driven::duel(Occupant::Open, Occupant::Open, Terms::default()).run(&["ann sit Ann#1"]);
    state(
        "duel with an open seat and an owner without one",
        game,
        vec![
            DUEL,
            "
                server     guest,member  owner    ann         bob
  *             .          .             .        .           NotSeated
  act           .          .             .        SeatsOpen   .
  act x         .          .             .        SeatsOpen   .
  sit New       .          sit           sit      sit         sit
  sit blank     .          .             .        .           NameMissing
  sit long      .          .             .        .           NameTooLong
  sit path      .          .             .        .           NameIsPath
  stand         .          .             .        stand       .
  program 2     .          .             program  .           .
  ask takeback  .          .             .        NoOneToAsk  .
  ask draw      .          .             .        NoOneToAsk  .
  ask pause     .          .             .        NoOneToAsk  .
  ask rematch   .          .             .        NoOneToAsk  .
  resign        .          .             .        SeatsOpen   .
  resign#1      .          .             .        SeatsOpen   .
  claim         .          .             .        NotAway     .
  claim soon    .          .             .        NotAway     .
  claim here    .          .             .        NotAway     .
  think         SeatsOpen  .             .        .           .
  think x       SeatsOpen  .             .        .           .
",
        ],
    )
}

fn full() -> State {
    state(
        "duel fresh",
        duel(Terms::default()),
        vec![
            DUEL,
            "
                ann          bob
  ask takeback  NotMovedYet  NotMovedYet
  ask pause     NoPauses     NoPauses
  claim         .            GraceLeft
",
        ],
    )
}

/// Each has moved, with clocks; it is Ann's turn.
fn moved() -> State {
    let mut game = duel(clocked());
    game.act();
    game.act();
    state("duel with moves", game, vec![DUEL])
}

fn takeback_asked() -> State {
    let mut game = duel(clocked());
    game.act();
    game.act();
    game.go(&["ann ask takeback"]);
    state(
        "duel with an open question",
        game,
        vec![
            DUEL,
            "
                ann            bob
  ask takeback  QuestionOpen   QuestionOpen
  ask draw      QuestionOpen   QuestionOpen
  ask pause     QuestionOpen   QuestionOpen
  ask rematch   QuestionOpen   QuestionOpen
  agree         AgreedAlready  agree
  agree next    AgreedAlready  agree
  decline       decline        decline
",
        ],
    )
}

/// Who asks for the same as the other player agrees.
fn draw_asked() -> State {
    let mut game = duel(clocked());
    game.act();
    game.act();
    game.go(&["ann ask draw"]);
    state(
        "duel with a draw asked",
        game,
        vec![
            DUEL,
            "
                ann            bob
  ask takeback  QuestionOpen   QuestionOpen
  ask draw      QuestionOpen   agree
  ask pause     QuestionOpen   QuestionOpen
  ask rematch   QuestionOpen   QuestionOpen
  agree         AgreedAlready  agree
  agree next    AgreedAlready  agree
  decline       decline        decline
",
        ],
    )
}

fn pause_asked() -> State {
    let mut game = duel(clocked());
    game.act();
    game.act();
    game.go(&["bob ask pause"]);
    state(
        "duel with a pause asked",
        game,
        vec![
            DUEL,
            "
                ann            bob
  ask takeback  QuestionOpen   QuestionOpen
  ask draw      QuestionOpen   QuestionOpen
  ask pause     agree          QuestionOpen
  ask rematch   QuestionOpen   QuestionOpen
  agree         agree          AgreedAlready
  agree next    agree          AgreedAlready
  decline       decline        decline
",
        ],
    )
}

/// Ann was refused everything that can be asked in a game, the pause by her own withdrawal.
fn questions_refused() -> State {
    let mut game = duel(clocked());
    game.act();
    game.act();
    game.go(&[
        "ann ask takeback",
        "bob decline",
        "ann ask draw",
        "bob decline",
        "ann ask pause",
        "ann decline",
    ]);
    state(
        "duel with questions refused",
        game,
        vec![
            DUEL,
            "
                ann           bob
  ask takeback  AskedAlready  ask
  ask draw      AskedAlready  ask
  ask pause     AskedAlready  ask
",
        ],
    )
}

fn paused() -> State {
    let mut game = duel(clocked());
    game.act();
    game.go(&["ann ask pause", "bob agree"]);
    state(
        "duel paused",
        game,
        vec![
            DUEL,
            "
                server  ann            bob
  act           .       Paused         Paused
  act x         .       Paused         Paused
  ask takeback  .       .              NotMovedYet
  ask pause     .       PausedAlready  PausedAlready
  resume        .       resume         resume
  claim         .       NotAway        NotAway
  claim soon    .       NotAway        NotAway
  claim here    .       NotAway        .
  think         Paused  .              .
  think x       Paused  .              .
",
        ],
    )
}

fn resigned() -> State {
    let mut game = duel(clocked());
    game.act();
    game.go(&["ann resign"]);
    state("duel resigned", game, vec![DUEL, ENDED])
}

fn rematch_asked() -> State {
    state(
        "duel with a rematch asked",
        duel(Terms::default()).run(&["ann resign", "bob ask rematch"]),
        vec![
            DUEL,
            ENDED,
            "
                ann           bob
  ask takeback  QuestionOpen  QuestionOpen
  ask draw      QuestionOpen  QuestionOpen
  ask pause     QuestionOpen  QuestionOpen
  ask rematch   Outdated      QuestionOpen
  agree         Outdated      AgreedAlready
  agree next    agree         AgreedAlready
  decline       decline       decline
",
        ],
    )
}

fn rematch_made() -> State {
    let game = duel(Terms::default()).run(&["ann resign", "bob ask rematch", "ann agree next"]);
    state(
        "duel with a rematch made",
        game,
        vec![
            DUEL,
            ENDED,
            "
               ann,bob
  ask rematch  RematchMade
",
        ],
    )
}

/// Ann has run out of time, and the server has not noticed yet.
fn out_of_time() -> State {
    let mut game = duel(clocked());
    game.act();
    game.act();
    State {
        name: "duel out of time",
        game,
        now: 60_000,
        cells: vec![
            DUEL,
            "
             server  owner   ann,bob
  *          .       .       TimeUp
  act late   .       .       Outdated
  sit New    .       .       AllSeatsTaken
  sit blank  .       .       NameMissing
  sit long   .       .       NameTooLong
  sit path   .       .       NameIsPath
  program 2  .       TimeUp  .
  program x  .       TimeUp  .
  program 2#9  .     TimeUp  .
  flag       flag    .       .
",
        ],
    }
}

/// No takebacks, no pauses, no time of grace; both have moved.
fn strict() -> State {
    let mut game = duel(Terms { takebacks: false, pauses: false, grace_s: None, ..clocked() });
    game.act();
    game.act();
    state(
        "duel with strict terms",
        game,
        vec![
            DUEL,
            "
                ann          bob
  ask takeback  NoTakebacks  NoTakebacks
  ask pause     NoPauses     NoPauses
  claim         .            NotAway
  claim soon    .            NotAway
",
        ],
    )
}

fn rated() -> Terms {
    Terms { rated: true, takebacks: false, ..Terms::default() }
}

fn rated_open() -> State {
    state(
        "rated duel with an open seat",
        Driven::duel(person("owner"), Occupant::Open, rated()),
        vec![
            OPEN,
            "
             guest              owner
  sit New    RatedNeedsAccount  RatedTwoSeats
  program 2  .                  RatedWithoutPrograms
",
        ],
    )
}

/// It is Bob's turn, who has not moved.
fn rated_fresh() -> State {
    let mut game = duel(Terms { rated: true, takebacks: false, ..clocked() });
    game.act();
    state(
        "rated duel in which one player has moved",
        game,
        vec![
            DUEL,
            RATED,
            "
                ann          bob
  act           NotYourTurn  act
  act x         NotYourTurn  Action
  resign        abort        abort
  resign#1      abort        abort
  claim         abort        OwnTurn
  claim soon    GraceLeft    OwnTurn
  claim here    NotAway      OwnTurn
",
        ],
    )
}

fn rated_moved() -> State {
    let mut game = duel(Terms { rated: true, takebacks: false, ..clocked() });
    game.act();
    game.act();
    state("rated duel in which both players have moved", game, vec![DUEL, RATED])
}

fn rated_aborted() -> State {
    let mut game = duel(rated());
    game.act();
    game.go(&["ann resign"]);
    state("rated duel aborted", game, vec![DUEL, RATED, ENDED])
}

/// A rematch to which the players have not come yet.
fn awaited() -> Driven {
    let mut game = duel(clocked());
    for seat in game.table.seats() {
        game.happen(EventKind::Expected { seat });
    }
    game
}

fn expected() -> State {
    state(
        "rematch to which no player has come",
        awaited(),
        vec![
            DUEL,
            "
                server  ann          bob
  ask takeback  .       NotMovedYet  NotMovedYet
  resign        .       abort        abort
  resign#1      .       abort        abort
  claim         .       .            NotArrived
  claim soon    .       .            NotArrived
  claim here    .       .            NotArrived
  arrive#0      arrive  .            .
",
        ],
    )
}

/// Ann has come and moved. Bob has not come.
fn expected_to_act_next() -> State {
    let mut game = awaited();
    game.go(&["server arrive#0"]);
    game.act();
    state(
        "rematch to which one player has come",
        game,
        vec![
            DUEL,
            "
                ann          bob
  act           NotYourTurn  act
  act x         NotYourTurn  Action
  ask takeback  .            NotMovedYet
  resign        abort        abort
  resign#1      abort        abort
  claim         NotArrived   OwnTurn
  claim soon    NotArrived   OwnTurn
  claim here    NotArrived   OwnTurn
",
        ],
    )
}

fn rated_over() -> State {
    let mut game = duel(rated());
    game.act();
    game.act();
    game.go(&["bob resign"]);
    state("rated duel resigned", game, vec![DUEL, RATED, ENDED])
}

fn best_of(rounds: u8) -> Driven {
    let mut spec =
        spec("baju-duel", &json!({}), "match", vec![person("ann"), person("bob")], Terms::default());
    spec.round = Some(Round::first("table", rounds));
    Driven::new(spec)
}

fn round() -> State {
    let mut game = best_of(3);
    game.act();
    state(
        "round of a match",
        game,
        vec![
            DUEL,
            "
                ann          bob
  act           NotYourTurn  act
  act x         NotYourTurn  Action
  ask takeback  .            NotMovedYet
  ask pause     NoPauses     NoPauses
  ask rematch   MatchGoesOn  MatchGoesOn
  claim         GraceLeft    OwnTurn
  claim soon    GraceLeft    OwnTurn
  claim here    NotAway      OwnTurn
",
        ],
    )
}

fn round_settled() -> State {
    let mut game = best_of(3);
    game.act();
    game.go(&["ann resign"]);
    state(
        "round of a match settled",
        game,
        vec![
            DUEL,
            ENDED,
            SETTLED,
            "
               server  ann,bob
  ask rematch  .       MatchGoesOn
  next x       next    .
",
        ],
    )
}

fn round_made() -> State {
    let mut game = best_of(3);
    game.act();
    game.go(&["ann resign", "server next round-2"]);
    state(
        "round of a match with the next one made",
        game,
        vec![
            DUEL,
            ENDED,
            SETTLED,
            "
               server     ann,bob
  ask rematch  .          MatchGoesOn
  next x       RoundMade  .
",
        ],
    )
}

fn match_decided() -> State {
    state("match decided", best_of(1).run(&["ann resign"]), vec![DUEL, ENDED, SETTLED])
}
