//! The two kinds of bamboo, as shared SVG definitions.
//!
//! The light tile is sawn from three laths of natural bamboo: long straight fibers, each lath with its own
//! node. The dark one is steamed strand bamboo, pressed from short fibers: flecks in woven rows, and two
//! inlaid bands. So they differ in grain and bands as well as in colour.

use crate::tile::Way;
use bagatelle_core::Seat;
use maud::{Markup, html};

/// What `use` refers to for a tile.
#[must_use]
pub fn href(seat: Seat, way: Way) -> String {
    format!("#bb-{seat}-{way}")
}

/// The top of a lying tile is this wide and high; a little wood shows below it, and a gap stays between
/// neighbours.
const TOP: (i32, i32) = (76, 35);

/// The definitions that every drawing begins with.
pub(crate) fn defs() -> Markup {
    html! {
        defs {
            linearGradient id="bb-light" x1="0" y1="0" x2="0" y2="1" {
                stop offset="0" stop-color="#f4e3b4" {}
                stop offset=".55" stop-color="#e9cf92" {}
                stop offset="1" stop-color="#dcbb77" {}
            }
            linearGradient id="bb-dark" x1="0" y1="0" x2="0" y2="1" {
                stop offset="0" stop-color="#875535" {}
                stop offset=".55" stop-color="#734427" {}
                stop offset="1" stop-color="#64391f" {}
            }
            (light_grain())
            (dark_grain())
            @for seat in Seat::all(2) {
                @for way in Way::BOTH { (tile(seat, way)) }
            }
            @for way in Way::BOTH {
                @let (w, h) = if way == Way::H { (78, 38) } else { (38, 78) };
                g id=(format!("bb-h-{way}")) pointer-events="none" {
                    rect x=(-w / 2) y=(-h / 2) width=(w) height=(h) rx="6" fill="#fff6df"
                        stroke="#1f5f4a" stroke-width="3.5" {}
                    rect x=(-w / 2 + 4) y=(-h / 2 + 4) width=(w - 8) height=(h - 8) rx="3" fill="none"
                        stroke="#fff6df" stroke-width="1.5" {}
                }
                // What can be picked, in the colour of the page; a thin dark line parts it from light wood.
                g id=(format!("bb-rim-{way}")) pointer-events="none" {
                    rect x=(-w / 2 + 1) y=(-h / 2 - 1) width=(w - 2) height=(h - 2) rx="6" fill="none"
                        stroke="#1a120a" stroke-width="5.5" {}
                    rect x=(-w / 2 + 1) y=(-h / 2 - 1) width=(w - 2) height=(h - 2) rx="6" fill="none"
                        stroke-width="3.5" {}
                }
                // Refused: a broken outline, and a bar across it.
                g id=(format!("bb-no-{way}")) fill="none" stroke-linecap="round" {
                    @let bar = format!("M{} {}L{} {}", -w / 2 + 7, h / 2 - 7, w / 2 - 7, -h / 2 + 7);
                    @for (stroke, wide) in [("#fff4ec", 7), ("#b3352a", 3)] {
                        rect x=(-w / 2) y=(-h / 2) width=(w) height=(h) rx="6" stroke=(stroke)
                            stroke-width=(wide)
                            stroke-dasharray="9 8" {}
                        path d=(bar) stroke=(stroke) stroke-width=(wide + 1) {}
                    }
                }
                @let (w, h) = if way == Way::H { (24, 9) } else { (9, 24) };
                g id=(format!("bb-p-{way}")) {
                    rect x="-20" y="-20" width="40" height="40" fill="#000" fill-opacity="0" {}
                    rect x=(f64::from(-w) / 2.0) y=(f64::from(-h) / 2.0) width=(w) height=(h) rx="4.5"
                        fill="#2d7a60" stroke="#f3efe4" stroke-width="1.5" {}
                }
            }
        }
    }
}

