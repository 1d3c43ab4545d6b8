//! Learns the weights of the value network from solutions of the solver itself.
//!
//! ```text
//! cargo run --release -p bagatelle-brain-burn --example train_value -- \
//!     OUT [--rounds 3] [--solutions 2500] [--epochs 30] [--weights FILE]
//! ```
//!
//! Every round first makes samples: positions on solutions, with the slides that were left. Some solutions
//! start from random deals, most from positions a few random slides off an earlier solution, or where a very
//! narrow beam from it goes astray, so that the network also sees what is not on the best way, and what it
//! takes for better than it is. The first round makes `--solutions` of them, every other round twice as many
//! as the one before. The beam that makes them expands `--nodes` nodes (100,000: it is about a thousand wide)
//! and uses the weights of the round before, the first round those of `--weights FILE`, or none at all:
//! zeros. Then the network is trained, from random weights, on the samples of this round and the one before,
//! by Adam (Kingma and Ba 2015) on the squared error of the slides left beyond the larger sum of the pattern
//! databases; every sample is used as it is or mirrored, by lot. The weights of the last round go into OUT;
//! copied to `src/solve/value.bin` they become the solver's.
//!
//! With `--weights FILE` every round goes on from the weights before it and ends half-way between them and
//! what it has learned: what either has learned from the scatter of its own samples, the other has not.
//! `--from N` counts the rounds from N, so that they draw other samples.
//!
//! No clock decides anything, so the same command makes the same weights, bit for bit, however many
//! `--workers` make the samples.
//!
//! The weights that come with the solver are those of
//!
//! ```text
//! train_value one.bin --rounds 1 --solutions 12000 --nodes 300000 --epochs 30 --weights zero.bin
//! train_value value.bin --rounds 1 --from 1 --solutions 12000 --nodes 300000 --epochs 10 --weights one.bin
//! ```
//!
//! which take some twelve minutes of CPU time; with 775,065 and 773,485 samples, the mean squared errors of
//! what was learned were 5.8 and 5.1 slides, most of them the samples' own scatter. `zero.bin` is the
//! `value.bin` that came with the solver before: the history has it, at the commit that put the second layer
//! into sixteen bits. It was learned from nothing in four rounds, from 2,500 solutions on, by beams of
//! 100,000 nodes.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

mod common;

use bagatelle_brain_burn::solve::value::{NARROW, ROWS, WIDE, Weights};
use bagatelle_brain_burn::solve::{Limits, Position, Solver};
use bagatelle_brain_burn::{Action, Direction};
use bagatelle_core::{Rng, Seed, Stream};
use common::{Arguments, cpu};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is drawn by lot: a generator of its own for each purpose and number.
fn lots(purpose: &str, number: u64) -> Rng {
    Rng::new(&Seed::from_text(purpose).nth(number), Stream::Program)
}

/// A position, the slides that were left, and the two sums of the pattern databases.
#[derive(Clone, Copy)]
struct Sample {
    rows: [u16; 25],
    mirrored: [u16; 25],
    left: u16,
    sums: [u8; 2],
}

fn deal(random: &mut Rng) -> Position {
    let mut tiles: Vec<u8> = (0..24).collect();
    random.shuffle(&mut tiles);
    // The coins are of no interest here: every tile has its own.
    let mut coins: Vec<u8> = tiles.iter().map(|tile| tile % 6).collect();
    let hole = random.index(25);
    tiles.insert(hole, Position::HOLE);
    coins.insert(hole, Position::HOLE);
    Position::new(tiles.try_into().expect("25"), coins.try_into().expect("25")).expect("a position")
}

/// A few random slides away.
fn astray(mut position: Position, random: &mut Rng) -> Position {
    let mut last = None;
    for _ in 0..2 + random.below(20) {
        position = loop {
            let slide = Direction::ALL[random.index(4)];
            if last != Some(slide as u8 ^ 1)
                && let Some(next) = position.after(Action { slide, swap: None })
            {
                last = Some(slide as u8);
                break next;
            }
        };
    }
    position
}

