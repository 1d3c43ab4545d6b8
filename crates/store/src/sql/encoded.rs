//! Rows as JSON, so that one statement writes any number of them: `INSERT … SELECT … FROM json_each($1)`.

use crate::{Result, StoreError};
use bagatelle_table::{Ending, Event, Summary};
use serde::Serialize;

/// The rows of one append: JSON arrays of columns, separated by commas.
#[derive(Debug)]
pub(super) struct Encoded {
    /// Rows for [`tables::append_rows`](super::tables::append_rows).
    pub(super) events: String,
    /// A row for [`summaries::keep_rows`](super::summaries::keep_rows).
    pub(super) summary: String,
    /// Rows of seats, for the same.
    pub(super) seats: String,
}

impl Encoded {
    /// The rows of events of a table, the first with number `seq`, and of the summary after them.
    pub(super) fn new(id: &str, seq: u64, events: &[Event], summary: &Summary) -> Result<Encoded> {
        Ok(Encoded {
            events: event_rows(id, seq, events)?,
            summary: summary_row(id, summary)?,
            seats: seat_rows(id, summary)?,
        })
    }
}

/// Rows of events: the table, the number of the first one, and the columns of each.
fn event_rows(id: &str, first: u64, events: &[Event]) -> Result<String> {
    // Numbers are stored with a sign.
    let last = first.checked_add(events.len() as u64).and_then(|last| i64::try_from(last).ok());
    last.ok_or(StoreError::Conflict)?;
    rows(events.iter().zip(first..).map(|(event, seq)| {
        let row = event.to_stored();
        (id, first, seq, row.at, row.kind, row.seat, row.who, row.text, row.randomness)
    }))
}

/// The row of a summary.
pub(super) fn summary_row(id: &str, summary: &Summary) -> Result<String> {
    rows([(
        id,
        summary.stage.to_string(),
        summary.listed,
        summary.thinking,
        summary.deadline,
        summary.changed,
        summary.events,
        summary.plies,
        summary.ending.map(Ending::to_stored),
        &summary.reason,
        summary.helped,
        summary.moves,
        summary.played,
        &summary.opening,
    )])
}

/// The rows of the seats of a summary.
pub(super) fn seat_rows(id: &str, summary: &Summary) -> Result<String> {
    rows(summary.seats.iter().zip(0u32..).map(|(seat, number)| {
        let result = seat.result.map(|result| result.to_string());
        (id, number, &seat.person, &seat.name, seat.turn, result)
    }))
}

fn rows<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Result<String> {
    let mut text = String::new();
    for row in rows {
        if !text.is_empty() {
            text.push(',');
        }
        text += &serde_json::to_string(&row).map_err(|e| StoreError::Database(Box::new(e)))?;
    }
    Ok(text)
}

/// All rows as one JSON array.
pub(super) fn joined<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::from("[");
    for part in parts.filter(|part| !part.is_empty()) {
        if text.len() > 1 {
            text.push(',');
        }
        text += part;
    }
    text.push(']');
    text
}
