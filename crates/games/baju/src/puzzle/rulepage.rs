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
                "The puzzle of baju, by " strong { "Adam Obren" } ", is for one player. All sixteen buttons \
                    are drawn from a bag and laid "
                "on the board as they come. Swap them until your goal is met."
            }
        }
        section id="goal" {
            h2 { "The goal" }
            p {
                "A " strong { "line" } " is a full row or a full column of one colour. Rows are read from \
                    the left, columns from the top. "
                "Two lines " strong { "match" } " if one is white and one is black, both are rows or both \
                    are columns, and they have the same "
                "numbers in the same order. A line read backwards does not match."
            }
            p {
                "A line is " strong { "in sequence" } " if each button is one higher, or each one lower, \
                    than the one before: 3 4 5 6, or 8 7 6 5."
            }
            p { "Choose one of four goals. They grow harder." }
            div class="figures" {
                @for goal in Goal::ALL { (figure(solved(goal), &format!("{}.", goal.name()))) }
            }
        }
        section id="moving" {
            h2 { "A move" }
            p { "Any button may move, white or black, to another space. It swaps places with the button that \
                lies there." }
            (moving())
            p { "Two buttons may swap straight back: the rule against reversals is for the duel only." }
        }
        section id="rulings" {
            h2 { "Where the rules are silent" }
            ul {
                li { "A deal that meets the goal before the first move is dealt again." }
                li { "The document counts nothing. Here your score is the number of moves." }
            }
        }
        section id="board" { (board_words()) }
        section id="length" {
            h2 { "How long it takes" }
            p {
                "The program finds a shortest solution and proves that none is shorter. On Twin Loops the \
                 four goals take about 4, 7, 8 "
                "and 12 moves at best, and hardly ever more than 6, 8, 10 and 14. The proof rests on \
                 counting: where buttons have to change "
                "places in a ring, a swap can put at most one ring in order, so the rings give a number of \
                 swaps that no solution can "
                "do without; what counting leaves open is searched in full. On a board of your own a goal \
                 may be out of reach. The "
                "program then says up to how many moves there is no solution, and calls the goal impossible \
                 only if no button can move "
                "at all."
            }
        }
    }
}

fn solved(goal: Goal) -> Option<String> {
    let layout = read_layout(goal.example()).ok()?;
    let lines = goal.pairs_met(&layout).into_iter().flat_map(|(white, black)| [white, black]).collect();
    Some(picture(layout, goal.words(), |picture| picture.lit = lines))
}
