//! What pages need of a set-up that is being laid.

use super::groups::{Group, Place};
use super::pieces::Laid;
use crate::record::Record;
use maud::Markup;

/// A set-up as far as it is laid, without the type of its game.
#[derive(Clone, Debug)]
pub struct Spread {
    /// The places and pieces.
    pub groups: Vec<Group>,
    /// What lies where.
    pub laid: Laid,
    /// The places on which nothing can lie.
    pub closed: Vec<Place>,
    /// The code of it; empty if nothing lies anywhere.
    pub code: String,
    /// The shapes to which the drawings refer.
    pub shapes: Markup,
    /// What is wrong with it, in sentences.
    pub faults: Vec<String>,
    /// The places of pieces that are there too often.
    pub wrong: Vec<Place>,
    /// The game that begins so, once it is whole; what is not known was drawn at random.
    pub record: Option<Record>,
    /// Whether something was drawn so.
    pub drawn: bool,
    /// [`LaidOut::OPEN`](super::LaidOut::OPEN).
    pub open: &'static str,
    /// [`LaidOut::FILLS`](super::LaidOut::FILLS).
    pub fills: bool,
    /// [`LaidOut::WINDOW`](super::LaidOut::WINDOW).
    pub window: Option<i32>,
}

impl Spread {
    /// Whether nothing can lie on a place.
    #[must_use]
    pub fn is_closed(&self, at: Place) -> bool {
        self.closed.contains(&at)
    }

    /// The code after another piece, or none, was put on a place.
    #[must_use]
    pub fn with(&self, game: &str, at: Place, piece: Option<usize>) -> String {
        let mut laid = self.laid.clone();
        laid.put(at, piece);
        laid.code(game, &self.groups)
    }

    /// The place to fill next, after one.
    #[must_use]
    pub fn next(&self, after: Option<Place>) -> Option<Place> {
        self.laid.next(&self.groups, after, |at| self.is_closed(at))
    }
}
