//! How long does a deal of each length take to make, and does the solver find the shortest solution?
//!
//! ```text
//! cargo run --release -p bagatelle-brain-burn --example lengths -- --deals 200 --budget 1.0
//! ```
//!
//! Makes `--deals` (200) of each length, former ones included, and looks for the par of each within
//! `--budget` seconds of CPU time (1; none at 0).

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

#[allow(dead_code, reason = "only some examples take weights")]
mod common;

use bagatelle_brain_burn::grade::{FORMER, LENGTHS};
use bagatelle_brain_burn::{BrainBurn, DealOptions, Options};
use bagatelle_core::present::{Grader, ParFinder};
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_core::{Game, Seed};
use common::{Arguments, cpu};

/// The mean of some figures, the least, the middle one, and the most.
fn told(mut figures: Vec<f64>) -> String {
    figures.sort_by(f64::total_cmp);
    let mean = figures.iter().sum::<f64>() / figures.len().max(1) as f64;
    match (figures.first(), figures.get(figures.len() / 2), figures.last()) {
        (Some(least), Some(middle), Some(most)) => format!("{mean:.2} ({least:.2}, {middle:.2}, {most:.2})"),
        _ => "none".to_owned(),
    }
}

fn main() {
    let arguments = Arguments::read();
    let (deals, budget) = (arguments.number("--deals", 200.0) as u64, arguments.number("--budget", 1.0));
    let game = BrainBurn::new(&Options::default()).expect("a game");
    // The tables are built once.
    let before = cpu();
    let first =
        game.deal_of(&game, 0, &DealOptions::default(), &Seed::from_text("first"), &Allowance::default());
    first.expect("a deal").expect("a deal");
    println!("tables and a first deal: {:.0} ms", (cpu() - before) * 1e3);
    for (place, grade) in LENGTHS.iter().chain(FORMER).enumerate() {
        for hole in [None, Some(0), Some(12)] {
            let (mut times, mut nodes, mut pars, mut bounds) = (vec![], vec![], vec![], vec![]);
            for n in 0..deals {
                let (allowance, begun) = (Allowance::default(), cpu());
                let seed = Seed::from_text(grade.label).nth(n);
                let setup = game.deal_of(&game, place, &DealOptions { hole }, &seed, &allowance);
                let Some(setup) = setup.expect("options") else {
                    println!("no deal {n}");
                    continue;
                };
                times.push((cpu() - begun) * 1e3);
                nodes.push(allowance.spent() as f64 / 1e3);
                if budget > 0.0 && hole.is_none() {
                    let begun = cpu();
                    let spent = || (cpu() - begun) / budget;
                    let budget = Budget { spent: Some(&spent), ..Budget::until(&|| false) };
                    let par = game.par(&game.start(&setup).expect("a start"), &budget).expect("a par");
                    pars.push(f64::from(par.moves));
                    bounds.push(f64::from(par.at_least));
                }
            }
            println!("{} {hole:?}: ms {}; thousand nodes {}", grade.label, told(times), told(nodes));
            if !pars.is_empty() {
                println!("    par {}; proved {}", told(pars), told(bounds));
            }
        }
    }
}
