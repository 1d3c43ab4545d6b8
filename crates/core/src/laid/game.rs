//! What a game says about its places and pieces.

use super::groups::{Group, Place};
use super::pieces::Laid;
use crate::game::Game;
use crate::present::Playable;
use crate::seat::Viewer;
use maud::Markup;

/// A game whose set-ups can be laid by hand.
pub trait LaidOut: Playable {
    /// The places, and the pieces that may lie there.
    fn groups(&self) -> Vec<Group>;

    /// The shapes to which the drawings of pieces refer.
    fn shapes(&self) -> Markup;

    /// Puts what follows from the rest: the hole where the last tile is missing.
    fn settle(&self, _groups: &[Group], _laid: &mut Laid) {}

    /// Whether nothing can lie on a place, as things lie elsewhere.
    fn is_closed(&self, _laid: &Laid, _at: Place) -> bool {
        false
    }

    /// The set-up, from pieces on all places that need one.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    fn set_up(&self, groups: &[Group], laid: &Laid) -> Result<Self::Setup, String>;

    /// What lies on the table, as far as a viewer knows; `None` where it cannot be laid, such as in the
    /// middle of a turn.
    fn lies(&self, groups: &[Group], view: &<Self as Game>::View) -> Option<Laid>;

    /// What lay on the table at the start, as far as a viewer knows now.
    fn dealt(
        &self,
        groups: &[Group],
        start: &<Self as Game>::State,
        viewer: Viewer,
        _now: &<Self as Game>::View,
    ) -> Option<Laid> {
        self.lies(groups, &self.view(start, viewer))
    }

    /// What the page says about places that may stay empty; nothing if there are none.
    const OPEN: &'static str = "";

    /// Whether places that are empty can be filled at random.
    const FILLS: bool = true;

    /// How many columns and rows of a group are shown at least, around what lies; `None` for all.
    const WINDOW: Option<i32> = None;
}
