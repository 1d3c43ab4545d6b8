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
                    option value="" { "Both sides, on this screen" }
                    @for (program, persona) in opponents {
                        option value=(program) { "Against " (persona.name) " (" (persona.skill) ")" }
                    }
                }
            }
            label.field {
                span { "You sit" }
                select name="sit" {
                    option value="0" { "As White" }
                    option value="1" { "As Black" }
                }
            }
        };
        editor::page(text, &choices, "Play on this board")
    }
}
