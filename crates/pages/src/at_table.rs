//! What the site has of a game for people who play it with real pieces, as links.

use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use maud::{Markup, html};

/// What the page is called on which a set-up is laid.
pub(crate) fn enter(game: &dyn AnyGame) -> &'static str {
    if game::is_dealt(game) { "Enter a deal" } else { "Enter a position" }
}

/// The links; `prints` says whether one leads to the page on which the game is printed.
pub(crate) fn at_table(game: &dyn AnyGame, prints: bool) -> Markup {
    let id = game.id();
    let links = [
        (prints && game::is_on_paper(game), urls::print(id), "Print"),
        (game::is_laid(game), urls::lay(id), enter(game)),
        (game.score_pad().is_some(), urls::pad(id), "Score pad"),
        (game::is_timed(game), urls::timer(id), "Timer"),
    ];
    html! {
        @if links.iter().any(|(there, ..)| *there) {
            p.ways-in {
                span { "At a real table:" }
                @for (_, address, label) in links.iter().filter(|(there, ..)| *there) {
                    a href=(address) { (label) }
                }
            }
        }
    }
}
