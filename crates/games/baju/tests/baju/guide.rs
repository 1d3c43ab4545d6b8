//! What players are told: goals, what is asked, why something cannot be done. Tables of positions, and a
//! property of random games: no sentence holds the notation of records.

use bagatelle_baju::{Duel, Goal, Puzzle, duel, puzzle};
use bagatelle_core::present::{Playable, Scene, Solved};
use bagatelle_core::{Game, OpenGame, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_testkit::page::check_drawing;
use std::collections::BTreeSet;

fn duel_at(position: &str) -> (Duel, duel::View) {
    let game = Duel::new(&duel::Options::default()).unwrap();
    let state = game.start(&Some(duel::Setup { position: position.into() })).unwrap();
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    (game, view)
}

fn puzzle_at(goal: u8, position: &str) -> (Puzzle, puzzle::View) {
    let game = Puzzle::new(&puzzle::Options { goal, ..puzzle::Options::default() }).unwrap();
    let state = game.start(&puzzle::Setup { position: position.into() }).unwrap();
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    (game, view)
}

/// Buttons on most spaces; black 7 and white 1 have just swapped.
const REVERSAL: &str = "------B4/B8W8W1W2/W5--B7B5/------W3 W W1B7";
const DRAWN: &str = "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5";

#[test]
fn each_goal_says_what_it_means() {
    let goals: BTreeSet<String> = (1..=4)
        .map(|goal| {
            let (game, view) = puzzle_at(goal, DRAWN);
            let text = Playable::goal(&game, &view);
            assert!(
                text.starts_with("Make ") && text.ends_with('.') && text.contains("same numbers"),
                "{text}"
            );
            assert_eq!(text.contains("3 4 5 6"), goal % 2 == 0, "{text}");
            assert_eq!(text.contains("two pairs"), goal > 2, "{text}");
            let facts: String =
                game.facts(&view, &mut [].iter()).iter().map(|fact| fact.value.clone() + " ").collect();
            assert!(facts.contains(" pair"), "the goal by its name, not its number: {facts}");
            let svg = game.svg(&Scene::still(&view));
            assert!(svg.contains(&format!("aria-label=\"baju puzzle. {}", view.state.goal().name())));
            text
        })
        .collect();
    assert_eq!(goals.len(), 4);
    let (duel, view) = duel_at(REVERSAL);
    assert!(Playable::goal(&duel, &view).contains("row or column"));
}

#[test]
fn goal_figures_are_won_positions_with_the_lines_lit() {
    for goal in Goal::ALL {
        let (game, view) = puzzle_at(goal.number(), goal.example());
        assert!(view.state.is_solved(), "{goal:?}");
        let svg = game.goal_figure(&view).unwrap();
        check_drawing(&svg).unwrap();
        assert_eq!(svg.matches("class=\"lit\"").count(), 2 * goal.pairs(), "{goal:?}");
    }
    let (game, view) = duel_at(REVERSAL);
    let svg = game.goal_figure(&view).unwrap();
    check_drawing(&svg).unwrap();
    assert_eq!(svg.matches("class=\"lit\"").count(), 1);
    let line = [3, 1, 6, 5].map(|value| format!("white {value}, row 2, column"));
    assert!(line.iter().all(|button| svg.contains(button)), "the line is White’s");
}

#[test]
fn the_status_of_the_duel_follows_phase_and_picks() {
    for (position, picks, asked) in [
        (
            "--------/--------/--------/-------- W -",
            &[][..],
            "Place any button from your supply on any space.",
        ),
        ("--------/--------/--------/-------- W -", &["button-w5"], "White 5 picked up: choose any space."),
        ("--------/--B3----/--------/-------- W -", &[], "Place a button next to one of your opponent’s."),
        (
            "--------/--B3----/--------/-------- W -",
            &["button-w5"],
            "White 5 picked up: choose an empty space next to one of your opponent’s buttons.",
        ),
        (REVERSAL, &[], "Place a button next to one of your opponent’s, or move one of yours."),
        (REVERSAL, &["button-w5"], "White 5 picked up: choose a space exactly five bridges away."),
        (
            REVERSAL,
            &["button-w1"],
            "White 1 picked up: choose a space one bridge away. Not black 7: they just swapped.",
        ),
        (
            "W1W2W3W4/B1B2B3B4/W5W6B5B6/W7W8B7B8 W -",
            &[],
            "Both players have a line, so neither counts. Break Black’s and keep yours.",
        ),
        ("W1B1W3W4/B2W2B3B4/W5W6B5B6/W7W8B7B8 B -", &[], "Move one of your buttons on the board."),
    ] {
        let (game, view) = duel_at(position);
        assert_eq!(game.status(&view, picks), asked, "{position} {picks:?}");
    }
}

#[test]
fn the_duel_says_why_not() {
    let supply_full = "B1W1B3B4/B2W2W3B5/B6W6W4B7/B8W7W5-- W -";
    for (position, picks, why) in [
        (REVERSAL, &["button-b4"][..], Some("That’s Black’s button: move a white one.")),
        (REVERSAL, &["button-b1"], Some("That’s Black’s button: move a white one.")),
        (REVERSAL, &["place-a1"], Some("Choose a button first.")),
        (
            REVERSAL,
            &["button-w5", "button-b4"],
            Some("No path of exactly five red or white bridges leads there."),
        ),
        (
            REVERSAL,
            &["button-w5", "place-c1"],
            Some("No path of exactly five red or white bridges leads there."),
        ),
        (REVERSAL, &["button-w5", "button-b1"], Some("That’s Black’s button: move a white one.")),
        (
            REVERSAL,
            &["button-w1", "button-b7"],
            Some("White 1 and black 7 just swapped and may not swap straight back."),
        ),
        (REVERSAL, &["button-w4", "place-d2"], Some("A button from your supply needs an empty space.")),
        (REVERSAL, &["button-w4", "place-b4"], Some("That space isn’t next to a black button.")),
        (REVERSAL, &["button-w4", "place-a1"], None),
        (REVERSAL, &["button-w1", "space-d2"], None),
        (REVERSAL, &["button-w1", "ArrowLeft"], None),
        (REVERSAL, &["knot-w1"], None),
        (REVERSAL, &[], None),
        (supply_full, &["place-d4"], Some("Choose a button first.")),
        (supply_full, &["button-w8"], None),
        (
            "W1------/--------/--------/-------- W -",
            &["button-w8"],
            Some("There’s no empty space next to a black button, so you can’t place one."),
        ),
    ] {
        let (game, view) = duel_at(position);
        assert_eq!(game.why_not(&view, picks).as_deref(), why, "{position} {picks:?}");
    }
    // On a board without bridges nothing moves.
    let options = duel::Options { board: "baju-board 1\nred c4-d4\n".into(), ..duel::Options::default() };
    let game = Duel::new(&options).unwrap();
    let position = "W1B1----/--------/--------/-------- W -";
    let state = game.start(&Some(duel::Setup { position: position.into() })).unwrap();
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    let why = "White 1 can’t move: no path of exactly one red or white bridge leads anywhere from its space.";
    assert_eq!(game.why_not(&view, &["button-w1"]).as_deref(), Some(why));
}

#[test]
fn the_puzzle_asks_and_says_why_not() {
    let (game, view) = puzzle_at(1, DRAWN);
    assert_eq!(game.status(&view, &[]), "Choose a button to swap.");
    assert_eq!(
        game.status(&view, &["button-w5"]),
        "White 5 picked up: choose a space exactly five bridges away."
    );
    for (picks, why) in [
        (&["button-w5", "button-b3"][..], Some("No path of exactly five red or white bridges leads there.")),
        (&["button-b1", "button-w7"], Some("No path of exactly one red or black bridge leads there.")),
        (&["button-w5", "button-w7"], None),
        (&["button-w5"], None),
        (&["nothing"], None),
    ] {
        assert_eq!(game.why_not(&view, picks).as_deref(), why, "{picks:?}");
    }
}

#[test]
fn topics_are_sections_of_the_rules() {
    let (duel, puzzle) = (Duel::rules_page().into_string(), Puzzle::rules_page().into_string());
    for (position, topic) in [
        ("--------/--------/--------/-------- W -", "turn"),
        (REVERSAL, "reversals"),
        ("------B4/B8W8W1W2/W5--B7B5/------W3 W -", "moving"),
        ("W1W2W3W4/B1B2B3B4/W5W6B5B6/W7W8B7B8 W -", "end"),
    ] {
        let (game, view) = duel_at(position);
        assert_eq!(game.topic(&view), topic, "{position}");
        assert!(duel.contains(&format!("<section id=\"{topic}\"")), "{topic}");
    }
    let (game, view) = puzzle_at(1, DRAWN);
    assert_eq!(game.topic(&view), "goal");
    let mut state = view.state;
    game.play(&mut state, "a1c4".parse().unwrap()).unwrap();
    assert_eq!(game.topic(&game.view(&state, Viewer::Seat(Seat(0)))), "moving");
    for topic in ["goal", "moving"] {
        assert!(puzzle.contains(&format!("<section id=\"{topic}\"")), "{topic}");
    }
    for page in [duel, puzzle] {
        assert_eq!(page.matches("stand-in").count(), 1, "the notice stands once");
    }
}

/// Whether a text holds a space, a button or an action as records write them.
fn has_notation(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '@').any(|word| {
        let pair = |pair: &[u8]| matches!(pair, [b'a'..=b'd', b'1'..=b'4'] | [b'W' | b'B', b'1'..=b'8']);
        word.contains('@') || (!word.is_empty() && word.len() % 2 == 0 && word.as_bytes().chunks(2).all(pair))
    })
}

