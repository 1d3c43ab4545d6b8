//! What a visitor has learned: the finished steps of lessons, without an account, as a short text that a
//! browser keeps.

use std::collections::BTreeMap;
use std::fmt;

/// The most steps of a lesson, its last game included.
const MOST: usize = 16;

/// The steps of lessons that are done.
///
/// The text is `GAME_BITS` for each game, joined by `.`; the bits are in hexadecimal, the first step lowest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Learned(BTreeMap<String, u16>);

impl Learned {
    /// Nothing is done.
    pub const NOTHING: Learned = Learned(BTreeMap::new());

    /// Reads the text that a browser has kept. What is damaged, and what is no game, is left out.
    #[must_use]
    pub fn read(text: &str) -> Learned {
        let known = |game: &str| bagatelle_catalog::find(game).is_some_and(|game| game.lesson().is_some());
        let parts = text.split('.').filter_map(|part| part.split_once('_'));
        let read = parts.filter_map(|(game, bits)| {
            known(game).then(|| Some((game.to_owned(), u16::from_str_radix(bits, 16).ok()?))).flatten()
        });
        Learned(read.collect())
    }

    /// Whether a step of a lesson is done. Steps count from 0, the last game of the lesson follows them.
    #[must_use]
    pub fn has(&self, game: &str, step: usize) -> bool {
        step < MOST && self.0.get(game).is_some_and(|bits| bits >> step & 1 == 1)
    }

    /// Whether anything of a lesson is done.
    #[must_use]
    pub fn has_begun(&self, game: &str) -> bool {
        self.0.get(game).is_some_and(|bits| *bits != 0)
    }

    /// Adds a step that is done.
    pub fn add(&mut self, game: &str, step: usize) {
        if step < MOST {
            *self.0.entry(game.to_owned()).or_default() |= 1 << step;
        }
    }
}

impl fmt::Display for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (game, bits)) in self.0.iter().enumerate() {
            let dot = if n > 0 { "." } else { "" };
            write!(f, "{dot}{game}_{bits:x}")?;
        }
        Ok(())
    }
}
