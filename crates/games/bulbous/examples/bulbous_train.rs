//! Learns the weights of the value network from games of the search against itself.
//!
//! ```text
//! cargo run --release -p bagatelle-bulbous --example bulbous_train -- \
//!     OUT [rounds=3] [games=3000] [simulations=80] [epochs=10] [seats=2]
//! ```
//!
//! For each number of seats (or `seats` only) there are this many rounds. In the first, `simple` plays the
//! games, in the others the search with the network of the round before. One action in twenty is drawn by
//! lot, so that the network also sees what is not well played. A sample is a position between two contests
//! with the shares that came of it: the softmax of the scores at the end, a lead of 2.5 points (`POINTS`)
//! being worth a factor of e. The network is trained from random weights by Adam (Kingma and Ba 2015) on the
//! divergence of its shares from those, on the samples of the round and, from the third on, of the one
//! before; one game in twenty is kept apart to measure it.
//!
//! No clock decides anything, so the same command makes the same weights. Those that come with the program
//! are of
//!
//! ```text
//! cargo run --release -p bagatelle-bulbous --example bulbous_train -- value.bin
//! ```
//!
//! which takes some 15 minutes of processor time. Copied to `src/value.bin`, a file becomes the program's.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bulbous::learned::{Ahead, learned};
use bagatelle_bulbous::value::{COLOUR, COUNT, Inputs, Net, OUT, POINTS, SECOND, WIDE, applies, inputs};
use bagatelle_bulbous::{Bulbous, DealOptions, Options};
use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Playable, Rng, Seed, Stream, Turn, Viewer};
use std::time::Instant;

/// A position as the network sees it, and the shares that came of it.
struct Sample {
    seats: Vec<Inputs>,
    shares: Vec<f32>,
}

/// What is drawn by lot: a generator of its own for each purpose and number.
fn lots(purpose: &str, number: u64) -> Rng {
    Rng::new(&Seed::from_text(purpose).nth(number), Stream::Program)
}

/// The samples of one game; one in `astray` actions is drawn by lot.
fn samples(
    game: &Bulbous,
    seats: u8,
    players: &mut [Box<dyn Program<Bulbous>>],
    astray: u32,
    seed: &Seed,
) -> Vec<Sample> {
    let setup = game.deal(&DealOptions::of(seats), &mut Rng::new(seed, Stream::Deal)).expect("a deal");
    let mut state = game.start(&setup).expect("a start");
    let mut chance = Rng::new(seed, Stream::Chance);
    let mut own = Rng::new(seed, Stream::Program);
    let mut lot = Rng::new(seed, Stream::Test);
    let (mut legal, mut made, mut seen) = (Vec::new(), Vec::new(), 0);
    for _ in 0..1500 {
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.sample_chance(&state, &mut chance).expect("a new deck"),
            Turn::Seat(seat) => {
                if state.public().turns() != seen && applies(state.public()) {
                    seen = state.public().turns();
                    let all = inputs(&state, game.options());
                    made.push(Sample { seats: all[..usize::from(seats)].to_vec(), shares: Vec::new() });
                }
                game.legal(&state, &mut legal);
                if lot.below(astray) == 0 {
                    legal[lot.index(legal.len())]
                } else {
                    let view = game.view(&state, Viewer::Seat(seat));
                    let budget = Budget::until(&|| false);
                    players[seat.index()].choose(game, &view, &legal, &budget, &mut own).action
                }
            }
        };
        game.apply(&mut state, action);
    }
    let Some(outcome) = game.outcome(&state) else { return Vec::new() };
    let scores = outcome.scores.expect("scores");
    let most = *scores.iter().max().expect("seats");
    let powers: Vec<f64> = scores.iter().map(|s| (f64::from(s - most) / POINTS).exp()).collect();
    let sum: f64 = powers.iter().sum();
    let shares: Vec<f32> = powers.iter().map(|p| (p / sum) as f32).collect();
    made.iter_mut().for_each(|sample| sample.shares.clone_from(&shares));
    made
}

struct Pass {
    colours: [[f32; WIDE]; 4],
    first: [f32; WIDE],
    second: [f32; WIDE],
    hope: f32,
}

