//! What is decided of an event by link before it is made, in the words of the API.

use bagatelle_events::LateEntry;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How the players of an event meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventForm {
    /// Each player meets each other player once, at tables of two.
    RoundRobin,
    /// In each round players meet who have done about equally well, none of them twice at tables of two.
    Swiss,
    /// The winner of each table goes on.
    KnockOut,
    /// All play the same deals, and the results are compared deal by deal.
    Duplicate,
}

/// What players of an event get for the rounds that they have missed by joining late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventLateEntry {
    /// No points.
    Zero,
    /// Half a point for each.
    Half,
}

impl From<EventLateEntry> for LateEntry {
    fn from(late: EventLateEntry) -> LateEntry {
        match late {
            EventLateEntry::Zero => LateEntry::Zero,
            EventLateEntry::Half => LateEntry::Half,
        }
    }
}

impl From<LateEntry> for EventLateEntry {
    fn from(late: LateEntry) -> EventLateEntry {
        match late {
            LateEntry::Zero => EventLateEntry::Zero,
            LateEntry::Half => EventLateEntry::Half,
        }
    }
}
