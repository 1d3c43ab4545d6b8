//! The page on which a visitor sees all results: bests, charts over time, opponents and openings.

pub(crate) mod chart;
mod model;
mod sections;

pub(crate) use sections::sections;

use crate::frame::{Frame, Place, Sheet};
use crate::urls;
use bagatelle_table::Finished;
use maud::{Markup, html};

/// The results of a visitor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResultsPage<'a> {
    /// The finished games, the newest first.
    pub finished: &'a [Finished],
}

impl ResultsPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.lobby #table {
                div.welcome {
                    h1 { "My results" }
                    p { a href=(urls::archive()) { "All my games" } }
                }
                @if self.finished.is_empty() {
                    p { "Finish a game, and its result appears here. Games you set up yourself or continue \
                        from a record don’t count." }
                    p { a.button.primary href=(urls::home()) { "Choose a game" } }
                } @else {
                    (sections(self.finished, true))
                    p.small { "Games you set up yourself or continue from a record don’t count." }
                    (downloads(&urls::api_results()))
                }
            }
        };
        Frame { place: Some(Place::Games), sheet: Some(Sheet::People), ..Frame::new("My results") }
            .page(&body)
    }
}

/// Links to what a page shows, for programs.
pub(crate) fn downloads(address: &str) -> Markup {
    html! {
        p.small.links {
            "Download: "
            a href=(address) download="bagatelle.json" { "JSON" }
            a href={ (address) "?format=csv" } download="bagatelle.csv" { "CSV" }
        }
    }
}
