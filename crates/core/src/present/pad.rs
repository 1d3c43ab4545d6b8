//! A score pad, for people who play with real pieces: it notes what happens at their table, and counts.
//!
//! What was noted is a text, the *log*: entries one after another, all equally long, as the game writes them.
//! A pad follows from who plays and from the log alone, so a page can hold both in its address. Names of
//! players are not known here ([`players`](super::players)).

use crate::outcome::Outcome;
use crate::seat::Seat;
use maud::Markup;
use serde_json::Value;

/// Keeps score at a real table.
pub trait ScorePad: Sync {
    /// The keys of the questions about options whose answers change how is counted.
    fn asked(&self) -> &'static [&'static str];

    /// How long an entry of the log is, in bytes.
    fn entry_len(&self) -> usize;

    /// What each of this many players can play with. The first ones are suggested, in this order.
    fn sides(&self, players: usize) -> Vec<PadSide>;

    /// The pad of players with these sides, clockwise from the one who begins, under these options, a JSON
    /// object. What of the log does not fit ends it, and is told.
    ///
    /// # Errors
    /// Why these cannot play, in a sentence.
    fn pad(&self, options: &Value, sides: &[&str], log: &str) -> Result<Pad, String>;
}

/// What a player can play with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PadSide {
    /// The word for addresses.
    pub word: String,
    /// What a player without a name is called by it.
    pub name: &'static str,
    /// What is chosen.
    pub label: &'static str,
}

/// What a score pad shows.
#[derive(Clone, Debug)]
pub struct Pad {
    /// Where the game stands: `Round 3`.
    pub heading: String,
    /// What is to be noted next, in a sentence.
    pub prompt: String,
    /// Drawings that others on the page refer to.
    pub defs: Markup,
    /// By seat, what tells the player apart: the content of a drawing of 40 by 40 around the origin.
    pub badges: Vec<Markup>,
    /// What can be noted next.
    pub items: Vec<PadItem>,
    /// The entries that fit in words, oldest first: `Round 3: red Adult, Ann`.
    pub entries: Vec<String>,
    /// Why the entry after them does not fit, in a sentence; `None` if all fit.
    pub misfit: Option<String>,
    /// Where the points come from: a label, and a text for each seat.
    pub rows: Vec<(String, Vec<String>)>,
    /// The points by seat.
    pub totals: Vec<i32>,
    /// What scores what, as an HTML fragment.
    pub scoring: Markup,
    /// The result of a finished game.
    pub outcome: Option<Outcome>,
}

/// Something at the table about which something is noted.
#[derive(Clone, Debug)]
pub struct PadItem {
    /// What it is.
    pub label: String,
    /// The player who says what is noted, where it is one.
    pub owner: Option<Seat>,
    /// Its drawing, an SVG element.
    pub art: Markup,
    /// What was noted already, in a few words.
    pub noted: Option<String>,
    /// What can be noted.
    pub taps: Vec<PadTap>,
}

/// Something that can be noted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PadTap {
    /// What is added to the log.
    pub entry: String,
    /// What people read.
    pub label: String,
    /// The player whom it is about.
    pub seat: Option<Seat>,
}
