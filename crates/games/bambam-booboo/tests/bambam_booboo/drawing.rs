//! What the page relies on beyond the laws of all pages: hands, the way of a slide, sentences; and the look
//! of a small drawing.

use crate::common::{GAP, open, picture, rules, setup};
use bagatelle_bambam_booboo::{Action, BambamBooboo, Options, Seen, Setup, State};
use bagatelle_core::present::{Playable, Scene};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, OpenGame, Rng, Seed, Stream};
use bagatelle_testkit::page::check_drawing;

/// The drawing for the seat to act, checked.
fn drawn(game: &BambamBooboo, state: &State, last: Option<&Seen>) -> String {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let svg = game.svg(&Scene { legal: &legal, last, ..Scene::still(state) });
    check_drawing(&svg).unwrap_or_else(|fault| panic!("{fault}: {svg}"));
    svg
}

/// What is seen of an action, and the drawing after it.
fn after(game: &BambamBooboo, setup: &Setup, text: &str) -> (Seen, String) {
    let mut state = open(game, setup);
    let action: Action = text.parse().unwrap();
    game.check(&state, action).unwrap_or_else(|e| panic!("{text}: {e}"));
    let seen = game.foresee(&state, action);
    game.apply(&mut state, action);
    (seen, drawn(game, &state, Some(&seen)))
}

#[test]
fn every_tile_is_in_every_drawing() {
    let mut rng = Rng::new(&Seed::from_text("picks"), Stream::Test);
    for tiles in [3, 6, 20] {
        let game = rules(Options { tiles, repetition: 0, ..Options::default() });
        let mut state = game.start(&Setup::default()).unwrap();
        let mut legal = Vec::new();
        for ply in 0..46 {
            game.legal(&state, &mut legal);
            if ply % 5 == 0 || legal.len() == 1 {
                let svg = drawn(&game, &state, None);
                assert_eq!(svg.matches(" id=\"tile-").count(), 2 * usize::from(tiles));
            }
            let Some(&action) = rng.choose(&legal) else { break };
            game.apply(&mut state, action);
        }
    }
}

#[test]
fn picks_that_name_nothing_are_no_attempt() {
    let game = rules(Options { tiles: 5, repetition: 0, ..Options::default() });
    let mut state = game.start(&Setup::default()).unwrap();
    for text in ["H0,0", "V2,0"] {
        game.play(&mut state, text.parse().unwrap()).unwrap();
    }
    for names in [&["to-V"][..], &["tile-2-0", "to-V0,0"], &["tile-0-20", "to-V0,0"], &["keep-1"], &[]] {
        assert_eq!(game.attempt(&state, names), None, "{names:?}");
    }
}

#[test]
fn refused_picks_are_an_attempt() {
    let game = rules(Options::default());
    let state = open(&game, &setup("0 0 H 0, 0 1 H 1", [0, 0], 0));
    let attempt = |picks: &[&str]| game.attempt(&state, picks).map(|action| action.to_string());
    assert_eq!(attempt(&["to-H0,1"]).as_deref(), Some("H0,1"));
    assert_eq!(attempt(&["tile-0-0", "to-H7,7"]).as_deref(), Some("H0,0>H7,7"));
    assert_eq!(attempt(&["tile-1-0", "to-H0,2"]).as_deref(), Some("H0,1>H0,2"));
}

#[test]
fn a_slide_shows_its_way() {
    let game = rules(Options::default());
    let after = |setup: &Setup, text: &str| after(&game, setup, text).1;
    let start = picture(&["aaBB", "CCdd"], [0, 0], 0);
    // Straight along the top: no turning point.
    let bridge = setup("0 0 H 1, 2 0 H 1, 4 0 H 1, 0 1 H 0", [0, 0], 0);
    assert!(!after(&bridge, "H0,1>H2,1").contains("data-via"));
    // One cell up it is loose (half a cell up its end still rubs); half a cell beside its new place it is
    // loose again.
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
    let (seen, svg) = after(&game, &start, "H3,1>V3,1");
    assert!(svg.contains("id=\"form\"") && !svg.contains("class=\"ghost\""));
    let before = open(&game, &start);
    assert_eq!(
        game.say(&before, &seen),
        "Light slides the horizontal light tile and rotates it: it is now vertical, right of the rightmost \
         vertical light tile.\nLight wins."
    );
}

#[test]
fn a_heap_has_most_of_the_room() {
    let game = rules(Options::default());
    for tiles in 1..=8 {
        let column: Vec<String> = (0..tiles).map(|n| format!("0 {} V {}", 2 * n, n % 2)).collect();
        let svg = drawn(&game, &open(&game, &setup(&column.join(", "), [8, 8], 0)), None);
        let (_, view) = svg.split_once("viewBox=\"").unwrap();
        let view: Vec<i32> = view.split('"').next().unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
        // The heap with what may lie around it, or a hand.
        let needed = (80 * tiles + 200).max(520);
        assert!(view[3] * 4 < needed * 5, "{tiles}: {view:?}");
    }
}

