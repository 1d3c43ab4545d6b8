//! The table as a picture: opponents at the top, the specimens in the middle, the reader's hand at the
//! bottom.
//!
//! Everything is made from a view, so a card that the reader may not know has no name here: other hands and
//! face-down bets are backs. Cards that lie open are `card-R5`, wherever they are, so that they travel as
//! themselves.

pub(crate) mod art;
mod garden;
mod hands;
pub(crate) mod layout;
mod open;
mod pad;
pub(crate) mod paper;
mod piles;
mod seats;
mod won;

use crate::action::Action;
use crate::ask::headline;
use crate::card::Card;
use crate::cards::Cards;
use crate::public::SEATS;
use crate::rules::Bulbous;
use crate::state::State;
use crate::view::{Seen, View};
use art::{CARD, Defs, MAT, href};
use bagatelle_core::present::{Fixed, OpenView, Picture, Scene, player};
use bagatelle_core::{Seat, Turn, Viewer};
pub(crate) use hands::to_bet;
use hands::{before_seats, top_discard};
use layout::{FRONT, HAND, LAID, MIDDLE, OWN_BET, OWN_ROOM, WIDTH, at, dress};
use maud::html;
pub(crate) use pad::{badge, pad_defs, plant, planted};
use seats::TO_ACT;
pub(crate) use won::won;

/// The picture of a view.
pub(crate) fn svg(scene: &Scene<'_, Bulbous>) -> String {
    let view = scene.view;
    let mut bets = [Cards::NONE; SEATS];
    if let Some(seat) = view.viewer().seat().filter(|s| s.0 < view.public().seats()) {
        bets[seat.index()] = view.bet();
    }
    let drawn = scene.last.map_or(Cards::NONE, Seen::drawn);
    picture(view, (drawn, scene.fixed, scene.aside), &bets, None)
}

impl OpenView<Bulbous> for Bulbous {
    /// The picture that the near seat has, with the faces of all bets, and all hands where that seat has its
    /// own.
    fn svg_open(&self, state: &State, _last: Option<Action>, near: Seat) -> String {
        let view = View::new(state, &self.0, Viewer::Seat(near));
        picture(&view, (Cards::NONE, Fixed::Drawn, true), &state.bets, Some(&state.hands))
    }
}

/// The picture. `drawn` are the cards that the viewer has just drawn, `aside` says whether the reader is
/// someone else, `bets` are the face-down cards whose faces are known, `all` the hands that are shown in the
/// place of the viewer’s own.
fn picture(
    view: &View,
    (drawn, fixed, aside): (Cards, Fixed, bool),
    bets: &[Cards; SEATS],
    all: Option<&[Cards; SEATS]>,
) -> String {
    let public = view.public();
    // The plants and the piles tell what bets decide after those are turned up; the points, as it is seen.
    let undecided = view.undecided();
    let told = undecided.as_ref().unwrap_or(view);
    let own = view.viewer().seat().filter(|s| s.0 < public.seats());
    // Opponents clockwise from the left of the reader, so that the table reads like a real one.
    let others: Vec<Seat> = match own {
        Some(own) => public.from(own.0).skip(1).collect(),
        None => Seat::all(public.seats()).collect(),
    };
    let bottom = if own.is_some() { HAND + hands::height(public) } else { MIDDLE + 152.0 };
    let known = bets.iter().chain(all.into_iter().flatten()).fold(Cards::NONE, |sum, cards| sum | *cards);
    let open = view.hand() | known | before_seats(public) | top_discard(public).into_iter().collect();
    let faces: Vec<Card> = open.iter().collect();
    let dresses: Vec<_> = Seat::all(public.seats()).map(|s| dress(public, s)).collect();
    let width = (WIDTH - 16.0 - 8.0 * others.len() as f64) / others.len().max(1) as f64;
    let width = width.min(420.0);
    let left = (WIDTH - (width + 8.0) * others.len() as f64 + 8.0) / 2.0;

    let label = match public.turn() {
        Turn::Seat(seat) if aside => format!("Bulbous. {} is {TO_ACT}.", player(seat)),
        _ => format!("Bulbous. {}", headline(view)),
    };
    Picture::ended(html! {
        (Picture::new(0, 0, WIDTH, bottom).label(label).dark_ground().wide())
        (fixed.part("plants", &art::PLANTS.0))
        (Defs { cards: &faces, seats: &dresses, plants: false })
        rect width=(WIDTH) height=(bottom) rx="22" fill=(MAT) {}
        rect x="5" y="5" width=(WIDTH - 10.0) height=(bottom - 10.0) rx="18" fill="none" stroke="#617068"
            stroke-width="1.500" {}
        @for (n, seat) in others.iter().enumerate() {
            @let x = left + n as f64 * (width + 8.0);
            (seats::plate((view, told), *seat, x, width))
            (hands::laid(view, *seat, bets[seat.index()], (x + width / 2.0, FRONT), width - 24.0,
                0.5))
        }
        (garden::specimens(told, true))
        (piles::deck(view))
        (piles::discards(told.public()))
        @if let Some(own) = own {
            (seats::own_deed(view, own, aside))
            (hands::laid(view, own, view.bet(), OWN_BET, OWN_ROOM, LAID))
        }
        @if let Some(own) = own {
            (seats::own_plate((view, told), own, aside))
            @match all {
                Some(all) => (open::hands(public, &others, own, all)),
                None => (hands::hand(view, drawn)),
            }
        }
        (garden::bulbs(public))
        (seats::token(public, (own, aside), &others, left, width))
    })
}

/// Some cards in a row, for the rule page.
pub(crate) fn row(cards: &[Card]) -> String {
    let width = cards.len() as f64 * (CARD.0 + 12.0) + 12.0;
    let names: Vec<String> = cards.iter().map(|c| c.name()).collect();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {}", CARD.1 + 24.0)) role="img"
            aria-label=(names.join(", ")) {
            (Defs { cards, seats: &[], plants: true })
            rect width=(width) height=(CARD.1 + 24.0) rx="16" fill=(MAT) {}
            @for (n, card) in cards.iter().enumerate() {
                g transform=(at(12.0 + n as f64 * (CARD.0 + 12.0), 12.0)) { use href=(href("card",
                    card.letters())) {} }
            }
        }
    }
    .into_string()
}
