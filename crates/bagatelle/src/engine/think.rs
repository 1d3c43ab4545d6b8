//! Lets a program of a game think. The clock that ends its thinking is here: the libraries have none.

use super::protocol::TurnClock;
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
    clock: &TurnClock,
    seed: &Seed,
) -> Option<Thought> {
    with_budget(clock, &|| false, |budget| play.think(program, players, budget, seed))
}

/// Does some thinking under the budget of a clock that begins now, or until it is told to stop. Clocks of
/// games do not count: [`TurnClock::of_move`] has a share of them.
pub fn with_budget<T>(
    clock: &TurnClock,
    stopped: &(dyn Fn() -> bool + Sync),
    work: impl FnOnce(&Budget<'_>) -> T,
) -> T {
    let start = Instant::now();
    let limit = clock.move_ms.map_or(Duration::MAX, Duration::from_millis);
    let stop = move || start.elapsed() >= limit || stopped();
    work(&Budget { nodes: clock.nodes, ..Budget::until(&stop) })
}
