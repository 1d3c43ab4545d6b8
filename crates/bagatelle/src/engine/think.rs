//! Lets a program of a game think. The clock that ends its thinking is here: the libraries have none.

use super::protocol::Clock;
use bagatelle_catalog::{AnyPlay, Thought};
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use std::time::{Duration, Instant};

/// Lets a program that knows who `players` are choose for the seat to act; `None` if no seat is to act or
/// there is no such program.
pub fn think(
    play: &dyn AnyPlay,
    program: &str,
    players: &[Option<String>],
    clock: Clock,
    seed: &Seed,
) -> Option<Thought> {
    with_budget(clock, |budget| play.think(program, players, budget, seed))
}

/// Does some thinking under the budget of a clock that begins now.
pub fn with_budget<T>(clock: Clock, work: impl FnOnce(&Budget<'_>) -> T) -> T {
    let start = Instant::now();
    let (limit, nodes) = match clock {
        Clock::MoveMs(ms) => (Duration::from_millis(ms), None),
        Clock::Nodes(nodes) => (Duration::MAX, Some(nodes)),
    };
    let stop = move || start.elapsed() >= limit;
    work(&Budget { nodes, ..Budget::until(&stop) })
}
