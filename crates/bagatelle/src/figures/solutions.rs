//! Solitaires with a solver: the lengths of its solutions.

use crate::spread::Spread;
use anyhow::Result;
use bagatelle_catalog::AnyGame;
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use serde_json::Value;

/// What a solver has found.
#[derive(Default)]
pub struct Solutions {
    /// How many deals it was given.
    pub deals: u64,
    /// The lengths of the solutions.
    pub lengths: Spread,
    /// How many of them are proved to be the shortest.
    pub shortest: u64,
}

/// Solves deals within `nodes` nodes each.
pub fn solve(game: &dyn AnyGame, deals: u64, nodes: u64, seed: &str) -> Result<Solutions> {
    let mut found = Solutions::default();
    for n in 0..deals {
        let record = game.deal(&Value::Null, &Value::Null, &Seed::from_text(&format!("{seed}/{n}")))?;
        let play = game.open(&record)?;
        found.deals += 1;
        let Some(solved) = play.solve(&Budget::nodes(nodes), &mut |_, _| ()) else { continue };
        if !solved.line.is_empty() {
            found.lengths.add(solved.line.len());
            found.shortest += u64::from(solved.json["optimal"] == true);
        }
    }
    Ok(found)
}
