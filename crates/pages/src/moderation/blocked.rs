//! The people whom a visitor has blocked.

use crate::frame::{Frame, Place};
use crate::{ornament, urls};
use maud::{Markup, html};

/// A blocked person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockedPerson {
    /// The alias of the person on this reader's pages.
    pub alias: String,
    /// The name.
    pub name: String,
}

/// The list of blocked people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockedPage<'a> {
    /// The people, the latest first.
    pub people: &'a [BlockedPerson],
}

impl BlockedPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { "Blocked people" }
                p {
                    "You don’t see what they say at any table, and they can’t sit down where you play. They \
                     aren’t told. "
                    "Use “Report” next to a chat message to block its writer or tell the moderators."
                }
                @if self.people.is_empty() {
                    (ornament::all())
                    p { "You haven’t blocked anyone." }
                } @else {
                    ul.blocked {
                        @for person in self.people {
                            li {
                                form method="post" action=(urls::blocked()) {
                                    span { (person.name) } " "
                                    button name="person" value=(person.alias) aria-label={ "Unblock "
                                        (person.name) } { "Unblock" }
                                }
                            }
                        }
                    }
                }
                p { a href=(urls::account()) { "Back to your page" } }
            }
        };
        Frame { place: Some(Place::Me), ..Frame::new("Blocked people") }.page(&body)
    }
}