#[test]
fn tiles_that_go_home_are_told() {
    let game = rules(Options::default());
    let start = setup("0 0 H 1, 0 1 H 0, 0 2 H 1, 2 0 H 0, 4 0 V 1, 5 0 V 1", [0, 0], 0);
    let before = open(&game, &start);
    let (seen, _) = after(&game, &start, "H2,0>H0,3");
    assert_eq!(
        game.say(&before, &seen),
        "Light slides the rightmost light tile: it is now horizontal, above the highest dark tile; 2 dark \
         tiles go back to hand."
    );
    assert_eq!(
        serde_json::to_value(seen).unwrap(),
        serde_json::json!({ "seat": 0, "action": "H2,0>H0,3", "home": [0, 2], "end": null })
    );
}

/// The labels of a drawing.
fn labels(svg: &str) -> Vec<&str> {
    svg.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn places_are_told_by_the_tiles_beside_them() {
    let game = rules(Options { tiles: 3, ..Options::default() });
    let mut state = game.start(&Setup::default()).unwrap();
    assert!(labels(&drawn(&game, &state, None)).contains(&"horizontal, in the middle of the table"));
    for text in ["H0,0", "V2,0"] {
        game.play(&mut state, text.parse().unwrap()).unwrap();
    }
    let svg = drawn(&game, &state, None);
    let labels = labels(&svg);
    for label in [
        "light 1 horizontal left of dark 1, bottoms level",
        "dark 1 vertical right of light 1, bottoms level, moved last",
        "horizontal above light 1",
        "vertical above light 1, flush left",
    ] {
        assert!(labels.contains(&label), "{label}: {labels:#?}");
    }
}

#[test]
fn no_two_places_are_told_alike() {
    let mut rng = Rng::new(&Seed::from_text("places"), Stream::Test);
    let game = rules(Options { tiles: 8, repetition: 0, ..Options::default() });
    let mut state = game.start(&Setup::default()).unwrap();
    let mut legal = Vec::new();
    for _ in 0..40 {
        game.legal(&state, &mut legal);
        let svg = drawn(&game, &state, None);
        let mut labels = labels(&svg);
        assert!(
            labels.iter().all(|label| !label.contains(" at ") || label.contains(" at its ")),
            "{labels:#?}"
        );
        labels.retain(|label| !label.starts_with("keep this group"));
        let count = labels.len();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), count, "{labels:#?}");
        let Some(&action) = rng.choose(&legal) else { break };
        game.apply(&mut state, action);
    }
}

#[test]
fn a_small_drawing_looks_as_it_did() {
    let game = rules(Options { tiles: 3, ..Options::default() });
    let mut position = game.start(&Setup::default()).unwrap();
    for text in ["H0,0", "V2,0"] {
        game.play(&mut position, text.parse().unwrap()).unwrap();
    }
    let svg = game.svg(&Scene::still(&position));
    let body = svg.split_once("</defs>").unwrap().1.replace("><", ">\n<");
    insta::assert_snapshot!(body);
}

#[test]
fn the_rule_page_names_the_designer() {
    assert!(BambamBooboo::rules_page().into_string().contains("Martijn Althuizen"));
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
    let solved = game.solver().unwrap().solve(&position, &Budget::nodes(500), &mut |_, _| ()).unwrap();
    assert_eq!(solved.text, "This move wins at once.");
    assert_eq!(solved.json["wins_in"], 1);
}

#[test]
fn the_board_rests_while_the_heap_grows() {
    let game = rules(Options::default());
    let shown = |tiles: usize| {
        let row: Vec<String> = (0..tiles).map(|x| format!("{x} 0 V {}", x % 2)).collect();
        let state = open(&game, &setup(&row.join(", "), [0, 0], 0));
        let svg = game.svg(&Scene::still(&state));
        svg.split(" role=").next().unwrap().to_owned()
    };
    let all: Vec<String> = (1..=20).map(shown).collect();
    assert!(all[..5].iter().all(|one| *one == all[0]), "{all:#?}");
    let changes = all.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((2..=6).contains(&changes), "{changes} changes: {all:#?}");
}

#[test]
fn a_drawing_that_stands_alone_lies_on_felt_as_large_as_it() {
    let game = rules(Options::default());
    let state = game.start(&Setup::default()).unwrap();
    let drawn = |alone| game.svg(&Scene { alone, ..Scene::still(&state) });
    let felt = |svg: &str| svg.matches("fill=\"#47705f\"").count();
    assert_eq!([felt(&drawn(false)), felt(&drawn(true))], [0, 1], "the page has its own");
    let svg = drawn(true);
    let shown = svg.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap();
    let [left, top, width, height] = shown.split(' ').collect::<Vec<_>>().try_into().unwrap();
    let covered = format!("<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=");
    assert!(svg.contains(&covered), "{covered}");
    check_drawing(&svg).unwrap();
}
