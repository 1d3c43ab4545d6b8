//! The middle of the picture: active specimens with their places, the row of those in reserve and gone home,
//! and every bulb.

use super::art::{Mark, href, number, paint};
use super::layout::{GARDEN, WIDTH, at, bulb_of, placed};
use crate::card::Colour;
use crate::narrate::plant_in_words;
use crate::public::{Phase, Public, Specimen};
use crate::view::View;
use bagatelle_core::Seat;
use bagatelle_core::present::{Halo, Piece, Room, Value, Written, player, rounded};
use maud::{Markup, html};
use std::sync::LazyLock;

/// The upper edge, width and height of the active specimens.
const PLANTS: (f64, f64, f64) = (GARDEN, 160.0, 204.0);
/// The coloured head of an active specimen's card, as path data.
const CARD_HEAD: &str = "M1 14A13 13 0 0 1 14 1H146A13 13 0 0 1 159 14V26H1Z";
/// The soil at its foot.
const CARD_SOIL: &str = "M1 148C40 140 120 140 159 148V192A11 11 0 0 1 148 203H12A11 11 0 0 1 1 192Z";
/// The upper edge of the row of the colours' other specimens.
const ROW: f64 = GARDEN + 214.0;

/// The left edge of a colour's column.
fn column(public: &Public, colour: Colour) -> f64 {
    let count = public.clockwise().count() as f64;
    let place = public.clockwise().position(|c| c == colour).unwrap_or(0) as f64;
    let step = PLANTS.1 + 14.0;
    (WIDTH - step * count + 14.0) / 2.0 + place * step
}

/// Where a specimen's places are, from the corner of an active specimen.
fn place(specimen: Specimen, n: u8) -> (f64, f64) {
    let step = 37.0;
    (PLANTS.1 / 2.0 + (f64::from(n) - f64::from(specimen.size - 1) / 2.0) * step, PLANTS.2 - 30.0)
}

/// Where a small slot stands: in the row below, or, while its colour's owner chooses, large in the empty
/// place above.
fn slot(public: &Public, specimen: Specimen) -> (f64, f64, bool) {
    let left = column(public, specimen.colour);
    let pending = public.phase() == Phase::Choose && public.pending().any(|c| c == specimen.colour);
    let n = specimen.size - 1;
    if pending && public.in_reserve(specimen) {
        (left - 6.0 + f64::from(n % 2) * 86.5, PLANTS.0 + f64::from(n / 2) * 104.0, true)
    } else {
        (left + f64::from(n) * 41.0, ROW, false)
    }
}

/// Every specimen: those in play, large, and all in the row below. At a table they can be picked.
pub(super) fn specimens(view: &View, picks: bool) -> Markup {
    let public = view.public();
    html! {
        (Room(24 << 10))
        @for colour in public.clockwise() {
            @let left = column(public, colour);
            @match public.active(colour) {
                Some(specimen) => (active(public, specimen, left, picks)),
                None => {
                    rect x=(Written(left)) y=(Written(PLANTS.0)) width=(Written(PLANTS.1))
                        height=(Written(PLANTS.2)) rx="12" fill="#43504a" stroke="#66756c"
                            stroke-dasharray="6 7" {}
                }
            }
            @for size in 1..=4 {
                (small(public, Specimen { colour, size }, picks))
            }
        }
    }
}

/// The bulbs on a specimen, in words.
fn tally(public: &Public, specimen: Specimen) -> String {
    let bulbs = public.bulbs(specimen);
    let mut told = String::new();
    for seat in Seat::all(public.seats()).filter(|s| bulbs[s.index()] > 0) {
        let before = if told.is_empty() { "bulbs: " } else { ", " };
        (before, player(seat), ' ', bulbs[seat.index()]).write_to(&mut told);
    }
    if told.is_empty() { "no bulbs".into() } else { told }
}

