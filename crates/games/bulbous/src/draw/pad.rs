//! The drawings of the score pad: a plant in play with its bulbs, and the plant of a colour.

use super::art::{Defs, href};
use super::garden;
use super::layout::{bulb_of, dress};
use crate::card::Colour;
use crate::public::{Public, Specimen};
use bagatelle_core::Seat;
use maud::{Markup, html};

/// What the other drawings refer to.
pub(crate) fn pad_defs(public: &Public) -> Markup {
    let seats: Vec<_> = Seat::all(public.seats()).map(|seat| dress(public, seat)).collect();
    html! { svg.unseen aria-hidden="true" { (Defs { cards: &[], seats: &seats, plants: true }) } }
}

/// The bulb of a seat.
pub(crate) fn badge(public: &Public, seat: Seat) -> Markup {
    html! { use href=(bulb_of(public, seat)) {} }
}

/// The plant of a colour.
pub(crate) fn plant(colour: Colour) -> Markup {
    html! {
        svg viewBox="-44 -56 88 110" aria-hidden="true" { use href=(href("plant", colour.letter())) {} }
    }
}

/// A plant in play, with its bulbs.
pub(crate) fn planted(public: &Public, plant: Specimen) -> Markup {
    html! { svg viewBox="-2 -2 164 208" aria-hidden="true" { (garden::planted(public, plant)) } }
}
