//! The visitor's games: the search.

use bagatelle_pages::archive::{Filter, HelpFilter, Which};
use serde::Deserialize;

/// How many tables a page lists.
const LISTED: u32 = 30;

/// The fields of the query.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Query {
    /// The id of a game; empty for all.
    pub game: String,
    /// Which tables.
    pub phase: String,
    /// Whether help was taken.
    pub help: String,
    /// A text in names, seeds and dates.
    pub text: String,
    /// How many tables are before the first one shown.
    pub skip: u32,
}

impl Query {
    /// What is looked for. A field that says nothing asks for all.
    #[must_use]
    pub fn filter(self) -> Filter {
        Filter {
            game: self.game,
            which: Which::read(&self.phase),
            help: HelpFilter::read(&self.help),
            text: self.text,
            skip: self.skip,
            limit: LISTED,
        }
    }
}
