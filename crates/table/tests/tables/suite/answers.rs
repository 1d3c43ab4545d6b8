//! Answers in a tie, which seats give in any order: the table takes them early, keeps them secret, and plays
//! them in the order of the rules.

use crate::suite::common::{Driven, person, spec};
use bagatelle_core::present::Fixed;
use bagatelle_core::{Seat, Viewer};
use bagatelle_table::{
    Context, Event, EventKind, Millis, Occupant, Pace, Question, Rejection, Table, Terms, deal_options_for,
};
use serde_json::json;
use std::sync::Arc;

const NAMES: [&str; 4] = ["ann", "bob", "cleo", "dan"];
/// What the three who are tied can answer.
const ANSWERS: [&[&str]; 3] = [&["bet:RX", "pass"], &["bet:R8", "pass"], &["bet:R7", "pass"]];

fn people() -> Vec<Occupant> {
    NAMES.map(person).into()
}

/// A game of four by the rules of 2026 in which the first three are tied on red and have yet to answer.
fn tied_among(seating: Vec<Occupant>, terms: Terms) -> Driven {
    let deal = deal_options_for(bagatelle_catalog::find("bulbous").unwrap(), 4);
    let mut spec = spec("bulbous", &deal, "ties", seating, terms);
    spec.options = json!({ "preset": "rules-2026" });
    let hands = [&["R9", "RX"][..], &["R4", "R5", "R8"], &["R3", "R6", "R7"], &[]];
    let dealt = spec.setup.as_ref().unwrap()["deck"].as_str().unwrap().to_owned();
    let mut others = dealt.split(' ').filter(|card| !hands.concat().contains(card));
    let mut deck: Vec<&str> = Vec::new();
    for hand in hands {
        deck.extend(hand);
        deck.extend(others.by_ref().take(7 - hand.len()));
    }
    deck.extend(others);
    spec.setup = Some(json!({ "colours": ["R", "B", "Y", "G"], "first": 0, "deck": deck.join(" ") }));
    spec.dealt = false;
    let mut game = Driven::new(spec);
    let begun =
        "choose:3 choose:3 choose:3 choose:3 target:R target:B target:Y bet:R9 bet:R4,R5 bet:R3,R6 pass";
    for (n, action) in begun.split(' ').enumerate() {
        let seat = game.table.to_act().unwrap();
        let who = if game.table.person(seat).is_some() { NAMES[seat.index()] } else { "server" };
        let kind = if who == "server" { "think" } else { "act" };
        game.try_at(n as Millis * 1000, &format!("{who} {kind} {action}")).unwrap();
    }
    assert_eq!(game.table.may_act().collect::<Vec<_>>(), [Seat(0), Seat(1), Seat(2)]);
    game
}

fn tied() -> Driven {
    tied_among(people(), Terms::default())
}

/// All that a viewer is shown and told, the number of events aside.
fn told(table: &Table, viewer: Viewer) -> String {
    let play = table.play();
    let near = viewer.seat().unwrap_or(Seat(0));
    let offers = play.offers(viewer);
    let answered: Vec<bool> = table.seats().map(|seat| table.has_answered(seat)).collect();
    format!(
        "{:?} {:?} {:?} {} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {answered:?} {:?}",
        play.present(viewer, near, Fixed::Drawn),
        play.view_text(viewer),
        play.seen_text(viewer),
        play.svg(viewer),
        play.legal_text(viewer),
        play.controls(viewer),
        play.asks(viewer, &offers),
        offers,
        play.asked(viewer),
        play.waiting(viewer),
        play.log(viewer, 50),
        table.may_act().collect::<Vec<_>>(),
        table.public_record().map(|record| record.actions),
    )
}

