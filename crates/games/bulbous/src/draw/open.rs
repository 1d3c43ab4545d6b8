//! All hands open, for looking back, below the table.

use super::art::{CARD, href};
use super::layout::{MIDDLE, WIDTH, badge, placed};
use crate::card::Card;
use crate::cards::Cards;
use crate::public::{Public, SEATS};
use bagatelle_core::Seat;
use bagatelle_core::present::{Piece, Written, player_with_side};
use maud::{Markup, html};

/// The height of a row of open hands.
pub(super) const ROW: f64 = 92.0;

/// All hands, two in a row, each beside the badge of its seat.
pub(super) fn hands(public: &Public, hands: &[Cards; SEATS]) -> Markup {
    const SCALE: f64 = 0.5;
    let (card, half) = (CARD.0 * SCALE, WIDTH / 2.0 - 12.0);
    html! {
        @for (n, seat) in Seat::all(public.seats()).enumerate() {
            @let cards: Vec<Card> = hands[seat.index()].iter().collect();
            @let (x, y) = (12.0 + (n % 2) as f64 * half, MIDDLE + 146.0 + (n / 2) as f64 * ROW);
            @let step = ((half - 64.0 - card) / (cards.len().max(2) - 1) as f64).min(card + 4.0);
            @let label = format!("The hand of {}", player_with_side(seat));
            @let hand = Piece::new(format!("hand-{seat}")).label(label);
            (placed(hand, x, y).body(badge(public, seat, 24.0, CARD.1 * SCALE / 2.0)))
            @for (k, card) in cards.iter().enumerate() {
                @let piece = Piece::new(format!("card-{card}")).label(card.name());
                (placed(piece, x + 52.0 + step * k as f64, y).body(html! {
                    g transform=(Written(("scale(", SCALE, ")"))) { use href=(href("card",
                        card.letters())) {} }
                }))
            }
        }
    }
}
