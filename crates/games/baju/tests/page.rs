//! What pages get: pictures in which all picks exist, paths, sentences, figures. Snapshots hold the drawings.

use bagatelle_baju::boardfile::{self, STAND_INS};
use bagatelle_baju::draw;
use bagatelle_baju::rules::duel::{DuelOptions, DuelSetup};
use bagatelle_baju::rules::puzzle::{PuzzleOptions, PuzzleSetup};
use bagatelle_baju::{Duel, Puzzle};
use bagatelle_core::playable::{Playable, Scene, Step};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use std::collections::HashSet;

/// Plays a random game and checks at each position that the picture offers what may be done.
fn pictures_offer_what_is_legal<G: Playable>(game: &G, plies: usize, name: &str) {
    let seed = Seed::from_text(name);
    let mut rng = Rng::new(&seed, Stream::Test);
    let setup = game.deal(&G::Wish::default(), &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let (mut legal, mut last, mut seen): (Vec<G::Action>, Option<String>, Vec<String>) =
        (vec![], None, vec![]);
    for _ in 0..plies {
        let Turn::Seat(seat) = game.turn(&state) else { break };
        game.legal(&state, &mut legal);
        for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
            let view = game.view(&state, viewer);
            let svg = game.draw(&Scene { view: &view, legal: &legal, last: last.as_deref(), near: Seat(0) });
            assert!(svg.len() < 60_000, "{} bytes", svg.len());
            assert!(!svg.contains("style=") && !svg.contains("<text") && svg.contains("viewBox="));
            let mut paths = HashSet::new();
            for &action in &legal {
                let path = game.path(&view, action);
                assert_eq!(path.len(), 2);
                let json = serde_json::to_string(&path).unwrap();
                assert!(paths.insert(json), "{action} shares its path");
                for step in path {
                    let Step::One(name) = step else { panic!("a set") };
                    assert_eq!(svg.matches(&format!("data-pick=\"{name}\"")).count(), 1, "{name}");
                }
            }
            let ids: Vec<&str> =
                svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "ids are unique");
            assert!(!game.facts(&view, &seen).is_empty());
        }
        let action = *rng.choose(&legal).unwrap();
        let text = action.to_string();
        let sentence = game.say(&game.view(&state, Viewer::Spectator), &text);
        assert!(sentence.ends_with('.') && sentence != text, "{sentence}");
        game.apply(&mut state, action);
        seen.push(text.clone());
        last = Some(text);
    }
}

#[test]
fn the_duel_offers_what_is_legal() {
    for (options, _) in Duel::variants() {
        pictures_offer_what_is_legal(&Duel::new(&options).unwrap(), 40, &options.board);
    }
}

#[test]
fn the_puzzle_offers_what_is_legal() {
    for (options, _) in Puzzle::variants() {
        pictures_offer_what_is_legal(&Puzzle::new(&options).unwrap(), 15, &options.board);
    }
}

fn duel_at(position: &str) -> (Duel, <Duel as Game>::State) {
    let duel = Duel::new(&DuelOptions::default()).unwrap();
    let state = duel.start(&Some(DuelSetup { position: position.into() })).unwrap();
    (duel, state)
}

#[test]
fn sentences_say_who_went_where_and_what_came_back() {
    let (duel, state) = duel_at("W1B2----/--------/--------/-------- W -");
    let view = duel.view(&state, Viewer::Spectator);
    assert_eq!(duel.say(&view, "a1b1"), "White moves 1 from a1 to b1, in exchange for black 2.");
    assert_eq!(duel.say(&view, "a1a2"), "White moves 1 from a1 to a2.");
    assert_eq!(duel.say(&view, "5@b2"), "White places 5 on b2.");
    assert_eq!(duel.say(&view, "nonsense"), "nonsense");
    let puzzle = Puzzle::new(&PuzzleOptions::default()).unwrap();
    let position = "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5".into();
    let state = puzzle.start(&PuzzleSetup { position }).unwrap();
    let view = puzzle.view(&state, Viewer::Seat(Seat(0)));
    assert_eq!(puzzle.say(&view, "a1b2"), "White 7 goes from a1 to b2, in exchange for black 8.");
}

