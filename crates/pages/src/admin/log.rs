//! What hosts and moderators have done.

use super::around::{Place, frame, moment, tabs};
use crate::frame::Script;
use crate::urls;
use maud::{Markup, html};

/// An act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Its number.
    pub number: i64,
    /// When, as `2026-11-21T12:30:00Z`.
    pub at: String,
    /// The name of the moderator; `None` for the command.
    pub moderator: Option<String>,
    /// What was done, as a sentence without its subject: `banned Ann`.
    pub what: String,
    /// Why; empty if nothing was said.
    pub reason: String,
}

/// The log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogPage<'a> {
    /// How many reports are open.
    pub open: u32,
    /// What was done, the newest first.
    pub deeds: &'a [Deed],
    /// Whether there is more before.
    pub more: bool,
}

impl LogPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.lobby.admin #table {
                div.welcome { h1 { "Log" } p { "What moderators did here, and what the host did on the \
                    command line. Entries are never deleted." } }
                (tabs(Place::Log, self.open))
                section.card aria-label="Entries" { (deeds(self.deeds)) }
                @if let (true, Some(last)) = (self.more, self.deeds.last()) {
                    p { a.button href=(urls::admin_log_before(last.number)) { "Earlier" } }
                }
            }
        };
        frame("Log", Script::Plain).page(&body)
    }
}

/// A list of what was done.
pub(super) fn deeds(deeds: &[Deed]) -> Markup {
    html! {
        @if deeds.is_empty() { p { "Nothing yet." } } @else {
            ol.deeds {
                @for deed in deeds {
                    li {
                        (moment(&deed.at)) " "
                        strong { @match &deed.moderator { Some(name) => (name), None => "The host" } } " "
                            (deed.what) "."
                        @if !deed.reason.is_empty() { " " q { (deed.reason) } }
                    }
                }
            }
        }
    }
}
