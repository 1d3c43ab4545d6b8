//! The puzzle's solver against plain breadth-first search, and its figures on fixed deals.

use bagatelle_baju::boardfile::STAND_INS;
use bagatelle_baju::notation::write_layout;
use bagatelle_baju::pieces::Space;
use bagatelle_baju::puzzle::solve::{Shortest, at_least, shortest};
use bagatelle_baju::puzzle::{Action, Options, Setup, State};
use bagatelle_baju::{Goal, Puzzle};
use bagatelle_core::present::Solver;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Rng, Seed, Stream, Viewer};
use std::collections::HashSet;

fn puzzle(board: &str, goal: u8) -> Puzzle {
    Puzzle::new(&Options { board: board.into(), goal }).unwrap()
}

fn start(puzzle: &Puzzle, position: String) -> State {
    puzzle.start(&Setup { position }).unwrap()
}

fn solution(puzzle: &Puzzle, state: &State) -> Shortest {
    let found = shortest(puzzle, state.layout(), &Budget::nodes(u64::MAX), |_, _| ());
    if let Some(swaps) = &found.swaps {
        assert_eq!(swaps.len() as u32, found.lower_bound);
        let mut state = *state;
        swaps.iter().for_each(|swap| puzzle.play(&mut state, *swap).unwrap());
        assert!(state.is_solved());
    }
    found
}

/// The least number of moves, by looking at everything, if it is at most `most`.
fn breadth_first(puzzle: &Puzzle, state: &State, most: u32) -> Option<u32> {
    let mut seen = HashSet::new();
    let mut layer = vec![*state];
    let mut legal: Vec<Action> = Vec::new();
    for moves in 0..=most {
        if layer.iter().any(State::is_solved) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for state in &layer {
            puzzle.legal(state, &mut legal);
            for swap in &legal {
                let mut after = *state;
                puzzle.apply(&mut after, *swap);
                if seen.insert(*after.layout()) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    None
}

/// An arrangement some moves away from one that meets every goal. Moves can be taken back, so there is a way.
fn disordered(puzzle: &Puzzle, moves: u32, rng: &mut Rng) -> State {
    let mut state = start(puzzle, "W1W2W3W4/B1B2B3B4/W8W7W6W5/B8B7B6B5".into());
    for _ in 0..moves {
        let ways = |from| {
            Space::of_mask(state.layout().targets(puzzle.board(), from)).map(move |to| Action { from, to })
        };
        let swaps: Vec<Action> = Space::all().flat_map(ways).collect();
        puzzle.apply(&mut state, *rng.choose(&swaps).unwrap());
    }
    start(puzzle, write_layout(state.layout()))
}

#[test]
fn solutions_are_as_short_as_breadth_first_search_finds() {
    let mut rng = Rng::new(&Seed::from_text("solver"), Stream::Test);
    let mut lengths = [0; 5];
    for stand_in in STAND_INS {
        for goal in 1..=4 {
            let puzzle = puzzle(stand_in.id, goal);
            for moves in [1, 2, 3, 3, 4, 4] {
                let state = disordered(&puzzle, moves, &mut rng);
                let found = solution(&puzzle, &state);
                let least = breadth_first(&puzzle, &state, 3);
                match least {
                    Some(least) => {
                        assert_eq!(
                            found.lower_bound,
                            least,
                            "{} goal {goal}: {}",
                            stand_in.id,
                            write_layout(state.layout())
                        );
                        lengths[least as usize] += 1;
                    }
                    None => assert!(found.lower_bound > 3),
                }
            }
        }
    }
    assert!(lengths[1..=3].iter().all(|count| *count > 4), "all lengths were met: {lengths:?}");
}

#[test]
fn random_deals_are_solved_as_shortly_as_possible() {
    let mut checked = 0;
    for stand_in in STAND_INS {
        let puzzle = puzzle(stand_in.id, 1);
        for n in 0..6 {
            let mut rng = Rng::new(&Seed::from_text("random deals").nth(n), Stream::Deal);
            let state = puzzle.start(&puzzle.deal(&NoOptions {}, &mut rng).unwrap()).unwrap();
            let length = solution(&puzzle, &state).lower_bound;
            if length <= 4 {
                assert_eq!(breadth_first(&puzzle, &state, length), Some(length));
                checked += 1;
            } else {
                assert_eq!(breadth_first(&puzzle, &state, 3), None);
            }
        }
    }
    assert!(checked >= 6, "{checked}");
}

/// Means of 12 deals; over many deals they are about 4.3, 6.8, 8.0 and 12.0.
#[test]
fn lengths_of_fixed_deals_do_not_change() {
    let lengths = Goal::ALL.map(|goal| {
        let puzzle = puzzle("twin-loops", goal.number());
        (0..12)
            .map(|n| {
                let mut rng = Rng::new(&Seed::from_text("bench").nth(n), Stream::Deal);
                let state = puzzle.start(&puzzle.deal(&NoOptions {}, &mut rng).unwrap()).unwrap();
                let found = solution(&puzzle, &state);
                assert!(at_least(goal, state.layout()) <= found.lower_bound);
                found.lower_bound
            })
            .sum::<u32>()
    });
    assert_eq!(lengths, [49, 83, 93, 147]);
}

#[test]
fn what_cannot_be_found_is_not_called_impossible_unless_it_is() {
    let position = "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5".to_owned();
    let no_way = puzzle("baju-board 1\nred a1-a2\n", 4);
    let state = start(&no_way, position.clone());
    let found = shortest(&no_way, state.layout(), &Budget::nodes(20_000), |_, _| ());
    assert!(found.swaps.is_none() && found.impossible, "no button bears 1 there");
    let few = puzzle("baju-board 1\nred a1-a2 a2-b2 b2-b1 b1-c1 c1-c2 c2-d2\n", 4);
    let state = start(&few, position.clone());
    let mut told = Vec::new();
    let budget = Budget::nodes(50_000);
    let view = few.view(&state, Viewer::Spectator);
    let solved = few.solve(&view, &budget, &mut |_, text| told.push(text.to_owned())).unwrap();
    assert!(solved.line.is_empty() && solved.json["actions"].is_null() && solved.json["optimal"] == false);
    assert!(solved.text.starts_with("It can’t be solved in "), "{}", solved.text);
    assert!(told[0].starts_with("no solution within "), "{told:?}");
    // Stopped at once, the bound is still right.
    let loops = puzzle("twin-loops", 4);
    let state = start(&loops, position);
    let stopped = shortest(&loops, state.layout(), &Budget::until(&|| true), |_, _| ());
    let full = solution(&loops, &state);
    assert!(stopped.swaps.is_none() && stopped.lower_bound <= full.lower_bound);
}

#[test]
fn a_solved_puzzle_needs_nothing() {
    let puzzle = puzzle("twin-loops", 3);
    let state = start(&puzzle, "W1W2W3W4/B1B2B3B4/W8W7W6W5/B8B7B6B5".into());
    let view = puzzle.view(&state, Viewer::Spectator);
    for budget in [Budget::nodes(1000), Budget::until(&|| true)] {
        let solved = puzzle.solve(&view, &budget, &mut |_, _| ()).unwrap();
        assert_eq!(solved.line, []);
        assert_eq!(solved.json["length"], 0);
        assert_eq!(solved.json["lower_bound"], 0);
        assert_eq!(solved.json["optimal"], true);
        assert_eq!(solved.text, "The goal is already met.");
    }
}
