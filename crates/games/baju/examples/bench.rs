//! Measures what issue figures ask for, on one core: `cargo run --release -p bagatelle-baju --example bench [WHAT]`.

use bagatelle_baju::Duel;
use bagatelle_baju::rules::duel::{DuelOptions, DuelSetup};
use bagatelle_core::Game;
use bagatelle_core::perft::perft;
use std::time::Instant;

fn main() {
    let what = std::env::args().nth(1).unwrap_or_else(|| "all".into());
    if what == "all" || what == "perft" {
        perft_speed();
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
