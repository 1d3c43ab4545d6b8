//! The drawing holds what the page relies on. The accessibility tree is the snapshot that matters.

use bagatelle_burbuja::{Action, Burbuja, Options, State};
use bagatelle_core::present::{Analyser, Reviewer, Scene, Step};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_testkit::page::check_drawing;
use std::collections::HashSet;

fn drawn(game: &Burbuja, state: &State) -> (String, Vec<Action>) {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let view = game.view(state, Viewer::Seat(Seat(0)));
    (game.svg(&Scene { legal: &legal, ..Scene::still(&view) }), legal)
}

/// The values of an attribute, in the order of the document.
fn attributes<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    svg.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn dealt(chances: &str, text: &str) -> (Burbuja, State) {
    let options = Options { chances: chances.parse().unwrap(), ..Options::default() };
    let game = Burbuja::new(&options).unwrap();
    let setup = game.deal(&NoOptions {}, &mut Rng::new(&Seed::from_text(text), Stream::Deal)).unwrap();
    let state = game.start(&setup).unwrap();
    (game, state)
}

#[test]
fn what_can_be_picked_is_what_is_legal() {
    for chances in ["S1M1C1A1", "shared4", "S0M2C5A1"] {
        let (game, mut state) = dealt(chances, chances);
        let mut rng = Rng::new(&Seed::from_text("drawing"), Stream::Test);
        loop {
            let (svg, legal) = drawn(&game, &state);
            let drawing = check_drawing(&svg).unwrap();
            assert_eq!(drawing.ids.iter().filter(|id| id.starts_with("tile-")).count(), 24);
            let view = game.view(&state, Viewer::Seat(Seat(0)));
            let mut names: HashSet<String> = drawing.picks.into_iter().collect();
            let paths: HashSet<String> = legal
                .iter()
                .map(|&action| match game.path(&view, action).as_slice() {
                    [Step::One(name)] => name.clone(),
                    other => panic!("a path of one pick: {other:?}"),
                })
                .collect();
            // A button stays where it is while it can do nothing, so that nothing jumps.
            names.extend(
                game.controls(&view).into_iter().map(|control| control.id).filter(|id| paths.contains(id)),
            );
            assert_eq!(names, paths);
            if game.turn(&state) == Turn::Over {
                break;
            }
            game.apply(&mut state, legal[rng.index(legal.len())]);
        }
    }
}

/// What lies on the rail: where its middle is, and how far it reaches to each side.
fn on_rail(svg: &str) -> Vec<(String, [f32; 4])> {
    let piece = |tag: &str| {
        let part = |start: &str| Some(tag.split(start).nth(1)?.split(['"', ')']).next()?.to_owned());
        let (id, at) = (part("id=\"")?, part("translate(")?);
        let (x, y) = at.split_once(' ')?;
        let (x, y): (f32, f32) = (x.parse().ok()?, y.parse().ok()?);
        let (wide, up, down) = match id.split('-').next()? {
            "coin" if y > 1170.0 => (22.0, 22.0, 22.0),
            "coin" if y > 1050.0 => (53.0, 53.0, 53.0),
            "stack" => (53.0, 75.0, 60.0),
            "pawn" => (23.0, 42.0, 46.0),
            "die" => (34.0, 36.0, 38.0),
            _ => return None,
        };
        Some((id, [x - wide, y - up, x + wide, y + down]))
    };
    svg.split("<g ").skip(1).filter_map(|rest| piece(rest.split('>').next()?)).collect()
}

#[test]
fn what_lies_on_the_rail_has_room() {
    // The rail, and the margin that all of it has.
    let ([left, top, right, bottom], margin) = ([20.0, 1008.0, 980.0, 1324.0], 20.0);
    for chances in ["S1M1C1A1", "shared4", "S0M2C5A1"] {
        let (game, mut state) = dealt(chances, chances);
        let mut program = Burbuja::program("heuristic").unwrap();
        let mut rng = Rng::new(&Seed::from_text("rail"), Stream::Test);
        loop {
            let (svg, legal) = drawn(&game, &state);
            assert!(svg.contains("viewBox=\"0 0 1000 1344\""), "the picture keeps its size");
            let things = on_rail(&svg);
            for (n, (id, [x0, y0, x1, y1])) in things.iter().enumerate() {
                let inside = x0 - left >= margin
                    && right - x1 >= margin
                    && y0 - top >= margin
                    && bottom - y1 >= margin;
                assert!(inside, "{id} is at the edge");
                for (other, [a0, b0, a1, b1]) in &things[..n] {
                    assert!(x1 <= a0 || a1 <= x0 || y1 <= b0 || b1 <= y0, "{id} lies on {other}");
                }
            }
            if game.turn(&state) == Turn::Over {
                break;
            }
            let view = game.view(&state, Viewer::Seat(Seat(0)));
            let choice = program.choose(&game, &view, &legal, &Budget::nodes(500), &mut rng);
            game.apply(&mut state, choice.action);
        }
    }
}

