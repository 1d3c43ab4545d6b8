//! Measures what issue figures ask for, on one core: `cargo run --release -p bagatelle-baju --example bench [WHAT]`.

use bagatelle_baju::rules::duel::{DuelOptions, DuelSetup};
use bagatelle_baju::rules::puzzle::PuzzleOptions;
use bagatelle_baju::solve::shortest;
use bagatelle_baju::{Duel, Puzzle};
use bagatelle_core::game::Nothing;
use bagatelle_core::perft::perft;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Rng, Seed, Stream};
use std::time::Instant;

fn main() {
    let what = std::env::args().nth(1).unwrap_or_else(|| "all".into());
    if what == "all" || what == "perft" {
        perft_speed();
    }
    if what == "all" || what == "solver" {
        solver_speed();
    }
}

/// Leaves a second through the trait; each count is checked, so that it cannot get faster by being wrong.
fn perft_speed() {
    let duel = Duel::new(&DuelOptions::default()).expect("the default board is right");
    let full = DuelSetup { position: "W1B1W2B2/B3W3B4W4/W5B5W6B6/B7W7B8W8 W -".into() };
    for (name, setup, depth, leaves) in
        [("empty board", None, 5, 31_860_648u64), ("full board", Some(full), 6, 0)]
    {
        let state = duel.start(&setup).expect("the position is right");
        let start = Instant::now();
        let count = perft(&duel, &state, depth);
        let seconds = start.elapsed().as_secs_f64();
        assert!(leaves == 0 || leaves == count);
        println!(
            "perft {depth}, {name}: {count} leaves, {seconds:.3} s, {:.1} million a second",
            count as f64 / seconds / 1e6
        );
    }
}

/// Time and length of shortest solutions of a hundred fixed deals for each goal.
fn solver_speed() {
    for goal in 1..=4 {
        let puzzle =
            Puzzle::new(&PuzzleOptions { goal, ..PuzzleOptions::default() }).expect("the board is right");
        let (mut times, mut lengths) = (Vec::new(), Vec::new());
        for n in 0..100 {
            let mut rng = Rng::new(&Seed::from_text("bench").nth(n), Stream::Deal);
            let setup = puzzle.deal(&Nothing {}, &mut rng).expect("nothing is wished for");
            let state = puzzle.start(&setup).expect("a deal is a start");
            let start = Instant::now();
            let found = shortest(&puzzle, state.layout(), &Budget::nodes(u64::MAX), |_, _| ());
            times.push(start.elapsed().as_secs_f64());
            let swaps = found.swaps.expect("Twin Loops can always be solved");
            let mut state = state;
            swaps.iter().for_each(|swap| puzzle.play(&mut state, *swap).expect("solutions are legal"));
            assert!(state.is_solved());
            lengths.push(swaps.len());
        }
        let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
        println!(
            "goal {goal}: mean {:.2} ms, worst {:.1} ms; mean length {:.2}, longest {}",
            1e3 * mean(&times),
            1e3 * times.iter().copied().fold(0.0, f64::max),
            mean(&lengths.iter().map(|length| *length as f64).collect::<Vec<_>>()),
            lengths.iter().max().expect("a hundred deals")
        );
    }
}
