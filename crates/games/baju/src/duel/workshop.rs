//! The page on which a board for a duel is made.

use super::programs::PROGRAMS;
use crate::editor;
use bagatelle_core::present;
use maud::{Markup, html};

/// The workshop of the duel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workshop;

impl present::Workshop for Workshop {
    fn page(&self, text: &str) -> Markup {
        let opponents = PROGRAMS.iter().filter_map(|program| Some((program.name, program.persona?)));
        let choices = html! {
            label.field {
                span { "You play" }
                select name="program" {
                    option value="" { "both sides, at this screen" }
                    @for (program, persona) in opponents {
                        option value=(program) { "against " (persona.name) " (" (persona.skill) ")" }
                    }
                }
            }
            label.field {
                span { "You sit" }
                select name="sit" {
                    option value="0" { "as White" }
                    option value="1" { "as Black" }
                }
            }
        };
        editor::page(text, &choices, "Play on this board")
    }
}
