//! What is printed for the puzzle.

use super::{Goal, Puzzle};
use crate::print::{self, sets};
use crate::rulepage::moving;
use bagatelle_core::printed::{Ink, Printed, Prints};
use maud::{Markup, html};

impl Printed for Puzzle {
    const ABOUT_THE_PAGE: &'static [&'static str] = print::ABOUT_THE_PAGE;
    const ASKED: &'static [&'static str] = &["board"];

    fn prints(&self, ink: Ink) -> Prints {
        Prints { sets: sets(self.board(), ink), card: card() }
    }
}

fn card() -> Markup {
    html! {
        h2 { "Set-up" }
        p { "Draw the sixteen buttons from a bag and lay them on the board, row by row from the top left." }
        h2 { "The goals" }
        p { "Choose one before you begin:" }
        ol { @for goal in Goal::ALL { li { (goal.words()) "." } } }
        p { "A white and a black line match if they have the same numbers in the same order. A line is a \
            full row or column." }
        h2 { "A move" }
        p { "Move any button to another space. It swaps places with the button there." }
        (moving())
    }
}