/// A position that the network likes and that is not on the best way: on the way from here that a beam finds
/// which is far too narrow.
fn misled(solver: &Solver, start: &Position, random: &mut Rng) -> Position {
    let limits = Limits { spent: &|done| done as f64 / NARROW_NODES, memory: 20 << 20, ..Limits::BASE };
    let way = solver.solve_tiles(start, &limits);
    let slide = |position: Position, &slide: &Direction| {
        position.after(Action { slide, swap: None }).expect("possible")
    };
    way[..random.index(way.len().max(1))].iter().fold(start.clone(), slide)
}

/// The nodes that the narrow beam expands.
const NARROW_NODES: f64 = 6000.0;

/// Solutions that are made in a row; rows are made side by side.
const ROW: u64 = 25;

/// The samples of a row of solutions.
fn samples(solver: &Solver, nodes: f64, mut random: Rng) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut chain: Option<Vec<Position>> = None;
    for _ in 0..ROW {
        let start = match &chain {
            Some(path) if random.below(3) > 0 => {
                let from = &path[random.index(path.len())];
                if random.below(2) > 0 {
                    misled(solver, from, &mut random)
                } else {
                    astray(from.clone(), &mut random)
                }
            }
            _ => deal(&mut random),
        };
        let spent = |done: u64| done as f64 / nodes;
        let limits = Limits { spent: &spent, workers: 1, memory: 20 << 20, seed: 0, ..Limits::BASE };
        let way = solver.solve_tiles(&start, &limits);
        let mut path = vec![start];
        for (done, &slide) in way.iter().enumerate() {
            let position = &path[done];
            let (rows, mirrored) = (rows(position, false), rows(position, true));
            let left = (way.len() - done) as u16;
            samples.push(Sample { rows, mirrored, left, sums: solver.sums(position) });
            path.push(position.after(Action { slide, swap: None }).expect("possible"));
        }
        chain = (random.below(4) > 0).then_some(path);
    }
    samples
}

/// The samples of a round: this many rows of solutions, in the order of their numbers.
fn round_of_samples(solver: &Solver, round: u64, rows: u64, nodes: f64, workers: u64) -> Vec<Sample> {
    let (next, made) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let row = next.fetch_add(1, Ordering::Relaxed);
                    if row >= rows {
                        return;
                    }
                    let some = samples(solver, nodes, lots(&format!("samples {round}"), row));
                    made.lock().expect("no worker panics").push((row, some));
                }
            });
        }
    });
    let mut made = made.into_inner().expect("no worker panics");
    made.sort_unstable_by_key(|&(row, _)| row);
    made.into_iter().flat_map(|(_, some)| some).collect()
}

/// The rows of the network that a position adds up.
fn rows(position: &Position, mirrored: bool) -> [u16; 25] {
    let mirror = |cell: usize| cell / 5 * 5 + 4 - cell % 5;
    std::array::from_fn(|cell| {
        let tile = position.tiles()[if mirrored { mirror(cell) } else { cell }];
        let kind = match (tile / 6, tile % 6) {
            (_, _) if tile == Position::HOLE => 21,
            (_, 0) => 20,
            (suit, value) if mirrored => suit * 5 + 5 - value,
            (suit, value) => suit * 5 + value - 1,
        };
        u16::from(kind) * 25 + cell as u16
    })
}

/// What one sample's pass through the network leaves behind.
struct Pass {
    wide: [f32; WIDE],
    narrow: [f32; NARROW],
    sums: [f32; 2],
    error: f32,
}

