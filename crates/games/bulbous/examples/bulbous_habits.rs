//! Learns from games of all levels against each other how each acts in a contest, by what it holds.
//!
//! ```text
//! cargo run --release -p bagatelle-bulbous --example bulbous_habits -- \
//!     OUT [games=300] [nodes=1200] [steps=400]
//! ```
//!
//! There are this many games for each number of seats; each seat is played by a level drawn by lot, with at
//! most this many simulations a move. The weights of the kinds are fitted by Adam (Kingma and Ba 2015) on all
//! deeds of a level, those of the choices are scaled until they give as many as were counted. One game in ten
//! is kept apart to measure what was learned. No program is told who plays, so that what is learned does not
//! depend on what was learned before.
//!
//! No clock decides anything, so the same command makes the same weights. Copied to `src/habits/weights.bin`,
//! a file becomes the program's.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bulbous::habits::{CHOICES, CHOSEN, COUNT, Habits, KINDS, LEVELS, Scene, TRAITS, choice, kind};
use bagatelle_bulbous::{Action, Bulbous, Cards, DealOptions, Options};
use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Playable, Rng, Seed, Stream, Turn, Viewer};

/// A deed: what was held, and what was laid (nothing for a pass or a swap).
struct Sample {
    level: usize,
    scene: Scene,
    hand: Cards,
    bet: Cards,
    apart: bool,
}

/// The deeds of one game.
fn samples(game: &Bulbous, seats: u8, nodes: u64, number: u64, made: &mut Vec<Sample>) {
    let seed = Seed::from_text(&format!("model {seats}")).nth(number);
    let mut lot = Rng::new(&seed, Stream::Test);
    let levels: Vec<usize> = (0..seats).map(|_| lot.index(LEVELS.len())).collect();
    let mut players: Vec<Box<dyn Program<Bulbous>>> =
        levels.iter().map(|level| Bulbous::program(LEVELS[*level]).expect("a level")).collect();
    let setup = game.deal(&DealOptions::of(seats), &mut Rng::new(&seed, Stream::Deal)).expect("a deal");
    let mut state = game.start(&setup).expect("a start");
    let mut chance = Rng::new(&seed, Stream::Chance);
    let mut own = Rng::new(&seed, Stream::Program);
    let mut legal = Vec::new();
    for _ in 0..2000 {
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.sample_chance(&state, &mut chance).expect("a new deck"),
            Turn::Seat(seat) => {
                game.legal(&state, &mut legal);
                let view = game.view(&state, Viewer::Seat(seat));
                let player = &mut players[seat.index()];
                let action = player.choose(game, &view, &legal, &Budget::nodes(nodes), &mut own).action;
                if let Some(scene) = Scene::new(state.public(), seat) {
                    let bet = if let Action::Bet(cards) = action { cards } else { Cards::NONE };
                    let (level, hand) = (levels[seat.index()], state.hand(seat));
                    made.push(Sample { level, scene, hand, bet, apart: number.is_multiple_of(10) });
                }
                action
            }
        };
        game.apply(&mut state, action);
    }
}

/// Fits the weights of the kinds of one level.
fn fit(samples: &[&Sample], steps: usize, habits: &mut Habits, level: usize) {
    const RATE: f32 = 0.05;
    let (mut mean, mut square) = (vec![0f32; CHOSEN], vec![0f32; CHOSEN]);
    for step in 0..steps {
        let mut slopes = vec![0f32; CHOSEN];
        for sample in samples {
            let traits = sample.scene.traits(sample.hand);
            let chances = habits.kinds(level, &sample.scene, sample.hand);
            let done = kind(sample.bet, sample.scene.colour);
            for k in 1..KINDS {
                let error = chances[k] - if k == done { 1.0 } else { 0.0 };
                for (slope, x) in slopes[(k - 1) * TRAITS..].iter_mut().zip(traits) {
                    *slope += error * x;
                }
            }
        }
        let (faded, faded_square) = (0.9f32.powi(step as i32 + 1), 0.999f32.powi(step as i32 + 1));
        let rate = RATE * (1.0 - step as f32 / steps as f32);
        let weights = &mut habits.0[level * COUNT..];
        for i in 0..CHOSEN {
            let slope = slopes[i] / samples.len() as f32 + 1e-4 * weights[i];
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            weights[i] -=
                rate * (mean[i] / (1.0 - faded)) / ((square[i] / (1.0 - faded_square)).sqrt() + 1e-7);
        }
    }
}

