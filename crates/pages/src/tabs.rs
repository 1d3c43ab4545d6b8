//! The pages of one game, as tabs: the game itself, its replay, its review and its analysis.

use crate::urls;
use maud::{Markup, html};

/// One of the pages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    /// Every move, one after another.
    Replay,
    /// What can be learned from it.
    Review,
    /// A board to try other moves on.
    Analysis,
}

/// The tabs of a game.
pub(crate) struct Tabs<'a> {
    /// The id of the table.
    pub(crate) id: &'a str,
    /// The address of the table; another server’s, where the browser has made the page.
    pub(crate) address: &'a str,
    /// The page that is shown.
    pub(crate) shown: Tab,
    /// Whether the game can be reviewed.
    pub(crate) has_review: bool,
    /// Whether it can be analysed.
    pub(crate) has_analysis: bool,
    /// The number of actions after which its analysis begins, if that is known.
    pub(crate) ply: Option<usize>,
}

impl Tabs<'_> {
    /// The links, that of the page that is shown marked.
    pub(crate) fn draw(&self) -> Markup {
        let tab = |tab: Tab, name: &str, to: String| {
            html! {
                @if tab == self.shown { span aria-current="page" { (name) } }
                    @else { a href=(to) { (name) } }
            }
        };
        // The replay is at the server that has the table.
        let replay = self.address.replacen(&urls::table(self.id), &urls::replay(self.id), 1);
        html! {
            nav.back aria-label="This game" {
                a href=(self.address) { "Game" }
                (tab(Tab::Replay, "Replay", replay))
                @if self.has_review {
                    (tab(Tab::Review, "Review", urls::in_browser(&urls::review_of(self.id))))
                }
                @if self.has_analysis {
                    (tab(Tab::Analysis, "Analysis", urls::in_browser(&urls::analyse(self.id, self.ply))))
                }
            }
        }
    }
}
