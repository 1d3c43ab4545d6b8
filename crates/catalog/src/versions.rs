//! Versions of rules and encodings. Data and learnt players say with which they were made: with the same
//! versions, a record means the same game, and a number the same action.
//!
//! A test compares what the versions stand for with what the games do. When it fails since rules or an
//! encoding have changed, the number goes up, and the test says what to note.

/// What is versioned of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Versions {
    /// The id of the game.
    pub game: &'static str,
    /// Of the rules: goes up when a record may lead to another position, or a seed to another deal.
    pub rules: u32,
    /// Of the encoding: goes up when an action gets another number, or a view other floats.
    pub encoding: u32,
}

/// The versions of all games, in the order of the catalog.
pub const VERSIONS: &[Versions] = &[
    Versions { game: "burbuja", rules: 1, encoding: 1 },
    Versions { game: "bambam-booboo", rules: 1, encoding: 1 },
    Versions { game: "baju-duel", rules: 1, encoding: 1 },
    Versions { game: "baju-puzzle", rules: 1, encoding: 1 },
    Versions { game: "brain-burn", rules: 1, encoding: 1 },
    Versions { game: "bulbous", rules: 1, encoding: 1 },
];

/// The versions of a game.
#[must_use]
pub fn versions(game: &str) -> Option<Versions> {
    VERSIONS.iter().copied().find(|versions| versions.game == game)
}
