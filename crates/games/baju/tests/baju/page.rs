//! The pages: sentences, marks, the workshop, hints. Snapshots hold the drawings. The laws of pages are in
//! `laws.rs`.

use bagatelle_baju::boardfile::{self, STAND_INS};
use bagatelle_baju::draw;
use bagatelle_baju::{Duel, Puzzle, duel, puzzle};
use bagatelle_core::present::{ParFinder, Playable, Scene, Solved, Solver, Step};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, OpenGame, Rng, Seat, Seed, Stream, Viewer};
use bagatelle_testkit::page::check_drawing;
use serde_json::json;

/// Follows a random game: each action is a button and then a space, both drawn once, and has a sentence of
/// its own.
fn actions_are_a_button_and_a_space<G: OpenGame + Playable>(game: &G, plies: usize, name: &str) {
    let seed = Seed::from_text(name);
    let mut rng = Rng::new(&seed, Stream::Test);
    let setup = game.deal(&G::DealOptions::default(), &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let mut legal = Vec::new();
    for _ in 0..plies {
        game.legal(&state, &mut legal);
        let Some(&action) = rng.choose(&legal) else { break };
        let view = game.view(&state, Viewer::Spectator);
        let svg = game.svg(&Scene { legal: &legal, ..Scene::still(&view) });
        for &action in &legal {
            let path = game.path(&view, action);
            let [Step::One(button), Step::One(space)] = path.as_slice() else { panic!("{action}: {path:?}") };
            for pick in [button, space] {
                assert_eq!(svg.matches(&format!("data-pick=\"{pick}\"")).count(), 1, "{pick}");
            }
        }
        let sentence = game.say(&view, &game.foresee(&state, action));
        assert!(sentence.ends_with('.') && sentence != action.to_string(), "{sentence}");
        game.apply(&mut state, action);
    }
}

#[test]
fn what_is_picked_is_a_button_and_a_space() {
    for (options, _) in Duel::variants() {
        actions_are_a_button_and_a_space(&Duel::new(&options).unwrap(), 40, &options.board);
    }
    for (options, _) in Puzzle::variants() {
        actions_are_a_button_and_a_space(&Puzzle::new(&options).unwrap(), 15, &options.board);
    }
}

fn duel_at(position: &str) -> (Duel, <Duel as Game>::State) {
    let duel = Duel::new(&duel::Options::default()).unwrap();
    let state = duel.start(&Some(duel::Setup { position: position.into() })).unwrap();
    (duel, state)
}

#[test]
fn sentences_say_what_went_where_and_what_came_back() {
    let (duel, state) = duel_at("W1B2----/--------/--------/-------- W -");
    let view = duel.view(&state, Viewer::Spectator);
    let said = |action: &str| {
        let action = action.parse().unwrap();
        let seen = duel.foresee(&state, action);
        assert_eq!(seen.to_string(), action.to_string());
        assert_eq!(duel.foretell(&view, action), duel.say(&view, &seen));
        duel.say(&view, &seen)
    };
    assert_eq!(said("a1b1"), "White 1 swaps places with black 2.");
    assert_eq!(said("a1a2"), "White 1 moves to row 2, column 1.");
    assert_eq!(said("5@b2"), "White places the 5 in row 2, column 2.");
    let puzzle = Puzzle::new(&puzzle::Options::default()).unwrap();
    let position = "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5".into();
    let state = puzzle.start(&puzzle::Setup { position }).unwrap();
    let view = puzzle.view(&state, Viewer::Seat(Seat(0)));
    let seen = puzzle.foresee(&state, "a1b2".parse().unwrap());
    assert_eq!(puzzle.say(&view, &seen), "White 7 swaps places with black 8.");
    let json = serde_json::to_string(&seen).unwrap();
    assert_eq!(json, r#"{"action":"a1b2","swapped":["W7","B8"]}"#);
}

#[test]
fn marks_show_the_last_move_the_forbidden_swap_and_lines() {
    // Black's 7 swaps with the white 1, which completes White's row.
    let (duel, mut state) = duel_at("B7W2W3W4/--------/----B1W1/------B3 B -");
    let action = "a1d3".parse().unwrap();
    let seen = duel.foresee(&state, action);
    duel.play(&mut state, action).unwrap();
    let view = duel.view(&state, Viewer::Seat(Seat(1)));
    let svg = duel.svg(&Scene { last: Some(&seen), ..Scene::still(&view) });
    check_drawing(&svg).unwrap();
    assert!(svg.contains("class=\"lit\"") && svg.contains("has won"));
    assert!(!svg.contains("class=\"trail\""), "the winning line is not crossed by an arrow");
    assert!(!svg.contains("knot-"), "nothing is forbidden any more");
    let (duel, state) = duel_at("W1B7----/--W2----/----B1B2/------B3 W W1B7");
    let view = duel.view(&state, Viewer::Seat(Seat(0)));
    let seen = duel.foresee(&state, "5@d4".parse().unwrap());
    let svg = duel.svg(&Scene { last: Some(&seen), ..Scene::still(&view) });
    check_drawing(&svg).unwrap();
    assert!(svg.contains("id=\"knot-w1\"") && svg.contains("id=\"knot-b7\""));
    assert!(svg.contains("class=\"trail\""));
}

#[test]
fn a_moved_button_knows_by_what_way_it_came() {
    let puzzle = Puzzle::new(&puzzle::Options::default()).unwrap();
    // W3 is on d1, three bridges from a1 along White's loop: d1 c1 b1 a1.
    let position = "B2W1B4W3/W7B8W5B1/B3W2B6W6/W4B7W8B5".into();
    let mut state = puzzle.start(&puzzle::Setup { position }).unwrap();
    let action = "d1a1".parse().unwrap();
    let seen = puzzle.foresee(&state, action);
    puzzle.play(&mut state, action).unwrap();
    let view = puzzle.view(&state, Viewer::Seat(Seat(0)));
    let svg = puzzle.svg(&Scene { last: Some(&seen), ..Scene::still(&view) });
    check_drawing(&svg).unwrap();
    let button = svg.split("<g ").find(|group| group.starts_with("id=\"button-w3\"")).unwrap();
    assert!(button.contains("data-via=\"344,88 216,88\""), "{button}");
    assert!(button.contains("transform=\"translate(88 88)\""), "{button}");
}

#[test]
fn questions_can_be_answered() {
    let duel = (Duel::MANIFEST.options)();
    for (key, answer) in duel.iter().flat_map(|q| q.answers.iter().map(|answer| (q.key, &answer.value))) {
        let options = serde_json::from_str(&format!("{{\"{key}\": {answer}}}")).unwrap();
        assert!(Duel::new(&options).is_ok(), "{key} {answer}");
    }
    let puzzle = (Puzzle::MANIFEST.options)();
    for (key, answer) in puzzle.iter().flat_map(|q| q.answers.iter().map(|answer| (q.key, &answer.value))) {
        let options = serde_json::from_str(&format!("{{\"{key}\": {answer}}}")).unwrap();
        assert!(Puzzle::new(&options).is_ok(), "{key} {answer}");
    }
    assert!(duel[0].own_text.is_some() && puzzle[1].own_text.is_some(), "a board file is an answer, too");
}

#[test]
fn rule_pages_have_figures_and_name_the_designer() {
    for page in [Duel::rules_page().into_string(), Puzzle::rules_page().into_string()] {
        assert!(
            page.contains("Adam Obren") && page.matches("<svg").count() >= 2 && page.contains("stand-in")
        );
        assert!(!page.contains("style="));
        for tag in ["section", "figure", "ul", "ol", "li", "p", "h2", "table"] {
            let opened =
                page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}

#[test]
fn any_board_can_be_drawn_and_edited() {
    for stand_in in STAND_INS {
        insta::assert_snapshot!(
            format!("board-{}", stand_in.id),
            draw::bare(&stand_in.board()).replace("><", ">\n<")
        );
    }
    let odd =
        boardfile::read("baju-board 1\nname <odd> & \"bent\"\nred a1-c1 a2-b3\nwhite a1-d4\nblack d1-d4")
            .board
            .unwrap();
    let svg = draw::bare(&odd);
    assert!(svg.contains("&lt;odd&gt; &amp; &quot;bent&quot;"));
    let editor = draw::editor(&odd, |from, to| format!("#{from}{to}"));
    assert_eq!(
        editor.matches("href=\"#").count() - editor.matches("href=\"#bj").count(),
        24,
        "twelve gaps each way"
    );
    assert!(editor.contains("a1 to b1: no bridge"));
}

#[test]
fn workshops_begin_games_of_their_own() {
    let duel = Duel::workshop().unwrap().page(STAND_INS[1].text).into_string();
    assert!(duel.contains("name=\"program\"") && duel.contains("Red Ring"));
    let puzzle = Puzzle::workshop().unwrap().page("").into_string();
    assert!(puzzle.contains("name=\"option.goal\"") && !puzzle.contains("name=\"program\""));
}

/// A hint says why, where the rules tell it at once.
#[test]
fn a_hint_of_the_duel_says_that_it_wins_or_stops_a_win() {
    let duel = Duel::new(&duel::Options::default()).unwrap();
    let told = |position: &str, strength: u8| {
        let setup = Some(duel::Setup { position: position.into() });
        let state = duel.start(&setup).unwrap();
        let mut legal = Vec::new();
        duel.legal(&state, &mut legal);
        let view = duel.view(&state, Viewer::Seat(Seat(0)));
        let hint = |action: &duel::Action| {
            let solved = Solved { line: vec![*action], json: json!(null), text: String::new() };
            duel.hint(&view, &solved, strength, &legal).text
        };
        legal.iter().map(hint).collect::<Vec<String>>()
    };
    let three = "W1W2W3--/B1----B2/--------/-------- W -";
    let won = |text: &&String| text.starts_with("Place white") && text.ends_with(" It wins at once.");
    assert_eq!(
        told(three, 2).iter().filter(won).count(),
        5,
        "each of the five that are left: {:?}",
        told(three, 2)
    );
    assert!(told(three, 1).contains(&"Try the marked button.".to_owned()));
    let start = "--------/--------/--------/-------- W -";
    assert_eq!(
        told(start, 2)[0],
        "Place white 1 in row 1, column 1. It leaves Black 2 spaces to choose from."
    );
    // Where the rules tell nothing more, it says what kind of a move it is.
    let early = told("W1------/B1------/--------/-------- W -", 2);
    let says = |end: &str| early.iter().any(|text| text.ends_with(end));
    assert!(says(" It puts two of your buttons in one line."), "{early:?}");
    assert!(says(" It keeps things quiet: neither side threatens to win."), "{early:?}");
    let threatened = "B1B2B3--/W1----W2/--------/-------- W -";
    let stops = |text: &String| text.ends_with(" It stops Black from winning next turn.");
    assert!(told(threatened, 2).iter().any(stops) && !told(threatened, 2).iter().all(stops));
}

#[test]
fn hints_and_the_par_of_a_puzzle() {
    let puzzle = Puzzle::new(&puzzle::Options { goal: 2, ..puzzle::Options::default() }).unwrap();
    let position = "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5".into();
    let state = puzzle.start(&puzzle::Setup { position }).unwrap();
    let par = ParFinder::par(&puzzle, &state, &Budget::nodes(u64::MAX)).unwrap();
    assert_eq!(par.moves, par.at_least);
    let view = puzzle.view(&state, Viewer::Seat(Seat(0)));
    let solved = puzzle.solve(&view, &Budget::nodes(u64::MAX), &mut |_, _| ()).unwrap();
    assert_eq!(solved.line.len() as u32, par.moves);
    let mut legal = Vec::new();
    puzzle.legal(&state, &mut legal);
    let hint = puzzle.hint(&view, &solved, 1, &legal);
    assert_eq!(hint.marks.len(), 1);
    assert!(hint.text.starts_with(&format!("You can solve it in {} moves.", par.moves)), "{}", hint.text);
    let whole = puzzle.hint(&view, &solved, 2, &legal);
    assert_eq!(whole.marks.len(), 2);
    // A button that never moves again in the rest of the line.
    assert!(whole.text.ends_with(" where it can stay."), "{}", whole.text);
    assert_eq!(ParFinder::par(&puzzle, &state, &Budget::until(&|| true)), None);
}

#[test]
fn a_position_is_drawn_as_before() {
    let (duel, mut state) = duel_at("----W6B4/B8W8B7W2/W5--W1B5/------W3 B -");
    let action = "c2c3".parse().unwrap();
    let seen = duel.foresee(&state, action);
    duel.play(&mut state, action).unwrap();
    assert_eq!(state.position().to_string(), "----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7");
    let mut legal = Vec::new();
    duel.legal(&state, &mut legal);
    let view = duel.view(&state, Viewer::Seat(Seat(0)));
    let svg = duel.svg(&Scene { legal: &legal, last: Some(&seen), ..Scene::still(&view) });
    check_drawing(&svg).unwrap();
    insta::assert_snapshot!("duel", svg.replace("><", ">\n<"));
}
