//! The page that says what went wrong.

use crate::frame::Frame;
use crate::urls;
use maud::{Markup, html};

/// What went wrong, in plain words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorPage<'a> {
    /// The heading.
    pub heading: &'a str,
    /// A sentence or two.
    pub message: &'a str,
}

impl<'a> ErrorPage<'a> {
    /// The page at an address where nothing is. `message` says what was looked for.
    #[must_use]
    pub fn not_found(message: &'a str) -> ErrorPage<'a> {
        ErrorPage { heading: "There is nothing here", message }
    }

    /// The page for a request that was refused or failed. `message` says why.
    #[must_use]
    pub fn failed(message: &'a str) -> ErrorPage<'a> {
        ErrorPage { heading: "That did not work", message }
    }

    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { (self.heading) }
                p { (self.message) }
                p { a href=(urls::home()) { "To the games" } }
            }
        };
        Frame::new(self.heading).page(&body)
    }
}
