//! What the page relies on: ids, picks, ghosts and the way of a slide; and the look of a small drawing.

mod common;

use bagatelle_bambam_booboo::{BambamBooboo, Options, Setup, State};
use bagatelle_core::playable::{Playable, Scene, Step};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Rng, Seat, Seed, Stream};
use common::{GAP, open, picture, rules, setup};
use std::collections::HashSet;

fn drawn(game: &BambamBooboo, position: &State, last: Option<&str>) -> String {
    let mut legal = Vec::new();
    game.legal(position, &mut legal);
    game.draw(&Scene { view: position, legal: &legal, last, near: Seat(0) })
}

#[test]
fn every_pick_is_in_the_drawing_and_no_two_paths_are_the_same() {
    let mut rng = Rng::new(&Seed::from_text("picks"), Stream::Test);
    for tiles in [3, 6, 20] {
        let game = rules(Options { tiles, repetition: 0, ..Options::default() });
        let mut state = game.start(&Setup::default()).unwrap();
        let mut legal = Vec::new();
        for ply in 0..46 {
            game.legal(&state, &mut legal);
            if ply % 5 == 0 || legal.len() == 1 {
                let svg = drawn(&game, &state, None);
                let controls: HashSet<String> = game.controls(&state).into_iter().map(|c| c.id).collect();
                let mut paths = HashSet::new();
                for &action in &legal {
                    let path = game.path(&state, action);
                    for step in &path {
                        let Step::One(name) = step else { panic!("{action}: {path:?}") };
                        let there = svg.contains(&format!("data-pick=\"{name}\"")) || controls.contains(name);
                        assert!(there, "{action}: {name}");
                    }
                    assert!(paths.insert(format!("{path:?}")), "{action} shares its path");
                }
                let ids: Vec<&str> = svg.split(" id=\"tile-").skip(1).collect();
                assert_eq!(ids.len(), 2 * usize::from(tiles), "every tile is in the drawing");
                assert!(svg.len() < 60_000, "{} bytes", svg.len());
            }
            let Some(&action) = rng.choose(&legal) else { break };
            game.apply(&mut state, action);
        }
    }
}

#[test]
fn a_path_is_an_attempt_at_its_action() {
    let game = rules(Options { tiles: 5, repetition: 0, ..Options::default() });
    let mut rng = Rng::new(&Seed::from_text("attempts"), Stream::Test);
    let mut state = game.start(&Setup::default()).unwrap();
    let mut legal = Vec::new();
    for _ in 0..24 {
        game.legal(&state, &mut legal);
        for action in legal.iter().filter(|action| !action.to_string().contains(['=', 'p'])) {
            let path = game.path(&state, *action);
            let name = |step| match step {
                Step::One(name) => name,
                Step::Set(_) => panic!("{action}"),
            };
            let names: Vec<String> = path.into_iter().map(name).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            assert_eq!(game.attempt(&state, &names), Some(*action));
        }
        let Some(&action) = rng.choose(&legal) else { break };
        game.apply(&mut state, action);
    }
    for names in [&["to-V"][..], &["tile-2-0", "to-V0,0"], &["tile-0-20", "to-V0,0"], &["keep-1"], &[]] {
        assert_eq!(game.attempt(&state, names), None, "{names:?}");
    }
}

#[test]
fn a_slide_shows_its_way() {
    let game = rules(Options::default());
    let after = |setup: &Setup, text: &str| {
        let mut position = open(&game, setup);
        game.play(&mut position, text.parse().unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
        drawn(&game, &position, Some(text))
    };
    let start = picture(&["aaBB", "CCdd"], [0, 0], 0);
    // Straight along the top: no turning point.
    let bridge = setup("0 0 H 1, 2 0 H 1, 4 0 H 1, 0 1 H 0", [0, 0], 0);
    assert!(!after(&bridge, "H0,1>H2,1").contains("data-via"));
    // One cell up it is loose (half a cell up its end still rubs); half a cell beside its new place it is loose again.
    let svg = after(&start, "H0,1>V4,0");
    assert!(svg.contains("data-via=\"40,-100 200,-40\""), "{svg}");
    // Within an area.
    let gap = setup(GAP, [0, 0], 0);
    let mut legal = Vec::new();
    let position = open(&game, &gap);
    game.legal(&position, &mut legal);
    assert!(legal.iter().all(|a| !after(&gap, &a.to_string()).is_empty()));
}

#[test]
fn the_winning_form_is_framed() {
    let game = rules(Options::default());
    let start = picture(&["abc.....", "abcddEEF", ".......F"], [0, 0], 0);
    let mut position = open(&game, &start);
    game.play(&mut position, "H3,1>V3,1".parse().unwrap()).unwrap();
    let svg = drawn(&game, &position, Some("H3,1>V3,1"));
    assert!(svg.contains("id=\"form\"") && !svg.contains("class=\"ghost\""));
    let before = open(&game, &start);
    assert_eq!(game.say(&before, "H3,1>V3,1"), "Light slides H3,1 to V3,1 and turns it, and wins.");
}

#[test]
fn a_departure_is_told() {
    let game = rules(Options::default());
    let start = setup("0 0 H 1, 0 1 H 0, 0 2 H 1, 2 0 H 0, 4 0 V 1, 5 0 V 1", [0, 0], 0);
    let before = open(&game, &start);
    assert_eq!(game.say(&before, "H2,0>H0,3"), "Light slides H2,0 to H0,3; 2 dark tiles go home.");
    assert_eq!(game.say(&before, "nonsense"), "nonsense");
}

#[test]
fn a_small_drawing_looks_as_it_did() {
    let game = rules(Options { tiles: 3, ..Options::default() });
    let mut position = game.start(&Setup::default()).unwrap();
    for text in ["H0,0", "V2,0"] {
        game.play(&mut position, text.parse().unwrap()).unwrap();
    }
    let svg = game.draw(&Scene { view: &position, legal: &[], last: Some("V2,0"), near: Seat(0) });
    let body = svg.split_once("</defs>").unwrap().1.replace("><", ">\n<");
    insta::assert_snapshot!(body);
}

#[test]
fn the_rule_page_is_whole() {
    let page = BambamBooboo::rules();
    assert!(page.contains("Martijn Althuizen"));
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert!(!page.contains("style="));
}

#[test]
fn every_listed_program_plays_and_analysis_explains() {
    let game = rules(Options::default());
    let start = setup("0 0 V 0, 1 0 V 0, 2 0 V 0, 0 2 H 1, -2 0 H 1, 2 2 H 1", [5, 5], 0);
    let position = open(&game, &start);
    let mut legal = Vec::new();
    game.legal(&position, &mut legal);
    let mut rng = Rng::new(&Seed::from_text("programs"), Stream::Program);
    for info in BambamBooboo::programs() {
        let mut program = BambamBooboo::program(info.name).unwrap();
        let advice = program.choose(&game, &position, &legal, &Budget::nodes(500), &mut rng);
        assert_eq!(advice.action.to_string(), "V3,0", "{}", info.name);
    }
    assert!(BambamBooboo::program("7").is_none());
    let solved = game.solve(&position, &Budget::nodes(500), &mut |_, _| ()).unwrap();
    assert_eq!(solved.text, "Wins at once: V3,0.");
    assert_eq!(solved.json["wins_in"], 1);
}
