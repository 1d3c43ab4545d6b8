//! The first page: all games, and the tables that the visitor has not finished.

use crate::frame::Frame;
use crate::list::{TableItem, list, waiting};
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use maud::{Markup, html};

/// The first page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HomePage<'a> {
    /// The visitor's id; empty for a visitor without one.
    pub person: &'a str,
    /// The visitor's tables that are not finished, newest first.
    pub tables: &'a [TableItem<'a>],
}

impl HomePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.shelf #table {
                div.welcome {
                    h1 { "Small games, well kept." }
                    p { "Little-known tabletop games with exact rules and fair deals. Nothing to install, no account needed." }
                }
                @if !self.tables.is_empty() {
                    section aria-labelledby="unfinished" {
                        h2 #unfinished { "Pick up where you left off" }
                        (list(self.tables, self.person))
                    }
                }
                section.games aria-label="Games" {
                    @for game in game::all() { (card(*game)) }
                }
            }
        };
        let waiting = waiting(self.tables, self.person);
        Frame { waiting, ..Frame::new("Bagatelle: small games, well kept") }.page(&body)
    }
}

fn card(game: &dyn AnyGame) -> Markup {
    html! {
        a.game href=(urls::game(game.id())) {
            img src=(urls::game_picture(game.id())) alt="" width="320" height="320";
            h2 { (game::name(game)) }
            p { (game::tagline(game)) }
            p.small { (game::players(game)) " · " (game::minutes(game)) " · by " (game::designer(game)) }
        }
    }
}