/// A specimen in play, with its places.
fn active(public: &Public, specimen: Specimen, left: f64, picks: bool) -> Piece {
    static ACTIVE: LazyLock<Vec<[Markup; 4]>> = LazyLock::new(|| {
        let each = |specimen| [0, 1, 2, 3].map(|n| active_parts(specimen, n & 1 != 0, n & 2 != 0));
        Specimen::all().map(each).collect()
    });
    let colour = specimen.colour;
    let target = public.target() == Some(specimen);
    let contested = public.is_contested(colour);
    let state = match (target, contested) {
        (true, _) => ", contested now",
        (_, true) => ", has had its turn this round",
        _ => "",
    };
    let order = public.plan().position(|c| c == colour);
    let turn = order.map(|n| (", number ", n + 1, " of this round"));
    let label = (plant_in_words(specimen), turn, state, ", ", tally(public, specimen));
    let parts = &ACTIVE[specimen.index()][usize::from(target) + 2 * usize::from(contested)];
    let piece = placed(Piece::new(specimen.name()), left, PLANTS.0).lit().pick_if(picks).label(label);
    let shown = public.shown().filter(|shown| shown.specimen == specimen);
    let piece = match shown.and_then(|shown| shown.winner) {
        Some(seat) => piece.moment(("looks won-", seat.0, ' ', public.turns())),
        None => piece,
    };
    let piece = piece.constant_body(parts);
    let Some(order) = order else { return piece };
    let (_, dark) = paint(colour);
    piece.body(html! {
        circle cx=(Written(PLANTS.1 - 16.0)) cy="42" r="13" fill=(dark) {}
        (number(order as i32 + 1, PLANTS.1 - 16.0, 42.0, 14.0, "#fffaf0"))
    })
}

/// A specimen in play with its bulbs, alone, its corner at the origin.
pub(super) fn planted(public: &Public, specimen: Specimen) -> Markup {
    let bulbs = public.bulbs(specimen);
    let seats = Seat::all(public.seats()).flat_map(|s| (0..bulbs[s.index()]).map(move |_| s));
    html! {
        (active_parts(specimen, false, public.is_contested(specimen.colour)))
        @for (n, seat) in (0..).zip(seats) {
            @let (x, y) = place(specimen, n);
            use href=(bulb_of(public, seat)) transform=(at(x, y)) {}
        }
    }
}

/// What a specimen in play consists of, but for its number in the order of a round.
fn active_parts(specimen: Specimen, target: bool, contested: bool) -> Markup {
    let colour = specimen.colour;
    let (w, h) = (PLANTS.1, PLANTS.2);
    let size = 0.86 + 0.1 * f64::from(specimen.size);
    let (light, _) = paint(colour);
    html! {
            (Halo::rect(-5.0, -5.0, w + 10.0, h + 10.0, 16.0))
            rect width=(Written(w)) height=(Written(h)) rx="12" fill=(if contested { "#ddd3bd" } else {
                "#f6efe0" }) stroke=(if target { "#f0d9a0" } else { "#b7a985" })
                    stroke-width=(if target { 5 } else { 1 }) {}
            path d=(CARD_HEAD) fill=(light) {}
            (symbol_row(specimen, w))
            g opacity=[contested.then_some(".6")] {
                use href=(href("plant", colour.letter())) transform=(Written(("translate(", w / 2.0, ' ',
                    rounded(152.0 - 50.0 * size, 1), ") scale(", rounded(size, 2), ")"))) {}
            }
            path d=(CARD_SOIL) fill="#7b6250" {}
            @for n in 0..specimen.size {
                @let (x, y) = place(specimen, n);
                ellipse cx=(Written(x)) cy=(Written(y + 12.0)) rx="15" ry="8" fill="#54402f" stroke="#9b8068"
                    stroke-width="1.500" {}
            }
            @if contested {
                circle cx="18" cy="44" r="13" fill="#7d8a80" {}
                path d="M12 44l5 5 8-10" fill="none" stroke="#fffaf0" stroke-width="3" stroke-linecap="round"
                    stroke-linejoin="round" {}
            }
            @if target {
                path d=(Written(("M", w / 2.0, " -3l-12-13h24Z"))) fill="#f0d9a0" {}
            }
    }
}

/// The head of a specimen's card: its symbol, its emblem, and a dot for each place.
fn symbol_row(specimen: Specimen, w: f64) -> Markup {
    html! {
        path d=(Mark::Symbol(specimen.colour.symbol()).path()) transform="translate(17 14) scale(.85)"
            fill="none" stroke="#fffaf0" stroke-width="2.600" stroke-linejoin="round" {}
        path d=(Mark::Emblem(specimen.colour).path()) transform=(Written((at(w / 2.0, 14.0), " scale(.85)")))
            fill="#fffaf0" {}
        @for n in 0..specimen.size {
            circle cx=(Written(w - 14.0 - f64::from(n) * 11.0)) cy="14" r="4" fill="#fffaf0" {}
        }
    }
}

