//! What is printed for both games: a board, and sixteen buttons.

use crate::board::Board;
use crate::boardfile::STAND_INS;
use crate::draw::paper;
use crate::pieces::Button;
use bagatelle_core::printed::{Backs, Drawing, Ink, Outline, PieceSet, PrintedPiece, Side};
use maud::html;

/// The width and height of the board in millimetres.
const BOARD: f64 = 180.0;
/// The width of a button: a little less than that of a space.
const BUTTON: f64 = 20.0;

/// The sections of the rule pages that are about the page: the boards are printed.
pub(crate) const ABOUT_THE_PAGE: &[&str] = &["On this page", "Notation", "The board", "How long it takes"];

/// The board and the buttons.
pub(crate) fn sets(board: &Board, ink: Ink) -> Vec<PieceSet> {
    let low = ink == Ink::Low;
    let stand_in = STAND_INS.iter().any(|stand_in| stand_in.board() == *board);
    let back = html! {
        h2 { "baju board: " (board.name()) }
        @if stand_in {
            p { "This board is a stand-in. Our copy of the rules has no picture of Adam Obren’s own board." }
        }
    };
    let front = Drawing { area: paper::BOARD, art: paper::board(board, low) };
    let button = |button: Button| {
        let back = paper::blank(button.colour(), low);
        PrintedPiece::drawn(button.to_string(), 1, paper::BUTTON, paper::button(button, low), Some(back))
    };
    vec![
        PieceSet {
            name: "Board",
            making: if board.bridges().is_empty() {
                "This board has no bridges. Draw your own, glue it onto card, then cut."
            } else if stand_in {
                "A stand-in: we don’t know the bridges of Adam Obren’s own board. Glue it onto card, then \
                    cut."
            } else {
                "Glue it onto card, then cut."
            },
            size: (BOARD, BOARD),
            outline: Outline::Rectangle,
            folds: &[],
            backs: Backs::Ornament,
            pieces: vec![PrintedPiece {
                name: format!("board: {}", board.name()),
                count: 1,
                front: Side::Drawing(front),
                back: Some(Side::Words(back)),
            }],
        },
        PieceSet {
            name: "Buttons",
            making: "Glue them onto thick card, then cut.",
            size: (BUTTON, BUTTON),
            outline: Outline::Round,
            folds: &[],
            backs: Backs::Ornament,
            pieces: Button::all().map(button).collect(),
        },
    ]
}
