//! How a puzzle is laid by hand.

use super::options::Setup;
use super::rules::Puzzle;
use super::view::View;
use crate::draw;
use crate::lay::{buttons, layout, put};
use crate::notation::write_layout;
use bagatelle_core::laid::{Group, Laid, LaidOut};
use maud::Markup;

impl LaidOut for Puzzle {
    fn groups(&self) -> Vec<Group> {
        vec![buttons(self.board(), false)]
    }

    fn shapes(&self) -> Markup {
        draw::button_shapes()
    }

    fn set_up(&self, _groups: &[Group], laid: &Laid) -> Result<Setup, String> {
        Ok(Setup { position: write_layout(&layout(laid)) })
    }

    fn lies(&self, groups: &[Group], view: &View) -> Option<Laid> {
        let mut laid = Laid::nothing(groups);
        put(view.state.layout(), &mut laid);
        Some(laid)
    }
}
