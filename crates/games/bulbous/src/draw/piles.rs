//! Deck and discards.

use super::art::{CREAM, href, number};
use super::hands::{discarded, top_discard};
use super::layout::{LAID, MIDDLE, at, placed};
use crate::narrate::counted_cards;
use crate::public::Public;
use crate::view::View;
use bagatelle_core::present::{Halo, Piece, Written};
use maud::{Markup, html};

/// The upper edge of both piles.
const TOP: f64 = MIDDLE + 12.0;
/// The size of the cards on them.
const SHRUNK: (&str, f64, &str) = ("scale(", LAID, ")");

/// The deck.
pub(super) fn deck(view: &View) -> Piece {
    let size = view.deck_size();
    let label = ("deck: ", counted_cards(size));
    placed(Piece::new("deck"), 20.0, TOP).side("back").label(label).body(html! {
        rect width="80" height="116" rx="8" fill="none" stroke="#6b7a71" stroke-dasharray="5 6" {}
        @for n in 0..size.div_ceil(8) {
            g transform=(at(-f64::from(n) * 2.0, -f64::from(n) * 2.0)) { use href="#bulbous-back"
                transform=(Written(SHRUNK)) {} }
        }
        circle cx="62" cy="102" r="19" fill="#33302b" {}
        (number(i32::from(size), 62.0, 102.0, 16.0, CREAM))
        (Halo::rect(-5.0, -5.0, 90.0, 126.0, 12.0))
    })
}

/// The discards: their place, the card on top, and how many there are.
pub(super) fn discards(public: &Public) -> Markup {
    let top = top_discard(public);
    let count = discarded(public);
    let on_top = top.map(|card| (", ", card.in_words(), " on top"));
    let place = Piece::new("discards").label(("discards: ", counted_cards(count), on_top));
    html! {
        (placed(place, 112.0, TOP).body(html! {
            rect width="80" height="116" rx="8" fill="none" stroke="#6b7a71" stroke-dasharray="5 6" {}
        }))
        @if let Some(card) = top {
            (placed(Piece::new(card.id()), 112.0, TOP).side("face").body(html! {
                g transform=(Written(SHRUNK)) { use href=(href("card", card.letters())) {} }
            }))
        }
        (placed(Piece::new("discard-count"), 174.0, TOP + 102.0).body(html! {
            circle r="19" fill="#33302b" {}
            (number(i32::from(count), 0.0, 0.0, 16.0, CREAM))
        }))
    }
}
