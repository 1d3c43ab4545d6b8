//! Pages that a game writes itself: its rules and its workshop.

use crate::frame::Frame;
use crate::{fairness, game, urls};
use bagatelle_catalog::AnyGame;
use maud::{Markup, html};

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

fn back_to_game(game: &dyn AnyGame) -> Markup {
    html! { p.back { a href=(urls::game(game.id())) { "← " (game::name(game)) } } }
}
