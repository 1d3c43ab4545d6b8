//! Measures the rules on one core: random playouts through the trait, and determinizations.
//!
//! `cargo run --release -p bagatelle-bulbous --example bulbous_bench`

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bulbous::{Bulbous, DealOptions, Options};
use bagatelle_core::perft::playout;
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Viewer};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Bulbous::new(&Options::default())?;
    let seed = Seed::from_text("bench");
    let mut buffer = Vec::new();
    for seats in 2..=4 {
        let (mut plies, mut games) = (0, 0u64);
        let clock = Instant::now();
        while clock.elapsed().as_secs_f64() < 3.0 {
            let seed = seed.nth(games);
            let setup = game.deal(&DealOptions::of(seats), &mut Rng::new(&seed, Stream::Deal))?;
            let mut state = game.start(&setup)?;
            plies += playout(&game, &mut state, &mut Rng::new(&seed, Stream::Rollout), &mut buffer, u64::MAX);
            games += 1;
        }
        let seconds = clock.elapsed().as_secs_f64();
        println!(
            "{seats} seats: {:.2} million actions/s, {:.0} games/s, {:.1} actions a game",
            plies as f64 / seconds / 1e6,
            games as f64 / seconds,
            plies as f64 / games as f64
        );
    }
    let setup = game.deal(&DealOptions::of(4), &mut Rng::new(&seed, Stream::Deal))?;
    let mut state = game.start(&setup)?;
    let mut rng = Rng::new(&seed, Stream::Rollout);
    for plies in [0, 20, 40, 20] {
        playout(&game, &mut state, &mut rng, &mut buffer, plies);
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let clock = Instant::now();
        let count = 200_000;
        let held: u32 = (0..count).map(|_| u32::from(game.sample(&view, &mut rng).deck().len())).sum();
        let each = clock.elapsed().as_secs_f64() / f64::from(count);
        println!("determinization: {:.2} microseconds ({} cards in the deck)", each * 1e6, held / count);
    }
    Ok(())
}
