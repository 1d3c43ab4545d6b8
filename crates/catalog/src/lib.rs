//! The list of games. The table, the pages, the server and the command do not know which game they hold: they
//! have an [`AnyGame`] (a game that can be dealt and opened) and an [`AnyPlay`] (a game being played).
//!
//! To add a game: add its folder under `crates/games`, and one line in the list in this file.
//! `cargo xtask new-game NAME` does both.

mod batch;
mod deal;
mod described;
mod encoded;
mod examined;
mod fair;
mod game;
mod laid;
mod play;
mod position;
mod printed;
pub mod records;
mod tabled;
mod trace;
mod verify;
mod versions;

pub use batch::{AnyBatch, BatchPlan, NotLegal, Playouts, Standing};
pub use described::{AnySeat, DescribedGame};
pub use encoded::EncodedGame;
pub use examined::ExaminedGame;
pub use fair::{ATTEMPTS, deal_committed, first_playable};
pub use game::AnyGame;
pub use laid::LaidGame;
pub use play::{
    AnyPlay, EncodedPlay, ExaminedPlay, LogEntry, Moment, Presentation, Refused, Story, Texts, Thought,
};
pub use position::Position;
pub use printed::PrintedGame;
pub use tabled::TabledGame;
pub use trace::TraceRow;
pub use verify::{Check, Verdict, Verification, verify};
pub use versions::{VERSIONS, Versions, versions};

use bagatelle_core::record::{Record, RecordError};
use game::Erased;

/// The list of games. Each entry can be asked as an [`AnyGame`], as an [`EncodedGame`], as a
/// [`DescribedGame`] and as an [`ExaminedGame`].
macro_rules! list {
    () => {
        &[
            &Erased::<bagatelle_burbuja::Burbuja>::NEW,
            &Erased::<bagatelle_bambam_booboo::BambamBooboo>::NEW,
            &Erased::<bagatelle_baju::Duel>::NEW,
            &Erased::<bagatelle_baju::Puzzle>::NEW,
            &Erased::<bagatelle_brain_burn::BrainBurn>::NEW,
            &Erased::<bagatelle_bulbous::Bulbous>::NEW,
        ]
    };
}

/// All games, in the order in which they are shown.
#[must_use]
pub fn games() -> &'static [&'static dyn AnyGame] {
    list!()
}

/// The same games with their encodings. What does not call this, such as the module for browsers, holds
/// nothing of them.
#[must_use]
pub fn encoded_games() -> &'static [&'static dyn EncodedGame] {
    list!()
}

/// The same games with the schemas of their JSON. As with [`encoded_games`], a program that does not call
/// this contains none of the code.
#[must_use]
pub fn described_games() -> &'static [&'static dyn DescribedGame] {
    list!()
}

/// The same games with what can be computed about them. As with [`encoded_games`], a program that does not
/// call this contains none of the code.
#[must_use]
pub fn examined_games() -> &'static [&'static dyn ExaminedGame] {
    list!()
}

/// The games that can be printed. As with [`encoded_games`], what does not call this holds nothing of how
/// they are printed.
#[must_use]
pub fn printed_games() -> &'static [&'static dyn PrintedGame] {
    // Those whose manifests say that they are on paper.
    &[
        &Erased::<bagatelle_burbuja::Burbuja>::NEW,
        &Erased::<bagatelle_bambam_booboo::BambamBooboo>::NEW,
        &Erased::<bagatelle_baju::Duel>::NEW,
        &Erased::<bagatelle_baju::Puzzle>::NEW,
        &Erased::<bagatelle_brain_burn::BrainBurn>::NEW,
        &Erased::<bagatelle_bulbous::Bulbous>::NEW,
    ]
}

/// The games whose set-ups can be laid by hand. As with [`encoded_games`], what does not call this holds
/// nothing of it.
#[must_use]
pub fn laid_games() -> &'static [&'static dyn LaidGame] {
    // Those whose manifests say so.
    &[
        &Erased::<bagatelle_burbuja::Burbuja>::NEW,
        &Erased::<bagatelle_bambam_booboo::BambamBooboo>::NEW,
        &Erased::<bagatelle_baju::Duel>::NEW,
        &Erased::<bagatelle_baju::Puzzle>::NEW,
        &Erased::<bagatelle_brain_burn::BrainBurn>::NEW,
    ]
}

/// The games that have large tables. As with [`encoded_games`], what does not call this holds nothing of
/// them.
#[must_use]
pub fn tabled_games() -> &'static [&'static dyn TabledGame] {
    &[&Erased::<bagatelle_brain_burn::BrainBurn>::NEW]
}

/// Returns the game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    games().iter().copied().find(|game| game.id() == id)
}

/// Returns the game with this id, to be looked into: see [`examined_games`].
#[must_use]
pub fn examined(id: &str) -> Option<&'static dyn ExaminedGame> {
    examined_games().iter().copied().find(|game| game.id() == id)
}

/// Returns the game with this id, to be printed: see [`printed_games`].
#[must_use]
pub fn printed(id: &str) -> Option<&'static dyn PrintedGame> {
    printed_games().iter().copied().find(|game| game.id() == id)
}

/// Returns the game with this id, to be laid by hand: see [`laid_games`].
#[must_use]
pub fn laid(id: &str) -> Option<&'static dyn LaidGame> {
    laid_games().iter().copied().find(|game| game.id() == id)
}

/// Returns the game that a record is of.
///
/// # Errors
/// When there is no such game.
pub fn game_of(record: &Record) -> Result<&'static dyn AnyGame, RecordError> {
    find(&record.game).ok_or_else(|| RecordError::UnknownGame(record.game.clone()))
}

/// As [`game_of`], to look into the game: see [`examined_games`].
///
/// # Errors
/// When there is no such game.
pub fn examined_of(record: &Record) -> Result<&'static dyn ExaminedGame, RecordError> {
    examined(&record.game).ok_or_else(|| RecordError::UnknownGame(record.game.clone()))
}
