//! What it costs to draw the page of a table: `cargo run --release -p bagatelle-bench --example pages`.
//!
//! `… -- GAME TIMES` draws the page this many times, for valgrind.

use bagatelle_samples::painter;
use std::time::{Duration, Instant};

const GAMES: [&str; 6] = ["brain-burn", "burbuja", "bambam-booboo", "baju-duel", "baju-puzzle", "bulbous"];

/// How many actions a game has seen whose page is drawn.
const ACTIONS: usize = 40;

/// How many pages are drawn in a second: the best of many, since noise only slows down.
fn rate(id: &str) -> f64 {
    let page = painter(id, ACTIONS);
    let (start, mut best) = (Instant::now(), Duration::MAX);
    while start.elapsed() < Duration::from_secs(2) {
        let run = Instant::now();
        std::hint::black_box(page());
        best = best.min(run.elapsed());
    }
    1.0 / best.as_secs_f64()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [id, times] = args.as_slice() {
        let page = painter(id, ACTIONS);
        let times: u32 = times.parse().expect("a number of times");
        (0..times).for_each(|_| drop(std::hint::black_box(page())));
        return;
    }
    println!("{:16} {:>14} {:>16}", "table", "pages/s", "bytes");
    for id in GAMES {
        println!("{id:16} {:14.0} {:16}", rate(id), painter(id, ACTIONS)().0.len());
    }
}
