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
                "The puzzle of baju, by " strong { "Adam Obren" } ", is for one player. All sixteen buttons are drawn from a bag and laid "
                "on the board as they come. Swap them until your goal is met."
            }
            h2 { "The goal" }
            p { "Choose one of four. They grow harder." }
            ol { @for goal in Goal::ALL { li { (goal.words()) } } }
            p {
                "A pair is a white row and a black row, or a white column and a black one, with the same values in the same order: "
                "read rows from the left and columns from the top. A line read backwards does not match. A line is in sequence if each "
                "button is one higher, or each one lower, than the one before: 3 4 5 6, or 8 7 6 5."
            }
            div class="figures" {
                (figure(solved("W5W2W7W4/B8B1W6B6/B5B2B7B4/W1W3W8B3", Goal::Pair), "Goal 1: the first and the third row match."))
                (figure(solved("B3W3W1B2/B4W4W7B8/B5W5W8B7/B6W6W2B1", Goal::PairInSequence),
                    "Goal 2: two columns match, and they run 3 4 5 6."))
            }
            h2 { "A move" }
            p { "Any button may move, white or black, to another space. It swaps places with the button that lies there." }
            (moving())
            p { "Two buttons may swap straight back: the rule against reversals is for the duel only." }
            (board_words())
            h2 { "How long it takes" }
            p {
                "The program finds a shortest solution and proves that none is shorter. On Twin Loops the four goals take about 4, 7, 8 "
                "and 12 moves at best, and hardly ever more than 6, 8, 10 and 14. The proof rests on counting: where buttons have to change "
                "places in a ring, a swap can put at most one ring in order, so the rings give a number of swaps that no solution can "
                "do without; what counting leaves open is searched in full. On a board of your own a goal may be out of reach. The "
                "program then says up to how many moves there is no solution, and calls the goal impossible only if no button can move "
                "at all."
            }
        }
    }
}

fn solved(rows: &str, goal: Goal) -> Option<String> {
    let layout = read_layout(rows).ok()?;
    let lines = goal.pairs_met(&layout).into_iter().flat_map(|(white, black)| [white, black]).collect();
    Some(picture(layout, goal.words(), |picture| picture.lit = lines))
}
