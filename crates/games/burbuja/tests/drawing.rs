//! The drawing holds what the page relies on. The accessibility tree is the snapshot that matters.

use bagatelle_burbuja::{Action, Burbuja, Options, State};
use bagatelle_core::game::Nothing;
use bagatelle_core::playable::{Playable, Scene, Step};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use std::collections::HashSet;

fn drawn(game: &Burbuja, state: &State) -> (String, Vec<Action>) {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let view = game.view(state, Viewer::Seat(Seat(0)));
    (game.draw(&Scene { view: &view, legal: &legal, last: None, near: Seat(0) }), legal)
}

/// The values of an attribute, in the order of the document.
fn attributes<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    svg.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn dealt(chances: &str, text: &str) -> (Burbuja, State) {
    let options = Options { chances: chances.parse().unwrap(), ..Options::default() };
    let game = Burbuja::new(&options).unwrap();
    let setup = game.deal(&Nothing {}, &mut Rng::new(&Seed::from_text(text), Stream::Deal)).unwrap();
    let state = game.start(&setup).unwrap();
    (game, state)
}

#[test]
fn every_position_is_drawn_so_that_it_can_be_played() {
    for chances in ["S1M1C1A1", "shared4", "S0M2C5A1"] {
        let (game, mut state) = dealt(chances, chances);
        let mut rng = Rng::new(&Seed::from_text("drawing"), Stream::Test);
        loop {
            let (svg, legal) = drawn(&game, &state);
            assert!(svg.len() < 60_000, "{} bytes", svg.len());
            for unwanted in ["style=", "<text", "<image", "NaN", "inf"] {
                assert!(!svg.contains(unwanted), "{unwanted}");
            }
            let ids = attributes(&svg, "id");
            assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "ids are unique");
            assert_eq!(ids.iter().filter(|id| id.starts_with("tile-")).count(), 24);
            let view = game.view(&state, Viewer::Seat(Seat(0)));
            let mut names: HashSet<String> =
                attributes(&svg, "data-pick").into_iter().map(String::from).collect();
            names.extend(game.controls(&view).into_iter().map(|control| control.id));
            let paths: HashSet<String> = legal
                .iter()
                .map(|&action| match game.path(&view, action).as_slice() {
                    [Step::One(name)] => name.clone(),
                    other => panic!("a path of one pick: {other:?}"),
                })
                .collect();
            assert_eq!(names, paths, "what can be picked is what is legal");
            for &action in &legal {
                assert!(!game.say(&view, &action.to_string()).is_empty());
            }
            if game.turn(&state) == Turn::Over {
                break;
            }
            game.apply(&mut state, legal[rng.index(legal.len())]);
        }
    }
}

#[test]
fn all_is_told_to_those_who_cannot_see() {
    let (game, mut state) = dealt("S1M1C1A1", "aria");
    for text in ["pick:Mf", "reject", "pick:Mf", "move:-3,0", "pick:At"] {
        game.play(&mut state, text.parse().unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    let (svg, _) = drawn(&game, &state);
    let labels: Vec<&str> =
        attributes(&svg, "aria-label").into_iter().filter(|it| !it.starts_with("empty cell")).collect();
    insta::assert_snapshot!(labels.join("\n"));
}

#[test]
fn the_rule_page_names_the_designer_and_has_its_figures() {
    let page = Burbuja::rules();
    assert!(page.contains("Antonio Recuenca Muñoz"));
    assert_eq!(page.matches("<svg").count(), 5);
    assert!(!page.contains("data-pick"), "nothing in a figure is picked");
}

#[test]
fn the_review_shows_the_turns_and_par() {
    let (game, start) = dealt("S1M1C1A1", "review");
    let mut state = start.clone();
    let mut actions = Vec::new();
    let mut rng = Rng::new(&Seed::from_text("review"), Stream::Test);
    for _ in 0..6 {
        let (_, legal) = drawn(&game, &state);
        let action = legal[rng.index(legal.len())];
        game.apply(&mut state, action);
        actions.push(action);
    }
    let page = game.review(&start, &actions).unwrap();
    assert!(page.contains("Par") && page.contains("<code>"));
}
