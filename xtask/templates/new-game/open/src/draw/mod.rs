//! The picture: the stones that are left, in rows of eight.
//!
//! Ids: `stone-1` is the stone that is taken last. Of the stones that can be taken, one is picked: it is
//! taken with all that lie after it.

use crate::state::State;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Halo, Picture, Piece};
use maud::html;

/// The stones in a row.
const ROW: u8 = 8;
/// The distance between the middles of two stones.
const STEP: u16 = 40;

/// The name by which stones are picked: that of the first stone of those that are taken from a heap.
#[must_use]
pub fn pick(heap: u8, taken: u8) -> String {
    stone_id(heap - taken + 1)
}

fn stone_id(stone: u8) -> String {
    format!("stone-{stone}")
}

/// Draws a position as a complete SVG document. Stones can be picked if `acts`.
#[must_use]
pub fn picture(state: &State, acts: bool) -> String {
    let stones = (1..=state.stones).map(|stone| {
        let taken = state.stones - stone + 1;
        let (column, row) = ((stone - 1) % ROW, (stone - 1) / ROW);
        let place = |n: u8| u16::from(n) * STEP + STEP / 2;
        let can = acts && taken <= state.most();
        let piece = Piece::new(stone_id(stone));
        let piece = if can { piece.pick().lit() } else { piece };
        piece
            .label(format!("take {}", counted(taken.into(), "stone")))
            .at(place(column), place(row))
            .body(html! {
                circle r="15" fill="#6b7a85" {}
                (Halo::circle(17))
            })
    });
    let label = format!("Toy game, {} left", counted(state.stones.into(), "stone"));
    Picture::new(0, 0, u16::from(ROW) * STEP, 3 * STEP).label(label).draw(&html! {
        @for stone in stones { (stone) }
    })
}
