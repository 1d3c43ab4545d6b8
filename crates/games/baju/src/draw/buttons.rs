//! The buttons, the rings around spaces that can be picked, and the signs that forbid a swap.
//!
//! White buttons have a smooth rim, black ones a milled rim; numerals are drawn as strokes, so no font is
//! needed.

use crate::pieces::{Button, Colour, Space};
use bagatelle_core::present::{Halo, Piece, Value, written};
use maud::{Markup, html};
use std::sync::LazyLock;

/// The radius of a button.
pub(super) const RADIUS: i32 = 32;

/// The numerals 1 to 8, about 14 wide and 22 high around the origin.
pub(super) const NUMERALS: [&str; 8] = [
    "M-5-6.5L1-11V11",
    "M-6.6-5.4A6.6 6 0 0 1 6.6-5C6.6 0-1.6 4.4-6.8 11H7",
    "M-6.2-11H6L-1-2.8A6.9 6.9 0 1 1-6.8 7.2",
    "M3.4 11V-11L-7.4 4.8H7.6",
    "M6-11H-4.6L-5.6-1.6A6.9 6.9 0 1 1-6.6 8",
    "M4.6-11C-2-7.4-6.9-2-6.9 4.2A6.9 6.8 0 1 0-6.6 2.6",
    "M-6.8-11H6.8C1.8-4.6-1.2 3-2 11",
    "M0-.8A5.3 5.1 0 1 1 .1-.8A6.4 5.9 0 1 1-.1-.8Z",
];

/// A button in each colour, without its numeral.
pub(crate) fn defs() -> Markup {
    html! {
        defs {
            radialGradient id="bj-ivory" cx=".42" cy=".34" r=".75" {
                stop stop-color="#fffaf0" {}
                stop offset=".7" stop-color="#f1e7d0" {}
                stop offset="1" stop-color="#dccfb0" {}
            }
            radialGradient id="bj-horn" cx=".42" cy=".34" r=".75" {
                stop stop-color="#57514b" {}
                stop offset=".7" stop-color="#37332f" {}
                stop offset="1" stop-color="#211f1d" {}
            }
            g id="bj-white" {
                circle r=(RADIUS) cx=".6" cy="3.4" fill="#000" opacity=".26" {}
                circle r=(RADIUS) cy="1.6" fill="#b3a582" {}
                circle r=(RADIUS) fill="url(#bj-ivory)" stroke="#a89a78" stroke-width=".8" {}
                circle r="25.4" fill="#eadfc4" {}
                circle r="25.4" fill="none" stroke="#b9ab88" stroke-width="1.3" {}
                circle r="24" cy="1.2" fill="#f4ecd9" {}
                (holes("#bfae84", "#fffdf6"))
            }
            g id="bj-black" {
                circle r=(RADIUS) cx=".6" cy="3.4" fill="#000" opacity=".3" {}
                circle r=(RADIUS) cy="1.6" fill="#0c0b0a" {}
                circle r=(RADIUS) fill="url(#bj-horn)" {}
                circle r="29.2" fill="none" stroke="#8a8175" stroke-width="4" stroke-dasharray="2.2 5.444" {}
                circle r="25.4" fill="#1b1917" {}
                circle r="24" cy="1.2" fill="#302c29" {}
                (holes("#0b0a09", "#6d665d"))
            }
        }
    }
}

/// Four holes, in the corners that the numeral leaves free. They are small and of the paint of their button:
/// on a small board the numeral is what is read.
pub(super) fn holes(dark: &str, light: &str) -> Markup {
    html! {
        @for (x, y) in [(-14.6, -14.6), (14.6, -14.6), (-14.6, 14.6), (14.6, 14.6)] {
            circle cx=(x) cy=(y + 0.8) r="2.7" fill=(light) {}
            circle cx=(x) cy=(y) r="2.5" fill=(dark) {}
        }
    }
}

/// The id and pick of a button: `button-w5`.
pub fn button_id(button: Button) -> String {
    written(button_name(button))
}

fn button_name(button: Button) -> impl Value {
    ("button-", button.colour().letter().to_ascii_lowercase(), button.value())
}

/// The pick of a space: `space-c4`.
pub fn space_id(space: Space) -> String {
    written(space_name(space))
}

fn space_name(space: Space) -> impl Value {
    let [column, row] = space.letters();
    ("space-", column, row)
}

/// The id of a space as a place, which sentences in the log light up: `place-c4`.
pub fn place_id(space: Space) -> String {
    written(place_name(space))
}

fn place_name(space: Space) -> impl Value {
    let [column, row] = space.letters();
    ("place-", column, row)
}

/// A place below the buttons. An empty one can be pointed at, to learn why nothing can be put there.
pub(super) fn place(space: Space, taken: bool, (x, y): (i32, i32)) -> Piece {
    static PLACES: LazyLock<[Markup; 2]> = LazyLock::new(|| {
        [false, true].map(|taken| {
            html! {
                @if !taken { circle r="42" fill="#fff" fill-opacity="0" {} }
                (Halo::circle(40))
            }
        })
    });
    Piece::new(place_name(space)).at(x, y).constant_body(&PLACES[usize::from(taken)])
}

