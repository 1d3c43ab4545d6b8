//! The plates of the seats: who they are, how many cards they hold, what they did, and whose token it is.

use super::art::{CREAM, MAT, number};
use super::hands::{faced, remembered};
use super::layout::{MIDDLE, NAME, OWN_DEED, PLATE, PLATE_TOP, WIDTH, at, badge, bulb_of, placed};
use crate::narrate::counted_cards;
use crate::public::{Deed, Phase, Public};
use crate::seats::title;
use crate::view::View;
use bagatelle_core::present::svg::name;
use bagatelle_core::present::{Halo, Piece, Written, player, player_with_side, written};
use bagatelle_core::{Seat, Turn};
use maud::{Markup, html};

/// The size of the names.
const NAME_SIZE: f64 = 21.0;
/// What is told of the seat that acts now.
pub(super) const TO_ACT: &str = "to act";

/// What a seat's deed is called.
fn deed_label(view: &View, seat: Seat) -> String {
    let public = view.public();
    match public.deed(seat) {
        Deed::Waiting if public.turn() == Turn::Seat(seat) => TO_ACT.into(),
        Deed::Waiting => "hasn’t acted yet".into(),
        Deed::Bet if public.phase() == Phase::Tie => {
            let answered = if public.has_answered(seat) { ", has answered" } else { "" };
            format!("showed {}{answered}", public.open()[seat.index()].names())
        }
        Deed::Bet if view.bet_size(seat) > 0 => format!("bets {}", counted_cards(view.bet_size(seat))),
        Deed::Bet => format!("showed {}", remembered(public, seat).names()),
        Deed::Swap(out) => format!("swapped {}", out.names()),
        Deed::Pass { drew: true } => "passed and drew a card".into(),
        Deed::Pass { drew: false } => "passed with a full hand".into(),
        Deed::Trade(card) => format!("passed, drew a card and discarded {}", card.name()),
    }
}

/// A seat's points, beside a small bulb; those before bets were turned up until it is seen who has won.
fn score((view, told): (&View, &View), seat: Seat, x: f64, y: f64) -> Markup {
    let [before, total] = points((view, told), seat);
    let figure = |total: i32| number(total, x + if total > 9 { 34.0 } else { 27.0 }, y, 25.0, CREAM);
    html! {
        g role="img" aria-label=(Written((total, if total == 1 { " point" } else { " points" }))) {
            use href=(bulb_of(view.public(), seat)) transform=(Written((at(x, y), " scale(.8)"))) {}
            @if before == total {
                (figure(total))
            } @else {
                g.counted visibility="hidden" { (figure(before)) }
                g.counted { (figure(total)) }
            }
        }
    }
}

/// A seat's points as bets are turned up, and as those decide; both the same at any other time.
fn points((view, told): (&View, &View), seat: Seat) -> [i32; 2] {
    [told, view].map(|view| view.points()[seat.index()].total())
}

/// The piece with the points of a seat, which change when it is seen who has won.
fn scored(piece: Piece, views: (&View, &View), seat: Seat) -> Piece {
    let [before, total] = points(views, seat);
    if before == total { piece } else { piece.moment(("tells ", views.0.public().turns())) }
}

/// A frame for a seat: brighter, and with a pointer, if the seat is to act.
fn frame(width: f64, height: f64, acts: bool) -> Markup {
    html! {
        rect width=(Written(width)) height=(Written(height)) rx="14" fill="#43504a" stroke="#5a6961" {}
        @if acts {
            g class="acts" {
                rect width=(Written(width)) height=(Written(height)) rx="14" fill="#5d6d64" stroke="#f0d9a0"
                    stroke-width="3" {}
                path d="M-9 14l17 14-17 14Z" fill="#f0d9a0" stroke=(MAT) stroke-width="2" {}
            }
        }
    }
}

/// The plate of another seat; `views` are what is seen, and that without what bets decide which are being
/// turned up.
pub(super) fn plate(views: (&View, &View), seat: Seat, x: f64, width: f64) -> Piece {
    let (view, public) = (views.0, views.0.public());
    let held = view.hand_size(seat);
    let acts = public.may_act(seat);
    let deed = deed_label(view, seat);
    let again = (acts && deed != TO_ACT).then_some((", ", TO_ACT));
    let who = player_with_side(seat);
    let label = written((who, ": ", counted_cards(held), " in hand, ", deed, again));
    let narrow = width < 200.0;
    let piece = scored(Piece::new(("seat-", seat.0)), views, seat);
    placed(piece, x, PLATE_TOP).side("back").label(&label).title(&label).body(html! {
        (frame(width, PLATE - 8.0, acts))
        (badge(public, seat, 32.0, 28.0))
        (score(views, seat, width - if narrow { 58.0 } else { 66.0 }, 28.0))
        @for n in 0..held.min(3) {
            g transform=(Written((at(64.0 + f64::from(n) * 6.0, 11.0), " rotate(", i32::from(n) * 6 - 6, ") \
                scale(.26)"))) {
                use href="#bulbous-back" {}
            }
        }
        (number(i32::from(held), 86.0, 30.0, 20.0, "#fffaf0"))
        (name(player(seat), (width / 2.0, NAME - PLATE_TOP), width - 16.0, NAME_SIZE, CREAM))
        (deed_mark(public, seat, width / 2.0, 118.0, width / 2.0 - 34.0))
        (Halo::rect(-3.0, -3.0, width + 6.0, PLATE - 2.0, 16.0))
    })
}

