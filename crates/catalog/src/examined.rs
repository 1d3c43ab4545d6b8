//! Games of the catalog with what servers and commands find out about them: traces, counts, proofs,
//! positions to think about.

use crate::game::{AnyGame, Erased};
use crate::play::{ExaminedPlay, Play};
use crate::position::{Position, position};
use crate::trace::{self, TraceRow};
use bagatelle_core::Seed;
use bagatelle_core::present::Playable;
use bagatelle_core::record::{Record, RecordError};

/// A game in the catalog that can be looked into.
pub trait ExaminedGame: AnyGame {
    /// Opens the position at the end of a record.
    ///
    /// # Errors
    /// As [`Record::replay`].
    fn open_examined(&self, record: &Record) -> Result<Box<dyn ExaminedPlay>, RecordError>;
    /// Replays a record and gives every position to `each`, the first and the last included.
    ///
    /// # Errors
    /// As [`Record::replay`]; `each` has been called for the positions before the error.
    fn trace(&self, record: &Record, each: &mut dyn FnMut(TraceRow)) -> Result<(), RecordError>;
    /// Finds the position of a seed, the same forever, by the usual rules. `looked` is called before each
    /// game that is searched, with the number of games before it; the search ends if it answers `false`.
    /// `None` if it did, and where the game has no positions. Takes seconds.
    fn position(&self, seed: &Seed, looked: &mut dyn FnMut(u64) -> bool) -> Option<Position>;
}

impl<G: Playable> ExaminedGame for Erased<G> {
    fn open_examined(&self, record: &Record) -> Result<Box<dyn ExaminedPlay>, RecordError> {
        Ok(Box::new(Play::<G>::open(record)?))
    }

    fn trace(&self, record: &Record, each: &mut dyn FnMut(TraceRow)) -> Result<(), RecordError> {
        trace::trace::<G>(record, each)
    }

    fn position(&self, seed: &Seed, looked: &mut dyn FnMut(u64) -> bool) -> Option<Position> {
        position::<G>(seed, looked)
    }
}
