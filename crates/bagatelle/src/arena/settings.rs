//! What decides the games of a match. It is written with each game in the results file, so that no other
//! match can continue there.

use crate::engine::Clock;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What decides the games of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The players, as on the command line.
    pub players: Vec<String>,
    /// What deals, chance and programs are drawn from.
    pub seed: String,
    /// How many plies at random each deal begins with.
    pub opening: usize,
    /// How long each player thinks; `None` for each program's own limit.
    pub clock: Option<Clock>,
    /// Whether engines may think while others are to act.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// Plies after which a game is abandoned.
    pub limit: usize,
    /// The options of the game.
    pub options: Value,
    /// The options of the deal.
    pub deal_options: Value,
}

impl Settings {
    /// The text of the seed of a deal, with which `bagatelle deal` deals the same.
    pub fn deal_seed(&self, deal: u64) -> String {
        format!("{}/{deal}", self.seed)
    }
}
