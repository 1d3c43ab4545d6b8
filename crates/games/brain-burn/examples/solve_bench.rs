//! Measures the solver over many deals.
//!
//! ```text
//! cargo run --release -p bagatelle-brain-burn --example solve_bench -- --deals 100 --budget 1.0 --cpu
//! ```
//!
//! The deals are those of `bagatelle deal brain-burn --seed N`, from N = 1 (`--first`) on, or with
//! `--seed TEXT` those of `--seed TEXT/N`. `--budget` is in
//! seconds for each deal; with `--cpu` it is CPU time of all `--workers` (2) together divided by their
//! number, which is what a wall clock would show on an idle machine. `--nodes N` replaces the time by a
//! number of nodes for all workers together: with one worker that repeats exactly. `--proof` is the share of
//! the budget kept for the lower bound; it and `--memory`, in megabytes, are as in `bagatelle solve` if not
//! given. `--weights FILE` takes another network.
//!
//! `--tiles` solves every deal once more with each coin on its own tile, which is the puzzle of the tiles
//! alone, and says what the coins cost. `--tables FILE` takes the large tables of `bagatelle tables build`;
//! if there is no such file, it is made. With `--curve`, each deal is told when it is done: its slides, its
//! bound, and after how many seconds of the budget which bound was proved.
//!
//! Prints the means of slides, swaps and lower bounds, how many were proved shortest, the time used and the
//! peak of memory; with `--each` also the slides of each deal.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

mod common;

use bagatelle_brain_burn::solve::{LargeTables, Limits, Position, Solution, Solver, Stage};
use bagatelle_brain_burn::{BrainBurn, DealOptions, Options};
use bagatelle_core::tabled::{Tabled, seal, unseal};
use bagatelle_core::{Game, Rng, Seed, Stream};
use common::{Arguments, cpu};
use std::sync::Mutex;
use std::time::Instant;

/// The deal of a seed, as the command makes it.
fn deal(seed: &str) -> Position {
    let rules = BrainBurn::new(&Options::default()).expect("there are no options");
    let mut rng = Rng::new(&Seed::from_text(seed), Stream::Deal);
    let setup = rules.deal(&DealOptions::default(), &mut rng).expect("no deal options are refused");
    Position::from(&rules.start(&setup).expect("a deal is a position"))
}

/// The same tiles, each with a coin of its own value.
fn without_coins(position: &Position) -> Position {
    let own = |&tile: &u8| if tile == Position::HOLE { tile } else { tile % 6 };
    Position::new(*position.tiles(), position.tiles().each_ref().map(own)).expect("four coins of each value")
}

/// The most memory this process has had, in megabytes (Linux).
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

/// The large tables of a file.
fn tables(file: &str) -> LargeTables {
    let (id, version) = (BrainBurn::ID, BrainBurn::VERSION);
    let tables = match std::fs::read(file) {
        Ok(sealed) => unseal(id, version, sealed).expect("the tables of this version"),
        Err(_) => {
            let tables = BrainBurn::build(&mut |_| true).expect("nothing ends it");
            std::fs::write(file, seal(id, version, &tables)).expect("the file can be written");
            tables
        }
    };
    LargeTables::new(tables).expect("the tables of this game")
}

/// How each deal is solved.
struct Bench {
    solver: Solver,
    budget: f64,
    nodes: f64,
    by_cpu: bool,
    workers: usize,
    memory: usize,
    proof: f64,
    large: Option<LargeTables>,
    curve: bool,
}

