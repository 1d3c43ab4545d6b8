//! How a position of the duel is laid by hand: the buttons, and whose turn it is.

use super::options::Setup;
use super::position::Position;
use super::rules::Duel;
use super::view::View;
use crate::draw;
use crate::lay::{buttons, layout, put};
use crate::pieces::Colour;
use bagatelle_core::laid::{Group, Laid, LaidOut, Piece, Place, Spot};
use maud::{Markup, html};

/// Whose turn it is; that of the first player if nothing is said.
const TURN: Place = Place { group: 1, spot: 0 };

impl LaidOut for Duel {
    const OPEN: &'static str = "Spaces may stay empty. Buttons that aren’t on the board are in the supply.";
    const FILLS: bool = false;

    fn groups(&self) -> Vec<Group> {
        let player = |colour: Colour| Piece {
            id: colour.letter().to_string(),
            name: colour.player().to_owned(),
            count: 1,
            art: html! { g transform="scale(1.4)" { (draw::blank(colour)) } },
            seat: Piece::CENTRED,
        };
        let spot = Spot { name: "who moves next".into(), column: 0, row: 0, optional: true, ghost: None };
        let turn = Group {
            name: "Turn".into(),
            sheet: "Turn",
            pieces: Colour::BOTH.map(player).into(),
            spots: vec![spot],
            under: None,
            ways: 1,
            ground: None,
        };
        vec![buttons(self.board(), true), turn]
    }

    fn shapes(&self) -> Markup {
        draw::button_shapes()
    }

    fn set_up(&self, _groups: &[Group], laid: &Laid) -> Result<Option<Setup>, String> {
        let side = laid.piece(TURN).and_then(|piece| Colour::BOTH.get(piece).copied());
        let side = side.unwrap_or(Colour::BOTH[0]);
        let position = Position { layout: layout(laid), side, swapped: None };
        Ok(Some(Setup { position: position.to_string() }))
    }

    fn lies(&self, groups: &[Group], view: &View) -> Option<Laid> {
        let mut laid = Laid::nothing(groups);
        let position = view.state.position();
        put(&position.layout, &mut laid);
        laid.put(TURN, Some(position.side as usize));
        Some(laid)
    }
}