/// In how many ways each choice can be made of the cards of the colour in hand, and the choices among which a
/// bet of that kind is.
fn ways(own: Cards, kind: usize) -> ([f32; CHOICES], std::ops::Range<usize>) {
    let mut ways = [0.0; CHOICES];
    for subset in 1u32..1 << own.len() {
        let laid = own.iter().enumerate().filter(|(place, _)| subset >> place & 1 == 1);
        ways[choice(laid.map(|(_, card)| card).collect(), own)] += 1.0;
    }
    let range = match kind {
        2 => 0..4,
        3 => 4..9,
        _ => 9..11,
    };
    (ways, range)
}

/// Scales the weights of the choices of one level until as many of each are expected as were counted.
fn scale(samples: &[&Sample], habits: &mut Habits, level: usize) {
    let at = level * COUNT + CHOSEN;
    for _ in 0..50 {
        let (mut counted, mut expected) = ([1.0f32; CHOICES], [1.0f32; CHOICES]);
        for sample in samples {
            let (own, kind) =
                (sample.hand & Cards::of(sample.scene.colour), kind(sample.bet, sample.scene.colour));
            if kind < 2 {
                continue;
            }
            counted[choice(sample.bet, own)] += 1.0;
            let (ways, range) = ways(own, kind);
            let weight = |n: usize| ways[n] * habits.0[at + n].exp();
            let all: f32 = range.clone().map(weight).sum();
            range.for_each(|n| expected[n] += weight(n) / all);
        }
        for n in 0..CHOICES {
            habits.0[at + n] = (habits.0[at + n] + (counted[n] / expected[n]).ln()).clamp(-7.5, 7.5);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::env::args().nth(1).ok_or("OUT [games=300] [nodes=1200] [steps=400]")?;
    let (mut games, mut nodes, mut steps) = (300, 1200, 400);
    for word in std::env::args().skip(2) {
        match word.split_once('=') {
            Some(("games", n)) => games = n.parse()?,
            Some(("nodes", n)) => nodes = n.parse()?,
            Some(("steps", n)) => steps = n.parse()?,
            _ => return Err(format!("unknown: {word}").into()),
        }
    }
    let game = Bulbous::new(&Options::default())?;
    let mut made = Vec::new();
    for seats in 2..=4 {
        (0..games).for_each(|n| samples(&game, seats, nodes, n, &mut made));
        println!("{seats} seats: {} deeds so far", made.len());
    }
    let mut habits = Habits(vec![0.0; COUNT * LEVELS.len()]);
    for level in 0..LEVELS.len() {
        let own: Vec<&Sample> = made.iter().filter(|s| s.level == level && !s.apart).collect();
        fit(&own, steps, &mut habits, level);
        scale(&own, &mut habits, level);
    }
    let habits = Habits::from_bytes(&habits.to_bytes());
    println!(
        "surprise (mean of -ln of the chance) at kinds of deeds kept apart, by the level that acted (rows) \
         and the habits of a level:"
    );
    for (level, name) in LEVELS.iter().enumerate() {
        let apart: Vec<&Sample> = made.iter().filter(|s| s.level == level && s.apart).collect();
        let surprise = |other: usize| {
            let chance = |s: &Sample| habits.kinds(other, &s.scene, s.hand)[kind(s.bet, s.scene.colour)];
            apart.iter().map(|s| -chance(s).max(1e-6).ln()).sum::<f32>() / apart.len() as f32
        };
        let row: Vec<String> = (0..LEVELS.len()).map(|other| format!("{:.3}", surprise(other))).collect();
        println!("{name:>6} of {}: {}", apart.len(), row.join(" "));
    }
    std::fs::write(&out, habits.to_bytes())?;
    Ok(())
}
