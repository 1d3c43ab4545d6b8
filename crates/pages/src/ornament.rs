//! Printers’ ornaments: a small mark of each game between two rules, where a page has little to show.

use crate::game;
use bagatelle_catalog::AnyGame;
use maud::{Markup, html};

/// Marks in a row between two rules, each in a square of `size`.
fn row(games: &[&dyn AnyGame], size: usize) -> Markup {
    let width = size * games.len();
    html! {
        svg.ornament viewBox={ "-26 -12 " (width + 52) " 24" } aria-hidden="true" focusable="false" {
            path d={ "M-24 0h19l3-2v4l-3-2zM" (width + 24) " 0h-19l-3-2v4l3-2z" } stroke="currentColor" {}
            @for (n, game) in games.iter().enumerate() {
                g transform={ "translate(" (size * n + size / 2) ") scale(" (size as f32 / 32.0) ")" } {
                    (mark(*game))
                }
            }
        }
    }
}

/// The mark of a game, between two rules.
pub(crate) fn of(game: &dyn AnyGame) -> Markup {
    row(&[game], 32)
}

/// The mark of the game with an id; the marks of all games where there is no such game.
pub(crate) fn of_id(id: &str) -> Markup {
    game::find(id).map_or_else(all, of)
}

/// The marks of all games in a row, between two rules.
pub(crate) fn all() -> Markup {
    row(game::all(), 24)
}

/// The mark alone, to stand beside the name of a game.
pub(crate) fn small(game: &dyn AnyGame) -> Markup {
    html! {
        svg.mark-of viewBox="-12 -12 24 24" aria-hidden="true" focusable="false" { (mark(game)) }
    }
}

fn mark(game: &dyn AnyGame) -> Markup {
    html! { path d=(game.manifest().ornament) fill-rule="evenodd" {} }
}
