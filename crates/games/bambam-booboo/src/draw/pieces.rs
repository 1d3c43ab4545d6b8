//! The parts of the picture: hands, tiles, and the marks on and between them.

use super::layout::{CELL, Frame, HALF, in_hand, middle, point};
use super::names::{target_name, tile_name};
use super::parts;
use super::route::Moment;
use crate::state::State;
use crate::state::heap::{Heap, each_slot, owner};
use crate::tile::{Tile, Way};
use crate::words::{self, bamboo_of};
use bagatelle_core::Seat;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Lattice, Motion, Piece};
use maud::{Markup, html};

/// The tile that goes from the hand of the seat to act to a place.
pub(crate) fn placing(state: &State, to: Tile) -> Option<Motion> {
    let (x, y) = middle(to);
    Some(Motion::new(tile_name(state.next_in_hand(state.to_act())?), (x as f32, y as f32)))
}

/// A hand: a rack with a notch for each tile that its seat has in the game, and the tiles that still lie in
/// it. They are all alike, so the hand is read out as one thing.
pub(super) fn hand(state: &State, frame: &Frame, seat: Seat) -> Markup {
    let hand = state.hand(seat);
    let of = hand.count_ones() + state.heap().of(seat).count_ones();
    let (x, y) = frame.hand(seat);
    html! {
        (rack(state, frame, seat, of))
        @for (n, slot) in each_slot(hand).enumerate() {
            (Piece::new(tile_name(slot)).aside().silent().at(x, y + in_hand(n as u32,
                of)).constant_body(parts::in_hand(seat)))
        }
    }
}

/// What a hand lies in. It is brighter, with a notch on the side that looks at the heap, where it is that
/// seat's turn.
fn rack(state: &State, frame: &Frame, seat: Seat, of: u32) -> Piece {
    let active = state.end().is_none() && state.to_act() == seat;
    let (x, y) = frame.hand(seat);
    let half = in_hand(0, of) + 18;
    let slots: String = (0..of).map(|n| format!("M-14 {}H14", in_hand(n, of))).collect();
    let base = |opacity: &str| {
        html! {
            rect x=(-HALF) y=(-half) width=(2 * HALF) height=(2 * half) rx="12" fill="#7d8a6f"
                fill-opacity=(opacity) {}
        }
    };
    let hand = state.hand(seat).count_ones() as usize;
    let label = format!("{} bamboo: {} in hand", bamboo_of(seat), counted(hand, "tile"));
    Piece::new(format!("felt-{}", seat.0)).aside().label(label).at(x, y).body(html! {
        (base(".14"))
        @if active {
            @let (edge, tip) = if seat == frame.near { (-HALF, -HALF - 9) } else { (HALF, HALF + 9) };
            g class="acts" {
                (base(".2"))
                path d=(format!("M{edge} -13L{tip} 0L{edge} 13Z")) fill="#7d8a6f" fill-opacity=".6" {}
            }
        }
        path d=(slots) stroke="#7d8a6f" stroke-opacity=".3" stroke-width="12" stroke-linecap="round" {}
    })
}

/// A tile of the heap. `via` are the points at which it turned if it has just been slid.
pub(super) fn lying_tile(state: &State, slot: usize, via: &[Moment]) -> Piece {
    let tile = state.heap().tile(slot);
    let (x, y) = middle(tile);
    Piece::new(tile_name(slot))
        .via(via.iter().map(|&moment| point(moment)))
        .pick()
        .lit()
        .shows(tile.way.word())
        .label(words::lying(state, slot))
        .at(x, y)
        .constant_body(parts::lying(owner(slot), tile.way))
}

/// A quiet mark on the tile that came to rest last: a small lozenge let into the wood.
pub(super) fn last_mark(tile: Tile) -> Piece {
    let (x, y) = middle(tile);
    Piece::new("last").class("last").no_pointer().at(x, y).body(html! {
        path d="M-6 0L0 -6L6 0L0 6Z" fill="#f6efdd" stroke="#2e2418" stroke-width="2"
            stroke-linejoin="round" {}
    })
}

/// The tile that is on its way, which the page moves about.
pub(super) fn probe(seat: Seat, way: Way) -> Piece {
    let (x, y) = middle(Tile::new(0, 0, way));
    let cell = f64::from(CELL);
    let lattice = Lattice { x: x.into(), y: y.into(), dx: cell, dy: -cell };
    let [may, may_not] = parts::probe(seat, way);
    Piece::probe(way.word(), &format!("to-{way}{{x}},{{y}}"), lattice, may, may_not)
}

/// A place where some tile may go now.
pub(super) fn ghost(state: &State, tile: Tile) -> Piece {
    let lying = state.heap().tiles().count();
    let (x, y) = middle(tile);
    let ghost = Piece::unnamed().ghost().pick_as(target_name(tile)).face(tile.way.word());
    ghost.label(words::place(state, tile)).at(x, y).constant_body(parts::ghost(tile.way, lying))
}

/// A red cord round the winning form, with a knot.
pub(super) fn winning_form(heap: &Heap, seat: Seat, form: [usize; 4]) -> Piece {
    let cells = form.iter().flat_map(|&slot| heap.tile(slot).cells());
    let (x, y, right, top) = cells.fold((i32::MAX, i32::MAX, i32::MIN, i32::MIN), |b, (x, y)| {
        (b.0.min(x), b.1.min(y), b.2.max(x + 1), b.3.max(y + 1))
    });
    let (x, y, w, h) = (x * CELL - 3, -top * CELL - 3, (right - x) * CELL + 6, (top - y) * CELL + 6);
    let strands = [("#3b1210", 10, 1), ("#c8352b", 7, 1), ("#f3a08c", 2, 0)];
    Piece::new("form")
        .class("form")
        .no_pointer()
        .label(format!("winning block of {} bamboo", bamboo_of(seat)))
        .attr("fill", "none")
        .attr("stroke-linejoin", "round")
        .attr("stroke-linecap", "round")
        .moment("sewn")
        .body(html! {
            @for (stroke, width, whole) in strands {
                g stroke=(stroke) stroke-width=(width) {
                    @if whole == 1 {
                        rect x=(x) y=(y) width=(w) height=(h) rx="9" pathLength="1" {}
                    } @else {
                        rect class="knot" x=(x) y=(y) width=(w) height=(h) rx="9" stroke-dasharray="2 7" {}
                    }
                    path class="knot" transform={ "translate(" (x + w / 2) " " (y) ")" } d=(KNOT) {}
                }
            }
        })
}

/// Two loops and two ends.
const KNOT: &str = "M0 0C-5-12-17-12-16-4S-5 2 0 0C5-12 17-12 16-4S5 2 0 0L-9 11M0 0 9 11";
