//! The tiles, and the cells on which a tile may land, or may not.

use super::layout::{Window, cell_name, id, tenths};
use crate::board::Cell;
use crate::state::{Open, Status};
use crate::words::{introduced, place};
use bagatelle_core::present::{Halo, Piece, Written, written};
use bagatelle_piecepack::Tile;
use bagatelle_piecepack::draw::{self as pieces, Face, ink};
use maud::html;

/// A cell on which the tile in hand may land.
pub(super) fn landing(open: &Open, window: &Window, cell: Cell) -> Piece {
    let (x, y) = window.place(cell);
    let label = place(open, open.hand, cell).unwrap_or_default();
    Piece::new(cell_name(cell)).label(("place ", label)).at(x, y).body(html! {
        g transform=(Written(window.scale())) {
            use href="#bu-spot" {}
            use href="#bu-ghost" {}
        }
        (halo(window))
    })
}

/// An empty cell on which no tile may land now. A click on it is told why, and a hint may mark it.
pub(super) fn closed(window: &Window, cell: Cell) -> Piece {
    let (x, y) = window.place(cell);
    Piece::new(cell_name(cell)).at(x, y).body(html! {
        use href="#bu-spot" transform=(Written(window.scale())) {}
        (halo(window))
    })
}

/// A tile on the cloth. The one whose coin is in hand is lifted.
pub(super) fn tile(open: &Open, window: &Window, tile: Tile) -> Piece {
    let (x, y) = window.place(open.cell(tile));
    let in_hand = open.hand == Some(tile);
    let (row, column) = window.row_and_column(open.cell(tile));
    let label = (introduced(tile), ", row ", row, ", column ", column);
    let piece = Piece::new(id("tile", tile)).label(label).at(x, y);
    let piece = if open.status == Status::Won { piece.moment("breathes") } else { piece };
    piece.body(html! {
        g transform=(Written(window.scale())) {
            @if in_hand {
                rect x="-50" y="-48" width="106" height="108" rx="12" fill="#000" opacity=".22" {}
                g transform="translate(-3-8)scale(1.05)" {
                    (pieces::tile(tile, Face::Open))
                    rect x="-46.5" y="-47" width="93" height="89" rx="7" fill="none" stroke=(ink(tile.suit))
                        stroke-width="4.5" {}
                }
            } @else { (pieces::tile(tile, Face::Open)) }
        }
        (halo(window))
    })
}

fn halo(window: &Window) -> Halo {
    let half = (window.pitch * 4.6).round() / 10.0;
    Halo::rect(-half, -half, 2.0 * half, 2.0 * half, 10.0).stroke(6)
}

/// The outline of a tile, as path data.
pub(super) fn outline(open: &Open, window: &Window, tile: Tile) -> String {
    let (x, y) = window.place(open.cell(tile));
    let side = (window.pitch * 9.2).round() / 10.0;
    written((
        "M",
        tenths(x - side / 2.0),
        ' ',
        tenths(y - side / 2.0),
        ("h", side, "v", side, "h-", side, "z"),
    ))
}
