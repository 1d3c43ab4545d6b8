//! Learns the weights of the value network from solutions of the solver itself.
//!
//! ```text
//! cargo run --release -p bagatelle-brain-burn --example train_value -- OUT [--rounds 3] [--minutes 10] [--epochs 30]
//! ```
//!
//! Every round first makes samples: positions on solutions, with the slides that were left. Some solutions start from random deals, most from
//! positions a few random slides off an earlier solution, so that the network also sees what is not on the best way. The beam that
//! makes them uses the weights of the round before (the first round those of `--weights FILE`, or none at all: zeros). Then the network is trained on the
//! samples of this round and the one before, by Adam (Kingma and Ba 2015) on the squared error of the slides left beyond the larger sum
//! of the pattern databases; every sample is used as it is or mirrored, by lot. The weights of the last round go into OUT;
//! copied to `src/solve/value.bin` they become the solver's.
//!
//! The weights that come with the solver were made by an earlier form of this program, with beams of fixed width, and are of its fourth round (0.5, 0.2, 0.9 and 0.6 million samples; beams 1000 to 2000 wide;
//! the last was trained on rounds two to four): mean squared error 6.9 slides, most of it the samples' own scatter. The third round's were
//! as good in play. Training takes three minutes on one core; samples take the rest.

use bagatelle_brain_burn::solve::value::{NARROW, ROWS, WIDE, Weights};
use bagatelle_brain_burn::solve::{Limits, Position, Solver};
use bagatelle_brain_burn::{Action, Direction};
use std::sync::Mutex;
use std::time::Instant;

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn real(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }
}

/// A position, the slides that were left, and the two sums of the pattern databases.
#[derive(Clone, Copy)]
struct Sample {
    rows: [u16; 25],
    mirrored: [u16; 25],
    left: u8,
    sums: [u8; 2],
}

fn deal(random: &mut Random) -> Position {
    let mut tiles: Vec<u8> = (0..24).collect();
    for last in (1..24).rev() {
        tiles.swap(last, random.below(last + 1));
    }
    // The coins are of no interest here: every tile has its own.
    let mut coins: Vec<u8> = tiles.iter().map(|tile| tile % 6).collect();
    let hole = random.below(25);
    tiles.insert(hole, Position::HOLE);
    coins.insert(hole, Position::HOLE);
    Position::new(tiles.try_into().expect("25"), coins.try_into().expect("25")).expect("a position")
}

/// A few random slides away.
fn astray(mut position: Position, random: &mut Random) -> Position {
    let mut last = None;
    for _ in 0..2 + random.below(20) {
        position = loop {
            let slide = Direction::ALL[random.below(4)];
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

/// Samples of so many seconds' work.
fn samples(solver: &Solver, seconds: f64, nodes: f64, seed: u64) -> Vec<Sample> {
    let begun = Instant::now();
    let mut random = Random(seed);
    let mut samples = Vec::new();
    let mut chain: Option<Vec<Position>> = None;
    while begun.elapsed().as_secs_f64() < seconds {
        let start = match &chain {
            Some(path) if random.below(3) > 0 => astray(path[random.below(path.len())].clone(), &mut random),
            _ => deal(&mut random),
        };
        let spent = |done: u64| done as f64 / nodes;
        let limits = Limits { spent: &spent, workers: 1, memory: 20 << 20, proof: 0.0, seed };
        let way = solver.solve_tiles(&start, &limits);
        let mut path = vec![start];
        for (done, &slide) in way.iter().enumerate() {
            let position = &path[done];
            let (rows, mirrored) = (rows(position, false), rows(position, true));
            let left = (way.len() - done) as u8;
            samples.push(Sample { rows, mirrored, left, sums: solver.sums(position) });
            path.push(position.after(Action { slide, swap: None }).expect("possible"));
        }
        chain = (random.below(4) > 0).then_some(path);
    }
    samples
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

fn random_weights(random: &mut Random) -> Vec<f32> {
    let mut weights = vec![0.0; Weights::COUNT];
    let mut fill = |from: usize, to: usize, scale: f32| {
        weights[from..to].iter_mut().for_each(|weight| *weight = random.real() * scale);
    };
    fill(0, ROWS * WIDE, 0.15);
    fill(Weights::SECOND, Weights::SECOND_OFFSET, (2.0 / WIDE as f32).sqrt());
    fill(Weights::OUT, Weights::OUT_OFFSET, (2.0 / NARROW as f32).sqrt());
    weights
}

const BATCH: usize = 1024;
const RATE: f32 = 2e-3;

fn train(samples: &[Sample], epochs: usize, workers: usize) -> Vec<f32> {
    let (learn, check) = samples.split_at(samples.len() - samples.len() / 20);
    let mut random = Random(7);
    let mut weights = random_weights(&mut random);
    let (mut mean, mut square) = (vec![0f32; Weights::COUNT], vec![0f32; Weights::COUNT]);
    let mut gradients = vec![vec![0f32; Weights::COUNT]; workers];
    let steps = epochs * learn.len() / BATCH;
    for step in 0..steps {
        let batch: Vec<(usize, bool)> =
            (0..BATCH).map(|_| (random.below(learn.len()), random.below(2) == 1)).collect();
        std::thread::scope(|scope| {
            for (gradient, part) in gradients.iter_mut().zip(batch.chunks(BATCH.div_ceil(workers))) {
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
        // The rate rises over the first twentieth, then falls like a cosine.
        let done = step as f32 / steps as f32;
        let shape = if done < 0.05 {
            done / 0.05
        } else {
            0.5 + 0.5 * ((done - 0.05) / 0.95 * std::f32::consts::PI).cos()
        };
        let rate = RATE * shape + 1e-6;
        let (fade, fade_square) = (1.0 - 0.9f32.powi(step as i32 + 1), 1.0 - 0.999f32.powi(step as i32 + 1));
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

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    let number =
        |name: &str, otherwise: f64| text(name).map_or(otherwise, |text| text.parse().expect("a number"));
    let out = arguments.get(1).expect("the file to write");
    let (rounds, minutes) = (number("--rounds", 3.0) as u64, number("--minutes", 10.0));
    let (epochs, workers) = (number("--epochs", 30.0) as usize, number("--workers", 2.0) as u64);
    let nodes = number("--nodes", 100_000.0);
    let mut weights = text("--weights").map_or_else(
        || Weights(vec![0.0; Weights::COUNT]),
        |file| {
            let bytes = std::fs::read(file).expect("the weights");
            Weights(bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect())
        },
    );
    let mut before = Vec::new();
    for round in 0..rounds {
        let solver = Solver::with_weights(&weights);
        let made = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for worker in 0..workers {
                let (solver, made) = (&solver, &made);
                scope.spawn(move || {
                    let some = samples(solver, minutes * 60.0, nodes, (round * workers + worker) << 40);
                    made.lock().expect("no worker panics").extend(some);
                });
            }
        });
        let made = made.into_inner().expect("no worker panics");
        println!("round {round}: {} samples", made.len());
        before.extend_from_slice(&made);
        weights = Weights(train(&before, epochs, workers as usize));
        before = made;
        let bytes: Vec<u8> = weights.0.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        std::fs::write(out, bytes).expect("the weights can be written");
    }
}
