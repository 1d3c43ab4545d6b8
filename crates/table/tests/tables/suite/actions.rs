//! What happens on the board: actions, continuations, taking back and playing again.

use crate::suite::common::{Driven, nameless, spec};
use bagatelle_catalog::Refused;
use bagatelle_core::Seat;
use bagatelle_table::{
    Actor, Command, Context, Event, EventKind, LONGEST_PAUSE, Occupant, Rejection, Table, Terms, Visitor,
};
use serde_json::json;
use std::sync::Arc;

fn run(solitaire: &mut Driven, words: &str) -> Vec<String> {
    let scripts = words.split_whitespace().map(|word| match word {
        "undo" | "redo" | "restart" => format!("owner {word}"),
        word => match word.strip_prefix('+') {
            Some(text) => format!("owner amend {text}"),
            None => format!("owner act {word}"),
        },
    });
    for (n, script) in scripts.enumerate() {
        solitaire.try_at(n as i64 * 1000, &script).unwrap_or_else(|e| panic!("{script}: {e}"));
    }
    solitaire.table.play().actions()
}

#[test]
fn a_swap_is_undone_before_its_slide_and_redone_after_it() {
    let mut game = Driven::solitaire();
    assert_eq!(run(&mut game, "R +Rd D"), ["Rd", "D"]);
    assert_eq!(run(&mut game, "undo undo"), ["R"]);
    assert_eq!(run(&mut game, "redo"), ["Rd"]);
    assert_eq!(run(&mut game, "undo undo"), [] as [&str; 0]);
    assert!(!game.table.can_take_back() && game.table.can_replay());
    assert_eq!(run(&mut game, "redo redo redo"), ["Rd", "D"]);
    assert_eq!(run(&mut game, "restart redo L"), ["R", "L"]);
    assert!(!game.table.can_replay());
}

/// The first undo takes back the resignation, the next one a move.
#[test]
fn undo_after_resigning_leaves_the_moves_as_they_are() {
    let mut duel = Driven::duel(nameless("owner"), Occupant::program("2"), Terms::default());
    for _ in 0..2 {
        duel.act();
        duel.go(&["server think"]);
    }
    let solitaire = Driven::solitaire().run(&["owner act R", "owner act L"]);
    for mut game in [duel, solitaire] {
        let (before, turn) = (game.table.play().actions(), game.table.to_act());
        game.go(&["owner resign"]);
        assert!(game.table.is_over() && game.table.can_take_back());
        game.go(&["owner undo"]);
        assert_eq!((game.table.play().actions(), game.table.to_act()), (before.clone(), turn));
        let again = Table::restore(game.table.spec().clone(), Arc::from([]), &game.log).unwrap();
        assert_eq!((again.play().actions(), again.is_over()), (before.clone(), false));
        game.go(&["owner undo"]);
        assert!(game.table.play().ply() < before.len());
    }
    // One who has not moved may take back that, and nothing else.
    let mut game = Driven::solitaire().run(&["owner resign"]);
    assert!(game.table.can_take_back() && !game.table.can_restart());
    game.go(&["owner undo"]);
    assert!(!game.table.is_over() && !game.table.can_take_back());
}

/// Logs of version 0.2.0 and before have no other event for it.
#[test]
fn in_an_old_log_a_takeback_after_a_resignation_takes_back_a_move_too() {
    let mut game = Driven::solitaire().run(&["owner act R", "owner act L", "owner resign"]);
    game.happen(EventKind::TookBack);
    assert_eq!((game.table.play().actions(), game.table.is_over()), (vec!["R".to_owned()], false));
}