/// Shadow, edge and top of one tile. Light comes from above, whichever way the tile lies.
fn tile(seat: Seat, way: Way) -> Markup {
    let (w, h) = if way == Way::H { TOP } else { (TOP.1, TOP.0) };
    let (grain, edge) = if seat.0 == 0 { ("#bb-grain-0", "#a9854a") } else { ("#bb-grain-1", "#3d2112") };
    let (x, y) = (f64::from(-w) / 2.0, f64::from(-h) / 2.0 - 1.5);
    html! {
        g id=(format!("bb-{seat}-{way}")) {
            // All of its cells, so that it is hit between the tiles, too.
            @let (across, along) = if way == Way::H { (80, 40) } else { (40, 80) };
            rect x=(-across / 2) y=(-along / 2) width=(across) height=(along) fill="#000" fill-opacity="0" {}
            rect x=(x + 1.0) y=(y + 4.0) width=(w) height=(h + 1) rx="5" fill="#1a120a" fill-opacity=".3" {}
            rect x=(x) y=(y + 3.0) width=(w) height=(h) rx="5" fill=(edge) {}
            use href=(grain) transform=(if way == Way::H { "translate(0 -1.5)" } else { "translate(0 \
                -1.5)rotate(-90)" }) {}
            rect x=(x + 0.6) y=(y + 0.6) width=(f64::from(w) - 1.2) height=(f64::from(h) - 1.2) rx="4.5"
                fill="none"
                stroke=(if seat.0 == 0 { "#fff7dd" } else { "#b98a63" }) stroke-opacity=".55"
                    stroke-width="1.2" {}
        }
    }
}

/// Three laths with long fibres and staggered nodes.
fn light_grain() -> Markup {
    html! {
        g id="bb-grain-0" {
            rect x="-38" y="-17.5" width="76" height="35" rx="5" fill="url(#bb-light)" {}
            // Fibres: long, nearly straight, never quite parallel.
            path fill="none" stroke="#b48a45" stroke-opacity=".42" stroke-width=".9"
                d="M-36 -14.5C-14 -15 12 -13.8 36 -14.4M-36 -11.6C-10 -11.2 8 -12 36 -11.4M-36 -8.6C-16 -8.9 \
                    14 -8 36 -8.8M-36 -2.6C-12 -3.2 10 -2 36 -2.9M-36 .4C-16 .1 12 .9 36 .2M-36 3.2C-10 3.6 \
                    16 2.8 36 3.4M-36 9C-14 8.5 10 9.6 36 9M-36 11.9C-12 12.3 14 11.5 36 12.1M-36 14.7C-8 \
                    14.3 12 15 36 14.6" {}
            // Seams between the laths.
            path fill="none" stroke="#94702f" stroke-opacity=".65" stroke-width="1.1" d="M-38 -5.8H38M-38 \
                6H38" {}
            // Nodes: a ridge with its light edge.
            path fill="none" stroke="#8d6526" stroke-opacity=".75" stroke-width="2.4" stroke-linecap="round"
                d="M-18.5 -16.4Q-16.6 -11.6 -18.5 -6.8M13.5 -4.8Q15.4 0 13.5 5M-4.5 7Q-2.6 11.8 -4.5 16.4" {}
            path fill="none" stroke="#fff4cf" stroke-opacity=".8" stroke-width="1.2" stroke-linecap="round"
                d="M-16.2 -16.4Q-14.3 -11.6 -16.2 -6.8M15.8 -4.8Q17.7 0 15.8 5M-2.2 7Q-.3 11.8 -2.2 16.4" {}
        }
    }
}

/// Short pressed fibres in woven rows, and two inlaid bands.
fn dark_grain() -> Markup {
    html! {
        g id="bb-grain-1" {
            rect x="-38" y="-17.5" width="76" height="35" rx="5" fill="url(#bb-dark)" {}
            g fill="none" stroke-linecap="round" {
                path stroke="#3f2110" stroke-opacity=".75" stroke-width="1.5" stroke-dasharray="7 6"
                    d="M-35 -13.5H36M-29 -8H36M-35 -2.5H36M-28 3H36M-35 8.5H36M-30 13.8H36" {}
                path stroke="#a9754c" stroke-opacity=".7" stroke-width="1.1" stroke-dasharray="5 9"
                    d="M-30 -10.8H36M-34 -5.2H36M-27 .3H36M-35 5.8H36M-29 11.2H36" {}
            }
            path fill="none" stroke="#33190b" stroke-width="5.4" d="M-22 -17.5V17.5M22 -17.5V17.5" {}
            path fill="none" stroke="#c99a6a" stroke-width="2" d="M-22 -17.3V17.3M22 -17.3V17.3" {}
        }
    }
}
