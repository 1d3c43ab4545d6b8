//! Measures the solver over many deals.
//!
//! ```text
//! cargo run --release -p bagatelle-brain-burn --example solve_bench -- --deals 100 --budget 1.0 --workers 2
//! ```
//!
//! `--budget` is in seconds for each deal; with `--cpu` it is CPU time of all workers together divided by their number, which is what a wall clock
//! would show on an idle machine. `--proof` is the share of the budget kept for the lower bound, `--first` the first seed,
//! `--nodes N` replaces the time by a number of nodes for all workers together, `--scramble N` takes positions N random moves from home instead of deals, and `--weights FILE` another network.
//! Prints the mean of slides, swaps and lower bounds, how many were proved shortest, the time used and the peak of memory.

use bagatelle_brain_burn::solve::value::Weights;
use bagatelle_brain_burn::solve::{Limits, Position, Solver};
use bagatelle_brain_burn::{Action, Direction};
use std::time::Instant;

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % limit as u64) as usize
    }
}

fn deal(seed: u64) -> Position {
    let mut random = Random(seed);
    let mut tiles: Vec<u8> = (0..24).collect();
    let mut coins: Vec<u8> = (0..24).map(|coin| coin % 6).collect();
    for things in [&mut tiles, &mut coins] {
        for last in (1..24).rev() {
            things.swap(last, random.below(last + 1));
        }
    }
    let hole = random.below(25);
    tiles.insert(hole, Position::HOLE);
    coins.insert(hole, Position::HOLE);
    position(tiles, coins)
}

fn position(tiles: Vec<u8>, coins: Vec<u8>) -> Position {
    let board = |cells: Vec<u8>| cells.try_into().expect("25 cells");
    Position::new(board(tiles), board(coins)).expect("a position")
}

fn scrambled(seed: u64, count: usize) -> Position {
    let mut random = Random(seed ^ 0x5eed);
    let mut tiles: Vec<u8> = (0..24).filter(|tile| tile % 6 != 0).chain([0, 6, 12, 18]).collect();
    tiles.insert(20 + random.below(5), Position::HOLE);
    let coins = tiles.iter().map(|&tile| if tile == Position::HOLE { tile } else { tile % 6 }).collect();
    let mut position = position(tiles, coins);
    let mut last = None;
    for _ in 0..count {
        position = loop {
            let slide = Direction::ALL[random.below(4)];
            let swap = Some(random.below(5)).filter(|&swap| swap < 4).map(|swap| Direction::ALL[swap]);
            if last != Some(slide as u8 ^ 1)
                && let Some(next) = position.after(Action { slide, swap })
            {
                last = Some(slide as u8);
                break next;
            }
        };
    }
    position
}

/// CPU time of this process so far, in seconds (Linux; elsewhere nothing).
fn cpu() -> f64 {
    let ticks = |stat: String| -> Option<f64> {
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
    };
    std::fs::read_to_string("/proc/self/stat").ok().and_then(ticks).unwrap_or(0.0) / 100.0
}

/// The most memory this process has had, in megabytes (Linux).
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    let number =
        |name: &str, otherwise: f64| text(name).map_or(otherwise, |text| text.parse().expect("a number"));
    let (deals, first) = (number("--deals", 100.0) as u64, number("--first", 1.0) as u64);
    let (budget, proof) = (number("--budget", 1.0), number("--proof", 0.0));
    let (workers, memory) = (number("--workers", 2.0) as usize, number("--memory", 95.0) * 1e6);
    let node_budget = number("--nodes", 0.0);
    let by_cpu = arguments.iter().any(|argument| argument == "--cpu");

    let begun = Instant::now();
    let solver = text("--weights").map_or_else(Solver::new, |file| {
        let bytes = std::fs::read(file).expect("the weights");
        Solver::with_weights(&Weights(
            bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect(),
        ))
    });
    println!("start-up {:.3} s", begun.elapsed().as_secs_f64());

    let (begun, cpu_begun) = (Instant::now(), cpu());
    let (mut slides, mut swaps, mut bounds, mut optimal, mut worst) = (0, 0, 0, 0, 0);
    let mut lengths = Vec::new();
    for seed in first..first + deals {
        let position =
            text("--scramble").map_or_else(|| deal(seed), |count| scrambled(seed, count.parse().unwrap()));
        let (start, cpu_start) = (Instant::now(), cpu());
        let spent = |nodes: u64| {
            if node_budget > 0.0 {
                return nodes as f64 / node_budget;
            }
            let time =
                if by_cpu { (cpu() - cpu_start) / workers as f64 } else { start.elapsed().as_secs_f64() };
            time / budget
        };
        let limits = Limits { spent: &spent, workers, memory: memory as usize, proof, seed };
        let solution = solver.solve(&position, &limits, &|_| ());
        let end = solution.moves.iter().try_fold(position, |position, &step| position.after(step));
        assert!(end.is_some_and(|end| end.is_solved()), "deal {seed} is not solved");
        slides += solution.slides();
        swaps += solution.swaps();
        bounds += solution.lower_bound;
        optimal += u32::from(solution.is_optimal());
        worst = worst.max(solution.slides());
        lengths.push(solution.slides());
    }
    let mean = |sum: u32| f64::from(sum) / deals as f64;
    let unit = if by_cpu { " (CPU)" } else { "" };
    println!("deals {deals}, budget {budget} s{unit} or {node_budget} nodes, workers {workers}");
    println!(
        "mean slides {:.2} (worst {worst}), swaps {:.2}, lower bound {:.2}",
        mean(slides),
        mean(swaps),
        mean(bounds)
    );
    println!("proved shortest {optimal}");
    println!(
        "wall {:.3} s, CPU {:.3} s for each deal; peak memory {:.0} MB",
        begun.elapsed().as_secs_f64() / deals as f64,
        (cpu() - cpu_begun) / deals as f64,
        peak()
    );
    if arguments.iter().any(|argument| argument == "--each") {
        println!("{lengths:?}");
    }
}
