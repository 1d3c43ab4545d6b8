//! The rule pages, in plain words, with drawn figures. What the two games share is said once here; `board_words` tells
//! everywhere that the boards are stand-ins.

use crate::boardfile::STAND_INS;
use crate::draw::{self, Picture, Trail};
use crate::notation::{read_layout, read_position};
use crate::rules::Layout;
use crate::rules::goal::Goal;
use crate::things::{Colour, Space};
use maud::{Markup, PreEscaped, html};

/// The rules of the duel.
#[must_use]
pub fn duel() -> String {
    html! {
        section {
            p {
                "baju is a game by " strong { "Adam Obren" } " with eight numbered white buttons, eight numbered black ones, and a "
                "board of sixteen spaces joined by red, white and black bridges. In the duel two players place and move buttons "
                "until one of them, and only one, has a line of four."
            }
            h2 { "Your turn" }
            p { "The board begins empty and either player may begin. On your turn do one of two things. You may not pass." }
            ul {
                li {
                    strong { "Place " } "any button from your supply on an empty space that is next to one of your opponent's "
                    "buttons, in its row or column; a bridge between them is not needed. On an empty board any space will do."
                }
                li {
                    strong { "Move " } "one of your buttons on the board to another space. If a button lies there, of either "
                    "colour, it goes to the space that yours has left: the two swap."
                }
            }
            (moving())
            p {
                strong { "No reversals. " } "If two buttons swapped on your opponent's last turn, you may not swap the same two. "
                "They bear a small sign while that is so."
            }
            (figure(forbidden(), "White 1 and black 7 have just swapped, and may not swap back at once."))
            h2 { "The end" }
            p {
                "As soon as only one player has a line of four buttons, a row or a column, that player wins. It does not matter who "
                "made it: you can lose on your own turn. If both have a line, neither counts and the game goes on, until an action "
                "breaks one of them. Diagonals do not count."
            }
            (figure(both_lines(), "Both have a row. White to act must not break the white one, and would like to break the black one."))
            h2 { "Where the rules are silent" }
            ul {
                li { "Breaking your own line while your opponent has one is legal, and loses." }
                li { "You may swap two of your own buttons." }
                li { "If you have no legal action, the game is a draw. So it is when a position, with the same player to act and the "
                    "same swap forbidden, occurs for the third time." }
                li { "The space on which a move begins counts as visited, so a move never ends where it began." }
            }
            (board_words())
            h2 { "Writing it down" }
            p {
                code { "5@b3" } " places the 5 on b3; " code { "b3c4" } " moves what is on b3 to c4. Columns are a to d from the left, "
                "rows 1 to 4 from the top. A move may be written with its whole way, " code { "b3-b2-c2-c3" } "."
            }
        }
    }
    .into_string()
}

/// The rules of the puzzle.
#[must_use]
pub fn puzzle() -> String {
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
            p { "A move can always be taken back: the rule against reversals is for the duel only." }
            (board_words())
            h2 { "How long it takes" }
            p {
                "The program finds a shortest solution and proves that none is shorter. On Twin Loops the four goals take about 4, 7, 8 "
                "and 12 moves at best, and hardly ever more than 6, 8, 10 and 14. The proof rests on counting: if buttons have to change "
                "places in a ring, each swap can bring at most one ring more into order, so so many rings need at least so many swaps; "
                "what counting leaves open is searched through in full. On a board of your own a goal may be out of reach. The program "
                "then says within how many moves there is no solution, and calls it impossible only if no button can move at all."
            }
        }
    }
    .into_string()
}

/// How far and where a button goes; the same in both games.
fn moving() -> Markup {
    html! {
        h2 { "How a button moves" }
        ul {
            li {
                "It crosses exactly as many bridges as its number says, no more and no fewer. Buttons on the way do not matter."
            }
            li { "It crosses red bridges and those of its own colour, never those of the other." }
            li { "It visits no space twice in one move, the one it starts from included." }
        }
        (figure(example_move(), "White 5 crosses five bridges, red and white ones, and swaps with black 2 at the end of its way."))
        p {
            "Bridges are told apart by their stitching as well: red ones have rungs, white ones two running seams, black ones a row of "
            "studs. White buttons have a smooth rim, black ones a milled rim."
        }
    }
}

/// That the boards are not the designer's, and how to enter that one.
fn board_words() -> Markup {
    html! {
        h2 { "The board" }
        p {
            "The rules that we have come without their picture, so we do not know which bridges the designer's board has. The "
            "three boards here are " strong { "stand-ins" } ", made for this program, and none of them is Adam Obren's. If you own "
            "the game, enter its board: draw it in the " a href="workshop" { "workshop" } " or write it as a small text file, "
            "and play both games on it."
        }
        div class="figures" {
            @for stand_in in STAND_INS {
                @let board = stand_in.board();
                (figure(Some(draw::bare(&board)), board.name()))
            }
        }
        p {
            strong { "Twin Loops " } "is special: the red and white bridges make one loop through all sixteen spaces, and so do the red and "
            "black ones. So every button has two ways to go from every space, and the 8, whose two ways meet, one end."
        }
        p {
            "A board file begins with " code { "baju-board 1" } ". Lines that begin with " code { "red" } ", " code { "white" } " or "
            code { "black" } " list bridges such as " code { "a1-b1" } "; " code { "name" } " gives the board a name, and "
            code { "#" } " begins a comment."
        }
    }
}

fn figure(svg: Option<String>, caption: &str) -> Markup {
    html! {
        @if let Some(svg) = svg {
            figure { (PreEscaped(svg)) figcaption { (caption) } }
        }
    }
}

/// A picture of the default board, finished by `finish`.
fn picture(layout: Layout, label: &str, finish: impl FnOnce(&mut Picture<'_>)) -> String {
    let board = STAND_INS[0].board();
    let mut picture = Picture::of(&board, layout);
    picture.label = label.to_owned();
    finish(&mut picture);
    picture.svg()
}

fn example_move() -> Option<String> {
    let layout = read_layout("--------/W5------/--B7----/--B2--W3").ok()?;
    let ends = (Space::read("a2")?, Space::read("b4")?);
    Some(picture(layout, "The way of a move over five bridges", |picture| {
        let way = picture.board.way(Colour::White, 5, ends.0, ends.1);
        picture.trail = way.map(|way| Trail { way });
    }))
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

fn solved(rows: &str, goal: Goal) -> Option<String> {
    let layout = read_layout(rows).ok()?;
    let lines = goal.pairs_met(&layout).into_iter().flat_map(|(white, black)| [white, black]).collect();
    Some(picture(layout, goal.words(), |picture| picture.lit = lines))
}