fn forward(weights: &[f32], sample: &Sample, mirrored: bool) -> Pass {
    let rows = if mirrored { &sample.mirrored } else { &sample.rows };
    let mut wide: [f32; WIDE] = std::array::from_fn(|i| weights[Weights::HIDDEN + i]);
    for &row in rows {
        for (sum, weight) in wide.iter_mut().zip(&weights[row as usize * WIDE..][..WIDE]) {
            *sum += weight;
        }
    }
    wide.iter_mut().for_each(|sum| *sum = sum.max(0.0));
    let [one, other] = sample.sums.map(f32::from);
    let sums = [one.max(other) / Weights::UNITS[0], (one - other).abs() / Weights::UNITS[1]];
    let mut out = weights[Weights::OUT_OFFSET]
        + sums[0] * weights[Weights::OUT_SUMS]
        + sums[1] * weights[Weights::OUT_SUMS + 1];
    let mut narrow = [0.0; NARROW];
    for (j, sum) in narrow.iter_mut().enumerate() {
        let row = &weights[Weights::SECOND + j * WIDE..][..WIDE];
        let mut lanes = [0f32; 8];
        for (eight, weights) in wide.chunks_exact(8).zip(row.chunks_exact(8)) {
            for lane in 0..8 {
                lanes[lane] += eight[lane] * weights[lane];
            }
        }
        let more = &weights[Weights::SUMS + 2 * j..][..2];
        let total = lanes.iter().sum::<f32>()
            + weights[Weights::SECOND_OFFSET + j]
            + sums[0] * more[0]
            + sums[1] * more[1];
        *sum = total.max(0.0);
        out += *sum * weights[Weights::OUT + j];
    }
    Pass { wide, narrow, sums, error: out - (f32::from(sample.left) - one.max(other)) }
}

/// Adds the gradient of one sample's squared error (halved).
fn backward(weights: &[f32], sample: &Sample, mirrored: bool, pass: &Pass, gradient: &mut [f32]) {
    let Pass { wide, narrow, sums, error } = pass;
    gradient[Weights::OUT_OFFSET] += error;
    gradient[Weights::OUT_SUMS] += error * sums[0];
    gradient[Weights::OUT_SUMS + 1] += error * sums[1];
    let mut back = [0f32; WIDE];
    for j in 0..NARROW {
        if narrow[j] > 0.0 {
            gradient[Weights::OUT + j] += error * narrow[j];
            let slope = error * weights[Weights::OUT + j];
            gradient[Weights::SECOND_OFFSET + j] += slope;
            gradient[Weights::SUMS + 2 * j] += slope * sums[0];
            gradient[Weights::SUMS + 2 * j + 1] += slope * sums[1];
            let row = Weights::SECOND + j * WIDE;
            for (sum, weight) in back.iter_mut().zip(&weights[row..row + WIDE]) {
                *sum += slope * weight;
            }
            for (sum, input) in gradient[row..row + WIDE].iter_mut().zip(wide) {
                *sum += slope * input;
            }
        }
    }
    for (slope, &sum) in back.iter_mut().zip(wide) {
        *slope = if sum > 0.0 { *slope } else { 0.0 };
    }
    let rows = if mirrored { &sample.mirrored } else { &sample.rows };
    let starts = rows.iter().map(|&row| row as usize * WIDE).chain([Weights::HIDDEN]);
    for start in starts {
        for (sum, slope) in gradient[start..start + WIDE].iter_mut().zip(&back) {
            *sum += slope;
        }
    }
}

fn random_weights(random: &mut Rng) -> Vec<f32> {
    let mut weights = vec![0.0; Weights::COUNT];
    let mut fill = |from: usize, to: usize, scale: f32| {
        weights[from..to].iter_mut().for_each(|weight| *weight = (2.0 * random.unit() - 1.0) as f32 * scale);
    };
    fill(0, ROWS * WIDE, 0.15);
    fill(Weights::SECOND, Weights::SECOND_OFFSET, (2.0 / WIDE as f32).sqrt());
    fill(Weights::OUT, Weights::OUT_OFFSET, (2.0 / NARROW as f32).sqrt());
    weights
}

const BATCH: usize = 1024;
const RATE: f32 = 2e-3;
/// A batch is learned from in this many parts side by side. Their gradients are added in order: who changes
/// the number changes the weights.
const PARTS: usize = 2;

