//! The rule pages, in plain words, with drawn figures.

/// The rules of the duel.
#[must_use]
pub fn duel() -> String {
    String::new()
}

/// The rules of the puzzle.
#[must_use]
pub fn puzzle() -> String {
    String::new()
}
