//! The figure of the goal: a finished two-player game, without piles and hands.

use super::art::{Defs, MAT};
use super::layout::{FRONT, MIDDLE, PLATE, PLATE_TOP, WIDTH, dress};
use super::{garden, hands, seats};
use crate::action::Action;
use crate::card::{Card, Colour};
use crate::cards::Cards;
use crate::options::{Bluff, Options};
use crate::public::{Phase, Specimen};
use crate::rules::Bulbous;
use crate::seats::by_colours;
use crate::state::State;
use crate::view::View;
use bagatelle_core::present::Picture;
use bagatelle_core::{Game, Seat, Viewer};
use maud::html;

/// The bulbs before the last bet: colour, places, those of the triangle, those of the circle.
const BULBS: [(Colour, u8, u8, u8); 13] = [
    (Colour::Red, 1, 1, 0),
    (Colour::Red, 2, 1, 1),
    (Colour::Red, 3, 2, 1),
    (Colour::Red, 4, 2, 0),
    (Colour::Yellow, 1, 0, 1),
    (Colour::Yellow, 2, 2, 0),
    (Colour::Yellow, 3, 2, 0),
    (Colour::Yellow, 4, 3, 1),
    (Colour::Blue, 1, 0, 1),
    (Colour::Blue, 2, 1, 1),
    (Colour::Blue, 3, 1, 1),
    (Colour::Green, 2, 0, 2),
    (Colour::Green, 4, 1, 2),
];
/// The specimens in play.
const ACTIVE: [(Colour, u8); 4] =
    [(Colour::Red, 4), (Colour::Yellow, 3), (Colour::Blue, 3), (Colour::Green, 4)];

/// A finished game, scored under these options.
pub(crate) fn won(options: &Options) -> Option<String> {
    let state = finished(options)?;
    let view = View::new(&state, options, Viewer::Spectator);
    let public = view.public();
    let points: Vec<i32> = view.points().iter().map(|points| points.total()).collect();
    let label = format!("A finished game: Triangle wins with {} points to {}", points[0], points[1]);
    let faces: Vec<Card> = hands::before_seats(public).iter().collect();
    let dresses: Vec<_> = Seat::all(public.seats()).map(|seat| dress(public, seat)).collect();
    let width = (WIDTH - 32.0) / 2.0;
    let drawing = Picture::new(0, 0, WIDTH, MIDDLE).label(label).dark_ground().draw(&html! {
        (Defs { cards: &faces, seats: &dresses, plants: true })
        rect width=(WIDTH) height=(MIDDLE) rx="22" fill=(MAT) {}
        @for seat in Seat::all(public.seats()) {
            @let x = 12.0 + f64::from(seat.0) * (width + 8.0);
            (seats::plate((&view, &view), seat, x, width))
            (hands::laid(&view, seat, Cards::NONE, (x + width / 2.0, FRONT), width - 24.0, 0.5))
        }
        // The winner's plate shines.
        rect x="12" y=(PLATE_TOP) width=(width) height=(PLATE - 8.0) rx="14" fill="none" stroke="#f0d9a0"
            stroke-width="4" {}
        (garden::specimens(&view, false))
        (garden::bulbs(public))
    });
    Some(by_colours(drawing, public))
}

/// The position after the last bet of a game of two.
fn finished(options: &Options) -> Option<State> {
    let rules = Bulbous(Options { teams: false, bluff: Bluff::No, ..options.clone() });
    let first: Cards = Cards::from_text("R4,R9")?;
    let second: Cards = Cards::from_text("R5,R7")?;
    let rest = Cards::ALL - first - second;
    let mut deck: Vec<Card> = first.iter().chain(rest.iter().take(7)).collect();
    deck.extend(second.iter().chain(rest.iter().skip(7)));
    let owned = [vec![Colour::Red, Colour::Yellow], vec![Colour::Blue, Colour::Green]];
    let mut state = rules.deal_out(&owned, 0, &deck);
    let public = &mut state.public;
    (public.pending, public.reserve) = (0, [0; 4]);
    for (colour, size) in ACTIVE {
        public.active[colour.index()] = size;
        if colour != Colour::Red {
            public.contested |= 1 << colour as u8;
        }
    }
    for (colour, size, triangle, circle) in BULBS {
        public.bulbs[Specimen { colour, size }.index()][..2].copy_from_slice(&[triangle, circle]);
    }
    // The green plants with one and three places have not been in play.
    public.reserve[Colour::Green.index()] = 0b01010;
    public.reserve[Colour::Blue.index()] = 0b10000;
    (public.round, public.last_round, public.phase) = (15, true, Phase::Target);
    for action in [Action::Target(Colour::Red), Action::Bet(first), Action::Bet(second)] {
        rules.apply(&mut state, action);
    }
    (state.public.phase == Phase::Over).then_some(state)
}
