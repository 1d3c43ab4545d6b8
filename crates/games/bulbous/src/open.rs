//! The table with all hands and bets open, for looking back: the picture that a spectator has, and the hands below it.

use crate::Bulbous;
use crate::art::{CARD, href};
use crate::card::Card;
use crate::cards::Cards;
use crate::draw::{MIDDLE, WIDTH, at, badge, picture};
use crate::news::title;
use crate::table::{SEATS, State, Table};
use crate::view::View;
use bagatelle_core::{Seat, Viewer};
use maud::{Markup, html};

/// The height of a row of open hands.
pub(crate) const ROW: f64 = 92.0;

pub(crate) fn draw(game: &Bulbous, state: &State) -> String {
    picture(&View::new(state, &game.0, Viewer::Spectator), None, &state.bets, Some(&state.hands))
}

/// All hands, two in a row, each beside the badge of its seat.
pub(crate) fn hands(table: &Table, hands: &[Cards; SEATS]) -> Markup {
    const SCALE: f64 = 0.5;
    let (card, half) = (CARD.0 * SCALE, WIDTH / 2.0 - 12.0);
    html! {
        @for (n, seat) in Seat::all(table.seats()).enumerate() {
            @let cards: Vec<Card> = hands[seat.index()].iter().collect();
            @let (x, y) = (12.0 + (n % 2) as f64 * half, MIDDLE + 146.0 + (n / 2) as f64 * ROW);
            @let step = ((half - 64.0 - card) / (cards.len().max(2) - 1) as f64).min(card + 4.0);
            g id=(format!("hand-{seat}")) transform=(at(x, y)) role="img" aria-label=(format!("The hand of {}", title(table, seat))) {
                (badge(table, seat, 24.0, CARD.1 * SCALE / 2.0))
            }
            @for (k, card) in cards.iter().enumerate() {
                g id=(format!("card-{card}")) transform=(at(x + 52.0 + step * k as f64, y)) role="img" aria-label=(card.name()) {
                    g transform=(format!("scale({SCALE})")) { use href=(href("card", *card)) {} }
                }
            }
        }
    }
}
