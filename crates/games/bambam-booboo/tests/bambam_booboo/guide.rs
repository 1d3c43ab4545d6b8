//! What a newcomer is told: the goal, what is asked, why not, and what a sentence is about.

use crate::common::{GAP, open, picture, rules, setup};
use bagatelle_bambam_booboo::{Action, BambamBooboo, Options, Setup, Slides};
use bagatelle_core::present::Playable;
use bagatelle_core::{Game, OpenGame, Rng, Seed, Stream};
use bagatelle_testkit::page::check_drawing;
use std::collections::HashMap;

fn game() -> BambamBooboo {
    rules(Options::default())
}

#[test]
fn the_goal_has_a_figure() {
    let (game, state) = (game(), open(&game(), &Setup::default()));
    assert!(game.goal(&state).starts_with("Build a 2 × 4 block"));
    let svg = game.goal_figure(&state).unwrap();
    check_drawing(&svg).unwrap_or_else(|fault| panic!("{fault}: {svg}"));
    assert!(svg.contains("id=\"form\""));
}

#[test]
fn the_status_follows_phase_and_picks() {
    let game = game();
    let first = open(&game, &Setup::default());
    assert_eq!(game.status(&first, &[]), "Lay the first tile on the mark.");
    let mut placing = first.clone();
    game.play(&mut placing, "H0,0".parse().unwrap()).unwrap();
    assert_eq!(game.status(&placing, &[]), "Place a tile, horizontally or vertically.");
    let sliding = open(&game, &setup("0 0 H 1, 0 1 H 0, 2 0 H 0, 4 0 V 1", [0, 0], 0));
    assert_eq!(game.status(&sliding, &[]), "Choose one of your tiles to slide.");
    assert_eq!(game.status(&sliding, &["tile-0-1"]), "Choose its new place; you can rotate it.");
    assert_eq!(
        game.status(&sliding, &["tile-0-1", "to-H5,1"]),
        "Choose the group that stays. The other tiles go back to their owners’ hands."
    );
    let stuck = open(&game, &setup("0 0 H 1, 2 0 H 1, 3 1 V 1, 1 2 H 1, 0 1 V 1, 1 1 H 0", [0, 0], 0));
    assert_eq!(game.status(&stuck, &[]), "None of your tiles can slide: pass.");
    assert_eq!(game.controls(&stuck).len(), 1);
}

#[test]
fn where_any_tile_slides_the_opponents_may_be_picked() {
    let game = rules(Options { slides: Slides::Any, ..Options::default() });
    let state = open(&game, &setup("0 0 H 0, 0 1 H 1", [0, 0], 0));
    assert_eq!(game.status(&state, &[]), "Choose a tile to slide, yours or your opponent’s.");
    assert_eq!(game.why_not(&state, &["tile-1-0"]), None);
    let seen = game.foresee(&state, "H0,1>H2,0".parse().unwrap());
    assert_eq!(
        game.say(&state, &seen),
        "Light slides the dark tile: it is now horizontal, right of the light tile."
    );
    let walled = open(&game, &setup("0 0 H 0", [0, 5], 0));
    assert_eq!(game.status(&walled, &[]), "No tile can slide: pass.");
}

#[test]
fn tiles_that_come_home_are_placed_first() {
    let game = game();
    let start = setup("0 0 H 1, 0 1 H 0, 0 2 H 1, 2 0 H 0, 4 0 V 1, 5 0 V 1", [0, 0], 0);
    let mut state = open(&game, &start);
    let action = "H2,0>H0,3".parse().unwrap();
    assert_eq!(game.lights(&state, &game.foresee(&state, action)), ["tile-0-1"]);
    game.play(&mut state, action).unwrap();
    assert_eq!(
        game.status(&state, &[]),
        "Some tiles are back in your hand. Place one, horizontally or vertically."
    );
    assert_eq!(game.topic(&state), "groups");
    assert_eq!(
        game.why_not(&state, &["tile-1-0"]).as_deref(),
        Some("You slide once your hand is empty: place your 2 tiles first.")
    );
}

