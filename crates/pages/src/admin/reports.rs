//! The reports of players, and what a moderator can do about each.

use super::around::{Place, frame, moment, tabs};
use super::log::{Deed, deeds};
use crate::frame::Script;
use crate::urls;
use maud::{Markup, html};

/// A report in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportEntry {
    /// Its number.
    pub number: i64,
    /// When, as `2026-11-21T12:30:00Z`.
    pub at: String,
    /// The name of the reported person.
    pub name: String,
    /// The text; empty for a report of a player.
    pub text: String,
    /// What the reporter says about it.
    pub note: String,
}

/// The list of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportsPage<'a> {
    /// How many reports are open.
    pub open: u32,
    /// Whether these are settled.
    pub settled: bool,
    /// The reports, the newest first.
    pub reports: &'a [ReportEntry],
    /// Whether there are more before.
    pub more: bool,
}

impl ReportsPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.lobby.admin #table {
                div.welcome { h1 { @if self.settled { "Settled reports" } @else { "Reports" } } }
                (tabs(Place::Reports, self.open))
                @if self.reports.is_empty() { p { @if self.settled { "No settled reports." } @else { "No \
                    open reports." } } } @else {
                    ul.mine {
                        @for report in self.reports { (entry(report)) }
                    }
                }
                p.choices {
                    @if let (true, Some(last)) = (self.more, self.reports.last()) {
                        a.button href=(urls::admin_reports_before(self.settled, last.number)) { "Earlier" }
                    }
                    @if self.settled { a href=(urls::admin_reports()) { "Open reports" } }
                    @else { a href=(urls::admin_reports_before(true, i64::MAX)) { "Settled reports" } }
                }
            }
        };
        frame("Reports", Script::Plain).page(&body)
    }
}

fn entry(report: &ReportEntry) -> Markup {
    html! {
        li {
            a href=(urls::admin_report(report.number)) {
                strong { (report.name) }
                span.deal { @if report.text.is_empty() { "the player" } @else { "“" (report.text) "”" }
                    @if !report.note.is_empty() { " · " (report.note) } }
                span.state { (moment(&report.at)) }
            }
        }
    }
}

/// A text around the reported one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The name of the writer.
    pub name: String,
    /// The text; empty if it was deleted.
    pub text: String,
    /// Whether it is the reported one.
    pub reported: bool,
}

/// The standing of the reported person here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Whether there is an account.
    pub account: bool,
    /// Whether it is a moderator, whom only the command can ban.
    pub moderator: bool,
    /// Whether the person may not play.
    pub banned: bool,
    /// Whether the person may not write.
    pub muted: bool,
}

/// Where something is that is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportedAt<'a> {
    /// At the table with this id; `None` if the game has been deleted.
    Table(Option<&'a str>),
    /// The title of the event with this id.
    Event(&'a str),
    /// At no place: a player is reported.
    Nowhere,
}

/// A report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneReport<'a> {
    /// The report.
    pub entry: &'a ReportEntry,
    /// How many reports are open.
    pub open: u32,
    /// The name of the reporter; empty once that account is deleted.
    pub reporter: &'a str,
    /// Where it was.
    pub place: ReportedAt<'a>,
    /// The texts around the reported one, which is among them.
    pub context: &'a [Said],
    /// Whether the text can still be deleted.
    pub deletable: bool,
    /// The standing of the reported person here.
    pub standing: Standing,
    /// How many other reports of the same person there are.
    pub others: usize,
    /// What settled it.
    pub answer: Option<&'a Deed>,
    /// What was done to the same person before.
    pub before: &'a [Deed],
    /// Why the last act was refused.
    pub wrong: Option<&'a str>,
}

impl OneReport<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let entry = self.entry;
        let body = html! {
            main.lobby.admin #table {
                div.welcome {
                    h1 { "Report " (entry.number) ": " (entry.name) }
                    p {
                        "By " @if self.reporter.is_empty() { "a deleted account" } @else { (self.reporter) }
                            " on "
                        (moment(&entry.at)) ". "
                        @if self.standing.account { "An account" } @else { "A visitor without an account" }
                        @if self.standing.moderator { ", a moderator" }
                        @if self.standing.banned { ", banned" }
                        @if self.standing.muted { ", muted" } ". "
                        @if self.others > 0 { (crate::text::count(self.others as u64, "other report")) " \
                            about the same person." }
                    }
                }
                (tabs(Place::Reports, self.open))
                @if let Some(why) = self.wrong { p.wrong role="alert" { (why) } }
                @if let Some(answer) = self.answer {
                    section.card aria-label="Settled" { h2 { "Settled" }
                        (deeds(std::slice::from_ref(answer))) }
                }
                section.card aria-labelledby="reported" {
                    h2 #reported { "Report" }
                    @if !entry.note.is_empty() { p { q { (entry.note) } } }
                    @if entry.text.is_empty() { p { "The player." } } @else { (self.texts()) }
                    @match self.place {
                        ReportedAt::Table(Some(id)) => p { a href=(urls::table(id)) { "Go to the table" } },
                        ReportedAt::Table(None) => p { "The game has been deleted." },
                        ReportedAt::Event(id) => p { a href=(urls::event(id)) { "Go to the event" } },
                        ReportedAt::Nowhere => {}
                    }
                }
                (self.acts())
                @if !self.before.is_empty() {
                    section.card aria-labelledby="before" { h2 #before { "Earlier decisions" }
                        (deeds(self.before)) }
                }
            }
        };
        frame("A report", Script::Plain).page(&body)
    }

    fn texts(&self) -> Markup {
        html! {
            @if self.context.is_empty() { blockquote.said { (self.entry.text) } } @else {
                ol.context {
                    @for said in self.context {
                        li.reported[said.reported] {
                            strong { (said.name) } " "
                            @if !said.text.is_empty() { (said.text) }
                            @else if said.reported { del { (self.entry.text) } small { " deleted" } }
                            @else { small { "deleted" } }
                        }
                    }
                }
            }
        }
    }

    fn acts(&self) -> Markup {
        let Standing { moderator, banned, muted, .. } = self.standing;
        let act = |word: &str, text: &str, danger: bool| {
            html! { button.danger[danger] name="act" value=(word) { (text) } }
        };
        html! {
            form.card method="post" action=(urls::admin_report(self.entry.number)) {
                h2 { "Decision" }
                label.field {
                    span { "Why " small { "(shown to a muted or banned person)" } }
                    input name="reason" maxlength="200" autocomplete="off";
                }
                div.choices {
                    @if self.answer.is_none() { (act("dismiss-report", "Take no action", false)) }
                    @match (self.deletable, self.place) {
                        (true, ReportedAt::Event(_)) => (act("delete-title", "Delete the title", false)),
                        (true, _) => (act("delete-text", "Delete the text", false)),
                        (false, _) => {}
                    }
                    @if muted { (act("unmute", "Unmute", false)) } @else if !moderator { (act("mute",
                        "Mute", true)) }
                    @if banned { (act("unban", "Unban", false)) } @else if !moderator { (act("ban",
                        "Ban", true)) }
                }
                small { "A muted person can’t chat. A banned person is logged out everywhere and can’t log \
                    in, play or chat. Both last until a moderator lifts them." }
            }
        }
    }
}
