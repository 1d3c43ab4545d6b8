//! Board and buttons as they are printed on paper: flat, and painted beyond their edges.

use super::buttons::{NUMERALS, RADIUS, holes};
use super::ground::{self, PATCH, course};
use super::layout::{WIDTH, middle};
use crate::board::{Board, Bridge, Dye};
use crate::pieces::{Button, Colour, Space};
use bagatelle_core::present::Written;
use maud::{Markup, html};

/// The area of the board: left, top, width, height.
pub(crate) const BOARD: [f64; 4] = [0.0, 0.0, WIDTH as f64, WIDTH as f64];
/// The area of a button.
pub(crate) const BUTTON: [f64; 4] =
    [-(RADIUS as f64), -(RADIUS as f64), 2.0 * RADIUS as f64, 2.0 * RADIUS as f64];

/// The ink of lines where there is little of it.
const BLACK: &str = "#161412";

/// A board without buttons. With little ink the ribbons are white; their stitching tells them apart.
pub(crate) fn board(board: &Board, low: bool) -> Markup {
    let seam = WIDTH - 36;
    html! {
        (ground::defs())
        @if !low { rect x="-30" y="-30" width=(WIDTH + 60) height=(WIDTH + 60) fill="url(#bj-felt)" {} }
        rect x="18" y="18" width=(seam) height=(seam) rx="15" fill="none" stroke=(if low { BLACK } else {
            "#e9e3cf" })
            stroke-opacity=(if low { "1" } else { ".6" }) stroke-width="1.600" stroke-dasharray="7 5"
            stroke-linecap="round" {}
        @for bridge in board.bridges() {
            @if low { (outlined(bridge)) } @else { (ground::ribbon(bridge)) }
        }
        @for space in Space::all() {
            @let (x, y) = middle(space);
            circle cx=(x) cy=(y) r=(PATCH) fill=(if low { "#fff" } else { "url(#bj-patch)" })
                stroke=[low.then_some(BLACK)] {}
            circle cx=(x) cy=(y) r=(PATCH - 4) fill="none" stroke=(if low { BLACK } else { "#8d7f60" })
                stroke-width="1.400" stroke-dasharray="5.200 3.400" {}
        }
    }
}

/// A ribbon in outlines: rungs for red, two seams for white, studs for black.
fn outlined(bridge: &Bridge) -> Markup {
    let d = course(bridge.from, bridge.to);
    let d = Written(d.as_str());
    html! {
        g fill="none" {
            path d=(d) stroke=(BLACK) stroke-width="26" {}
            path d=(d) stroke="#fff" stroke-width="23.600" {}
            @match bridge.dye {
                Dye::Red => path d=(d) stroke=(BLACK) stroke-width="15" stroke-dasharray="2 8" {},
                Dye::White => {
                    path d=(d) stroke=(BLACK) stroke-width="13" stroke-dasharray="6.400 4" {}
                    path d=(d) stroke="#fff" stroke-width="10" {}
                }
                Dye::Black => path d=(d) stroke=(BLACK) stroke-width="8" stroke-dasharray="0 12.800"
                    stroke-linecap="round" {},
            }
        }
    }
}

/// The face of a button.
pub(crate) fn button(button: Button, low: bool) -> Markup {
    let ink = match button.colour() {
        _ if low => BLACK,
        Colour::White => "#33291a",
        Colour::Black => "#f6efdf",
    };
    html! {
        (blank(button.colour(), low))
        path d=(NUMERALS[usize::from(button.value() - 1) & 7]) transform="scale(1.120)" fill="none"
            stroke=(ink)
            stroke-width="4.200" stroke-linecap="round" stroke-linejoin="round" {}
    }
}

/// The back of a button, which is its face without the numeral.
pub(crate) fn blank(colour: Colour, low: bool) -> Markup {
    html! {
        @match (colour, low) {
            (Colour::White, false) => {
                circle r="40" fill="#eee3ca" {}
                circle r="25.400" fill="#f6efdd" stroke="#b9ab88" stroke-width="1.300" {}
                (holes("#bfae84", "#fffdf6"))
            }
            (Colour::Black, false) => {
                circle r="40" fill="#3a3632" {}
                circle r="28.400" fill="none" stroke="#8a8175" stroke-width="3.600" stroke-dasharray="2.200 \
                    5.237" {}
                circle r="24.800" fill="#262321" stroke="#0c0b0a" stroke-width="1.300" {}
                (holes("#0b0a09", "#6d665d"))
            }
            (Colour::White, true) => {
                circle r="28.500" fill="none" stroke=(BLACK) stroke-width=".8" {}
                circle r="25.400" fill="none" stroke=(BLACK) stroke-width=".8" {}
                (outlined_holes())
            }
            (Colour::Black, true) => {
                circle r="27.400" fill="none" stroke=(BLACK) stroke-width="5" stroke-dasharray="3.600 3.574"
                    {}
                circle r="24" fill="none" stroke=(BLACK) stroke-width="1.600" {}
                (outlined_holes())
            }
        }
    }
}

fn outlined_holes() -> Markup {
    html! {
        @for (x, y) in [(-14.6, -14.6), (14.6, -14.6), (-14.6, 14.6), (14.6, 14.6)] {
            circle cx=(x) cy=(y) r="2.300" fill="none" stroke=(BLACK) stroke-width=".7" {}
        }
    }
}
