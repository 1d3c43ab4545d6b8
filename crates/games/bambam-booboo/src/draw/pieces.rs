//! The parts of the picture: hands, tiles, and the marks on and between them.

use super::bamboo;
use super::layout::{CELL, Frame, PITCH, middle, point};
use super::names::{bamboo_of, place, target_name, tile_name};
use super::route::Moment;
use crate::state::State;
use crate::state::heap::{each_slot, owner};
use crate::tile::{Tile, Way};
use bagatelle_core::Seat;
use bagatelle_core::present::svg::ghost_shape;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Halo, Lattice, Motion, Piece};
use maud::{Markup, html};

/// The tile that goes from the hand of the seat to act to a place.
pub(crate) fn placing(state: &State, to: Tile) -> Option<Motion> {
    let last = each_slot(state.hand(state.to_act())).last()?;
    let (x, y) = middle(to);
    Some(Motion::new(tile_name(last), (x as f32, y as f32)))
}

/// A hand: a strip of felt, and the tiles side by side, each half over the one before. Its tiles are all alike, so it is read
/// out as one thing.
pub(super) fn hand(state: &State, frame: &Frame, seat: Seat) -> Markup {
    let hand = state.hand(seat);
    let of = hand.count_ones() as usize;
    html! {
        (felt(state, frame, seat))
        @for (n, slot) in each_slot(hand).enumerate() {
            @let (x, y) = frame.in_hand(seat, n, of);
            (Piece::new(tile_name(slot)).aside().silent().at(x, y).body(html! {
                // The shadow on the tile before, so that they can be counted.
                @if n > 0 { path d="M-19 -33V35" stroke="#1a0f06" stroke-opacity=".45" stroke-width="3" {} }
                use href=(bamboo::href(seat, Way::V)) {}
            }))
        }
    }
}

/// What a hand lies on. It is brighter, with a notch on the side that looks at the heap, where it is that seat's turn.
fn felt(state: &State, frame: &Frame, seat: Seat) -> Piece {
    let active = state.end().is_none() && state.to_act() == seat;
    let (_, y) = frame.in_hand(seat, 0, 1);
    let half = 10 * PITCH + CELL;
    let hand = state.hand(seat).count_ones() as usize;
    let label = format!("{} bamboo: {} in hand", bamboo_of(seat), counted(hand, "tile"));
    Piece::new(format!("felt-{}", seat.0)).aside().label(label).at(frame.left + frame.width / 2, y).body(
        html! {
            rect x=(-half) y="-52" width=(2 * half) height="104" rx="16" fill="#7d8a6f" fill-opacity=".14" {}
            @if active {
                @let (edge, tip) = if seat == frame.near { (-52, -64) } else { (52, 64) };
                g class="acts" fill="#7d8a6f" {
                    rect x=(-half) y="-52" width=(2 * half) height="104" rx="16" fill-opacity=".19" {}
                    path d=(format!("M-16 {edge}L0 {tip}L16 {edge}Z")) fill-opacity=".6" {}
                }
            }
        },
    )
}

/// A tile of the heap. `via` are the points at which it turned if it has just been slid.
pub(super) fn lying_tile(slot: usize, tile: Tile, via: &[Moment]) -> Piece {
    let (x, y) = middle(tile);
    let bamboo = bamboo_of(owner(slot));
    Piece::new(tile_name(slot))
        .via(via.iter().map(|&moment| point(moment)))
        .pick()
        .shows(tile.way.word())
        .label(format!("{bamboo} tile {}", place(tile)))
        .at(x, y)
        .body(html! {
            use href=(bamboo::href(owner(slot), tile.way)) {}
            (Halo::shape(format!("bb-halo-{}", tile.way)))
        })
}

/// A quiet mark on the tile that came to rest last: a small lozenge let into the wood.
pub(super) fn last_mark(tile: Tile) -> Piece {
    let (x, y) = middle(tile);
    Piece::new("last").class("last").no_pointer().at(x, y).body(html! {
        path d="M-6 0L0 -6L6 0L0 6Z" fill="#f6efdd" stroke="#2e2418" stroke-width="2" stroke-linejoin="round" {}
    })
}

/// The tile that is on its way, which the page moves about.
pub(super) fn probe(seat: Seat, way: Way) -> Piece {
    let (x, y) = middle(Tile::new(0, 0, way));
    let href = bamboo::href(seat, way);
    let cell = f64::from(CELL);
    let lattice = Lattice { x: x.into(), y: y.into(), dx: cell, dy: -cell };
    let may = html! {
        use href=(href) {}
        use href=(format!("#bb-halo-{way}")) {}
    };
    let may_not = html! {
        use href=(href) opacity=".45" {}
        use href=(format!("#bb-no-{way}")) {}
    };
    Piece::probe(way.word(), &format!("to-{way}{{x}},{{y}}"), lattice, &may, &may_not)
}

/// A place where some tile may go now.
pub(super) fn ghost(tile: Tile) -> Piece {
    let (x, y) = middle(tile);
    let ghost = Piece::unnamed().ghost().pick_as(target_name(tile)).face(tile.way.word());
    ghost.label(place(tile)).at(x, y).body(html! {
        use href=(format!("#bb-pip-{}", tile.way)) {}
        (ghost_shape(&format!("bb-halo-{}", tile.way)))
    })
}

/// A frame of rope around the winning form.
pub(super) fn winning_form(state: &State, seat: Seat, form: [usize; 4]) -> Piece {
    let cells = form.iter().flat_map(|&slot| state.heap().tile(slot).cells());
    let (x, y, right, top) = cells.fold((i32::MAX, i32::MAX, i32::MIN, i32::MIN), |b, (x, y)| {
        (b.0.min(x), b.1.min(y), b.2.max(x + 1), b.3.max(y + 1))
    });
    let (x, y, w, h) = (x * CELL, -top * CELL, (right - x) * CELL, (top - y) * CELL);
    Piece::new("form")
        .class("form")
        .no_pointer()
        .label(format!("winning form of {} bamboo", bamboo_of(seat)))
        .attr("fill", "none")
        .attr("stroke-linejoin", "round")
        .body(html! {
            rect x=(x - 3) y=(y - 3) width=(w + 6) height=(h + 6) rx="9" stroke="#3b2412" stroke-width="10" {}
            rect x=(x - 3) y=(y - 3) width=(w + 6) height=(h + 6) rx="9" stroke="#d9483b" stroke-width="6" {}
            rect x=(x - 3) y=(y - 3) width=(w + 6) height=(h + 6) rx="9" stroke="#f7c9a8" stroke-width="2"
                stroke-dasharray="5 7" {}
        })
}
