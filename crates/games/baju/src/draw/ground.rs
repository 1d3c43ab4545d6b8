//! What never moves: the felt, the ribbons of the bridges, the patches of the spaces, the trays of
//! the supplies.
//!
//! The three dyes are told apart by their stitching as well: red ribbons have rungs, white ones two running
//! seams, black ones a row of studs. All are strokes along one path, so they also follow a bent ribbon.

use super::layout::{PITCH, SUPPLY, WIDTH, in_supply, middle};
use crate::board::{Board, Bridge, Dye};
use crate::pieces::{Colour, SPACES, Space};
use bagatelle_core::present::{Piece, Room, Value, Written, written};
use maud::{Markup, html};
use std::sync::{LazyLock, OnceLock};

/// The radius of a space.
pub(super) const PATCH: i32 = 41;

/// Gradients and shapes that are used many times.
pub(super) fn defs() -> Markup {
    html! {
        defs {
            linearGradient id="bj-felt" x1="0" y1="0" x2=".35" y2="1" {
                stop stop-color="#93a597" {}
                stop offset="1" stop-color="#7f9386" {}
            }
            radialGradient id="bj-patch" cx=".5" cy=".42" r=".62" {
                stop stop-color="#d9ceb4" {}
                stop offset="1" stop-color="#cabd9f" {}
            }
            g id="bj-space" {
                circle r=(PATCH) cy="1.6" fill="#000" opacity=".2" {}
                circle r=(PATCH) fill="url(#bj-patch)" {}
                circle r=(PATCH - 4) fill="none" stroke="#8d7f60" stroke-width="1.4" stroke-dasharray="5.2 \
                    3.4" {}
            }
        }
    }
}

/// The board: felt on a wooden back, with a seam round it.
pub(super) static FELT: LazyLock<Markup> = LazyLock::new(|| {
    let w = WIDTH;
    html! {
        rect x="6" y="10" width=(w - 12) height=(w - 14) rx="30" fill="#000" opacity=".16" {}
        rect x="6" y="6" width=(w - 12) height=(w - 14) rx="30" fill="#6a4a30" {}
        rect x="6" y="6" width=(w - 12) height=(w - 17) rx="29" fill="#8d6543" {}
        rect x="15" y="14" width=(w - 30) height=(w - 33) rx="22" fill="#5c6d61" {}
        rect x="15" y="15.5" width=(w - 30) height=(w - 34) rx="22" fill="url(#bj-felt)" {}
        rect x="23" y="23" width=(w - 46) height=(w - 49) rx="15" fill="none" stroke="#e9e3cf"
            stroke-opacity=".55"
            stroke-width="1.6" stroke-dasharray="7 5" stroke-linecap="round" {}
    }
});

/// The line along which a bridge runs: straight between neighbours (diagonal ones too), else bent round what
/// lies between.
pub(super) fn course(a: Space, b: Space) -> String {
    let ((x1, y1), (x2, y2)) = (middle(a), middle(b));
    let (dx, dy) = (x2 - x1, y2 - y1);
    if dx.abs().max(dy.abs()) <= PITCH {
        return written(("M", x1, ' ', y1, ("L", x2, ' ', y2)));
    }
    // A control point half a pitch or so beside the middle.
    let length = f64::from(dx * dx + dy * dy).sqrt();
    let bend = f64::from(PITCH) * 0.98 / length;
    let control = |middle: i32, across: i32| (f64::from(middle) / 2.0 + f64::from(across) * bend).round();
    format!("M{x1} {y1}Q{} {} {x2} {y2}", control(x1 + x2, -dy), control(y1 + y2, dx))
}

/// The ribbon of a bridge.
pub(super) fn ribbon(bridge: &Bridge) -> Markup {
    let d = course(bridge.from, bridge.to);
    let d = Written(d.as_str());
    let edge = match bridge.dye {
        Dye::Red => "#6d1d17",
        Dye::White => "#7b7461",
        Dye::Black => "#0d0c0b",
    };
    html! {
        g class={ "bridge " (bridge.dye.word()) } fill="none" {
            path d=(d) stroke="#000" stroke-opacity=".13" stroke-width="31" {}
            path d=(d) stroke=(edge) stroke-width="27" {}
            @match bridge.dye {
                Dye::Red => {
                    path d=(d) stroke="#b5392e" stroke-width="24" {}
                    path d=(d) stroke="#eab3a2" stroke-width="14" stroke-dasharray="2.8 7.2"
                        stroke-dashoffset="6.4" {}
                }
                Dye::White => {
                    path d=(d) stroke="#f7f1e1" stroke-width="24" {}
                    path d=(d) stroke="#9b9178" stroke-width="14" stroke-dasharray="6.4 4" {}
                    path d=(d) stroke="#f7f1e1" stroke-width="10.4" {}
                }
                Dye::Black => {
                    path d=(d) stroke="#2b2825" stroke-width="24" {}
                    path d=(d) stroke="#b9ae96" stroke-width="5.6" stroke-dasharray="0 12.8"
                        stroke-dashoffset="0" stroke-linecap="round" {}
                }
            }
        }
    }
}

