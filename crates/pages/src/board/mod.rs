//! The board of a page, and what stands around it on its table.

pub(crate) mod entry;
mod extent;
pub(crate) mod zoom;

pub(crate) use extent::along;

use crate::game;
use bagatelle_catalog::AnyGame;
use bagatelle_core::Viewer;
use bagatelle_table::Table;
use maud::{Markup, PreEscaped, html};

/// What stands below the board on a game’s own page. Where a screen is narrow, the board leaves room for it,
/// on all pages of that game.
#[derive(Clone, Copy, Default)]
pub(crate) struct Below {
    /// The buttons of the solver.
    pub help: bool,
    /// Buttons for moves.
    pub commands: bool,
}

impl Below {
    /// What stands below the board of a table for one who plays there, or looks on.
    pub(crate) fn of(table: &Table, plays: bool, viewer: Viewer) -> Below {
        let knows = game::has_solver(table.game()) && table.play().has_solver();
        let help = plays && table.is_alone() && knows;
        Below { help, commands: !table.play().controls(viewer).is_empty() }
    }
}

/// The board, between the players' name plates and the buttons that zoom. What stands at its
/// rim may be nothing.
///
/// Its classes say what it holds. A style sheet could look for that by itself, with `:has()`: but then a
/// browser styles the whole page again whenever anything on the board changes.
pub(crate) fn board(game: &dyn AnyGame, svg: &str, rim: &Rim) -> Markup {
    let zooms = svg.split_once('>').is_some_and(|(root, _)| root.contains(" data-zoom="));
    html! {
        div.board.seated[rim.players > 0].crowded[rim.players > 2].zooms[zooms]
            .helped[rim.below.help].commands[rim.below.commands]
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
    /// What stands below it.
    pub below: Below,
}
