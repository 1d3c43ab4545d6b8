//! What happened, oldest first, and in sight the end of it.

use super::drawing::Drawing;
use crate::urls;
use bagatelle_catalog::LogEntry;
use bagatelle_core::present::{Room, Value, Written};
use maud::{Markup, PreEscaped, Render, html};

/// How many of the last actions are listed.
pub(super) const TOLD: usize = 60;

impl Drawing<'_> {
    /// The last actions, in sentences.
    pub(super) fn log(&self) -> Markup {
        let newest = self.story.newest.as_ref();
        html! {
            (Room(self.story.before.len() + 1024))
            section.story aria-labelledby="log" {
                h2 #log { "Moves" }
                @if newest.is_none() { p.small { "Nothing yet." } }
                @if newest.is_some_and(|newest| newest.ply > TOLD) {
                    p.small { "Earlier moves are in the " a href=(urls::replay_at(self.table.id(), None, 0)) {
                        "replay" } "." }
                }
                div.past {
                    ol {
                        (PreEscaped(&self.story.before))
                        // One stop of the Tab key: the page's script moves it along the lines.
                        @if let Some(newest) = newest { (newest_line(newest)) }
                    }
                }
            }
        }
    }
}

/// What happened at a step before the last one.
pub(super) fn earlier(entry: &LogEntry) -> String {
    line(entry, "-1", &html! { (Written(&entry.sentence)) }).into_string()
}

/// What happened last: what the player did stands out from what followed.
fn newest_line(entry: &LogEntry) -> Markup {
    let (deed, rest) = entry.sentence.split_once('\n').unwrap_or((&entry.sentence, ""));
    line(entry, "0", &html! { b { (Written(deed)) } @if !rest.is_empty() { "\n" (Written(rest)) } })
}

/// What happened at one step, as one line.
fn line(entry: &LogEntry, stop: &str, told: &Markup) -> Markup {
    html! { li value=(entry.ply) data-lights=[Names::of(&entry.lights)] tabindex=(stop) { (told) } }
}

/// The names of the pieces that a sentence is about, as the page's script reads them: while the sentence is
/// pointed at or has the focus, they are lit.
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