fn forward(w: &[f32], inputs: &Inputs) -> Pass {
    let mut pass = Pass { colours: [[0.0; WIDE]; 4], first: [0.0; WIDE], second: [0.0; WIDE], hope: 0.0 };
    for (colour, sums) in inputs.colours[..inputs.count].iter().zip(&mut pass.colours) {
        sums.copy_from_slice(&w[COLOUR * WIDE..SECOND]);
        for (i, x) in colour.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            for (sum, weight) in sums.iter_mut().zip(&w[i * WIDE..]) {
                *sum += x * weight;
            }
        }
        for (all, sum) in pass.first.iter_mut().zip(sums) {
            *sum = sum.max(0.0);
            *all += *sum;
        }
    }
    pass.second.copy_from_slice(&w[SECOND..SECOND + WIDE]);
    for (i, x) in pass.first.iter().chain(&inputs.table).enumerate() {
        for j in 0..WIDE {
            pass.second[j] += x * w[SECOND + WIDE + i * WIDE + j];
        }
    }
    for j in 0..WIDE {
        pass.second[j] = pass.second[j].max(0.0);
        pass.hope += pass.second[j] * w[OUT + j];
    }
    for (k, x) in inputs.table.iter().enumerate() {
        pass.hope += x * w[OUT + WIDE + k];
    }
    pass
}

fn backward(w: &[f32], inputs: &Inputs, pass: &Pass, slope: f32, g: &mut [f32]) {
    let mut back = [0f32; WIDE];
    for j in 0..WIDE {
        g[OUT + j] += slope * pass.second[j];
        back[j] = if pass.second[j] > 0.0 { slope * w[OUT + j] } else { 0.0 };
        g[SECOND + j] += back[j];
    }
    for (k, x) in inputs.table.iter().enumerate() {
        g[OUT + WIDE + k] += slope * x;
    }
    let mut below = [0f32; WIDE];
    for (i, x) in pass.first.iter().chain(&inputs.table).enumerate() {
        let row = SECOND + WIDE + i * WIDE;
        let mut sum = 0.0;
        for j in 0..WIDE {
            g[row + j] += x * back[j];
            sum += w[row + j] * back[j];
        }
        if i < WIDE {
            below[i] = sum;
        }
    }
    for (colour, sums) in inputs.colours[..inputs.count].iter().zip(&pass.colours) {
        let slopes: [f32; WIDE] = std::array::from_fn(|j| if sums[j] > 0.0 { below[j] } else { 0.0 });
        for j in 0..WIDE {
            g[COLOUR * WIDE + j] += slopes[j];
        }
        for (i, x) in colour.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            for j in 0..WIDE {
                g[i * WIDE + j] += x * slopes[j];
            }
        }
    }
}

/// The shares that the network expects, with the passes.
fn expected(w: &[f32], sample: &Sample) -> (Vec<Pass>, Vec<f32>) {
    let passes: Vec<Pass> = sample.seats.iter().map(|inputs| forward(w, inputs)).collect();
    let most = passes.iter().map(|p| p.hope).fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = passes.iter().map(|p| (p.hope - most).exp()).collect();
    let sum: f32 = powers.iter().sum();
    (passes, powers.iter().map(|p| p / sum).collect())
}

fn loss(shares: &[f32], sample: &Sample) -> f32 {
    sample.shares.iter().zip(shares).map(|(t, p)| t * (t.max(1e-9).ln() - p.max(1e-9).ln())).sum()
}

const BATCH: usize = 256;
const RATE: f32 = 3e-3;