#[test]
fn the_cloth_rests_while_the_tiles_fit_on_it() {
    // Where a tile lies that does not move, while others do.
    let (game, mut state) = dealt("S1M1C1A1", "rest");
    let mut rng = Rng::new(&Seed::from_text("rest"), Stream::Test);
    let (mut places, mut moves) = (HashSet::new(), 0);
    while game.turn(&state) != Turn::Over && moves < 6 {
        let (svg, legal) = drawn(&game, &state);
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let far = view.open.cells.iter().map(|cell| cell.x.abs().max(cell.y.abs())).max();
        if far > Some(3) {
            break;
        }
        moves = view.open.discards.len();
        // Where the corners of a cell lie does not depend on what moves.
        places.insert(
            svg.split("stroke-dasharray=\"0 ").nth(1).unwrap().split('}').next().unwrap()[..80].to_owned(),
        );
        game.apply(&mut state, legal[rng.index(legal.len())]);
    }
    assert!(moves > 2 && places.len() == 1, "{moves}: {places:?}");
}

#[test]
fn every_overlay_is_drawn() {
    let (game, state) = dealt("S1M1C1A1", "overlays");
    let (svg, _) = drawn(&game, &state);
    for overlay in Burbuja::MANIFEST.overlays {
        assert!(svg.contains(&format!("class=\"{}\"", overlay.class())), "{overlay:?}");
    }
}

#[test]
fn sentences_name_the_coins_that_are_turned_up() {
    let (game, mut state) = dealt("S1M1C1A1", "aria");
    let mut told = Vec::new();
    for text in ["pick:Mf", "reject", "pick:Mf", "move:-3,0", "pick:At"] {
        let action = text.parse().unwrap();
        let before = state.clone();
        game.play(&mut state, action).unwrap();
        let view = game.view(&before, Viewer::Spectator);
        let seen = game.observe(&before, action, &state, Viewer::Spectator);
        assert_eq!(seen.to_string(), text);
        told.push(format!("{}\n{}", game.foretell(&view, action), game.say(&view, &seen)));
        told.push(serde_json::to_string(&seen).unwrap());
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    Front coin: the 5 of Moons.
    Front coin: the 5 of Moons. Next is the 3 of Moons.
    {"action":"pick:Mf","coin":"M5","turned":"M3"}
    Rejected: the 5 of Moons goes to the bottom of its stack.
    Rejected: the 5 of Moons goes to the bottom of its stack.
    {"action":"reject","coin":"M5","turned":null}
    Front coin: the 3 of Moons.
    Front coin: the 3 of Moons. Next is the 4 of Moons.
    {"action":"pick:Mf","coin":"M3","turned":"M4"}
    The 3 of Moons moves to the left of the 5 of Moons.
    The 3 of Moons moves to the left of the 5 of Moons.
    {"action":"move:-3,0","coin":"M3","turned":null}
    Top coin of Arms.
    Top coin of Arms: the ace.
    {"action":"pick:At","coin":"Aa","turned":"Aa"}
    "#);
}

#[test]
fn labels_describe_everything_on_the_table() {
    let (game, mut state) = dealt("S1M1C1A1", "aria");
    for text in ["pick:Mf", "reject", "pick:Mf", "move:-3,0", "pick:At"] {
        game.play(&mut state, text.parse().unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    let (svg, _) = drawn(&game, &state);
    let labels: Vec<&str> =
        attributes(&svg, "aria-label").into_iter().filter(|it| !it.starts_with("place ")).collect();
    insta::assert_snapshot!(labels.join("\n"));
}

#[test]
fn the_rule_page_names_the_designer_and_has_its_figures() {
    let page = Burbuja::rules_page().into_string();
    assert!(page.contains("Antonio Recuenca Muñoz"));
    assert_eq!(page.matches("<svg").count(), 5);
    assert!(!page.contains("data-pick"), "nothing in a figure is picked");
}

#[test]
fn the_review_tells_the_turns_and_a_shortest_game() {
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
    let review = game.review(&start, &actions, &[], &Budget::nodes(20_000), &mut |_, _| ());
    let titles: Vec<&str> = review.notes.iter().map(|note| note.title.as_str()).collect();
    assert_eq!(titles, ["Turn by turn", "If all coins were visible"]);
    assert!(review.notes.iter().flat_map(|note| &note.list).all(|turn| !turn.contains('@')), "told in words");
    assert_eq!(review.curve.len(), 7, "every position has its worth");
    for turn in &review.turns {
        assert_eq!(turn.played.as_ref(), actions.get(turn.ply));
        assert_eq!(turn.better.is_empty(), turn.cost == 0.0, "{turn:?}");
        assert_ne!(turn.better.first(), turn.played.as_ref());
    }
}

#[test]
fn an_evaluation_repeats_and_a_sure_win_has_a_line() {
    let (game, start) = dealt("S1M1C1A1", "analysis");
    let look = |nodes| game.analyse(&start, 3, &Budget::nodes(nodes), &mut |_| ()).unwrap();
    let found = look(40_000);
    assert_eq!(found, look(40_000));
    let (_, legal) = drawn(&game, &start);
    assert!(!found.lines.is_empty() && found.worth.figure(Seat(0)).is_some());
    for line in &found.lines {
        assert!(line.actions.first().is_some_and(|action| legal.contains(action)), "{line:?}");
    }
}
