//! A sample of each page and of each state of a table: for snapshots, for the laws of pages, and for pictures.
//!
//! The tables are real ones, made from fixed seeds by deciding and applying commands.

mod lessons;
mod lists;
mod sample;
mod story;
mod tables;

pub use sample::Sample;

/// All samples.
///
/// # Panics
/// If a command of a sample is rejected: the rules of a game have changed.
#[must_use]
pub fn all() -> Vec<Sample> {
    let mut all = lists::samples();
    all.extend(lessons::samples());
    all.extend(tables::samples());
    all.extend(tables::endings());
    all.extend(tables::hints());
    all.extend(tables::replays());
    all
}