/// The ribbon of a bridge, which is drawn once: boards have few of all bridges that there may be.
fn made(bridge: &Bridge) -> &'static Markup {
    static RIBBONS: [OnceLock<Markup>; Dye::ALL.len() * SPACES * SPACES] =
        [const { OnceLock::new() }; Dye::ALL.len() * SPACES * SPACES];
    let place = (bridge.dye as usize * SPACES + bridge.from.index()) * SPACES + bridge.to.index();
    RIBBONS[place].get_or_init(|| ribbon(bridge))
}

/// A space.
fn patch(space: Space) -> Markup {
    let (x, y) = middle(space);
    html! { use href="#bj-space" x=(x) y=(y) {} }
}

static PATCHES: LazyLock<Markup> = LazyLock::new(|| html! { @for space in Space::all() { (patch(space)) } });

/// The bridges of a board with the spaces above their ends.
pub(super) fn bridges_and_spaces(board: &Board) -> Markup {
    html! {
        (Room(16 << 10))
        @for bridge in board.bridges() { (made(bridge)) }
        (*PATCHES)
    }
}

/// A band of light under a line of four.
pub(super) fn lit(line: u16) -> Markup {
    let mut ends = Space::of_mask(line).map(middle);
    let (Some((x1, y1)), Some((x2, y2))) = (ends.next(), ends.last()) else { return html! {} };
    html! {
        rect class="lit" data-under=(Written(("sewn-", line))) x=(x1 - 54) y=(y1 - 54)
            width=(x2 - x1 + 108) height=(y2 - y1 + 108) rx="54"
            fill="#ffdf94" fill-opacity=".5" stroke="#fff1c9" stroke-width="4" {}
    }
}

/// The thread by which a line of four is sewn on: through the holes of its buttons, under their numbers, with
/// a knot at the end.
pub(super) fn sewn(line: u16, top: i32) -> Piece {
    static SEAMS: LazyLock<[Markup; 2]> = LazyLock::new(|| [false, true].map(seams));
    let (x, y) = Space::of_mask(line).next().map_or((0, 0), middle);
    let piece = Piece::new(("sewn-", line)).no_pointer().moment("sewn").at(x, y + top);
    // No two spaces of a column are neighbours in a set.
    piece.constant_body(&SEAMS[usize::from(line & line >> 1 == 0)])
}

/// Both seams of a line, from the middle of its first button: stitches over the rim of each button from its
/// holes, and in the felt between.
fn seams(down: bool) -> Markup {
    html! {
        g transform=[down.then_some("rotate(90)")] fill="none" stroke-linecap="round" {
            @for (stroke, width) in [("#3a2508", "5.4"), ("#ffc04d", "3.2")] {
                g stroke=(stroke) stroke-width=(width) {
                    @for n in 0..7 {
                        path pathLength="1" transform={ "translate(" (n * PITCH / 2) ")" } d=(STITCHES[n as
                            usize % 2]) {}
                    }
                    path class="knot" transform={ "translate(" (3 * PITCH) ")" } d=(BOW) {}
                }
            }
        }
    }
}

/// Over the rim of a button, and from rim to rim.
const STITCHES: [&str; 2] =
    ["M-26-15H-15M15-15H26M-26 15H-15M15 15H26", "M-31-15H-14M-8-15H8M14-15H31M-31 15H-14M-8 15H8M14 15H31"];

/// Both ends of the thread round the last button, tied.
const BOW: &str =
    "M29-14C40-14 45-8 46 0 45 8 40 14 29 14M46 0C52-9 60-8 57-3S50 1 46 0C52 9 60 8 57 3S50-1 46 0";

/// A point so far before the middle of the last space of a way, and so far aside.
fn before_end(way: &[Space], distance: f64, aside: f64) -> Option<(f64, f64)> {
    let [.., a, b] = way else { return None };
    let ((x1, y1), (x2, y2)) = (middle(*a), middle(*b));
    let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    Some((f64::from(x2) - ux * distance - uy * aside, f64::from(y2) - uy * distance + ux * aside))
}

