//! The duel as numbers, for programs that learn.

use super::action::Action;
use super::rules::Duel;
use super::state::State;
use super::view::View;
use crate::pieces::{Button, Colour, SPACES, Space, VALUES};
use bagatelle_core::Viewer;
use bagatelle_core::encoding::{Encoded, Floats, Part, flag};

/// The first number of a placement.
const PLACE: usize = SPACES * SPACES;

impl Encoded for Duel {
    const NUMBERING: &'static str = "\
Spaces are numbered in reading order, 0 to 15.

| number | action |
| --- | --- |
| 16 f + t | the button on space f moves to space t |
| 256 + 16 (v - 1) + t | the button of value v is placed on space t |";
    const PARTS: &'static [Part] = &[
        Part {
            name: "buttons",
            shape: &[SPACES, 2, VALUES as usize],
            about: "by space (in reading order), side (0 the viewer’s, white for a spectator) and value less \
                one: 1 where the button lies",
        },
        Part {
            name: "swapped",
            shape: &[2, VALUES as usize],
            about: "by side and value less one: 1 for the two buttons that swapped on the last turn",
        },
        Part {
            name: "to_act",
            shape: &[],
            about: "1 if the viewer (white for a spectator) is the side to act",
        },
        Part {
            name: "occurrences",
            shape: &[],
            about: "how often the position has occurred, this time included",
        },
    ];

    fn numbers(&self) -> u32 {
        (PLACE + usize::from(VALUES) * SPACES) as u32
    }

    fn number(&self, _state: &State, actions: &[Action], out: &mut Vec<u32>) {
        out.clear();
        out.extend(actions.iter().map(|action| match action {
            Action::Move { from, to } => (from.index() * SPACES + to.index()) as u32,
            Action::Place { value, at } => (PLACE + usize::from(value - 1) * SPACES + at.index()) as u32,
        }));
    }

    fn encode(&self, view: &View, viewer: Viewer, out: &mut Floats<'_>) {
        let own = match viewer.seat() {
            Some(seat) if seat.0 == 1 => Colour::Black,
            _ => Colour::White,
        };
        let place = |button: Button| {
            usize::from(button.colour() != own) * usize::from(VALUES) + usize::from(button.value() - 1)
        };
        let position = view.state.position();
        let buttons = out.part("buttons");
        for space in Space::all() {
            if let Some(button) = position.layout.button(space) {
                buttons[space.index() * 2 * usize::from(VALUES) + place(button)] = 1.0;
            }
        }
        let swapped = out.part("swapped");
        for button in position.swapped.into_iter().flat_map(|(a, b)| [a, b]) {
            swapped[place(button)] = 1.0;
        }
        out.part("to_act")[0] = flag(position.side == own && view.state.end().is_none());
        out.part("occurrences")[0] = view.state.occurrences() as f32;
    }
}
