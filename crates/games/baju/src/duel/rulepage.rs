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
                "until one of them, and only one, has a line of four."
            }
        }
        section id="turn" {
            h2 { "Your turn" }
            p { "The board starts empty, and either player may begin. On your turn, do one of two things. \
                You may not pass." }
            ul {
                li {
                    strong { "Place " } "any button from your supply on an empty space that is next to one \
                        of your opponent's "
                    "buttons, in its row or column. On an empty board any space will do."
                }
                li {
                    strong { "Move " } "one of your buttons on the board to another space. If a button lies \
                        there, of either "
                    "colour, it goes to the space that yours has left: the two swap."
                }
            }
        }
        section id="moving" { (moving()) }
        section id="reversals" {
            h2 { "No reversals" }
            p {
                "If two buttons swapped on your opponent's last turn, you may not swap the same two. "
                "Both carry a small sign while you could."
            }
            (figure(forbidden(), "White 1 and black 7 have just swapped, and may not swap back at once."))
        }
        section id="end" {
            h2 { "The end" }
            p {
                "As soon as only one player has a line of four buttons, a row or a column, that player wins. \
                 It does not matter who "
                "made it: you can lose on your own turn. If both have a line, neither counts, and the game \
                 goes on until an action "
                "breaks one of them. Diagonals do not count."
            }
            (figure(both_lines(), "Both have a row. White to act must not break the white one, and would \
                like to break the black one."))
        }
        section id="rulings" {
            h2 { "Where the rules are silent" }
            ul {
                li { "Next to a button are the neighbouring spaces of its row and column, with or without a \
                    bridge between them." }
                li { "Breaking your own line while your opponent has one is legal, and loses." }
                li { "You may swap two of your own buttons." }
                li { "If you have no legal action, the game is a draw." }
                li { "It is a draw, too, when a position occurs for the third time: the same buttons on the \
                    same spaces, the same player to "
                    "act, and the same two buttons of different colours just swapped. An option lets play go \
                     on instead." }
                li { "Seats are called by their colours. White begins, unless you choose otherwise." }
                li { "The space on which a move begins counts as visited, so a move never ends where it \
                    began." }
            }
        }
        section id="board" { (board_words()) }
        section id="notation" {
            h2 { "Writing it down" }
            p {
                code { "5@b3" } " places the 5 on b3; " code { "b3c4" } " moves what is on b3 to c4. Columns \
                    are a to d from the left, "
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
