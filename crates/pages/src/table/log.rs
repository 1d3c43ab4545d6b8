//! What happened, newest first.

use super::drawing::Drawing;
use crate::urls;
use maud::{Markup, html};

/// How many of the last actions are told.
pub(super) const TOLD: usize = 60;

impl Drawing<'_> {
    /// The last actions, in sentences.
    pub(super) fn log(&self) -> Markup {
        let told = &self.log;
        html! {
            section.story aria-labelledby="log" {
                h2 #log { "What happened" }
                @if told.is_empty() { p.small { "Nothing yet." } }
                ol {
                    @for (ply, sentence) in told.iter().rev() { li value=(ply) { (sentence) } }
                }
                @if told.first().is_some_and(|(ply, _)| *ply > 1) {
                    p.small { "Earlier moves are in the " a href=(urls::replay_at(self.table.id(), None, 0)) { "replay" } "." }
                }
            }
        }
    }
}