#[test]
fn marks_show_the_last_move_the_forbidden_swap_and_lines() {
    let (duel, state) = duel_at("W1W2W3W4/--B7----/----B1B2/------B3 W W1B7");
    let view = duel.view(&state, Viewer::Seat(Seat(1)));
    let svg = duel.draw(&Scene { view: &view, legal: &[], last: Some("b2a1"), near: Seat(0) });
    assert!(svg.contains("class=\"lit\"") && svg.contains("has won"));
    assert!(!svg.contains("knot-"), "nothing is forbidden any more");
    let (duel, state) = duel_at("W1W2----/--B7----/----B1B2/------B3 W W1B7");
    let view = duel.view(&state, Viewer::Seat(Seat(0)));
    let svg = duel.draw(&Scene { view: &view, legal: &[], last: Some("5@d4"), near: Seat(0) });
    assert!(svg.contains("id=\"knot-w1\"") && svg.contains("id=\"knot-b7\""));
    assert!(svg.contains("class=\"trail\""));
}

#[test]
fn a_moved_button_knows_by_what_way_it_came() {
    let puzzle = Puzzle::new(&PuzzleOptions::default()).unwrap();
    // W3 on a1; before, it was three bridges away along White's loop: a1 b1 c1 d1.
    let state =
        puzzle.start(&PuzzleSetup { position: "W3W1B4B2/W7B8W5B1/B3W2B6W6/W4B7W8B5".into() }).unwrap();
    let view = puzzle.view(&state, Viewer::Seat(Seat(0)));
    let svg = puzzle.draw(&Scene { view: &view, legal: &[], last: Some("d1a1"), near: Seat(0) });
    assert!(
        svg.contains("id=\"button-w3\" transform=\"translate(88 88)\" data-via=\"344,88 216,88\""),
        "{svg}"
    );
}

#[test]
fn questions_can_be_answered() {
    for (key, value) in Duel::option_questions().iter().flat_map(|q| q.answers.iter().map(|a| (q.key, &a.0)))
    {
        let options: DuelOptions = serde_json::from_str(&format!("{{\"{key}\": {value}}}")).unwrap();
        assert!(Duel::new(&options).is_ok(), "{key} {value}");
    }
    for (key, value) in
        Puzzle::option_questions().iter().flat_map(|q| q.answers.iter().map(|a| (q.key, &a.0)))
    {
        let options: PuzzleOptions = serde_json::from_str(&format!("{{\"{key}\": {value}}}")).unwrap();
        assert!(Puzzle::new(&options).is_ok(), "{key} {value}");
    }
}

#[test]
fn rule_pages_have_figures_and_name_the_designer() {
    for page in [Duel::rules(), Puzzle::rules()] {
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
    let duel = Duel::workshop(STAND_INS[1].text).unwrap();
    assert!(duel.contains("name=\"program\"") && duel.contains("Red Ring"));
    let puzzle = Puzzle::workshop("").unwrap();
    assert!(puzzle.contains("name=\"option.goal\"") && !puzzle.contains("name=\"program\""));
}

#[test]
fn hints_and_marks_of_a_puzzle() {
    let puzzle = Puzzle::new(&PuzzleOptions { goal: 2, ..PuzzleOptions::default() }).unwrap();
    let position = "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5".into();
    let state = puzzle.start(&PuzzleSetup { position }).unwrap();
    let mark = puzzle.mark(&state, &Budget::nodes(u64::MAX)).unwrap();
    assert_eq!(mark.moves, mark.at_least);
    let view = puzzle.view(&state, Viewer::Seat(Seat(0)));
    let solved = puzzle.solve(&view, &Budget::nodes(u64::MAX), &mut |_, _| ()).unwrap();
    assert_eq!(solved.line.len() as u32, mark.moves);
    let hint = puzzle.hint(&view, &solved, 1);
    assert_eq!(hint.marks.len(), 1);
    assert!(hint.text.starts_with(&format!("{} moves to go", mark.moves)), "{}", hint.text);
    assert_eq!(puzzle.hint(&view, &solved, 2).marks.len(), 2);
    assert_eq!(puzzle.mark(&state, &Budget::until(&|| true)), None);
}

#[test]
fn a_position_is_drawn_as_before() {
    let (duel, state) = duel_at("----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7");
    let mut legal = Vec::new();
    duel.legal(&state, &mut legal);
    let view = duel.view(&state, Viewer::Seat(Seat(0)));
    let svg = duel.draw(&Scene { view: &view, legal: &legal, last: Some("c2c3"), near: Seat(0) });
    insta::assert_snapshot!("duel", svg.replace("><", ">\n<"));
}