fn train(samples: &[Sample], epochs: usize, begin: Option<&Weights>) -> Vec<f32> {
    let (learn, check) = samples.split_at(samples.len() - samples.len() / 20);
    let mut random = lots("training", 0);
    let mut weights = begin.map_or_else(|| random_weights(&mut random), |weights| weights.0.clone());
    let (mut mean, mut square) = (vec![0f32; Weights::COUNT], vec![0f32; Weights::COUNT]);
    let mut gradients = vec![vec![0f32; Weights::COUNT]; PARTS];
    let (mut faded, mut faded_square) = (1f32, 1f32);
    let steps = epochs * learn.len() / BATCH;
    for step in 0..steps {
        let batch: Vec<(usize, bool)> =
            (0..BATCH).map(|_| (random.index(learn.len()), random.below(2) == 1)).collect();
        std::thread::scope(|scope| {
            for (gradient, part) in gradients.iter_mut().zip(batch.chunks(BATCH / PARTS)) {
                let weights = &weights;
                scope.spawn(move || {
                    gradient.fill(0.0);
                    for &(number, mirrored) in part {
                        let pass = forward(weights, &learn[number], mirrored);
                        backward(weights, &learn[number], mirrored, &pass, gradient);
                    }
                });
            }
        });
        // The rate rises over the first twentieth, then falls, gently at first and at last.
        let done = step as f32 / steps as f32;
        let shape = if done < 0.05 {
            done / 0.05
        } else {
            let left = (1.0 - done) / 0.95;
            left * left * (3.0 - 2.0 * left)
        };
        let rate = RATE * shape + 1e-6;
        (faded, faded_square) = (faded * 0.9, faded_square * 0.999);
        let (fade, fade_square) = (1.0 - faded, 1.0 - faded_square);
        for i in 0..Weights::COUNT {
            let slope = gradients.iter().map(|gradient| gradient[i]).sum::<f32>() / BATCH as f32;
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            weights[i] -= rate * (mean[i] / fade) / ((square[i] / fade_square).sqrt() + 1e-6);
        }
        if (step + 1) % (steps / 5).max(1) == 0 {
            let error = |sample: &Sample| forward(&weights, sample, false).error.powi(2);
            let error = check.iter().map(error).sum::<f32>() / check.len() as f32;
            println!("step {} of {steps}: mean squared error {error:.3}", step + 1);
        }
    }
    weights
}

/// The weights half-way between two networks, rounded as they are used. If one was learned from the other,
/// that errs less than either.
fn between(one: &Weights, other: &Weights) -> Weights {
    let [one, other] = [one, other].map(|weights| Weights::from_bytes(&weights.to_bytes()).0);
    Weights(one.iter().zip(other).map(|(one, other)| (one + other) / 2.0).collect())
}

fn main() {
    let arguments = Arguments::read();
    let out = std::env::args().nth(1).expect("the file to write");
    let rounds = arguments.number("--rounds", 3.0) as u64;
    let solutions = arguments.number("--solutions", 2500.0) as u64;
    let (epochs, nodes) =
        (arguments.number("--epochs", 30.0) as usize, arguments.number("--nodes", 100_000.0));
    let workers = arguments.number("--workers", 2.0) as u64;
    let begin = arguments.weights();
    let mut weights = begin.clone().unwrap_or_else(|| Weights(vec![0.0; Weights::COUNT]));
    let first = arguments.number("--from", 0.0) as u64;
    let mut before = Vec::new();
    for round in first..first + rounds {
        let solver = Solver::with_weights(&weights);
        let rows = (solutions << (round - first)).div_ceil(ROW);
        let made = round_of_samples(&solver, round, rows, nodes, workers);
        println!("round {round}: {} samples, {:.0} s of CPU time so far", made.len(), cpu());
        before.extend_from_slice(&made);
        let learned = Weights(train(&before, epochs, begin.is_some().then_some(&weights)));
        weights = if begin.is_some() { between(&weights, &learned) } else { learned };
        before = made;
        std::fs::write(&out, weights.to_bytes()).expect("the weights can be written");
    }
}
