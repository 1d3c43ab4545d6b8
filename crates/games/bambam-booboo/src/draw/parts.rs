//! The parts of tiles and places. They are the same in all drawings, and a drawing may have hundreds of them,
//! so they are made once.

use super::bamboo::{self, href};
use crate::tile::Way;
use bagatelle_core::Seat;
use bagatelle_core::present::Halo;
use bagatelle_core::present::svg::ghost_shape;
use maud::{Markup, PreEscaped, html};
use std::sync::LazyLock;

/// How much larger than usual the mark of a place is: on an empty table, where a few tiles lie, and later. So
/// far from each other, marks don’t touch.
const SIZES: [&str; 3] = ["scale(2.4)", "scale(1.35)", "scale(1)"];

struct Parts {
    defs: Markup,
    ghosts: [[Markup; 2]; SIZES.len()],
    seats: [OfSeat; 2],
}

struct OfSeat {
    in_hand: Markup,
    lying: [Markup; 2],
    probes: [[Markup; 2]; 2],
}

static PARTS: LazyLock<Parts> = LazyLock::new(|| Parts {
    defs: short(&bamboo::defs()),
    ghosts: SIZES.map(|size| {
        Way::BOTH.map(|way| {
            let size = (size != SIZES[2]).then_some(size);
            short(&html! {
                use href=(format!("#bb-p-{way}")) transform=[size] {}
                (ghost_shape(&format!("bb-h-{way}")))
            })
        })
    }),
    seats: [Seat(0), Seat(1)].map(|seat| OfSeat {
        in_hand: short(&html! { g transform="scale(.5)" { use href=(href(seat, Way::H)) {} } }),
        lying: Way::BOTH.map(|way| {
            short(&html! {
                // At a scale, as in a hand, so that a tile that comes from there grows.
                g transform="scale(1)" { use href=(href(seat, way)) {} }
                (Halo::shape(format!("bb-rim-{way}")).stroke(4))
            })
        }),
        probes: Way::BOTH.map(|way| {
            let may = html! {
                use href=(href(seat, way)) {}
                use href=(format!("#bb-h-{way}")) fill-opacity=".35" {}
            };
            let may_not = html! {
                use href=(href(seat, way)) opacity=".45" {}
                use href=(format!("#bb-no-{way}")) {}
            };
            [short(&may), short(&may_not)]
        }),
    }),
});

/// Without end tags that say nothing: they are a tenth of a drawing.
fn short(parts: &Markup) -> Markup {
    PreEscaped(parts.0.replace("></use>", "/>"))
}

/// The definitions that every drawing begins with.
pub(super) fn defs() -> &'static Markup {
    &PARTS.defs
}

/// A tile in a hand.
pub(super) fn in_hand(seat: Seat) -> &'static Markup {
    &PARTS.seats[seat.index()].in_hand
}

/// A tile of the heap.
pub(super) fn lying(seat: Seat, way: Way) -> &'static Markup {
    &PARTS.seats[seat.index()].lying[way as usize]
}

/// A place where a tile may go, where this many lie.
pub(super) fn ghost(way: Way, tiles: usize) -> &'static Markup {
    let size = match tiles {
        0 => 0,
        1..4 => 1,
        _ => 2,
    };
    &PARTS.ghosts[size][way as usize]
}

/// The tile on its way, where it may lie and where it may not.
pub(super) fn probe(seat: Seat, way: Way) -> &'static [Markup; 2] {
    &PARTS.seats[seat.index()].probes[way as usize]
}