/// One of a colour's other specimens: in reserve (pale), in play above (an empty frame), or complete with its
/// bulbs.
fn small(public: &Public, specimen: Specimen, picks: bool) -> Piece {
    static SLOTS: LazyLock<Vec<[Markup; 4]>> = LazyLock::new(|| {
        Specimen::all().map(|specimen| Slot::ALL.map(|slot| slot_parts(specimen, slot))).collect()
    });
    let (x, y, large) = slot(public, specimen);
    let name = plant_in_words(specimen);
    let reserve = public.in_reserve(specimen);
    let in_play = public.active(specimen.colour) == Some(specimen);
    let slot = match (reserve, in_play) {
        (true, _) if large => Slot::Large,
        (true, _) => Slot::Reserve,
        (_, true) => Slot::InPlay,
        _ => Slot::Full,
    };
    let label = match (reserve, in_play) {
        (true, _) => ("", name, ", in reserve", None),
        (_, true) => ("place of the ", name, "", None),
        _ => ("", name, ", full, ", Some(tally(public, specimen))),
    };
    let id = ("slot-", specimen.colour.letter(), '-', specimen.size);
    let piece = Piece::new(id).lit().label(label);
    let piece = if reserve && picks { piece.pick_as(specimen.name()) } else { piece };
    placed(piece, x, y).constant_body(&SLOTS[specimen.index()][slot as usize])
}

/// What stands in the slot of a specimen.
#[derive(Clone, Copy)]
enum Slot {
    /// The specimen, in reserve.
    Reserve,
    /// The specimen, in reserve, large, while it may be chosen.
    Large,
    /// An empty frame: the specimen is in play.
    InPlay,
    /// The specimen, which has all its bulbs.
    Full,
}

impl Slot {
    /// All of them, in order.
    const ALL: [Slot; 4] = [Slot::Reserve, Slot::Large, Slot::InPlay, Slot::Full];
}

/// What a slot consists of.
fn slot_parts(specimen: Specimen, slot: Slot) -> Markup {
    let (light, dark) = paint(specimen.colour);
    let large = matches!(slot, Slot::Large);
    let (w, h) = if large { (85.5, 100.0) } else { (37.0, 62.0) };
    html! {
            @if let Slot::Reserve | Slot::Large = slot {
                (Halo::rect(-4.0, -4.0, w + 8.0, h + 8.0, 10.0))
                rect width=(Written(w)) height=(Written(h)) rx="7" fill="#efe6d2" stroke=(dark) {}
                @if large {
                    use href=(href("plant", specimen.colour.letter())) transform=(Written((at(w / 2.0, 42.0),
                        " scale(", rounded(0.4 + 0.09 * f64::from(specimen.size), 2), ")"))) {}
                } @else {
                    path d=(Mark::Emblem(specimen.colour).path()) transform=(Written((at(w / 2.0, 24.0),
                        " scale(.9)"))) fill=(light) {}
                }
                @for n in 0..specimen.size {
                    circle cx=(w / 2.0 + (f64::from(n) - f64::from(specimen.size - 1) / 2.0) * if large { 14.0
                        } else { 8.5 }) cy=(h - if large { 11.0 } else { 13.0 })
                            r=(if large { 5.0 } else { 3.2 }) fill=(dark) {}
                }
            } @else if let Slot::InPlay = slot {
                rect width=(Written(w)) height=(Written(h)) rx="7" fill="none" stroke="#6b7a71"
                    stroke-dasharray="4 5" {}
            } @else {
                rect width=(Written(w)) height=(Written(h)) rx="7" fill=(light) stroke=(dark)
                    stroke-width="1.500" {}
                path d=(Mark::Emblem(specimen.colour).path()) transform=(Written((at(w / 2.0, 9.0),
                    " scale(.5)"))) fill="#fffaf0" {}
            }
    }
}

/// Every bulb, on its place.
pub(super) fn bulbs(public: &Public) -> Markup {
    let mut list = Vec::new();
    for specimen in Specimen::all() {
        let (x, y, _) = slot(public, specimen);
        let in_play = public.active(specimen.colour) == Some(specimen);
        let mut n = 0;
        for seat in Seat::all(public.seats()) {
            for k in 0..public.bulbs(specimen)[seat.index()] {
                let (x, y, scale) = if in_play {
                    let (dx, dy) = place(specimen, n);
                    (column(public, specimen.colour) + dx, PLANTS.0 + dy, 0.92)
                } else {
                    (x + 10.0 + f64::from(n % 2) * 17.0, y + 26.0 + f64::from(n / 2) * 22.0, 0.48)
                };
                list.push((specimen, seat, k, x, y, scale));
                n += 1;
            }
        }
    }
    html! {
        @for (specimen, seat, k, x, y, scale) in list {
            @let of = ("bulb-", specimen.colour.letter(), '-', specimen.size);
            @let bulb = Piece::new((of, '-', seat.0, '-', k));
            (placed(bulb, x, y).was([("won-", seat.0), ("seat-", seat.0)]).moment("drops").body(html! {
                g transform=(Written(("scale(", scale, ")"))) { use href=(bulb_of(public, seat)) {} }
            }))
        }
    }
}