#[test]
fn a_rejected_command_says_why() {
    let mut game = Driven::solitaire();
    assert_eq!(game.try_at(0, "owner undo"), Err(Rejection::NothingToTakeBack));
    assert_eq!(game.try_at(0, "owner redo"), Err(Rejection::NothingToReplay));
    assert_eq!(game.try_at(0, "owner amend Rd"), Err(Rejection::NotAContinuation));
    let refused = game.try_at(0, "owner act hello").unwrap_err();
    assert!(
        matches!(&refused, Rejection::Action(Refused::NotUnderstood(why)) if why.contains("isn’t a move"))
    );
    assert_eq!(game.try_at(0, "owner act R"), Ok(()));
    for text in ["Rx", "Rl", "L", "R"] {
        assert_eq!(
            game.try_at(0, &format!("owner amend {text}")),
            Err(Rejection::NotAContinuation),
            "{text}"
        );
    }
    assert_eq!(
        (game.table.play().actions(), game.table.version(), game.table.seq()),
        (vec!["R".into()], 1, 1)
    );
}

#[test]
fn an_action_is_stored_in_its_canonical_text() {
    let seating = vec![nameless("owner")];
    let mut game = Driven::new(spec("baju-puzzle", &json!({}), "way", seating, Terms::default()));
    // A move may be written with its whole way, here over one bridge.
    let spaces = || "abcd".chars().flat_map(|column| (1..=4).map(move |row| format!("{column}{row}")));
    let ways = spaces().flat_map(|from| spaces().map(move |to| format!("{from}-{to}")));
    let (way, canonical) = ways
        .filter_map(|way| Some((way.clone(), game.table.play().check(&way).ok()?)))
        .find(|(way, canonical)| way != canonical)
        .unwrap();
    game.go(&[&format!("owner act {way}")]);
    assert_eq!(game.log[0].kind, EventKind::Acted { action: canonical });
}

#[test]
fn the_time_played_starts_with_the_first_move_and_skips_long_pauses() {
    let mut game = Driven::solitaire();
    assert_eq!(game.table.played(50), None);
    game.try_at(1_000, "owner act R").unwrap();
    game.try_at(4_000, "owner act L").unwrap();
    let late = 4_000 + 60 * 60 * 1000;
    game.try_at(late, "owner act R").unwrap();
    assert_eq!(game.table.played(late + 500), Some(3_000 + LONGEST_PAUSE + 500));
}

#[test]
fn inherited_actions_are_not_taken_back_and_start_no_time() {
    let mut table = Table::new(
        spec("brain-burn", &json!({ "hole": 12 }), "line", vec![nameless("owner")], Terms::default()),
        [].into(),
    )
    .unwrap();
    let inherited = |action: &str| Event::new(0, EventKind::Inherited { action: action.into() });
    for action in ["R", "L"] {
        table.admit(&inherited(action)).unwrap();
        table.apply(&inherited(action));
    }
    assert_eq!((table.seq(), table.version(), table.played(9), table.last_at()), (2, 2, None, None));
    assert!(!table.can_take_back());
    let owner = Visitor::anonymous("owner");
    let decide = |table: &Table, command| table.decide(Actor::Visitor(&owner), command, &Context::at(5));
    assert_eq!(decide(&table, Command::TakeBack), Err(Rejection::NothingToTakeBack));
    table.apply(&decide(&table, Command::Act("R".into())).unwrap());
    assert_eq!(table.admit(&inherited("L")), Err(Rejection::Begun));
    table.apply(&decide(&table, Command::Restart).unwrap());
    assert_eq!(table.play().actions(), ["R", "L"]);
}

#[test]
fn what_programs_did_since_is_taken_back_and_played_again_with_the_step() {
    let mut game = Driven::duel(nameless("owner"), bagatelle_table::Occupant::program("2"), Terms::default());
    game.act();
    let table = &game.table;
    assert_eq!((table.to_act(), table.program_to_act()), (Some(Seat(1)), Some("2")));
    assert_eq!(table.programs(), [None, Some("2".into())]);
    game.go(&["server think", "owner undo"]);
    assert_eq!(game.table.play().ply(), 0);
    game.go(&["owner redo"]);
    assert_eq!(game.table.play().ply(), 2);
}
