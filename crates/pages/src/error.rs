//! The page that says what went wrong.

use crate::frame::Frame;
use crate::{ornament, urls};
use maud::{Markup, html};

/// What went wrong, in plain words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorPage<'a> {
    /// The heading.
    pub heading: &'a str,
    /// A sentence or two.
    pub message: &'a str,
    /// Where to go on: an address and what its link says.
    pub way: (String, &'a str),
    /// Another way, beside that one.
    pub other_way: Option<(String, &'a str)>,
}

impl<'a> ErrorPage<'a> {
    /// The page at an address that does not exist. `message` says what the visitor was looking for.
    #[must_use]
    pub fn not_found(message: &'a str) -> ErrorPage<'a> {
        ErrorPage { heading: "Page not found", ..ErrorPage::failed(message) }
    }

    /// The page for a request that was refused or failed. `message` says why.
    #[must_use]
    pub fn failed(message: &'a str) -> ErrorPage<'a> {
        ErrorPage { heading: "That didn’t work", message, way: to_the_games(), other_way: None }
    }

    /// The page for a visitor who is not logged in where only an account may go.
    #[must_use]
    pub fn logged_out(message: &'a str) -> ErrorPage<'a> {
        let way = (urls::account(), "Log in or sign up");
        ErrorPage { heading: "Log in first", way, ..ErrorPage::failed(message) }
    }

    /// The page for a visitor to a game whose deal others still play in an event.
    #[must_use]
    pub fn still_played(message: &'a str, event: &str) -> ErrorPage<'a> {
        ErrorPage {
            heading: "This deal isn’t over yet",
            message,
            way: (urls::event(event), "Go to the event"),
            other_way: Some(to_the_games()),
        }
    }

    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { (self.heading) }
                p { (self.message) }
                (ornament::all())
                p.choices {
                    a.button href=(self.way.0) { (self.way.1) }
                    @if let Some((address, label)) = &self.other_way { a.button href=(address) { (label) } }
                }
            }
        };
        Frame::new(self.heading).page(&body)
    }
}

fn to_the_games<'a>() -> (String, &'a str) {
    (urls::home(), "See the games")
}