/// All orders of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[test]
fn answers_in_any_order_make_the_same_game() {
    let begun = tied();
    for choice in 0..8 {
        let answer = |seat: usize| ANSWERS[seat][choice >> seat & 1];
        let mut first: Option<(Vec<String>, Vec<String>)> = None;
        for order in ORDERS {
            let mut game = Driven { table: begun.table.clone(), log: begun.log.clone() };
            for seat in order {
                assert!(!game.table.has_answered(Seat(seat as u8)));
                game.go(&[&format!("{} act {}", NAMES[seat], answer(seat))]);
            }
            let table = &game.table;
            assert!(table.seats().all(|seat| !table.has_answered(seat) && !table.may_answer(seat)));
            let end = (table.play().actions(), Viewer::all(4).map(|viewer| told(table, viewer)).collect());
            assert_eq!(
                end.0[11..],
                [answer(0), answer(1), answer(2)],
                "the record is in the order of the rules"
            );
            assert_eq!(*first.get_or_insert_with(|| end.clone()), end, "{order:?} {choice}");
            // What is stored makes the same table again.
            let rows: Vec<Event> =
                game.log.iter().map(|e| Event::from_stored(e.to_stored()).unwrap()).collect();
            let again = Table::restore(table.spec().clone(), Arc::from([]), &rows).unwrap();
            assert_eq!((again.play().actions(), again.version()), (table.play().actions(), table.version()));
        }
    }
}

#[test]
fn no_other_seat_is_told_what_was_answered_early() {
    let begun = tied();
    // Of each set of early answers: what every viewer is told who gave none of them.
    for early in [&[1][..], &[2], &[1, 2]] {
        let mut first: Option<Vec<String>> = None;
        for choice in 0..4 {
            let mut game = Driven { table: begun.table.clone(), log: Vec::new() };
            for (n, seat) in early.iter().enumerate() {
                game.go(&[&format!("{} act {}", NAMES[*seat], ANSWERS[*seat][choice >> n & 1])]);
            }
            assert!(early.iter().all(|seat| game.table.has_answered(Seat(*seat as u8))));
            assert_eq!(game.table.play().ply(), 11, "it is no action yet");
            let others = Viewer::all(4).filter(|v| v.seat().is_none_or(|s| !early.contains(&s.index())));
            let all: Vec<String> = others.map(|viewer| told(&game.table, viewer)).collect();
            assert_eq!(*first.get_or_insert_with(|| all.clone()), all);
            assert_eq!(format!("{:?}", game.table.summary(0)).matches("bet:").count(), 0);
        }
    }
    // The one who has answered sees the own card.
    let seen = |answer: &str| {
        let mut game = Driven { table: begun.table.clone(), log: Vec::new() };
        game.go(&[&format!("bob act {answer}")]);
        told(&game.table, Viewer::Seat(Seat(1)))
    };
    assert_ne!(seen("bet:R8"), seen("pass"));
    assert!(seen("pass").contains("You’ve answered. ANN and CLEO may still add one card."));
}

#[test]
fn an_answer_stays() {
    let mut game = tied();
    game.go(&["bob act bet:R8"]);
    let refused = game.try_at(0, "bob act pass").unwrap_err();
    assert_eq!(refused, Rejection::AnsweredAlready);
    assert_eq!(
        refused.to_string(),
        "you’ve already answered, and answers are final: yours counts once the others have answered, too"
    );
    assert_eq!(game.try_at(0, "bob ask takeback"), Err(Rejection::Revealed));
    game.go(&["ann act bet:RX"]);
    assert_eq!(game.try_at(0, "ann act pass"), Err(Rejection::AnsweredAlready), "in its turn, too");
    // Who is not tied has nothing to answer, and rules hold for early answers.
    assert_eq!(game.try_at(0, "dan act pass"), Err(Rejection::NotYourTurn));
    let mut game = tied();
    assert!(matches!(game.try_at(0, "bob act bet:R7"), Err(Rejection::Action(_))));
    assert!(matches!(game.try_at(0, "bob act swap:R8"), Err(Rejection::Action(_))));
    assert!(game.table.seats().all(|seat| !game.table.has_answered(seat)));
}

#[test]
fn an_answer_given_while_others_answered_is_not_late() {
    let mut game = tied();
    let seen = game.table.version();
    let at = |version| Context { version: Some(version), ..Context::at(0) };
    let act = |text: &str| bagatelle_table::Command::Act(text.into());
    game.go(&["ann act bet:RX"]);
    assert!(game.table.version() > seen);
    assert_eq!(game.give_in("cleo", act("pass"), &at(seen)), Ok(()), "ahead of the turn");
    assert!(game.table.has_taken("cleo", &act("pass"), seen), "the same again is known as the same");
    assert!(!game.table.has_taken("cleo", &act("bet:R7"), seen));
    assert_eq!(game.give_in("bob", act("bet:R8"), &at(seen - 1)), Err(Rejection::Outdated), "before the tie");
    assert_eq!(game.give_in("bob", act("bet:R8"), &at(seen)), Ok(()), "in the turn that has come meanwhile");
    assert!(game.table.has_taken("cleo", &act("pass"), seen + 1), "it was decided at the version of then");
    assert_eq!(game.table.play().actions()[11..], ["bet:RX", "bet:R8", "pass"]);
}

