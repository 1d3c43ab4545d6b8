//! The tiles, and the cells on which the tile in hand may land.

use super::layout::{Window, cell_name, id};
use crate::board::Cell;
use crate::view::View;
use bagatelle_core::present::{Halo, Piece};
use bagatelle_piecepack::Tile;
use bagatelle_piecepack::draw::{self as pieces, Face, ink};
use maud::html;

/// A cell on which the tile in hand may land.
pub(super) fn landing(window: &Window, cell: Cell) -> Piece {
    let (x, y) = window.place(cell);
    let half = window.pitch * 0.46;
    Piece::new(cell_name(cell)).label(format!("empty cell {cell}")).at(x, y).body(html! {
        g transform=(window.scale()) {
            rect x="-51" y="-51" width="102" height="102" fill-opacity="0" {}
            use href="#bu-ghost" {}
        }
        (Halo::rect(-half, -half, 2.0 * half, 2.0 * half, 10.0).stroke(6))
    })
}

/// A tile on the cloth. The one whose coin is in hand is lifted.
pub(super) fn tile(view: &View, window: &Window, tile: Tile) -> Piece {
    let cell = view.open.cell(tile);
    let (x, y) = window.place(cell);
    let in_hand = view.open.hand == Some(tile);
    Piece::new(id("tile", tile)).label(format!("{tile} at {cell}")).at(x, y).body(html! {
        g transform=(window.scale()) {
            @if in_hand {
                rect x="-50" y="-48" width="106" height="108" rx="12" fill="#000" opacity=".22" {}
                g transform="translate(-3-8)scale(1.05)" {
                    (pieces::tile(tile, Face::Open))
                    rect x="-46.5" y="-47" width="93" height="89" rx="7" fill="none" stroke=(ink(tile.suit))
                        stroke-width="4.5" {}
                }
            } @else { (pieces::tile(tile, Face::Open)) }
        }
    })
}