/// The labels in a drawing: what is read out.
fn labels(svg: &str) -> impl Iterator<Item = &str> {
    svg.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// Plays a random game and looks at everything that is said about it.
fn says_no_notation<G>(game: &G, plies: usize, name: &str)
where
    G: OpenGame + Playable,
{
    let seed = Seed::from_text(name);
    let mut rng = Rng::new(&seed, Stream::Test);
    let setup = game.deal(&G::DealOptions::default(), &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let (mut legal, mut seen) = (Vec::new(), Vec::new());
    for ply in 0..plies {
        game.legal(&state, &mut legal);
        let view = game.view(&state, Viewer::Spectator);
        let mut told = vec![game.goal(&view)];
        told.extend(
            game.facts(&view, &mut seen.iter()).into_iter().flat_map(|fact| [fact.label, fact.value]),
        );
        let svg = game.svg(&Scene { legal: &legal, last: seen.last(), ..Scene::still(&view) });
        told.extend(labels(&svg).map(str::to_owned));
        let names: BTreeSet<&str> =
            svg.split("id=\"").skip(1).filter_map(|id| id.split('"').next()).collect();
        if let Turn::Seat(_) = game.turn(&state) {
            told.push(game.status(&view, &[]));
            for first in names.iter().filter(|name| name.starts_with("button-")) {
                told.push(game.status(&view, &[first]));
                told.extend(game.why_not(&view, &[first]));
                told.extend(names.iter().filter_map(|second| game.why_not(&view, &[first, second])));
            }
        }
        for &action in legal.iter().take(6) {
            told.push(game.foretell(&view, action));
            let solved = Solved { line: vec![action], json: serde_json::Value::Null, text: String::new() };
            told.extend([1, 2].map(|strength| game.hint(&view, &solved, strength, &legal).text));
        }
        // An action from elsewhere is often refused.
        for action in
            seen.iter().rev().take(4).filter_map(|seen: &G::Observation| seen.to_string().parse().ok())
        {
            told.extend(game.check(&state, action).err().map(|refusal| refusal.to_string()));
        }
        told.extend(game.outcome(&state).map(|outcome| outcome.reason));
        for text in &told {
            assert!(!has_notation(text) && !text.trim().is_empty(), "{name} ply {ply}: {text}");
        }
        let Some(&action) = rng.choose(&legal) else { break };
        seen.push(game.foresee(&state, action));
        let lights = game.lights(&view, seen.last().unwrap());
        assert!(!lights.is_empty() && lights.iter().all(|name| names.contains(name.as_str())), "{lights:?}");
        game.apply(&mut state, action);
    }
}

#[test]
fn no_sentence_holds_notation() {
    for text in ["a1", "goes to b3.", "5@b3", "W1 and B7", "b3c4"] {
        assert!(has_notation(text), "{text}");
    }
    for text in ["a white 1", "row 2, column 3", "such as 3 4 5 6", "Black’s 8"] {
        assert!(!has_notation(text), "{text}");
    }
    for (n, (options, _)) in Duel::variants().into_iter().enumerate() {
        says_no_notation(&Duel::new(&options).unwrap(), 60, &format!("duel {n}"));
    }
    for (n, (options, _)) in Puzzle::variants().into_iter().enumerate() {
        says_no_notation(&Puzzle::new(&options).unwrap(), 15, &format!("puzzle {n}"));
    }
}
