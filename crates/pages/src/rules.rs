//! Pages that a game writes itself: its rules and its workshop.

use crate::frame::Frame;
use crate::{fairness, game, urls};
use bagatelle_catalog::AnyGame;
use maud::{Markup, PreEscaped, html};

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
                (placed(self.game, &game::rules(self.game)))
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
                (placed(self.game, self.fragment))
            }
        };
        Frame::new(&format!("{}: the workshop", game::name(self.game))).page(&body)
    }
}

/// What a game has written. It does not know where its pages are, and calls them `workshop` and `new`.
fn placed(game: &dyn AnyGame, fragment: &Markup) -> Markup {
    let (workshop, new) = (urls::workshop(game.id()), urls::new_table(game.id()));
    let mut placed = fragment.0.replace("action=\"new\"", &format!("action=\"{new}\""));
    for name in ["href", "action"] {
        placed = placed.replace(&format!("{name}=\"workshop"), &format!("{name}=\"{workshop}"));
    }
    PreEscaped(placed)
}

fn back_to_game(game: &dyn AnyGame) -> Markup {
    html! { p.back { a href=(urls::game(game.id())) { "← " (game::name(game)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_may_name_its_own_pages_wherever_its_text_is_shown() {
        for game in game::all() {
            let fragment = html! { a href="workshop?text=x" {} form action="workshop" {} form
            action="new" {} a href="/new" {} };
            let [workshop, new] = [urls::workshop(game.id()), urls::new_table(game.id())];
            let expected = html! {
                a href={ (workshop) "?text=x" } {} form action=(workshop) {} form action=(new) {} a
                    href="/new" {}
            };
            assert_eq!(placed(*game, &fragment).0, expected.0);
        }
    }
}
