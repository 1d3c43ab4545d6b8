//! What the tiles and coins lie on: the cloth, the rail, and the mark of the nearest ring.

use super::layout::{
    CLOTH, COIN_Y, COLUMN, FRONT_X, INSET, RAIL, RAIL_HEIGHT, STACK_X, Window, column, tenths, used_at,
};
use crate::chances::Chances;
use crate::plan::Plan;
use crate::rules::Burbuja;
use crate::view::View;
use bagatelle_core::present::{Overlay, Written, written};
use bagatelle_piecepack::draw::{self as pieces, CREAM};
use bagatelle_piecepack::{Rank, Suit};
use maud::{Markup, html};
use std::sync::LazyLock;

/// Marks the ring that needs the fewest moves.
pub const NEAREST_RING: Overlay = Overlay { id: "ring", label: "Show the nearest ring" };

/// The shapes and colours that the picture uses again and again.
pub(super) static OWN_DEFS: LazyLock<Markup> = LazyLock::new(|| {
    html! {
        defs {
            linearGradient id="bu-cloth" x1="0" y1="0" x2=".3" y2="1" {
                stop stop-color="#5f7a72" {}
                stop offset="1" stop-color="#4e675f" {}
            }
            linearGradient id="bu-rail" x1="0" y1="0" x2=".12" y2="1" {
                stop stop-color="#8a5b3b" {}
                stop offset="1" stop-color="#6d4329" {}
            }
            g id="bu-well" {
                circle r="54" fill="#2b1a10" fill-opacity=".5" {}
                circle cy="1.5" r="52.5" fill="#503220" {}
                path d="M-45 29A53.5 53.5 0 0 0 45 29" fill="none" stroke="#fff" stroke-opacity=".17"
                    stroke-width="1.6" {}
            }
            rect id="bu-spot" x="-51" y="-51" width="102" height="102" fill-opacity="0" {}
            g id="bu-ghost" {
                rect x="-43" y="-43" width="86" height="86" rx="9" fill="#fff6e2" fill-opacity=".09"
                    stroke="#fff6e2" stroke-opacity=".5" stroke-width="2.4" stroke-dasharray="9 7.2" {}
                path d="M-6 0H6M0-6V6" stroke="#fff6e2" stroke-opacity=".4" stroke-width="2.4"
                    stroke-linecap="round" {}
            }
        }
    }
});

/// The cloth and its shadow.
static UNDER_DOTS: LazyLock<Markup> = LazyLock::new(|| {
    html! {
        rect x=(INSET - 5.0) y=(INSET + 2.0) width=(CLOTH + 10.0) height=(CLOTH + 8.0) rx="30" fill="#000"
            opacity=".1" {}
        rect x=(INSET - 2.0) y=(INSET + 1.0) width=(CLOTH + 4.0) height=(CLOTH + 5.0) rx="28" fill="#000"
            opacity=".16" {}
        rect x=(INSET) y=(INSET) width=(CLOTH) height=(CLOTH) rx="26" fill="url(#bu-cloth)" {}
    }
});

/// A stitched hem.
static HEM: LazyLock<Markup> = LazyLock::new(|| {
    html! {
        rect x=(INSET + 9.0) y=(INSET + 9.0) width=(CLOTH - 18.0) height=(CLOTH - 18.0) rx="19" fill="none"
            stroke="#dfe8df" stroke-opacity=".28" stroke-width="2.4" stroke-dasharray="11 8"
                stroke-linecap="round" {}
    }
});

/// The cloth, with a dot where four cells meet.
pub(super) fn cloth(window: &Window) -> Markup {
    let pitch = window.pitch;
    let edge = INSET + 20.0;
    let first = |at: f32| at - ((at - edge) / pitch).floor() * pitch;
    let (x, y) = window.at(0.5, 0.5);
    let (x, y) = (first(x), first(y));
    let far = INSET + CLOTH - 20.0;
    let rows = ((far - y) / pitch) as usize;
    html! {
        g class="cloth" {
            (*UNDER_DOTS)
            path fill="none" stroke="#fff" stroke-opacity=".15" stroke-width="5" stroke-linecap="round"
                stroke-dasharray=(Written(("0 ", pitch))) d={
                @for row in 0..=rows { "M" (Written(tenths(x))) " " (Written(tenths(y + pitch * row as f32)))
                    "H" (Written(tenths(far))) }
            } {}
            (*HEM)
        }
    }
}

/// The outline of the square in which the tiles lay first.
pub(super) fn first_square(window: &Window) -> Markup {
    let (x, y) = window.at(0.0, 0.0);
    html! {
        path d=(square(x, y, window.pitch * 2.5)) fill="#fff6e2" fill-opacity=".07" stroke="#fff6e2"
            stroke-opacity=".55"
            stroke-width="4" stroke-dasharray="14 12" {}
    }
}

