//! The picture: the other hand above, the own hand below, and between them the tricks, a column each.
//!
//! Ids: `card-5` is a card that the viewer knows, `back-1-0` the first card of the second seat's hand as
//! others see it.

use crate::action::TRICKS;
use crate::rules::ToyGame;
use crate::view::View;
use bagatelle_core::Seat;
use bagatelle_core::present::{Halo, Picture, Piece};
use maud::{Markup, Render, html};

/// The distance between the middles of two columns, and of two rows.
const COLUMN: usize = 76;
const ROW: usize = 96;

/// The name by which a card is picked.
#[must_use]
pub fn pick(card: u8) -> String {
    format!("card-{card}")
}

/// Puts a card into a column and a row, which are counted from the upper left corner.
fn place(card: Piece, column: usize, row: usize) -> Piece {
    card.at(column * COLUMN + COLUMN / 2, row * ROW + ROW / 2)
}

/// The back of all cards.
fn back() -> Markup {
    html! {
        rect x="-30" y="-40" width="60" height="80" rx="6" fill="#3d6b8e" stroke="#22415a" stroke-width="2" {}
        path d="M-20 -30L20 30M20 -30L-20 30" stroke="#9fc0d8" stroke-width="3" {}
    }
}

/// The front of a card: as many pips as its number, three in a row.
fn front(card: u8) -> Markup {
    html! {
        rect x="-30" y="-40" width="60" height="80" rx="6" fill="#fbf7ec" stroke="#6b5d4a" stroke-width="2" {}
        @for n in 0..i32::from(card) {
            circle cx=(n % 3 * 17 - 17) cy=(n / 3 * 18 - 27) r="6" fill="#a4452c" {}
        }
    }
}

/// A card that the viewer sees. Before that it was one of the other hand's, if the viewer did not see it.
fn open(card: u8, seat: Seat, label: &str) -> Piece {
    let was = (0..TRICKS).rev().map(|n| format!("back-{seat}-{n}"));
    Piece::new(pick(card)).was(was).side("front").label(label).turns(&front(card), &back())
}

/// Draws what a viewer knows as a complete SVG document, as seen from the seat `near`. The cards of the own
/// hand can be picked if `acts`.
#[must_use]
pub fn picture(game: &ToyGame, view: &View, near: Seat, acts: bool) -> String {
    let row = |seat: Seat, near_row, far_row| if seat == near { near_row } else { far_row };
    let seats = [Seat(0), Seat(1)];
    let mut cards = Vec::new();
    for (n, trick) in view.tricks.iter().enumerate() {
        let winner = game.winner(*trick);
        for (seat, card) in seats.into_iter().zip(*trick) {
            let (told, opacity) = if seat == winner { ("won", "1") } else { ("lost", ".5") };
            let piece = open(card, seat, &format!("{card}, {told} trick {}", n + 1)).attr("opacity", opacity);
            cards.push(place(piece, n, row(seat, 2, 1)));
        }
    }
    let leader = game.leader(&view.tricks);
    if let Some(card) = view.led {
        let piece = open(card, leader, &format!("{card}, led"));
        cards.push(place(piece, view.tricks.len(), row(leader, 2, 1)));
    }
    for seat in seats {
        for n in 0..game.held(&view.tricks, view.led, seat) {
            let piece = match view.hand.get(n).filter(|_| view.viewer == Some(seat)) {
                Some(&card) => {
                    let piece = open(card, seat, &format!("{card}, in hand"));
                    let piece = if acts { piece.pick().lit().rises() } else { piece };
                    piece.body(Halo::rect(-32, -42, 64, 84, 8).render())
                }
                None => {
                    let piece = Piece::new(("back-", seat.0, "-", n)).side("back");
                    piece.label("a card of a hand").body(back())
                }
            };
            cards.push(place(piece, n + 1, row(seat, 3, 0)));
        }
    }
    let label = format!("Toy game, {} of {TRICKS} tricks played", view.tricks.len());
    Picture::new(0, 0, TRICKS * COLUMN, 4 * ROW).label(label).draw(&html! {
        @for card in cards { (card) }
    })
}
