//! What is asked before a game, what a start is described by, and what can be wrong with it.

use crate::action::CARDS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The variant that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether the lower card wins a trick instead of the higher one.
    pub low_wins: bool,
}

/// The start of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// All cards in the order in which they are dealt: three to the first seat, three to the second. The
    /// others are drawn, and the last one is left.
    pub cards: [u8; CARDS as usize],
}

/// What is wrong with a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// There is no such card.
    #[error("there is no card {0}: they are numbered from 1 to {CARDS}")]
    NoCard(u8),
    /// A card is there twice.
    #[error("the card {0} appears twice")]
    Twice(u8),
}