/// A button where it lies. `place` says where that is.
pub(super) fn button(button: Button, (x, y): (i32, i32), place: impl Value, picks: bool) -> Piece {
    static BUTTONS: LazyLock<Vec<[Markup; 2]>> = LazyLock::new(|| {
        Button::all().map(|button| [false, true].map(|picks| parts(button, picks))).collect()
    });
    let label = (button.in_words(), ", ", place);
    let piece = Piece::new(button_name(button)).label(label).at(x, y);
    let piece = if picks { piece.pick().lit() } else { piece };
    piece.constant_body(&BUTTONS[button.index()][usize::from(picks)])
}

/// A button by itself, in a square from -35 to 35. It refers to [`defs`].
pub(crate) fn alone(button: Button) -> Markup {
    parts(button, false)
}

/// A button without its numeral.
pub(crate) fn blank(colour: Colour) -> Markup {
    let shape = match colour {
        Colour::White => "#bj-white",
        Colour::Black => "#bj-black",
    };
    html! { use href=(shape) {} }
}

/// What a button consists of.
fn parts(button: Button, picks: bool) -> Markup {
    let (shape, ink) = match button.colour() {
        Colour::White => ("#bj-white", "#33291a"),
        Colour::Black => ("#bj-black", "#f6efdf"),
    };
    let numeral = NUMERALS[usize::from(button.value() - 1) & 7];
    html! {
        use href=(shape) {}
        path d=(numeral) transform="scale(1.12)" fill="none" stroke=(ink) stroke-width="4.2"
            stroke-linecap="round" stroke-linejoin="round" {}
        @if picks { (Halo::circle(RADIUS + 4).stroke(4)) }
    }
}

/// A ring that offers a space: broken for an empty one, with two arrowheads for one whose button would come
/// in exchange.
pub(super) fn ring(space: Space, taken: Option<Button>, (x, y): (i32, i32)) -> Piece {
    let with = match taken {
        Some(button) => (", with ", Some(button.in_words())),
        None => (", empty", None),
    };
    static RINGS: LazyLock<[Markup; 2]> = LazyLock::new(|| [false, true].map(rings));
    let rings = &RINGS[usize::from(taken.is_some())];
    Piece::new(space_name(space))
        .ghost()
        .hidden()
        .pick()
        .label((space.in_words(), with))
        .at(x, y)
        .constant_body(rings)
}

/// What the ring around an empty space consists of, or around one that is taken.
fn rings(taken: bool) -> Markup {
    html! {
        circle r="46" fill="#fff" fill-opacity="0" {}
        @if taken {
            g fill="none" stroke-linecap="round" stroke-linejoin="round" {
                g stroke="#2c2a1e" stroke-width="8" { (arrows()) }
                g stroke="#fff6df" stroke-width="4.4" { (arrows()) }
            }
        } @else {
            circle r="33" fill="#fff6df" fill-opacity=".22" {}
            circle r="33" fill="none" stroke="#2c2a1e" stroke-width="7" stroke-dasharray="11 9.733"
                stroke-linecap="round" {}
            circle r="33" fill="none" stroke="#fff6df" stroke-width="4" stroke-dasharray="11 9.733"
                stroke-linecap="round" {}
        }
        (Halo::circle(43))
    }
}

/// Two arcs round a button, each with an arrowhead.
fn arrows() -> Markup {
    html! {
        path d="M-36.4-11.8A38.2 38.2 0 0 1 27-27M27-27L27.5-38.5M27-27L15.6-27.6" {}
        path d="M36.4 11.8A38.2 38.2 0 0 1-27 27M-27 27L-27.5 38.5M-27 27L-15.6 27.6" {}
    }
}

/// A small sign at a button that swapped on the last turn and may not swap back: two arrows, crossed out.
pub(super) fn no_reversal(button: Button, (x, y): (i32, i32)) -> Piece {
    let sign = Piece::new(("knot-", button.to_string().to_ascii_lowercase())).class("forbidden").no_pointer();
    sign.label((button.in_words(), " may not swap back")).at(x + 27, y - 27).body(html! {
        circle r="12.5" cy="1.2" fill="#000" opacity=".25" {}
        circle r="12.5" fill="#fbf3df" stroke="#7a2017" stroke-width="2.6" {}
        path d="M-6-3H4.4M1.6-6L5-3L1.6 0M6 4H-4.4M-1.6 1L-5 4L-1.6 7" fill="none" stroke="#3a2c17"
            stroke-width="1.9"
            stroke-linecap="round" stroke-linejoin="round" {}
        path d="M-8.4-8.4L8.4 8.4" stroke="#a32a1f" stroke-width="2.8" stroke-linecap="round" {}
    })
}
