//! The ranks at the end of a game that counts for the ratings.

use crate::suite::common::{Driven, person};
use bagatelle_core::Seat;
use bagatelle_table::{Ending, EventKind, FinalRank, Pace, Rating, Terms, rate};

fn rated() -> Terms {
    Terms { rated: true, ..Terms::default() }
}

/// Whether a player gains against another, both with the initial rating.
fn beats(one: &FinalRank, other: &FinalRank) -> bool {
    let before = [Rating::initial("game"), Rating::initial("game")];
    rate(&[one.clone(), other.clone()], &before)[0].change.unwrap() > 0.0
}

#[test]
fn there_are_ranks_at_the_end_of_a_game_that_counts() {
    let mut game = Driven::duel(person("ann"), person("bob"), rated());
    game.act();
    game.act();
    assert_eq!(game.table.final_ranks(), []);
    game.go(&["ann resign"]);
    let ranks = game.table.final_ranks();
    assert_eq!((ranks[0].person(), ranks[1].person()), ("ann", "bob"));
    assert!(beats(&ranks[1], &ranks[0]) && !beats(&ranks[0], &ranks[1]));
    assert_eq!(game.table.summary(0).ranks, ranks);
    let casual = Driven::duel(person("ann"), person("bob"), Terms::default()).run(&["ann resign"]);
    assert_eq!(casual.table.final_ranks(), []);
}

#[test]
fn a_game_that_ends_before_each_player_has_moved_is_aborted_and_counts_for_none() {
    for (end, by) in [("ann resign", 0), ("bob resign", 1), ("ann claim", 0)] {
        let mut game = Driven::duel(person("ann"), person("bob"), rated());
        game.act();
        assert!(game.table.is_abortable());
        game.try_at(8 * 24 * 60 * 60 * 1000, end).unwrap();
        assert_eq!(game.table.ending(), Some(Ending::Aborted), "{end}");
        assert_eq!(game.table.aborted_by(), Some(Seat(by)), "{end}");
        let (outcome, summary) = (game.table.outcome().unwrap(), game.table.summary(0));
        assert_eq!((outcome.winners, outcome.reason.as_str()), (vec![], "aborted"));
        assert_eq!((summary.ending_text().as_str(), game.table.final_ranks()), ("aborted", vec![]));
        assert!(summary.seats.iter().all(|seat| seat.result.is_none()), "{end}: not even a draw");
    }
    let days = Terms { pace: Pace::Days(1), ..rated() };
    let mut game = Driven::duel(person("ann"), person("bob"), days);
    game.try_at(25 * 60 * 60 * 1000, "server flag").unwrap();
    assert_eq!((game.table.ending(), game.table.aborted_by()), (Some(Ending::Aborted), None));
}

#[test]
fn an_old_log_in_which_such_a_game_was_resigned_ends_as_it_did() {
    let mut game = Driven::duel(person("ann"), person("bob"), rated());
    game.happen(EventKind::Resigned { by: Seat(0), substitute: String::new() });
    assert_eq!(game.table.ending(), Some(Ending::Resigned(Seat(0))));
    assert_eq!(game.table.final_ranks().len(), 2);
}

#[test]
fn of_three_a_player_who_left_comes_last_whatever_the_program_achieves() {
    let mut game = Driven::bulbous(vec![person("ann"), person("bob"), person("cleo")], rated());
    while game.table.is_abortable() {
        if game.table.chance_is_due() {
            game.go(&["server chance"]);
        } else {
            game.act();
        }
    }
    game.go(&["bob resign"]);
    assert!(!game.table.is_over() && game.table.final_ranks().is_empty());
    while !game.table.is_over() {
        if game.table.chance_is_due() {
            game.go(&["server chance"]);
        } else if game.table.program_to_act().is_some() {
            game.go(&["server think"]);
        } else {
            game.act();
        }
    }
    let ranks = game.table.final_ranks();
    let left = ranks.iter().position(|rank| rank.person() == "bob").unwrap();
    assert_eq!(ranks.len(), 3);
    for other in (0..3).filter(|&n| n != left) {
        assert!(beats(&ranks[other], &ranks[left]));
    }
}

#[test]
fn where_hands_are_hidden_the_first_action_makes_the_game_count() {
    for end in ["ann resign", "bob resign"] {
        let mut game = Driven::bulbous(vec![person("ann"), person("bob")], rated());
        while game.table.chance_is_due() {
            game.go(&["server chance"]);
        }
        assert!(game.table.is_abortable(), "nothing was done yet");
        game.act();
        game.go(&[end]);
        assert!(matches!(game.table.ending(), Some(Ending::Resigned(_))), "{end}");
        assert_eq!(game.table.final_ranks().len(), 2, "{end}");
    }
}
