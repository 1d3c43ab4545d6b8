//! Hunts through many deals of the puzzle for those whose shortest solutions are longest:
//! `cargo run --release -p bagatelle-baju --example baju_hunt -- GOAL DEALS [FOLDER]`.
//!
//! Deal `n` is that of the seed `hunt:n`. What was found is written to `FOLDER/goal-GOAL.tsv`, by default
//! into the folder that the game reads; a hunt goes on where that file says that the last one came to, up to
//! `DEALS` deals. A deal is left as soon as any solution is found that is no longer than the shortest one of
//! the deals that are kept; the others are solved with proof. So the outcome does not depend on where a hunt
//! was interrupted.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_baju::puzzle::solve::{Quick, shortest};
use bagatelle_baju::puzzle::{Hardest, Hunted, Options};
use bagatelle_baju::{Goal, Puzzle};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Rng, Seed, Stream};
use std::path::PathBuf;
use std::time::Instant;

/// How many deals are kept for a goal.
const KEPT: usize = 3;
/// After how many deals the file is written.
const WRITTEN_EVERY: u64 = 10_000;

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (Some(goal), Some(deals)) = (args.first(), args.get(1)) else {
        panic!("baju_hunt GOAL DEALS [FOLDER]")
    };
    let goal = goal.parse().ok().and_then(Goal::from_number).expect("a goal from 1 to 4");
    let deals: u64 = deals.parse().expect("a number of deals");
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/hardest");
    let folder = PathBuf::from(args.get(2).map_or(usual, String::as_str));
    let file = folder.join(format!("goal-{}.tsv", goal.number()));
    let mut hunted = match std::fs::read_to_string(&file) {
        Ok(text) => Hunted::read(&text).expect("a file that a hunt has written"),
        Err(_) => Hunted::default(),
    };
    let puzzle =
        Puzzle::new(&Options { goal: goal.number(), ..Options::default() }).expect("the board is right");
    let mut quick = Quick::new(&puzzle);
    let (begun, first, mut proved) = (Instant::now(), hunted.deals, 0);
    while hunted.deals < deals {
        let text = format!("hunt:{}", hunted.deals);
        hunted.deals += 1;
        let seed = Seed::from_text(&text);
        let setup = puzzle.deal(&NoOptions {}, &mut Rng::new(&seed, Stream::Deal)).expect("a deal");
        let start = puzzle.start(&setup).expect("a deal is a start");
        let full = hunted.hardest.len() == KEPT;
        let least = hunted.hardest.last().filter(|_| full).map_or(0, |last| last.swaps.len() as u32);
        let mut rng = Rng::new(&seed, Stream::Rollout);
        if least == 0 || quick.solve(start.layout(), least, &mut rng).is_none() {
            proved += 1;
            let found = shortest(&puzzle, start.layout(), &Budget::nodes(u64::MAX), |_, _| ());
            let swaps = found.swaps.expect("Twin Loops can always be solved");
            if swaps.len() as u32 > least {
                let shorter = |other: &Hardest| other.swaps.len() < swaps.len();
                let after = hunted.hardest.iter().position(shorter).unwrap_or(hunted.hardest.len());
                eprintln!("{text}: {} moves, {} positions", swaps.len(), found.nodes);
                let new = Hardest { seed: text, position: setup.position, swaps, positions: found.nodes };
                hunted.hardest.insert(after, new);
                hunted.hardest.truncate(KEPT);
            }
        }
        if hunted.deals.is_multiple_of(WRITTEN_EVERY) || hunted.deals == deals {
            std::fs::write(&file, hunted.to_string())?;
            let (done, seconds) = (hunted.deals - first, begun.elapsed().as_secs_f64());
            eprintln!(
                "goal {}: {} deals of {deals}, {:.2} ms a deal, {proved} of {done} solved with proof",
                goal.number(),
                hunted.deals,
                1e3 * seconds / done as f64,
            );
        }
    }
    Ok(())
}
