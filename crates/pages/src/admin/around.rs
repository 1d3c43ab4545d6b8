//! The frame of all moderator pages.

use crate::frame::{Frame, Script, Sheet};
use crate::text::long_moment;
use crate::urls;
use maud::{Markup, html};

/// The place of a page among those of moderators.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Overview,
    Reports,
    Log,
}

/// The links from one page of moderators to the next.
pub(super) fn tabs(place: Place, open: u32) -> Markup {
    let tab = |this: Place, address: String, text: Markup| {
        html! { a href=(address) aria-current=[(this == place).then_some("page")] { (text) } }
    };
    html! {
        nav.tabs aria-label="Moderation" {
            (tab(Place::Overview, urls::admin(), html! { "Server" }))
            (tab(Place::Reports, urls::admin_reports(), html! { "Reports" @if open > 0 { " " b {
                (open) } } }))
            (tab(Place::Log, urls::admin_log(), html! { "Log" }))
        }
    }
}

/// The frame of a page of moderators.
pub(super) fn frame(title: &str, script: Script) -> Frame<'_> {
    Frame { script, sheet: Some(Sheet::Admin), ..Frame::new(title) }
}

/// A moment such as `2026-11-21T12:30:00Z`, for people.
pub(super) fn moment(at: &str) -> Markup {
    html! { time datetime=(at) { (long_moment(at)) } }
}
