//! What is printed for the duel.

use super::Duel;
use crate::print::{self, sets};
use crate::rulepage::moving;
use bagatelle_core::printed::{Ink, Printed, Prints};
use maud::{Markup, html};

impl Printed for Duel {
    const ABOUT_THE_PAGE: &'static [&'static str] = print::ABOUT_THE_PAGE;
    const ASKED: &'static [&'static str] = &["board"];

    fn prints(&self, ink: Ink) -> Prints {
        Prints { sets: sets(self.board(), ink), card: card() }
    }
}

fn card() -> Markup {
    html! {
        h2 { "Set-up" }
        p { "The board is empty. Each player has the eight buttons of one colour. Either player may begin." }
        h2 { "Your turn" }
        p { "Do one of these. You may not pass." }
        ul {
            li { strong { "Place " } "any of your buttons on an empty space next to one of your opponent’s, \
                in the same row or column. On an empty board any space will do." }
            li { strong { "Move " } "one of your buttons on the board. If it ends on a button of either \
                colour, the two swap places." }
        }
        (moving())
        h2 { "No swapping back" }
        p { "If two buttons swapped on your opponent’s last turn, you may not swap the same two back." }
        h2 { "The end" }
        ul {
            li { "As soon as only one player has a line of four, a full row or column, that player wins. It \
                doesn’t matter who made it." }
            li { "If both have a line, neither counts, and play continues." }
        }
    }
}
