//! Events and summaries as the values of rows, for an [`Insert`](super::insert::Insert).

use super::database::Value;
use crate::{Result, StoreError};
use bagatelle_table::{Ending, Event, Summary};

/// The values of rows, one row after another.
pub(super) type Rows = Vec<Value<'static>>;

/// The rows of one append.
#[derive(Debug)]
pub(super) struct Encoded {
    /// Rows for [`tables::append_rows`](super::tables::append_rows).
    pub(super) events: Rows,
    /// A row for [`summaries::keep_rows`](super::summaries::keep_rows).
    pub(super) summary: Rows,
    /// Rows of seats, for the same.
    pub(super) seats: Rows,
}

impl Encoded {
    /// The rows of events of a table, the first with number `seq`, and of the summary after them.
    pub(super) fn new(id: &str, seq: u64, events: &[Event], summary: &Summary) -> Result<Encoded> {
        Ok(Encoded {
            events: event_rows(id, seq, events)?,
            summary: summary_row(id, summary)?,
            seats: seat_rows(id, summary),
        })
    }
}

/// A number as it is stored: with a sign.
fn signed(number: u64) -> Result<i64> {
    i64::try_from(number).map_err(|_| StoreError::Conflict)
}

/// Rows of events: the table, the number of the first one, and the columns of each.
fn event_rows(id: &str, first: u64, events: &[Event]) -> Result<Rows> {
    let mut rows = Rows::new();
    for (event, seq) in events.iter().zip(first..) {
        let row = event.to_stored();
        rows.extend::<[Value<'_>; 9]>([
            id.to_owned().into(),
            signed(first)?.into(),
            signed(seq)?.into(),
            row.at.into(),
            row.kind.into(),
            row.seat.map(i64::from).into(),
            row.who.into(),
            row.text.into(),
            row.randomness.into(),
        ]);
    }
    Ok(rows)
}

/// The row of a summary.
pub(super) fn summary_row(id: &str, summary: &Summary) -> Result<Rows> {
    Ok(vec![
        id.to_owned().into(),
        summary.stage.to_string().into(),
        summary.listed.into(),
        summary.public.into(),
        summary.thinking.into(),
        summary.deadline.into(),
        summary.changed.into(),
        signed(summary.events)?.into(),
        signed(summary.plies)?.into(),
        summary.ending.map(Ending::to_stored).into(),
        summary.reason.clone().into(),
        summary.helped.into(),
        summary.moves.map(i64::from).into(),
        summary.played.into(),
        summary.opening.clone().into(),
    ])
}

/// The rows of the seats of a summary.
pub(super) fn seat_rows(id: &str, summary: &Summary) -> Rows {
    let mut rows = Rows::new();
    for (seat, number) in summary.seats.iter().zip(0u32..) {
        rows.extend::<[Value<'_>; 7]>([
            id.to_owned().into(),
            number.into(),
            seat.person.clone().into(),
            seat.name.clone().into(),
            seat.turn.into(),
            seat.result.map(|result| result.to_string()).into(),
            seat.score.map(i64::from).into(),
        ]);
    }
    rows
}
