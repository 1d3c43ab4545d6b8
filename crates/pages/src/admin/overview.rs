//! How the server is doing: figures of the last hour, waiting work, and recent errors.

use super::around::{Place, frame, moment, tabs};
use super::figure::Series;
use crate::frame::Script;
use crate::urls;
use maud::{Markup, html};

/// What the page needs to stay up to date while it is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Live {
    /// The number of the figures, as the stream sends it.
    pub version: u64,
}

/// Jobs of one kind that wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Queue {
    /// What they do.
    pub kind: &'static str,
    /// How many wait.
    pub waiting: usize,
    /// How long the oldest one has waited, in words.
    pub oldest: String,
}

/// A warning or an error in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecentError {
    /// When, as `2026-11-21T12:30:00Z`.
    pub at: String,
    /// Whether it is an error rather than a warning.
    pub error: bool,
    /// What the log says.
    pub text: String,
    /// The id of the request; empty if there was none.
    pub request: String,
}

/// The first page of moderators.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OverviewPage<'a> {
    /// What keeps it up to date.
    pub live: Live,
    /// How many reports are open.
    pub open: u32,
    /// Single values: what, and how much.
    pub facts: &'a [(&'a str, String)],
    /// Figures of the last hour.
    pub series: &'a [Series<'a>],
    /// What waits.
    pub queues: &'a [Queue],
    /// What went wrong, the newest first.
    pub errors: &'a [RecentError],
}

impl OverviewPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        frame("Moderation", Script::Live).page(&self.part())
    }

    /// The part that live updates replace.
    #[must_use]
    pub fn part(&self) -> Markup {
        let version = self.live.version;
        html! {
            main.lobby.admin #table data-version=(version) data-seq=(version) data-revision="0"
                data-part=(urls::admin_part()) data-events=(urls::admin_events()) {
                div.welcome { h1 { "This server" } }
                (tabs(Place::Overview, self.open))
                dl.told {
                    @for (what, value) in self.facts { div { dt { (what) } dd { (value) } } }
                }
                section.figures aria-label="The last hour" {
                    @for series in self.series { (series.draw()) }
                }
                (self.waiting())
                (self.went_wrong())
            }
        }
    }

    fn waiting(&self) -> Markup {
        html! {
            section.card aria-labelledby="queues" {
                h2 #queues { "Queue" }
                div.scroll {
                    table {
                        thead { tr { th scope="col" { "Work" } th scope="col" { "Waiting" } th scope="col" {
                            "Oldest" } } }
                        tbody {
                            @for queue in self.queues {
                                tr { th scope="row" { (queue.kind) } td { (queue.waiting) } td {
                                    (queue.oldest) } }
                            }
                        }
                    }
                }
            }
        }
    }

    fn went_wrong(&self) -> Markup {
        html! {
            section.card aria-labelledby="errors" {
                h2 #errors { "Warnings and errors" }
                @if self.errors.is_empty() { p { "None since the server started." } } @else {
                    ol.errors {
                        @for entry in self.errors {
                            li.error[entry.error] {
                                (moment(&entry.at)) " "
                                strong { @if entry.error { "Error" } @else { "Warning" } } " "
                                span { (entry.text) }
                                @if !entry.request.is_empty() { " " code { (entry.request) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
