//! How the buttons of both games are laid on the board by hand.

use crate::board::Board;
use crate::draw;
use crate::layout::Layout;
use crate::pieces::{Button, SPACES, Space};
use bagatelle_core::laid::{Group, Laid, PITCH, Piece, Place, Spot};
use bagatelle_core::present::written;
use maud::html;

/// The group of the buttons.
pub(crate) const BOARD: usize = 0;

/// How large a button is on its space: so that the bridges are seen.
const SEAT: f32 = 0.8;

/// The buttons of a board, whose spaces may stay empty or not.
pub(crate) fn buttons(board: &Board, optional: bool) -> Group {
    let button = |button: Button| Piece {
        id: button.to_string(),
        name: written(button.in_words()),
        count: 1,
        art: html! { g transform="scale(1.4)" { (draw::button(button)) } },
        seat: (0.0, 0.0, SEAT),
    };
    let spot = |space: Space| Spot {
        name: written(space.in_words()),
        column: space.column().into(),
        row: space.row().into(),
        optional,
        ghost: None,
    };
    Group {
        name: "Buttons".into(),
        sheet: "Buttons",
        pieces: Button::all().map(button).collect(),
        spots: Space::all().map(spot).collect(),
        under: None,
        ways: 1,
        ground: Some(draw::bridges(board, PITCH)),
    }
}

/// What lies on the board.
pub(crate) fn layout(laid: &Laid) -> Layout {
    let mut layout = Layout::default();
    for spot in 0..SPACES {
        if let Some(button) = laid.piece(Place { group: BOARD, spot }) {
            layout.place(Button::at(button as u8), Space::at(spot as u8));
        }
    }
    layout
}

/// Puts the buttons where they lie on a board.
pub(crate) fn put(layout: &Layout, laid: &mut Laid) {
    for space in Space::all() {
        let at = Place { group: BOARD, spot: space.index() };
        laid.put(at, layout.button(space).map(Button::index));
    }
}