impl Bench {
    fn solve(&self, position: &Position, seed: u64) -> Solution {
        let (start, cpu_start) = (Instant::now(), cpu());
        let spent = |nodes: u64| match self.by_cpu {
            _ if self.nodes > 0.0 => nodes as f64 / self.nodes,
            true => (cpu() - cpu_start) / self.workers as f64 / self.budget,
            false => start.elapsed().as_secs_f64() / self.budget,
        };
        let Self { workers, memory, proof, .. } = *self;
        let curve = Mutex::new(Vec::new());
        let nodes = Mutex::new(0);
        let told = |stage: &Stage| *nodes.lock().expect("no panic") = stage.nodes;
        let large = self.large.as_ref();
        let limits = Limits { spent: &spent, workers, memory, proof, seed: 1, large, told: &told };
        let solution = self.solver.solve(position, &limits, &|better| {
            let seconds = spent(0) * self.budget;
            curve.lock().expect("no panic").push((better.lower_bound, better.slides(), seconds));
        });
        if self.curve {
            let seconds = spent(0) * self.budget;
            let mut curve = curve.into_inner().expect("no panic");
            // A bound holds from when it was first told.
            curve.dedup_by_key(|&mut (bound, slides, _)| (bound, slides));
            let curve: Vec<String> = curve
                .iter()
                .map(|(bound, slides, seconds)| format!("{bound}/{slides}@{seconds:.1}"))
                .collect();
            let (slides, bound) = (solution.slides(), solution.lower_bound);
            let nodes = nodes.into_inner().expect("no panic");
            println!(
                "{seed}: {slides} slides, bound {bound}, {seconds:.1} s, {nodes} nodes; {}",
                curve.join(" ")
            );
        }
        let end = solution.moves.iter().try_fold(position.clone(), |position, &step| position.after(step));
        assert!(end.is_some_and(|end| end.is_solved()), "deal {seed} is not solved");
        solution
    }
}

fn mean(numbers: impl ExactSizeIterator<Item = u32>) -> f64 {
    let count = numbers.len() as f64;
    f64::from(numbers.sum::<u32>()) / count
}

fn main() {
    let arguments = Arguments::read();
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let prefix = arguments.text("--seed").map(|seed| format!("{seed}/")).unwrap_or_default();
    let (deals, first) = (arguments.number("--deals", 100.0), arguments.number("--first", 1.0) as u64);
    let begun = Instant::now();
    let bench = Bench {
        solver: arguments.weights().map_or_else(Solver::new, |weights| Solver::with_weights(&weights)),
        budget: arguments.number("--budget", 1.0),
        nodes: arguments.number("--nodes", 0.0),
        by_cpu: has("--cpu"),
        workers: arguments.number("--workers", 2.0) as usize,
        memory: (arguments.number("--memory", 400.0) * f64::from(1 << 20)) as usize,
        proof: arguments.number("--proof", 0.15),
        large: arguments.text("--tables").map(tables),
        curve: has("--curve"),
    };
    println!("start-up {:.3} s", begun.elapsed().as_secs_f64());

    let positions: Vec<(u64, Position)> =
        (first..first + deals as u64).map(|n| (n, deal(&format!("{prefix}{n}")))).collect();
    let (begun, cpu_begun) = (Instant::now(), cpu());
    let solutions: Vec<Solution> = positions.iter().map(|(seed, deal)| bench.solve(deal, *seed)).collect();
    let (wall, used) = (begun.elapsed().as_secs_f64() / deals, (cpu() - cpu_begun) / deals);

    let budget = match bench.by_cpu {
        _ if bench.nodes > 0.0 => format!("{} nodes", bench.nodes),
        true => format!("{} s (CPU)", bench.budget),
        false => format!("{} s", bench.budget),
    };
    println!("{deals} deals solved, budget {budget}, workers {}", bench.workers);
    println!(
        "mean slides {:.2} (worst {}), swaps {:.2}, lower bound {:.2}; proved shortest {}",
        mean(solutions.iter().map(Solution::slides)),
        solutions.iter().map(Solution::slides).max().unwrap_or(0),
        mean(solutions.iter().map(Solution::swaps)),
        mean(solutions.iter().map(|solution| solution.lower_bound)),
        solutions.iter().filter(|solution| solution.is_optimal()).count(),
    );
    println!("wall {wall:.3} s, CPU {used:.3} s for each deal; peak memory {:.0} MB", peak());
    if has("--each") {
        println!("{:?}", solutions.iter().map(Solution::slides).collect::<Vec<_>>());
    }

    if has("--tiles") {
        let alone = positions.iter().map(|(seed, deal)| bench.solve(&without_coins(deal), *seed).slides());
        let costs: Vec<i64> = solutions
            .iter()
            .zip(alone)
            .map(|(both, alone)| i64::from(both.slides()) - i64::from(alone))
            .collect();
        println!(
            "the coins cost {:.2} slides on average: {costs:?}",
            costs.iter().sum::<i64>() as f64 / deals
        );
    }
}
