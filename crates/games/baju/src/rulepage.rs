//! What the rule pages of both games share: how a button moves, what is known about the board, and
//! figures. `board_words` says on both pages that the boards are stand-ins.

use crate::boardfile::STAND_INS;
use crate::draw::{self, BoardPicture};
use crate::layout::Layout;
use crate::notation::read_layout;
use crate::pieces::{Button, Colour, Space};
use maud::{Markup, PreEscaped, html};

/// How far a button goes, and where; the same in both games.
pub(crate) fn moving() -> Markup {
    html! {
        h2 { "How a button moves" }
        ul {
            li {
                "It crosses exactly as many bridges as its number, no more and no fewer. Buttons along the \
                 way don’t matter."
            }
            li { "It crosses red bridges and those of its own colour, never those of the other colour." }
            li { "It visits no space twice in one move and never returns to its starting space." }
        }
        (figure(example_move(), "White 5 crosses five bridges, red and white ones, and swaps with black 2 at \
            the end of its path."))
        p {
            "You can also tell bridges apart by their stitching: red ones have rungs, white ones two \
             running seams, black ones a row of studs. White buttons have a smooth rim, black ones a milled \
             rim."
        }
    }
}

/// Says that the boards are not the designer's, and how to enter that one.
pub(crate) fn board_words() -> Markup {
    html! {
        h2 { "The board" }
        p {
            "Our copy of the rules has no picture of the board, so we don’t know where its bridges are. The \
             three boards here are " strong { "stand-ins" } ", made for this program; \
                none of them is Adam Obren’s. If you own the game, draw its board in the " a href="workshop" {
                    "workshop" } " or write it as a small text file, and play both games on it."
        }
        div class="figures" {
            @for stand_in in STAND_INS {
                @let board = stand_in.board();
                (figure(Some(draw::bare(&board)), board.name()))
            }
        }
        p {
            strong { "Twin Loops " } "is special: the red and white bridges make one loop through all \
                sixteen spaces, and so do the red and black ones. So every button can go two ways from \
                every space. Only an 8 reaches the same space either way."
        }
        p {
            strong { "Random boards " } "are easy to make: enter " code { "random:" } " and any text, such \
                as today’s date. The same text makes the same board for everyone. A reflection or half a \
                turn swaps its white and black bridges, so neither colour has an advantage, and every button \
                can move from every space."
        }
        p {
            "A board file begins with " code { "baju-board 1" } ". Lines that begin with " code { "red" } ", \
                " code { "white" } " or "
            code { "black" } " list bridges such as " code { "a1-b1" } "; " code { "name" } " gives the \
                board a name, and "
            code { "#" } " begins a comment."
        }
    }
}

/// A picture with its caption.
pub(crate) fn figure(svg: Option<String>, caption: &str) -> Markup {
    html! {
        @if let Some(svg) = svg {
            figure { (PreEscaped(svg)) figcaption { (caption) } }
        }
    }
}

/// A picture of the default board, finished by `finish`.
pub(crate) fn picture(layout: Layout, label: &str, finish: impl FnOnce(&mut BoardPicture<'_>)) -> String {
    let board = STAND_INS[0].board();
    let mut picture = BoardPicture::of(&board, layout);
    picture.label = label.to_owned();
    finish(&mut picture);
    picture.svg()
}

fn example_move() -> Option<String> {
    let layout = read_layout("--------/W5------/--B7----/--B2--W3").ok()?;
    let ends = (Space::read("a2")?, Space::read("b4")?);
    Some(picture(layout, "The path of a move over five bridges", |picture| {
        picture.trail = picture.board.way(Button::new(Colour::White, 5), ends.0, ends.1);
    }))
}
