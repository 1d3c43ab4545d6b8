//! Known counts, the edge cases of the rules, and the strength of the programs.

use bagatelle_core::perft::perft;
use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Outcome, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_testkit::texts::Language;
use bagatelle_toy_game::programs::Perfect;
use bagatelle_toy_game::{Action, Illegal, Options, Setup, SetupError, State, ToyGame};

bagatelle_testkit::enter_numbers!(ToyGame, Language { texts: 3, actions: 3, ..Language::BASE });

fn game(last_loses: bool) -> ToyGame {
    ToyGame::new(&Options { last_loses }).unwrap()
}

fn start(stones: u8) -> State {
    game(false).start(&Setup { stones }).unwrap()
}

/// The ways to take 1 to 3 stones `depth` times: 3 choices each time, fewer where the heap is nearly empty.
#[test]
fn perft_counts_the_ways_to_take_stones() {
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&game(false), &start(12), depth)), [3, 9, 27, 81]);
    // From 4 stones: 6 sums of two numbers and 4 sums of three are at most 4.
    assert_eq!([1, 2, 3, 4, 5].map(|depth| perft(&game(false), &start(4), depth)), [3, 6, 4, 1, 0]);
}

#[test]
fn the_last_stone_decides() {
    for (last_loses, winner) in [(false, 0), (true, 1)] {
        let (game, mut state) = (game(last_loses), start(3));
        assert_eq!(game.outcome(&state), None);
        game.play(&mut state, Action { stones: 3 }).unwrap();
        assert_eq!(game.turn(&state), Turn::Over);
        let Some(Outcome { winners, .. }) = game.outcome(&state) else { panic!("the heap is empty") };
        assert_eq!(winners, [Seat(winner)]);
        assert_eq!(game.check(&state, Action { stones: 1 }), Err(Illegal::Over));
    }
}

#[test]
fn what_is_not_in_the_heap_cannot_be_taken() {
    let mut state = start(2);
    let refusal = game(false).play(&mut state, Action { stones: 3 }).unwrap_err();
    assert_eq!((refusal.to_string().as_str(), state), ("only 2 left in the heap", start(2)));
    for text in ["0", "4", "01", "", "one"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn a_heap_has_a_size_that_is_checked() {
    for stones in [0, 25] {
        assert_eq!(game(false).start(&Setup { stones }), Err(SetupError::Stones(stones)));
    }
    let deal = |seed: &str| {
        let mut rng = Rng::new(&Seed::from_text(seed), Stream::Deal);
        game(false).deal(&bagatelle_core::NoOptions {}, &mut rng).unwrap().stones
    };
    let sizes: std::collections::BTreeSet<u8> = (0..400).map(|n| deal(&n.to_string())).collect();
    assert_eq!(sizes, (12..=24).collect());
    let json = serde_json::to_value(Setup { stones: 7 }).unwrap();
    assert_eq!(json, serde_json::json!({ "stones": 7 }));
}

#[test]
fn the_perfect_program_wins_from_every_heap_that_can_be_won() {
    for last_loses in [false, true] {
        let game = game(last_loses);
        for stones in 1..=24u8 {
            let mut state = start(stones);
            let mut rng = Rng::new(&Seed::from_text("opponent"), Stream::Test);
            let mut legal = Vec::new();
            while let Turn::Seat(seat) = game.turn(&state) {
                game.legal(&state, &mut legal);
                let view = game.view(&state, Viewer::Seat(seat));
                let action = match seat {
                    Seat(0) => Perfect.choose(&game, &view, &legal, &Budget::nodes(1), &mut rng).action,
                    _ => legal[rng.index(legal.len())],
                };
                game.play(&mut state, action).unwrap();
            }
            let can_be_won = stones % 4 != u8::from(last_loses);
            let won = game.outcome(&state).is_some_and(|outcome| outcome.winners == [Seat(0)]);
            assert!(won || !can_be_won, "{stones} stones, last loses: {last_loses}");
        }
    }
}
