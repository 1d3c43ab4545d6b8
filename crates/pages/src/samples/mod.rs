//! A sample of each page and of each state of a table: for snapshots, for the laws of pages, and for pictures.
//!
//! The tables are real ones, made from fixed seeds by deciding and applying commands.

mod lists;
mod story;
mod tables;

use crate::Markup;

/// A sample page.
pub struct Sample {
    /// A name for files: lower-case letters, digits and hyphens.
    pub name: String,
    /// The page.
    pub page: Markup,
}

impl Sample {
    fn new(name: impl Into<String>, page: Markup) -> Sample {
        Sample { name: name.into(), page }
    }
}

/// All samples.
///
/// # Panics
/// If a command of a sample is rejected: the rules of a game have changed.
#[must_use]
pub fn all() -> Vec<Sample> {
    let mut all = lists::samples();
    all.extend(tables::samples());
    all.extend(tables::endings());
    all.extend(tables::hints());
    all.extend(tables::replays());
    all
}
