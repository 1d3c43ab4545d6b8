//! Help from the solver is part of the game.

use crate::suite::common::{Driven, nameless, spec};
use bagatelle_table::{Fork, Help, HelpTaken, Stage, Table, Terms};
use serde_json::json;
use std::sync::Arc;

fn taken(nudges: u32, moves: u32, solutions: u32, played: u32) -> HelpTaken {
    HelpTaken { nudges, moves, solutions, played }
}

fn solution(line: &str) -> Help {
    Help::Solution(line.split(' ').map(str::to_owned).collect())
}

#[test]
fn help_is_counted_and_stays_when_moves_are_taken_back() {
    let mut game = Driven::solitaire();
    assert!(!game.table.is_helped());
    game.go(&["server help nudge", "owner act R", "server help move", "owner act D", "owner restart"]);
    assert_eq!(game.table.help_taken(), taken(1, 1, 0, 0));
    assert!(game.table.is_helped() && game.table.summary(9).helped);
    assert_eq!(game.table.public_record().unwrap().more["help"]["moves"], 1);
    let restored = Table::restore(game.table.spec().clone(), Arc::from([]), &game.log).unwrap();
    assert_eq!(restored.help_taken(), game.table.help_taken());
}

#[test]
fn moves_that_follow_a_solution_count_as_played_by_the_solver() {
    let mut game = Driven::solitaire().run(&["owner act R", "server help R D L U", "owner act D"]);
    assert_eq!(game.table.help_taken().played, 0, "a move of one’s own");
    game.go(&["owner undo", "server help D L U R", "owner act D", "owner act L"]);
    assert_eq!(game.table.help_taken(), taken(0, 0, 2, 2));
    assert_eq!(game.table.played_for(), [1, 2]);
    let record = game.table.public_record().unwrap();
    assert_eq!(record.more["played_for"], json!([1, 2]));
    assert_eq!(Fork { record, table: None }.played_for(), [1, 2]);
    // What counts is the game as it stands: a move that is taken back does not, and played again it counts
    // once.
    game.go(&["owner undo"]);
    assert_eq!(game.table.help_taken(), taken(0, 0, 2, 1));
    game.go(&["owner redo"]);
    assert_eq!(game.table.help_taken(), taken(0, 0, 2, 2));
    game.go(&["owner undo", "owner act L", "owner act D"]);
    assert_eq!(game.table.help_taken(), taken(0, 0, 2, 2));
    // Other moves in their place are the player's.
    game.go(&["owner undo", "owner undo", "owner undo", "owner act L"]);
    assert_eq!(game.table.help_taken(), taken(0, 0, 2, 0));
    assert_eq!(game.table.played_for(), [0; 0]);
}

#[test]
fn of_a_solution_moves_are_counted_and_not_actions() {
    // A move of Burbuja is a pick and where the tile goes.
    let mut game =
        Driven::new(spec("burbuja", &json!({}), "turns", vec![nameless("owner")], Terms::default()));
    for n in 1..=3 {
        let pick = game.table.play().legal()[0].clone();
        let mut ahead = game.table.play().duplicate();
        ahead.play(&pick).unwrap();
        let place = ahead.legal().into_iter().find(|action| action.starts_with("move:")).unwrap();
        game.go(&[&format!("server help {pick} {place}"), &format!("owner act {pick}")]);
        assert_eq!(game.table.help_taken(), taken(0, 0, n, n - 1));
        game.go(&[&format!("owner act {place}")]);
        assert_eq!(game.table.help_taken(), taken(0, 0, n, n));
        assert_eq!(game.table.play().par_moves(), Some(n));
    }
    assert!(game.table.is_solved_by_program());
    // Of seven moves, three are fewer than half.
    while game.table.play().par_moves() < Some(7) {
        let legal = game.table.play().legal();
        let action = legal.iter().find(|action| *action != "reject").unwrap().clone();
        game.go(&[&format!("owner act {action}")]);
    }
    assert!(!game.table.is_solved_by_program());
}

#[test]
fn what_is_known_already_is_not_noted_again() {
    let mut game = Driven::solitaire();
    assert!(game.table.is_news(&Help::Nudge));
    game.go(&["server help nudge"]);
    assert!(!game.table.is_news(&Help::Nudge) && game.table.is_news(&Help::Move));
    game.go(&["server help move"]);
    assert!(!game.table.is_news(&Help::Nudge) && !game.table.is_news(&Help::Move));
    game.go(&["owner act R"]);
    assert!(game.table.is_news(&Help::Nudge) && game.table.is_news(&solution("D L")));
    game.go(&["server help D L", "owner act D"]);
    assert!(!game.table.is_news(&Help::Move) && !game.table.is_news(&solution("L")));
    assert!(game.table.is_news(&solution("R U")));
}

#[test]
fn a_move_of_several_actions_is_told_once() {
    // A move of Burbuja is a pick and where the tile goes; what is shown for either is one move.
    let mut game =
        Driven::new(spec("burbuja", &json!({}), "turns", vec![nameless("owner")], Terms::default()));
    let mut shown = 0;
    while !game.table.is_over() {
        let legal = game.table.play().legal();
        let action = legal.iter().find(|action| *action != "reject").unwrap().clone();
        let news = game.table.is_news(&Help::Move);
        assert_eq!(news, action.starts_with("pick:"), "{action}");
        if news {
            game.go(&["server help move"]);
            shown += 1;
        }
        assert!(!game.table.is_news(&Help::Move) && !game.table.is_news(&Help::Nudge));
        game.go(&[&format!("owner act {action}")]);
    }
    let moves = game.table.play().par_moves().unwrap();
    // A last coin may have been taken whose tile could not move.
    assert!(shown > 3 && (shown == moves || shown == moves + 1), "{shown} {moves}");
    assert_eq!(game.table.help_taken(), taken(0, shown, 0, 0));
}

#[test]
fn a_move_that_is_taken_back_to_is_known_already() {
    let mut game =
        Driven::solitaire().run(&["server help move", "owner act R", "server help move", "owner undo"]);
    assert_eq!(game.table.help_taken(), taken(0, 2, 0, 0));
    // The position after one's own move instead is another one.
    assert!(game.table.is_news(&Help::Move));
    game.go(&["server help move", "owner act R", "owner undo"]);
    assert!(!game.table.is_news(&Help::Move));
}

#[test]
fn help_takes_no_time_of_its_own() {
    let mut game = Driven::solitaire();
    game.try_at(5_000, "server help nudge").unwrap();
    assert_eq!(game.table.played(60_000), None, "the clock begins with the first move");
    game.try_at(10_000, "owner act R").unwrap();
    game.try_at(40_000, "server help move").unwrap();
    game.try_at(70_000, "owner act D").unwrap();
    assert_eq!(game.table.played(70_000), Some(60_000));
    assert_eq!(game.table.summary(70_000).stage, Stage::Playing);
}
