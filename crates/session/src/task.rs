//! The long work at a table, as every host does it.

use bagatelle_catalog::{AnyGame, AnyPlay, Thought};
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use bagatelle_core::record::Record;
use bagatelle_table::Table;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long a program thinks if its own limit is unknown.
const USUAL_LIMIT: Duration = Duration::from_secs(1);

/// How long the search for detours may take for a whole game.
pub const DETOURS_LIMIT: Duration = Duration::from_secs(10);

/// Long work: all but the last kind is at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// A program chooses its move: see [`think`].
    Program {
        /// Its name.
        name: String,
    },
    /// The solver helps the player.
    Hint,
    /// How hard the deal is.
    Grade,
    /// The par of the deal.
    Par,
    /// Where a solution went long: each position gets its [share](detours_share) of [`DETOURS_LIMIT`].
    Detours,
    /// What can be learned from the game.
    Review,
    /// What a position of an analysis is worth.
    Analyse {
        /// The game up to the position.
        record: Box<Record>,
        /// How many lines are wanted.
        lines: usize,
        /// How long it may take, in milliseconds.
        limit: f64,
        /// How many nodes it may take, where that is limited, too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
    },
}

/// How long a program of a game thinks about a move.
#[must_use]
pub fn think_limit(game: &dyn AnyGame, program: &str) -> Duration {
    let info = game.programs().into_iter().find(|info| info.name == program);
    info.map_or(USUAL_LIMIT, |info| Duration::from_millis(u64::from(info.think_ms)))
}

/// Lets a program choose for the seat to act. `None` if there is no such program or nothing to do. Every
/// host gives it the same seed, so it moves the same way on all of them.
#[must_use]
pub fn think(table: &Table, program: &str, budget: &Budget<'_>) -> Option<Thought> {
    let seed = Seed::from_text(&table.spec().seed).nth(u64::MAX);
    table.play().think(program, &table.programs(), budget, &seed)
}

/// How much of [`DETOURS_LIMIT`] each position of a game gets.
#[must_use]
pub fn detours_share(play: &dyn AnyPlay) -> Duration {
    DETOURS_LIMIT / u32::try_from(play.ply().max(1)).unwrap_or(u32::MAX)
}
