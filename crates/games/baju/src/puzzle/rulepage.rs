//! The rules of the puzzle in plain words, with drawn figures.

use super::goal::Goal;
use crate::notation::read_layout;
use crate::rulepage::{board_words, figure, moving, picture};
use maud::{Markup, html};

/// The rules of the puzzle.
pub(super) fn html() -> Markup {
    html! {
        section {
            p {
                "The baju puzzle, by " strong { "Adam Obren" } ", is for one player. Draw all sixteen \
                    buttons from a bag and lay them on the board in the order drawn. Swap them until you \
                    reach your goal."
            }
        }
        section id="goal" {
            h2 { "The goal" }
            p {
                "A " strong { "line" } " is a full row or a full column of one colour. Rows are read from \
                    the left, columns from the top. "
                "Two lines " strong { "match" } " if one is white and one is black, both are rows or both \
                    are columns, and they have the same "
                "numbers in the same order. A line read backwards doesn’t match."
            }
            p {
                "A line is " strong { "in sequence" } " if each button is one higher, or each one lower, \
                    than the one before: 3 4 5 6, or 8 7 6 5."
            }
            p { "Choose one of four goals, from easy to hard." }
            div class="figures" {
                @for goal in Goal::ALL { (figure(solved(goal), &format!("{}.", goal.name()))) }
            }
        }
        section id="moving" {
            h2 { "A move" }
            p { "You may move any button, white or black, to another space. It swaps places with the button \
                there." }
            (moving())
            p { "Two buttons may swap straight back: only the duel forbids that." }
        }
        section id="rulings" {
            h2 { "Where the rules are silent" }
            ul {
                li { "If a deal meets the goal before the first move, a new deal is drawn." }
                li { "The rules keep no score. Here your score is the number of moves." }
            }
        }
        section id="board" { (board_words()) }
        section id="length" {
            h2 { "How long it takes" }
            p {
                "The program finds a shortest solution and proves that none is shorter. On Twin Loops a \
                 shortest solution takes about 4, 7, 8 and 12 moves for the four goals, and rarely more than \
                 6, 8, 10 and 14. The proof begins by counting: where buttons have to trade places in a \
                 ring, one swap can settle at most one ring, so you need at least as many swaps as there are \
                 rings. A full search covers the rest. On your own board a goal may be out of reach. The \
                 program then says how many moves aren’t enough, and calls the goal impossible only if no \
                 button can move at all."
            }
        }
    }
}

fn solved(goal: Goal) -> Option<String> {
    let layout = read_layout(goal.example()).ok()?;
    let lines = goal.pairs_met(&layout).into_iter().flat_map(|(white, black)| [white, black]).collect();
    Some(picture(layout, goal.words(), |picture| picture.lit = lines))
}
