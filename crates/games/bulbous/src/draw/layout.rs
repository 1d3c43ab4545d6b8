//! Where things lie in the picture, and how the things of a seat are told apart.

use super::art::{Mark, href, paint, pair_paint};
use crate::card::Colour;
use crate::public::Public;
use bagatelle_core::Seat;
use bagatelle_core::present::{Piece, Value, Written, rounded};
use maud::{Markup, html};

/// The width of the picture.
pub(super) const WIDTH: f64 = 720.0;
/// The upper edge of the plates of the other seats.
pub(super) const PLATE_TOP: f64 = 12.0;
/// The middle of the names on them.
pub(super) const NAME: f64 = PLATE_TOP + 64.0;
/// The upper edge of the cards that lie before the other seats.
pub(super) const FRONT: f64 = PLATE_TOP + 80.0;
/// The lower edge of the plates of the other seats.
pub(super) const PLATE: f64 = 174.0;
/// The upper edge of the active specimens.
pub(super) const GARDEN: f64 = PLATE + 24.0;
/// The middle of what the reader has done in this turn.
pub(super) const OWN_DEED: f64 = 388.0;
/// The upper edge of the row of deck and own bet.
pub(super) const MIDDLE: f64 = GARDEN + 290.0;
/// The middle and the upper edge of the reader's bet.
pub(super) const OWN_BET: (f64, f64) = (OWN_DEED, MIDDLE + 12.0);
/// The width that the reader's bet may take.
pub(super) const OWN_ROOM: f64 = 350.0;
/// The upper edge of the hand.
pub(super) const HAND: f64 = MIDDLE + 164.0;
/// The size of cards on piles and before the reader, against those in the hand.
pub(super) const LAID: f64 = 0.765;

/// The paint and mark of a seat.
pub(crate) fn dress(public: &Public, seat: Seat) -> ((&'static str, &'static str), Mark) {
    let colour = public.colours(seat).next().unwrap_or(Colour::Red);
    if public.seats() == 2 {
        (pair_paint(colour.symbol()), Mark::Symbol(colour.symbol()))
    } else {
        (paint(colour), Mark::Emblem(colour))
    }
}

/// The name of the drawing of a seat's bulb.
pub(crate) fn bulb_of(public: &Public, seat: Seat) -> Written<impl Value + use<>> {
    href("bulb", dress(public, seat).1.key())
}

/// A place, as the value of a `transform`.
pub(super) fn at(x: f64, y: f64) -> Written<impl Value> {
    Written(("translate(", rounded(x, 1), ' ', rounded(y, 1), ")"))
}

/// A piece at a place.
pub(super) fn placed(piece: Piece, x: f64, y: f64) -> Piece {
    piece.at(rounded(x, 1), rounded(y, 1))
}

/// The round badge of a seat: its paint and its mark.
pub(super) fn badge(public: &Public, seat: Seat, x: f64, y: f64) -> Markup {
    let ((light, dark), mark) = dress(public, seat);
    html! {
        circle cx=(Written(x)) cy=(Written(y)) r="19" fill=(light) stroke=(dark) stroke-width="2" {}
        path d=(Written(mark.path())) transform=(at(x, y)) fill="#fffaf0" {}
    }
}
