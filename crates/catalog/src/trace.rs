//! The positions of a replayed record.

use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::{Game, Outcome, Seat, Turn};
use serde::Serialize;
use serde_json::Value;

/// One position of a replayed record: a line of `bagatelle trace`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TraceRow {
    /// How many actions were taken.
    pub ply: usize,
    /// A seat number, `"chance"` or `"over"`.
    pub turn: Value,
    /// The legal actions, sorted bytewise; empty for chance and at the end.
    pub legal: Vec<String>,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
}

/// Replays a record and gives every position to `each`.
pub(crate) fn trace<G: Game>(record: &Record, each: &mut dyn FnMut(TraceRow)) -> Result<(), RecordError> {
    let (mut ply, mut actions) = (0, Vec::new());
    record.replay::<G>(|game, state, _| {
        game.legal(state, &mut actions);
        let mut legal: Vec<String> = actions.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        let turn = match game.turn(state) {
            Turn::Seat(Seat(seat)) => Value::from(seat),
            Turn::Chance => Value::from("chance"),
            Turn::Over => Value::from("over"),
        };
        each(TraceRow { ply, turn, legal, outcome: game.outcome(state) });
        ply += 1;
    })?;
    Ok(())
}
