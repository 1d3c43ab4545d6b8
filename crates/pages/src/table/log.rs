//! What happened, newest first.

use super::drawing::Drawing;
use crate::urls;
use bagatelle_catalog::LogEntry;
use bagatelle_core::present::{Value, Written};
use maud::{Markup, PreEscaped, Render, html};

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
                    // One stop of the Tab key: the page's script moves it along the lines.
                    @if let Some((last, before)) = told.split_last() {
                        (line(last, "0"))
                        @for entry in before.iter().rev() {
                            (PreEscaped(entry.markup.get_or_init(|| line(entry, "-1").0.into())))
                        }
                    }
                }
                @if told.first().is_some_and(|entry| entry.ply > 1) {
                    p.small { "Earlier moves are in the " a href=(urls::replay_at(self.table.id(), None, 0)) { "replay" } "." }
                }
            }
        }
    }
}

/// What happened at one step, as one line.
fn line(entry: &LogEntry, stop: &str) -> Markup {
    html! {
        li value=(entry.ply) data-lights=[Names::of(&entry.lights)] tabindex=(stop) { (Written(&entry.sentence)) }
    }
}

/// The names of the pieces that a sentence is about, as the page's script reads them: while the sentence is pointed at or has the
/// focus, they are lit.
pub(crate) struct Names<'a>(&'a [String]);

impl<'a> Names<'a> {
    /// The names, if there are any.
    pub(crate) fn of(lights: &'a [String]) -> Option<Names<'a>> {
        (!lights.is_empty()).then_some(Names(lights))
    }
}

impl Render for Names<'_> {
    fn render_to(&self, out: &mut String) {
        for (n, name) in self.0.iter().enumerate() {
            if n > 0 {
                out.push(' ');
            }
            name.write_to(out);
        }
    }
}
