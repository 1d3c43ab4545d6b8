//! The page on which a board for a puzzle is made.

use super::goal::Goal;
use crate::editor;
use bagatelle_core::present;
use maud::{Markup, html};

/// The workshop of the puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workshop;

impl present::Workshop for Workshop {
    fn page(&self, text: &str) -> Markup {
        let choices = html! {
            label.field {
                span { "Goal" }
                select name="option.goal" {
                    @for goal in Goal::ALL { option value=(goal.number()) { (goal.words()) } }
                }
            }
            input type="hidden" name="sit" value="0" {}
        };
        editor::page(text, &choices, "Deal on this board")
    }
}
