//! Solves the duel on small boards outright:
//! `cargo run --release -p bagatelle-baju --example baju_small [ID ...]`.
//!
//! Prints a row of the table in `docs/solved.md` for each board of the list, or for those whose ids are
//! given.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures and prints"
)]

use bagatelle_baju::duel::Position;
use bagatelle_baju::duel::small::LIST;
use bagatelle_baju::pieces::Colour;
use std::time::Instant;

fn main() {
    let ids: Vec<String> = std::env::args().skip(1).collect();
    for listed in LIST.iter().filter(|listed| ids.is_empty() || ids.iter().any(|id| id == listed.id)) {
        let begun = Instant::now();
        let duel = listed.duel();
        let solution = duel.solve(&Position::empty(Colour::White));
        println!("{}", listed.row(&duel, &solution));
        eprintln!("{}: {:.1} s", listed.id, begun.elapsed().as_secs_f64());
    }
}
