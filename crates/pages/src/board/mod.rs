//! The board of a page, and what stands around it on its table.

pub(crate) mod entry;
pub(crate) mod zoom;

use crate::game;
use bagatelle_catalog::AnyGame;
use maud::{Markup, PreEscaped, html};

/// The board, between the players' name plates and the buttons that zoom. What stands at its
/// rim may be nothing.
///
/// Its classes say what it holds. A style sheet could look for that by itself, with `:has()`: but then a
/// browser styles the whole page again whenever anything on the board changes.
pub(crate) fn board(game: &dyn AnyGame, svg: &str, rim: &Rim) -> Markup {
    let zooms = svg.split_once('>').is_some_and(|(root, _)| root.contains(" data-zoom="));
    html! {
        div.board.seated[rim.players > 0].crowded[rim.players > 2].zooms[zooms]
            data-surface=(game::surface(game)) {
            @if let Some(plates) = &rim.plates { (plates) }
            (PreEscaped(svg))
            @if let Some(counts) = &rim.counts { (counts) }
            (*zoom::BUTTONS)
        }
    }
}

/// What stands at the rim of a board.
#[derive(Default)]
pub(crate) struct Rim {
    /// How many players have a plate.
    pub players: usize,
    /// Their plates.
    pub plates: Option<Markup>,
    /// Figures in the corners of the board.
    pub counts: Option<Markup>,
}