/// The wooden rail on which the coins lie, in wells.
pub(super) fn rail(chances: Chances) -> &'static Markup {
    static OWN: LazyLock<Markup> = LazyLock::new(|| carved(Chances::default()));
    static SHARED: LazyLock<Markup> = LazyLock::new(|| carved(Chances::Shared(0)));
    match chances {
        Chances::Each(_) => &OWN,
        Chances::Shared(_) => &SHARED,
    }
}

/// The rail, with wells where coins are to lie beside chances of this kind.
fn carved(chances: Chances) -> Markup {
    let (left, width) = (INSET, CLOTH);
    html! {
        g class="rail" {
            rect x=(left - 4.0) y=(RAIL + 4.0) width=(width + 8.0) height=(RAIL_HEIGHT + 10.0) rx="28"
                fill="#000" opacity=".13" {}
            rect x=(left) y=(RAIL) width=(width) height=(RAIL_HEIGHT + 8.0) rx="24" fill="#442616" {}
            rect x=(left) y=(RAIL) width=(width) height=(RAIL_HEIGHT) rx="24" fill="url(#bu-rail)" {}
            path fill="none" stroke="#2e190c" stroke-opacity=".15" stroke-width="1.5" d={
                "M30 " (RAIL + 20.0) "C260 " (RAIL + 28.0) " 640 " (RAIL + 10.0) " 970 " (RAIL + 22.0)
                "M26 " (RAIL + 176.0) "C300 " (RAIL + 162.0) " 560 " (RAIL + 184.0) " 974 " (RAIL + 170.0)
                "M26 " (RAIL + 298.0) "C340 " (RAIL + 308.0) " 700 " (RAIL + 292.0) " 974 " (RAIL + 304.0)
            } {}
            rect x=(left + 1.0) y=(RAIL + 1.0) width=(width - 2.0) height=(RAIL_HEIGHT - 2.0) rx="23"
                fill="none"
                stroke="url(#pp-rim)" stroke-width="2" {}
            @for suit in Suit::ALL {
                @let x = column(suit);
                @if suit != Suit::Suns {
                    path d={ "M" (x - COLUMN / 2.0) " " (RAIL + 24.0) "v" (RAIL_HEIGHT - 48.0) }
                        stroke="#2b1a10"
                        stroke-opacity=".4" stroke-width="2" {}
                    path d={ "M" (x - COLUMN / 2.0 + 1.8) " " (RAIL + 24.0) "v" (RAIL_HEIGHT - 48.0) }
                        stroke="#fff"
                        stroke-opacity=".12" stroke-width="1.4" {}
                }
                @for (offset, mark) in [(STACK_X, true), (FRONT_X, false)] {
                    g transform={ "translate(" (tenths(x + offset)) " " (RAIL + COIN_Y) ")" } {
                        use href="#bu-well" {}
                        g transform="scale(1.5)" fill=(CREAM) opacity=".13" {
                            @if mark { (pieces::suit_glyph(suit, 0.0, 0.0)) }
                        }
                    }
                }
                @for n in 0..Rank::ALL.len() {
                    @let (x, y) = used_at(chances, suit, n);
                    use href="#bu-well" transform={ "translate(" (x) " " (y) ")scale(.44)" } {}
                }
            }
        }
    }
}

/// The ring that needs the fewest moves from here, shown on request.
pub(super) fn nearest_ring(game: &Burbuja, view: &View, window: &Window) -> Markup {
    html! {
        @if let Some((centre, _)) = Plan::nearest(game, view) {
            @let (x, y) = window.at(centre.x.into(), centre.y.into());
            @let (outer, inner) = (window.pitch * 3.5, window.pitch * 2.5);
            g class=(NEAREST_RING.class()) display="none" fill="#ffd98a" pointer-events="none" {
                path fill-opacity=".2" fill-rule="evenodd" d={ (square(x, y, outer)) (square(x, y,
                    inner)) } {}
                path d={ (square(x, y, outer - 2.0)) (square(x, y, inner + 2.0)) } fill="none"
                    stroke="#ffd98a"
                    stroke-opacity=".85" stroke-width="3.5" stroke-linejoin="round" stroke-dasharray="3 10"
                        stroke-linecap="round" {}
            }
        }
    }
}

fn square(x: f32, y: f32, half: f32) -> String {
    let side = tenths(2.0 * half);
    written(("M", tenths(x - half), ' ', tenths(y - half), ("h", side, "v", side, "h-", side, "z")))
}
