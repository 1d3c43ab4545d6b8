//! The ranks at the end of a game that counts for the ratings.

use crate::common::{Driven, person};
use bagatelle_table::{FinalRank, Rating, Terms, rate};

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
fn of_three_a_player_who_left_comes_last_whatever_the_program_achieves() {
    let mut game =
        Driven::bulbous(vec![person("ann"), person("bob"), person("cleo")], rated()).run(&["bob resign"]);
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