/// The line of a way from space to space, ending at the rim of the last button.
pub(super) fn thread(way: &[Space]) -> String {
    let stops = way.len().saturating_sub(1);
    let mut line = String::with_capacity(10 * way.len());
    let mut begin = 'M';
    let mut to = |x: i32, y: i32| {
        (begin, x, ' ', y).write_to(&mut line);
        begin = 'L';
    };
    way[..stops].iter().map(|space| middle(*space)).for_each(|(x, y)| to(x, y));
    if let Some((x, y)) = before_end(way, 44.0, 0.0) {
        to(x.round() as i32, y.round() as i32);
    }
    line
}

/// A thread along the way of a move, from a knot to an arrow; a ring for a placement.
pub(super) fn trail(way: &[Space]) -> Markup {
    let Some((x, y)) = way.first().map(|first| middle(*first)) else { return html! {} };
    let corner = |distance, aside| {
        before_end(way, distance, aside).map(|(x, y)| (x.round() as i32, ' ', y.round() as i32))
    };
    let d = thread(way);
    let sides = (corner(51.0, 10.0), "L", corner(51.0, -10.0));
    let head = written(("M", corner(34.0, 0.0), "L", sides, "Z"));
    html! {
        @if way.len() == 1 {
            circle class="trail" cx=(x) cy=(y) r="37.4" fill="none" stroke="#ffc04d" stroke-width="5" {}
        } @else {
            g class="trail" fill="none" stroke-linejoin="round" stroke-linecap="round" {
                path d=(Written(&d)) stroke="#3a2508" stroke-opacity=".75" stroke-width="8.5" {}
                path d=(head) fill="#3a2508" stroke="#3a2508" stroke-width="5" {}
                path d=(Written(&d)) stroke="#ffc04d" stroke-width="5" {}
                path d=(head) fill="#ffc04d" stroke="#ffc04d" stroke-width="1" {}
                circle cx=(x) cy=(y) r="9" fill="#ffc04d" stroke="#3a2508" stroke-width="2.4" {}
            }
        }
    }
}

/// The tray of a supply, with a dimple for each button; a seam round it shows who acts.
pub(super) fn tray(colour: Colour, top: i32, acts: bool) -> Piece {
    Piece::unnamed().class("supply").class(colour.word()).at(0, top).body(html! {
        rect x="6" y="7" width=(WIDTH - 12) height=(SUPPLY - 11) rx="36" fill="#000" opacity=".15" {}
        rect x="6" y="4" width=(WIDTH - 12) height=(SUPPLY - 10) rx="36" fill="#8d6543" {}
        rect x="10" y="7.5" width=(WIDTH - 20) height=(SUPPLY - 17) rx="33" fill="#7b8f82" {}
        @for value in 1..=8 {
            circle cx=(in_supply(value)) cy=(SUPPLY / 2 - 1) r="29.5" fill="#000" fill-opacity=".13" {}
        }
        @if acts {
            rect class="acts" x="10" y="7.5" width=(WIDTH - 20) height=(SUPPLY - 17) rx="33" fill="none"
                stroke="#ffd27a"
                stroke-width="3" stroke-dasharray="9 6" stroke-linecap="round" {}
        }
    })
}

/// A place where a bridge may be laid, as a link, for the editor.
pub(super) fn gap(from: Space, to: Space, dye: Option<Dye>, link: &str) -> Markup {
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let (wide, high) = if y1 == y2 { (64, 48) } else { (48, 64) };
    let state = dye.map_or("no bridge".to_owned(), |dye| format!("{} bridge", dye.word()));
    html! {
        a id={ "gap-" (from) "-" (to) } href=(link) aria-label={ (from) " to " (to) ": " (state) }
            transform={ "translate(" ((x1 + x2) / 2) " " ((y1 + y2) / 2) ")" } {
            rect x=(-wide / 2) y=(-high / 2) width=(wide) height=(high) rx="12" fill="#fff"
                fill-opacity="0" {}
            @if dye.is_none() {
                rect x=(-wide / 2 + 12) y=(-high / 2 + 12) width=(wide - 24) height=(high - 24) rx="8"
                    fill="none"
                    stroke="#f4efdf" stroke-opacity=".85" stroke-width="2" stroke-dasharray="4 4" {}
            }
        }
    }
}
