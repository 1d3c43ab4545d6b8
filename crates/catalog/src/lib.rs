//! The list of games. Outside a game's own room nobody knows which game it is: the server and the command hold an
//! [`Entry`] (a game one can deal and open) and a [`Table`] (a game being played).
//!
//! To add a game: add its folder under `crates/games`, and one line in [`entries`].

mod entry;
mod table;

pub use entry::{Entry, Fought, TraceLine};
pub use table::{Offer, Refused, Table, Thought};
// The names that these two take over from here on.
pub use entry::Entry as AnyGame;
pub use table::Table as AnyPlay;

use bagatelle_core::record::{Record, RecordError};
use entry::Of;

/// All games, in the order in which they are shown.
#[must_use]
pub fn entries() -> &'static [&'static dyn Entry] {
    &[
        &Of::<bagatelle_burbuja::Burbuja>::NEW,
        &Of::<bagatelle_bambam_booboo::BambamBooboo>::NEW,
        &Of::<bagatelle_baju::Duel>::NEW,
        &Of::<bagatelle_baju::Puzzle>::NEW,
        &Of::<bagatelle_brain_burn::BrainBurn>::NEW,
        &Of::<bagatelle_bulbous::Bulbous>::NEW,
    ]
}

/// A game by its id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Entry> {
    entries().iter().copied().find(|entry| entry.id() == id)
}

/// The game that a record is of.
///
/// # Errors
/// When there is no such game.
pub fn entry_of(record: &Record) -> Result<&'static dyn Entry, RecordError> {
    find(&record.game).ok_or_else(|| RecordError::UnknownGame(record.game.clone()))
}