/// The weights that fit the samples, rounded to 1/1024.
fn train(samples: &[Sample], check: &[Sample], epochs: usize) -> Vec<f32> {
    let mut random = lots("training", 0);
    let mut w = vec![0.0; COUNT];
    let mut fill = |from: usize, to: usize, scale: f32| {
        w[from..to].iter_mut().for_each(|x| *x = (2.0 * random.unit() - 1.0) as f32 * scale);
    };
    fill(0, COLOUR * WIDE, 0.4);
    fill(SECOND + WIDE, OUT, 0.3);
    fill(OUT, OUT + WIDE, 0.3);
    let (mut mean, mut square) = (vec![0f32; COUNT], vec![0f32; COUNT]);
    let (mut faded, mut faded_square) = (1f32, 1f32);
    let steps = epochs * samples.len() / BATCH;
    let mut g = vec![0f32; COUNT];
    for step in 0..steps {
        g.fill(0.0);
        for _ in 0..BATCH {
            let sample = &samples[random.index(samples.len())];
            let (passes, shares) = expected(&w, sample);
            for ((inputs, pass), (p, t)) in
                sample.seats.iter().zip(&passes).zip(shares.iter().zip(&sample.shares))
            {
                backward(&w, inputs, pass, p - t, &mut g);
            }
        }
        let done = step as f32 / steps as f32;
        let shape = if done < 0.05 {
            done / 0.05
        } else {
            let left = (1.0 - done) / 0.95;
            left * left * (3.0 - 2.0 * left)
        };
        let rate = RATE * shape + 1e-6;
        (faded, faded_square) = (faded * 0.9, faded_square * 0.999);
        for i in 0..COUNT {
            let slope = g[i] / BATCH as f32 + 1e-5 * w[i];
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            w[i] -= rate * (mean[i] / (1.0 - faded)) / ((square[i] / (1.0 - faded_square)).sqrt() + 1e-7);
        }
        if (step + 1) % (steps / 3).max(1) == 0 {
            let mean = |samples: &[Sample]| {
                samples.iter().map(|s| loss(&expected(&w, s).1, s)).sum::<f32>() / samples.len() as f32
            };
            println!("  step {} of {steps}: divergence {:.4}", step + 1, mean(check));
        }
    }
    w.iter().map(|weight| (weight * 1024.0).round() / 1024.0).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::env::args()
        .nth(1)
        .ok_or("OUT [rounds=3] [games=3000] [simulations=80] [epochs=10] [seats=2]")?;
    let (mut rounds, mut games, mut simulations, mut epochs, mut only) = (3, 3000, 80, 10, None);
    for word in std::env::args().skip(2) {
        match word.split_once('=') {
            Some(("rounds", n)) => rounds = n.parse()?,
            Some(("games", n)) => games = n.parse()?,
            Some(("simulations", n)) => simulations = n.parse()?,
            Some(("epochs", n)) => epochs = n.parse()?,
            Some(("seats", n)) => only = Some(n.parse::<u8>()?),
            _ => return Err(format!("unknown: {word}").into()),
        }
    }
    let game = Bulbous::new(&Options::default())?;
    let clock = Instant::now();
    let mut all: Vec<u8> = std::fs::read(&out).unwrap_or_default();
    all.resize(3 * COUNT, 0);
    for seats in (2..=4u8).filter(|s| only.is_none_or(|o| o == *s)) {
        let mut net: Option<Net> = None;
        let mut before: Vec<Sample> = Vec::new();
        for round in 0..rounds {
            let mut made = Vec::new();
            let mut held_out = Vec::new();
            for n in 0..games {
                let mut players: Vec<Box<dyn Program<Bulbous>>> = (0..seats)
                    .map(|_| match &net {
                        None => Bulbous::program("simple").expect("a program"),
                        Some(net) => learned(Ahead::default(), Some(net.clone()), simulations),
                    })
                    .collect();
                let seed = Seed::from_text(&format!("train {seats} {round}")).nth(n);
                let some = samples(&game, seats, &mut players, 20, &seed);
                if n % 20 == 0 { held_out.extend(some) } else { made.extend(some) }
            }
            println!(
                "{seats} seats, round {round}: {} samples, {:.0} s so far",
                made.len(),
                clock.elapsed().as_secs_f64()
            );
            let fresh = made.len();
            // Samples of the round before are used again, those of simple players are not.
            if round > 1 {
                made.append(&mut before);
            }
            let weights = Net(train(&made, &held_out, epochs));
            made.truncate(fresh);
            before = made;
            let at = usize::from(seats - 2) * COUNT;
            all[at..at + COUNT].copy_from_slice(&weights.to_bytes());
            net = Some(weights);
            std::fs::write(&out, &all)?;
        }
        println!("{seats} seats: {:.0} s", clock.elapsed().as_secs_f64());
    }
    Ok(())
}
