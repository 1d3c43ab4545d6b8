//! Tiles and coins, with marks for those that are out of place.

use super::layout::{is_home, middle, place};
use crate::state::Coin;
use bagatelle_core::present::{Halo, Motion, Overlay, Piece, Value, written};
use bagatelle_piecepack::draw::{self as pieces, COIN_SEAT, CREAM, Face, ink};
use bagatelle_piecepack::{Lettering, Rank, Tile};
use maud::{Markup, html};
use std::sync::LazyLock;

/// Marks the tiles that lie where they do not belong.
pub const TILES: Overlay = Overlay { id: "tiles", label: "Mark tiles out of place" };
/// Marks the coins whose value is not that of their tile.
pub const COINS: Overlay = Overlay { id: "coins", label: "Mark coins that don’t match" };

/// A tile with the coin on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loaded {
    /// The tile.
    pub tile: Tile,
    /// The coin on it.
    pub coin: Coin,
    /// Which of the 24 coins it is, so that coins of the same value can be told apart when they move. 0 to
    /// 23.
    pub coin_id: usize,
}

impl Loaded {
    /// Whether the tile lies where it belongs, and the coin on its tile.
    pub(super) fn is_home(self, cell: usize) -> bool {
        is_home(self.tile, cell) && self.coin.fits(self.tile)
    }
}

/// The name by which a tile is picked, and its id.
#[must_use]
pub fn tile_id(tile: Tile) -> String {
    written(tile_name(tile))
}

fn tile_name(tile: Tile) -> impl Value {
    ("tile-", tile.suit.letter(), tile.rank.letter(Lettering::Capital))
}

fn coin_name(coin_id: usize) -> impl Value {
    ("coin-", coin_id)
}

/// Where a coin lies on a tile in a cell.
fn on_tile(cell: usize) -> (f32, f32) {
    let (x, y) = middle(cell);
    (x + COIN_SEAT.0, y + COIN_SEAT.1)
}

/// A tile that moves to a cell.
#[must_use]
pub fn tile_to(tile: Tile, cell: usize) -> Motion {
    Motion::new(tile_id(tile), middle(cell))
}

/// A coin that moves to the tile in a cell.
#[must_use]
pub fn coin_to(coin_id: usize, cell: usize) -> Motion {
    Motion::new(written(coin_name(coin_id)), on_tile(cell))
}

fn mark(overlay: Overlay, shape: &str) -> Markup {
    html! { use class={ "mark " (overlay.class()) } display="none" href={ "#" (shape) } {} }
}

/// A tile where it lies. While it can be picked it is lit.
pub(super) fn tile(cell: usize, Loaded { tile, coin, .. }: Loaded, picks: bool) -> Piece {
    static FACES: LazyLock<Vec<[Markup; 2]>> = LazyLock::new(|| {
        Tile::all().map(|tile| [false, true].map(|astray| tile_parts(tile, astray))).collect()
    });
    let (x, y) = middle(cell);
    let title = (tile.rank.name(), " of ", tile.suit.name(), " with coin ", coin.name(), ", ", place(cell));
    let piece = Piece::new(tile_name(tile)).class("tile").pick_if(picks).lit().at(x, y).title(title);
    piece.constant_body(&FACES[tile.index()][usize::from(!is_home(tile, cell))])
}

fn tile_parts(tile: Tile, astray: bool) -> Markup {
    html! {
        (pieces::tile(tile, Face::Seat))
        (Halo::rect(-47, -47, 94, 94, 11))
        @if astray { (mark(TILES, "bb-astray")) }
    }
}

/// A coin where it lies. The pointer goes through it to the tile below.
pub(super) fn coin(cell: usize, loaded: Loaded) -> Piece {
    static FACES: LazyLock<[[Markup; 2]; 6]> = LazyLock::new(|| {
        Rank::ALL.map(|rank| [false, true].map(|unequal| coin_parts(Coin { rank, suit: None }, unequal)))
    });
    static SUITED: LazyLock<Vec<[Markup; 2]>> = LazyLock::new(|| {
        let suited = |tile: Tile| Coin { rank: tile.rank, suit: Some(tile.suit) };
        Tile::all().map(|tile| [false, true].map(|unequal| coin_parts(suited(tile), unequal))).collect()
    });
    let (x, y) = on_tile(cell);
    let piece = Piece::new(coin_name(loaded.coin_id)).class("coin").silent().at(x, y);
    let Coin { rank, suit } = loaded.coin;
    let faces = match suit {
        None => &FACES[rank.index()],
        Some(suit) => &SUITED[Tile::new(suit, rank).index()],
    };
    piece.constant_body(&faces[usize::from(!loaded.coin.fits(loaded.tile))])
}

/// A coin with its value up and, where it counts, its suit at the rim.
pub(crate) fn coin_art(Coin { rank, suit }: Coin) -> Markup {
    html! {
        (pieces::coin_face(rank))
        @if let Some(suit) = suit {
            circle cx="14" cy="13" r="10.5" fill=(CREAM) {}
            g transform="translate(14 13)scale(.36)" fill=(ink(suit)) { (pieces::suit_glyph(suit, 0.0, 0.0)) }
        }
    }
}

fn coin_parts(coin: Coin, unequal: bool) -> Markup {
    html! {
        (coin_art(coin))
        @if unequal { (mark(COINS, "bb-unequal")) }
    }
}
