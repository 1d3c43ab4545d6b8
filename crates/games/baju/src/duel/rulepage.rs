//! The rules of the duel in plain words, with drawn figures.

use super::notation::read_position;
use crate::notation::read_layout;
use crate::rulepage::{board_words, figure, moving, picture};
use maud::{Markup, html};

/// The rules of the duel.
pub(super) fn html() -> Markup {
    html! {
        section {
            p {
                "baju is a game by " strong { "Adam Obren" } " with eight numbered white buttons, eight \
                    numbered black ones, and a "
                "board of sixteen spaces joined by red, white and black bridges. In the duel two players \
                 place and move buttons "
                "until only one of them has a line of four."
            }
        }
        section id="turn" {
            h2 { "Your turn" }
            p { "The board starts empty, and either player may begin. On your turn, do one of two things. \
                You may not pass." }
            ul {
                li {
                    strong { "Place " } "any button from your supply on an empty space next to one of your \
                        opponent’s buttons, in the same row or column. On an empty board any space will do."
                }
                li {
                    strong { "Move " } "one of your buttons on the board to another space. If a button of \
                        either colour is already there, the two swap places."
                }
            }
        }
        section id="moving" { (moving()) }
        section id="reversals" {
            h2 { "No swapping back" }
            p {
                "If two buttons swapped on your opponent’s last turn, you may not swap the same two back. \
                 Both carry a small mark."
            }
            (figure(forbidden(), "White 1 and black 7 just swapped and may not swap straight back."))
        }
        section id="end" {
            h2 { "The end" }
            p {
                "As soon as only one player has a line of four buttons, a full row or column, that player \
                 wins. It doesn’t matter who made it, so you can lose on your own turn. If both players have \
                 a line, neither counts, and play continues until one of the lines is broken. Diagonals \
                 don’t count."
            }
            (figure(both_lines(), "Both have a row. It’s White’s turn: White must keep the white row and \
                wants to break the black one."))
        }
        section id="rulings" {
            h2 { "Where the rules are silent" }
            ul {
                li { "“Next to” means a neighbouring space in the same row or column, with or without a \
                    bridge between the two." }
                li { "You may break your own line while your opponent has one, but then you lose." }
                li { "You may swap two of your own buttons." }
                li { "If you can neither place nor move, the game is a draw." }
                li { "The game is also a draw when a position occurs for the third time: the same buttons \
                    on the same spaces, the same player to move, and the same two buttons of different \
                    colours just swapped. The original rules have no draw: “continue to take turns until \
                    only one player’s buttons form a line of four”. An option lets play continue like \
                    that." }
                li { "Players are named by their colours. White begins unless you choose otherwise." }
                li { "The starting space counts as visited, so a move never ends where it began." }
            }
        }
        section id="board" { (board_words()) }
        section id="notation" {
            h2 { "Notation" }
            p {
                code { "5@b3" } " places the 5 on b3; " code { "b3c4" } " moves the button on b3 to c4. \
                    Columns are a to d from the left, "
                "rows 1 to 4 from the top. A move may also be written with its whole path, " code {
                    "b3-b2-c2-c3" } "."
            }
        }
    }
}

fn forbidden() -> Option<String> {
    let position = read_position("------B4/B8W8W1W2/W5--B7B5/------W3 W W1B7").ok()?;
    Some(picture(position.layout, "Two buttons that may not swap back", |picture| {
        picture.forbidden = position.swapped;
    }))
}

fn both_lines() -> Option<String> {
    let layout = read_layout("B2----W6/W8W1W5W3/B4B7B1B3/--W2----").ok()?;
    Some(picture(layout, "Two lines of four", |picture| picture.lit = vec![0x00f0, 0x0f00]))
}
