//! The pieces as they are printed on paper: flat, and painted beyond their edges. With little ink, grounds
//! stay white and the marks on them are dark.

use super::art::{CARD, Mark, PAPER, PLANTS, card_paint, href, marks, paint};
use crate::card::{Card, Colour};
use crate::public::Specimen;
use bagatelle_core::present::{Written, rounded};
use maud::{Markup, PreEscaped, html};

/// The area of a card: left, top, width, height.
pub(crate) const FACE: [f64; 4] = [0.0, 0.0, CARD.0, CARD.1];
/// The area of a bulb.
pub(crate) const BULB: [f64; 4] = [-12.0, -12.0, 24.0, 24.0];
/// The area of the First Player token.
pub(crate) const TOKEN: [f64; 4] = [-15.0, -15.0, 30.0, 30.0];

/// The ink of marks where there is little of it.
const BLACK: &str = "#161412";
/// The light ink of marks on paint.
const LIGHT: &str = "#fffaf0";

/// The face of a charm card.
pub(crate) fn card(card: Card, low: bool) -> Markup {
    let marks = marks(card);
    html! {
        (*PLANTS)
        @if low {
            path d="M36 0V152" stroke=(BLACK) stroke-width=".7" {}
            (PreEscaped(marks.0.replace(LIGHT, BLACK)))
        } @else {
            rect x="-14" y="-14" width="132" height="180" fill=(PAPER) {}
            rect x="-14" y="-14" width="50" height="180" fill=(card_paint(card).0) {}
            (marks)
        }
    }
}

/// The back of all cards.
pub(crate) fn back(low: bool) -> Markup {
    let (line, fill) = if low { (BLACK, "none") } else { ("#cdb9a4", "#84708a") };
    html! {
        @if !low { rect x="-14" y="-14" width="132" height="180" fill="#6d5a6b" {} }
        rect x="7" y="7" width="90" height="138" rx="6" fill="none" stroke=(line) stroke-width="1.200"
            opacity=".7" {}
        g transform="translate(0 6)" fill="none" stroke=(line) stroke-linecap="round" {
            path d="M52 44C56 60 62 64 70 72 90 92 80 118 52 118S14 92 34 72C42 64 48 60 52 44Z" fill=(fill)
                stroke-width="2" {}
            path d="M52 46C42 40 42 30 48 24M52 46C60 38 70 38 74 44" stroke-width="2.500" {}
            path d="M44 78C32 90 36 106 44 112M60 78C72 90 68 106 60 112" stroke-width="1.500" {}
        }
    }
}

/// A specimen, with a place for each of its bulbs.
pub(crate) fn specimen(specimen: Specimen, low: bool) -> Markup {
    let Specimen { colour, size } = specimen;
    let (light, dark) = paint(colour);
    let mark = if low { BLACK } else { LIGHT };
    let scale = 0.58 + 0.066 * f64::from(size);
    let place = ("translate(52 ", rounded(112.0 - 50.0 * scale, 1), ") scale(", rounded(scale, 2), ")");
    html! {
        (*PLANTS)
        @if low {
            path d="M0 26H104" stroke=(BLACK) stroke-width=".7" {}
        } @else {
            rect x="-14" y="-14" width="132" height="180" fill=(PAPER) {}
            rect x="-14" y="-14" width="132" height="40" fill=(light) {}
        }
        path d=(Mark::Symbol(colour.symbol()).path()) transform="translate(17 14) scale(.8)" fill="none"
            stroke=(mark) stroke-width="2.600" stroke-linejoin="round" {}
        path d=(Mark::Emblem(colour).path()) transform="translate(52 14) scale(.85)" fill=(mark) {}
        @for n in 0..size { circle cx=(94 - 7 * i32::from(n)) cy="14" r="2.800" fill=(mark) {} }
        use href=(href("plant", colour.letter())) transform=(Written(place)) {}
        path d="M-14 112C20 107 84 107 118 112V166H-14Z" fill=(if low { "none" } else { "#7b6250" })
            stroke=[low.then_some(BLACK)] stroke-width=".7" {}
        @for n in 0..size {
            @let x = 52.0 + (f64::from(n) - f64::from(size - 1) / 2.0) * 24.5;
            circle cx=(x) cy="131" r="11.600" fill=(if low { "#fff" } else { "#54402f" })
                stroke=(if low { BLACK } else { "#b99a7e" }) stroke-width=".9" stroke-dasharray="3 2.200" {}
            @let stroke = if low { dark } else { "#b99a7e" };
            path transform={ "translate(" (x) " 131) scale(.38)" } fill="none" stroke=(stroke)
                stroke-width="2" stroke-linejoin="round"
                d="M0-19C2-12 4-10 8-6 18 3 14 17 0 17S-18 3-8-6C-4-10-2-12 0-19Z" {}
        }
    }
}

/// A bulb of a colour, as a round token.
pub(crate) fn bulb(colour: Colour, low: bool) -> Markup {
    let (light, dark) = paint(colour);
    let mark = if low { BLACK } else { LIGHT };
    html! {
        @if !low { rect x="-18" y="-18" width="36" height="36" fill=(light) {} }
        circle r="9.800" fill="none" stroke=(if low { BLACK } else { dark }) stroke-width=(if low { ".6" }
            else { "1" }) {}
        path d=(Mark::Emblem(colour).path()) transform="scale(.66)" fill=(mark) {}
    }
}

/// The First Player token: brass with a sprout.
pub(crate) fn token(low: bool) -> Markup {
    let ink = if low { BLACK } else { "#5f4711" };
    html! {
        @if !low { rect x="-20" y="-20" width="40" height="40" fill="#c9a24d" {} }
        circle r="12.400" fill="none" stroke=(if low { BLACK } else { "#f0dca6" }) stroke-width=".8" {}
        path transform="scale(1.150)" d="M0 8V-1M0 1C-1-5-5-7-9-7-8-2-5 1 0 1ZM0-1C1-6 5-8 8-8 8-3 4 0 0-1Z"
            fill=(ink)
            stroke=(ink) stroke-width="1" stroke-linejoin="round" {}
    }
}
