//! What is asked before a game, what a start is described by, and what can be wrong with it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest heap.
pub const LARGEST: u8 = 24;

/// The variant that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether the player who takes the last stone loses instead of winning.
    pub last_loses: bool,
}

/// The start of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The number of stones in the heap, 1 to 24.
    #[schemars(range(min = 1, max = LARGEST))]
    pub stones: u8,
}

/// What is wrong with a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The heap is empty or too large.
    #[error("the heap has 1 to {LARGEST} stones, not {0}")]
    Stones(u8),
}