#[test]
fn what_cannot_be_picked_has_a_reason() {
    let game = game();
    let state = open(&game, &setup(GAP, [0, 0], 0));
    let why = |picks: &[&str]| game.why_not(&state, picks);
    assert_eq!(why(&["tile-1-3"]).as_deref(), Some("This tile is your opponent’s."));
    assert_eq!(why(&["felt-1"]).as_deref(), Some("These tiles are your opponent’s."));
    assert_eq!(why(&["felt-0"]).as_deref(), Some("You have no tile in hand. Slide one on the table."));
    assert_eq!(why(&["tile-0-0"]), None);
    assert_eq!(why(&["last"]), None);
    assert_eq!(why(&[]), None);
    let walled = open(&game, &setup("0 0 H 1, 2 0 H 1, 3 1 V 1, 1 2 H 1, 0 1 V 1, 1 1 H 0", [0, 0], 0));
    assert_eq!(game.why_not(&walled, &["tile-0-0"]).as_deref(), Some("This tile can’t slide anywhere."));
    let placing = open(&game, &setup("0 0 H 0, 0 1 H 1", [1, 1], 0));
    let why = |picks: &[&str]| game.why_not(&placing, picks);
    assert_eq!(
        why(&["tile-0-0"]).as_deref(),
        Some("You slide once your hand is empty: place your last tile first.")
    );
    assert_eq!(
        why(&["felt-0"]).as_deref(),
        Some("Your next tile comes from here. Choose its place on the table.")
    );
}

/// Exactly one move fits a sentence: a reader finds it on the table, where tiles have no numbers.
#[test]
fn no_two_moves_are_told_alike() {
    let mut rng = Rng::new(&Seed::from_text("told apart"), Stream::Test);
    let mut told_moves = 0;
    for slides in [Slides::Own, Slides::Any] {
        let game = rules(Options { slides, tiles: 8, repetition: 0, ..Options::default() });
        let mut state = game.start(&game.fixed_setup().unwrap()).unwrap();
        let (mut legal, mut buffer) = (Vec::new(), Vec::new());
        for _ in 0..40 {
            game.legal(&state, &mut legal);
            let mut told: HashMap<String, Action> = HashMap::new();
            for &action in &legal {
                // Which group stays is told by what goes home.
                let action = match action {
                    Action::Slide { from, to, keep: Some(_) } => Action::Slide { from, to, keep: None },
                    action => action,
                };
                if game.check(&state, action).is_err() {
                    continue;
                }
                let sentence = game.foretell(&state, action);
                if let Some(other) = told.insert(sentence.clone(), action) {
                    panic!("{other} and {action} are both told as: {sentence}");
                }
            }
            told_moves += told.len();
            let Some(action) = game.random_legal(&state, &mut rng, &mut buffer) else { break };
            game.apply(&mut state, action);
        }
    }
    assert!(told_moves > 1_000, "{told_moves}");
}

#[test]
fn a_sentence_about_a_win_is_about_its_form() {
    let game = game();
    let state = open(&game, &picture(&["abc.....", "abcddEEF", ".......F"], [0, 0], 0));
    let seen = game.foresee(&state, "H3,1>V3,1".parse().unwrap());
    let mut lit = game.lights(&state, &seen);
    lit.sort();
    assert_eq!(lit, ["tile-0-0", "tile-0-1", "tile-0-2", "tile-0-3"]);
    let first = open(&game, &Setup::default());
    assert_eq!(game.lights(&first, &game.foresee(&first, "H0,0".parse().unwrap())), ["tile-0-19"]);
}

#[test]
fn sections_of_the_rules_are_there() {
    let page = BambamBooboo::rules_page().into_string();
    for id in ["forms", "placing", "sliding", "groups"] {
        assert!(page.contains(&format!("<h2 id=\"{id}\">")), "{id}");
    }
}
