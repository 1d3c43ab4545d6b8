//! What a viewer may know of a position, and of an action. Neither type has room for anything else.

use crate::action::{Action, CARDS};
use bagatelle_core::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What one viewer may know of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The seat that looks; null for a spectator.
    pub viewer: Option<Seat>,
    /// The cards in its hand, lowest first; none for a spectator.
    pub hand: Vec<u8>,
    /// The card that was led, while the other seat chooses; else null.
    pub led: Option<u8>,
    /// The tricks so far, each with the card of the first seat and that of the second.
    pub tricks: Vec<[u8; 2]>,
}

impl View {
    /// All cards that the viewer knows: those of the own hand, and those that were played.
    pub fn known(&self) -> impl Iterator<Item = u8> {
        self.tricks.iter().flatten().chain(&self.hand).copied().chain(self.led)
    }

    /// The cards that are in the other hand or in the deck, lowest first; for a spectator, in both hands.
    #[must_use]
    pub fn unseen(&self) -> Vec<u8> {
        (1..=CARDS).filter(|card| self.known().all(|known| known != *card)).collect()
    }
}

/// An action as one viewer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    /// The seat that played a card.
    pub by: Seat,
    /// The card.
    pub card: u8,
    /// The trick, if the card completed one; else null.
    pub trick: Option<[u8; 2]>,
    /// The card that the viewer drew after the trick; null if it drew none, and for a spectator.
    pub drew: Option<u8>,
}

impl fmt::Display for Seen {
    /// The text of the action, and the card that the viewer drew: `9+4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Action { card: self.card }.fmt(f)?;
        self.drew.map_or(Ok(()), |drew| write!(f, "+{drew}"))
    }
}
