//! All hands open, for looking back, where the hand of the near seat lies at the table.

use super::art::{CARD, href};
use super::hands::height;
use super::layout::{HAND, WIDTH, badge, placed};
use crate::card::Card;
use crate::cards::Cards;
use crate::public::{Public, SEATS};
use bagatelle_core::Seat;
use bagatelle_core::present::{Piece, Written, player_with_side};
use maud::{Markup, html};

/// All hands in two rows, each beside the badge of its seat: the others as they sit, then the near one.
pub(super) fn hands(public: &Public, others: &[Seat], near: Seat, hands: &[Cards; SEATS]) -> Markup {
    let columns = if others.len() > 1 { 2 } else { 1 };
    let (row, room) = (height(public) / 2.0, (WIDTH - 24.0) / columns as f64);
    let scale = (row - 16.0) / CARD.1;
    let card = CARD.0 * scale;
    html! {
        @for (n, seat) in others.iter().copied().chain([near]).enumerate() {
            @let cards: Vec<Card> = hands[seat.index()].iter().collect();
            @let (x, y) = (12.0 + (n % columns) as f64 * room, HAND + (n / columns) as f64 * row);
            @let step = ((room - 64.0 - card) / (cards.len().max(2) - 1) as f64).min(card + 4.0);
            @let label = format!("The hand of {}", player_with_side(seat));
            @let hand = Piece::new(format!("hand-{seat}")).label(label);
            (placed(hand, x, y).body(badge(public, seat, 24.0, CARD.1 * scale / 2.0)))
            @for (k, card) in cards.iter().enumerate() {
                @let piece = Piece::new(format!("card-{card}")).label(card.name());
                (placed(piece, x + 52.0 + step * k as f64, y).body(html! {
                    g transform=(Written(("scale(", scale, ")"))) { use href=(href("card",
                        card.letters())) {} }
                }))
            }
        }
    }
}
