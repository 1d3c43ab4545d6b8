//! How fast the rules are: random actions a second through the trait, on one core, for placing and for sliding.
//!
//! `cargo run --release -p bagatelle-bambam-booboo --example bambam_bench`
//!
//! A position has some 1,240 slides. For each of up to twenty tiles that is lifted, the straight ways of both orientations are smeared
//! over the board's bit sets, a row of the board at a time.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bambam_booboo::BambamBooboo;
use bagatelle_core::{Game, Rng, Seed, Stream};
use std::time::Instant;

/// Seconds of processor time used so far (Linux), so that a busy machine does not spoil the figures; else of the clock.
fn seconds(begun: &Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let used = stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok());
    used.map_or_else(|| begun.elapsed().as_secs_f64(), |ns| ns * 1e-9)
}

fn main() {
    let game = BambamBooboo::new(&Default::default()).expect("the default options make a game");
    let start = game.start(&Default::default()).expect("the empty table is a start");
    let mut rng = Rng::new(&Seed::from_text("bench"), Stream::Test);
    let mut legal = Vec::new();
    // [placing, sliding]: actions taken, actions listed, seconds.
    let mut figures = [(0u64, 0u64, 0.0f64); 2];
    let mut games = 0;
    let begun = Instant::now();
    while begun.elapsed().as_secs_f64() < 6.0 {
        let mut state = start.clone();
        for _ in 0..40 {
            let kind = usize::from(state.hands()[state.to_act().index()] == 0);
            let mut plies = 0;
            let clock = seconds(&begun);
            while plies < 40 && kind == usize::from(state.hands()[state.to_act().index()] == 0) {
                game.legal(&state, &mut legal);
                let Some(&action) = rng.choose(&legal) else { break };
                game.apply(&mut state, action);
                figures[kind].1 += legal.len() as u64;
                plies += 1;
            }
            figures[kind].0 += plies;
            figures[kind].2 += seconds(&begun) - clock;
            if plies == 0 {
                break;
            }
        }
        games += 1;
    }
    println!("{games} games");
    for (name, (taken, listed, seconds)) in ["placing", "sliding"].iter().zip(figures) {
        println!(
            "{name}: {:.0} actions/s, {:.1} listed on average, {taken} taken",
            taken as f64 / seconds,
            listed as f64 / taken as f64
        );
    }
}