/// What the viewer is called, who is not the reader if that one looks on from `aside`.
fn called(own: Seat, aside: bool) -> String {
    if aside { player(own) } else { "You".into() }
}

/// What the viewer did in this turn, where its bet lies.
pub(super) fn own_deed(view: &View, own: Seat, aside: bool) -> Piece {
    let label = (called(own, aside), ": ", deed_label(view, own));
    let mark = deed_mark(view.public(), own, 0.0, 0.0, 132.0);
    placed(Piece::new("own-deed"), OWN_DEED, MIDDLE + 70.0).label(label).body(mark)
}

/// The sign of a seat that passed, with a card if it drew one.
fn passed(drew: bool, x: f64, y: f64, size: &'static str) -> Markup {
    html! {
        g transform=(Written((at(x, y), size))) fill="none" stroke=(CREAM) stroke-width="3"
            stroke-linecap="round" stroke-linejoin="round" {
            path d="M-26 0H6M-2-9 8 0-2 9" {}
            @if drew { path d="M20-12h12v20H20ZM26-5v8M22-1h8" stroke-width="2" {} }
        }
    }
}

/// A sign for what is not told by cards: passed, still to come, or that the cards beside it (`aside` to the
/// left) were swapped or discarded.
fn deed_mark(public: &Public, seat: Seat, x: f64, y: f64, aside: f64) -> Markup {
    html! {
        @match public.deed(seat) {
            Deed::Pass { drew } => (passed(drew, x, y, "")),
            Deed::Waiting if faced(public, seat).is_empty() => {
                g transform=(at(x, y)) fill=(CREAM) opacity=".4" {
                    circle cx="-14" r="3.500" {} circle r="3.500" {} circle cx="14" r="3.500" {}
                }
            }
            // The card beside it was discarded.
            Deed::Trade(_) => (passed(true, x - aside, y, " scale(.7)")),
            Deed::Swap(_) => {
                path transform=(at(x - aside, y)) d="M-16-3H14M8-8l6 5M16 4H-14M-8 9l-6-5" fill="none"
                    stroke=(CREAM) stroke-width="2" stroke-linecap="round" {}
            }
            _ => {}
        }
    }
}

/// The plate of the viewer; `views` as for [`plate`].
pub(super) fn own_plate(views: (&View, &View), own: Seat, aside: bool) -> Piece {
    let public = views.0.public();
    let acts = public.may_act(own);
    // A name has the whole width.
    let (at, room, size) = if aside { ((59.0, 57.0), 108.0, 16.0) } else { ((86.0, 30.0), 60.0, NAME_SIZE) };
    let label = (called(own, aside), " (", title(public, own), ")", acts.then_some((", ", TO_ACT)));
    let piece = scored(Piece::new(("seat-", own.0)), views, own);
    placed(piece, 586.0, MIDDLE + 16.0).label(label).body(html! {
        (frame(118.0, 112.0, acts))
        (badge(public, own, 34.0, 30.0))
        (name(called(own, aside), at, room, size, CREAM))
        (score(views, own, 34.0, 82.0))
        (Halo::rect(-3.0, -3.0, 124.0, 118.0, 16.0))
    })
}

/// The First Player token, a brass disc with a sprout, at its seat's plate.
pub(super) fn token(
    public: &Public,
    (own, aside): (Option<Seat>, bool),
    others: &[Seat],
    left: f64,
    width: f64,
) -> Piece {
    let (x, y) = match others.iter().position(|s| *s == public.first()) {
        Some(n) => (left + n as f64 * (width + 8.0) + 16.0, PLATE - 8.0),
        None if own.is_some() => (692.0, MIDDLE + 20.0),
        None => (WIDTH / 2.0, PLATE),
    };
    let first = public.first();
    let label = ("First Player: ", called(first, aside || own != Some(first)));
    placed(Piece::new("first-player").class("leads"), x, y).label(label).body(html! {
        circle r="15" fill="#c9a24d" stroke="#7d5f1f" stroke-width="2" {}
        circle r="11" fill="none" stroke="#e8cf8d" stroke-width="1.200" {}
        path d="M0 8V-1M0 1C-1-5-5-7-9-7-8-2-5 1 0 1ZM0-1C1-6 5-8 8-8 8-3 4 0 0-1Z" fill="#5f4711"
            stroke="#5f4711" stroke-width="1.200" stroke-linejoin="round" {}
    })
}
