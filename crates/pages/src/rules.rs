//! Pages that a game writes itself: its rules, its workshop, and the review of a finished game.

use crate::frame::Frame;
use crate::{fairness, game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_table::Table;
use maud::{Markup, html};

/// How often a page is loaded anew that waits for a review, in seconds.
const RELOAD_S: u32 = 2;

/// The rules of a game.
#[derive(Clone, Copy)]
pub struct RulesPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
}

impl RulesPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let name = game::name(self.game);
        let body = html! {
            main.prose #table {
                (back_to_game(self.game))
                h1 { "How " (name) " is played" }
                (game::rules(self.game))
                @if game::is_dealt(self.game) { (fairness::rules_note()) }
            }
        };
        Frame::new(&format!("{name}: the rules")).page(&body)
    }
}

/// A page on which something that the game is played with can be made.
#[derive(Clone, Copy)]
pub struct WorkshopPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The fragment that the game has made, with its `h1`.
    pub fragment: &'a Markup,
}

impl WorkshopPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                (back_to_game(self.game))
                (self.fragment)
            }
        };
        Frame::new(&format!("{}: the workshop", game::name(self.game))).page(&body)
    }
}

/// What can be learned from a finished game.
#[derive(Clone, Copy)]
pub struct ReviewPage<'a> {
    /// The table.
    pub table: &'a Table,
    /// The fragment that the game has made; `None` while it is being made.
    pub fragment: Option<&'a Markup>,
}

impl ReviewPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let name = game::name(self.table.game());
        let title = format!("{name}: after the game");
        let body = html! {
            main.prose #table {
                p.back { a href=(urls::table(self.table.id())) { "← The game" } }
                h1 { (title) }
                @match self.fragment {
                    Some(fragment) => (fragment),
                    None => p role="status" { "The review is being prepared. It appears here in a moment." },
                }
            }
        };
        let reload_s = self.fragment.is_none().then_some(RELOAD_S);
        Frame { reload_s, ..Frame::new(&title) }.page(&body)
    }
}

fn back_to_game(game: &dyn AnyGame) -> Markup {
    html! { p.back { a href=(urls::game(game.id())) { "← " (game::name(game)) } } }
}