#[test]
fn who_has_answered_may_leave_and_runs_out_of_no_time() {
    // The answer of one who resigns stays, and the program that takes over gives no other.
    let mut game = tied();
    game.go(&["bob act bet:R8", "bob resign", "ann act pass", "cleo act pass"]);
    assert_eq!(game.table.play().actions()[11..], ["pass", "bet:R8", "pass"]);
    // Programs answer on their turns.
    let mut seating = people();
    seating[0] = Occupant::program("simple");
    let mut game = tied_among(seating, Terms::default());
    game.go(&["cleo act bet:R7", "bob act pass", "server think bet:RX"]);
    assert_eq!(game.table.play().actions()[11..], ["bet:RX", "pass", "bet:R7"]);
    // Only the clock of the one whose turn it is runs; if it runs out, the others’ answers hold.
    let terms = Terms { pace: Pace::RealTime { start_s: 60, increment_s: 0 }, ..Terms::default() };
    let mut game = tied_among(people(), terms);
    let left = |game: &Driven, seat| game.table.time_left(Seat(seat), 50_000);
    let before = left(&game, 1);
    game.try_at(20_000, "bob act bet:R8").unwrap();
    assert_eq!((game.table.clocks().runs(), left(&game, 1)), (Some(Seat(0)), before));
    let over = game.table.deadline(20_000).unwrap().1;
    game.try_at(over, "server flag").unwrap();
    assert!(game.table.has_answered(Seat(1)) && game.table.person(Seat(0)).is_none());
    game.try_at(over, "server think pass").unwrap();
    assert_eq!(game.table.to_act(), Some(Seat(2)), "the one who has answered is asked no more");
    assert_eq!(game.table.time_left(Seat(1), over + 5000), before);
    // Who has answered may go on without one who is away, and so may who has not.
    let mut game = tied_among(people(), Terms { grace_s: Some(60), ..Terms::default() });
    game.try_at(20_000, "bob act pass").unwrap();
    game.try_at(200_000, "cleo claim").unwrap();
    assert!(game.table.program_to_act().is_some());
}

#[test]
fn a_takeback_leaves_the_answers_of_others_where_they_are() {
    let mut game = tied();
    game.go(&["cleo act bet:R7", "ann act pass", "ann ask takeback", "bob agree", "cleo agree", "dan agree"]);
    assert_eq!(game.table.to_act(), Some(Seat(0)));
    assert!(game.table.has_answered(Seat(2)) && !game.table.has_answered(Seat(0)));
    game.go(&["ann act bet:RX", "bob act pass"]);
    assert_eq!(game.table.play().actions()[11..], ["bet:RX", "pass", "bet:R7"]);
    assert_eq!(game.table.may_ask(Question::Takeback, Seat(2)), Err(Rejection::Revealed));
    // A pause stops answers, too.
    let mut game = tied_among(people(), Terms { pace: Pace::Days(3), ..Terms::default() });
    if game.try_at(0, "ann ask pause").is_ok() {
        game.go(&["bob agree", "cleo agree", "dan agree"]);
        assert_eq!(game.table.may_act().count(), 0);
        assert!(game.try_at(0, "bob act pass").is_err());
    }
}

#[test]
fn a_log_with_answers_that_cannot_have_been_given_is_refused() {
    let mut game = tied();
    for (by, action) in [(0, "bet:RX"), (3, "pass"), (1, "bet:R7"), (9, "pass")] {
        let event = Event::new(0, EventKind::Answered { by: Seat(by), action: action.into() });
        assert!(game.table.admit(&event).is_err(), "{by} {action}");
    }
    game.happen(EventKind::Answered { by: Seat(1), action: "pass".into() });
    let event = Event::new(0, EventKind::Answered { by: Seat(1), action: "pass".into() });
    assert!(game.table.admit(&event).is_err());
}
