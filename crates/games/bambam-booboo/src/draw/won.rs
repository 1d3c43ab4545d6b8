//! A won position, small, as an example of what wins.

use super::bamboo;
use super::ground::felt;
use super::layout::{CELL, middle};
use super::pieces;
use crate::state::heap::{Heap, owner};
use crate::tile::{TILES, Tile, Way};
use bagatelle_core::Seat;
use bagatelle_core::present::{Picture, Piece};
use maud::html;

/// The tiles of the light form, then others of both kinds, with the number of the seat.
const TILES_LAID: [(u8, Tile); 10] = [
    (0, Tile::new(1, 1, Way::V)),
    (0, Tile::new(2, 1, Way::V)),
    (0, Tile::new(3, 2, Way::H)),
    (0, Tile::new(3, 1, Way::H)),
    (1, Tile::new(1, 3, Way::H)),
    (1, Tile::new(5, 2, Way::V)),
    (1, Tile::new(0, 0, Way::V)),
    (1, Tile::new(2, 0, Way::H)),
    (0, Tile::new(3, 3, Way::H)),
    (1, Tile::new(4, 0, Way::H)),
];

/// The picture.
pub(crate) fn won() -> String {
    let mut heap = Heap::default();
    let mut next = [0, TILES as usize];
    let slots = TILES_LAID.map(|(seat, tile)| {
        let slot = next[usize::from(seat)];
        next[usize::from(seat)] += 1;
        heap.put(slot, tile);
        slot
    });
    let (light, form) = (Seat(0), [slots[0], slots[1], slots[2], slots[3]]);
    let margin = CELL / 4;
    let (wide, high) = (6 * CELL + 2 * margin, 4 * CELL + 2 * margin);
    let picture = Picture::new(-margin, -4 * CELL - margin, wide, high);
    picture.label("Light has won: two vertical tiles beside two horizontal ones make a rectangle").draw(
        &html! {
            (bamboo::defs())
            (felt(-margin, -4 * CELL - margin, wide, high))
            @for (slot, tile) in heap.tiles() {
                @let (x, y) = middle(tile);
                (Piece::unnamed().at(x, y).body(html! {
                    use href=(bamboo::href(owner(slot), tile.way)) {}
                }))
            }
            (pieces::winning_form(&heap, light, form))
        },
    )
}
