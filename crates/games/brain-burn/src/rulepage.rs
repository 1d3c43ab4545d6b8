//! The rules in our own words, with figures drawn by the game itself.

use crate::action::Action;
use crate::draw;
use crate::options::Options;
use crate::rules::BrainBurn;
use crate::state::{State, solved};
use bagatelle_core::Game;
use maud::{Markup, PreEscaped, html};

/// The rule page as an HTML fragment.
#[must_use]
pub fn html() -> Markup {
    let before = played(&solved(2), &["D"]);
    let slid = played(&before, &["R"]);
    let swapped = played(&before, &["Rd"]);
    html! {
        p.lead {
            "Brain Burn is a sliding puzzle for one, played with a piecepack: 24 tiles in a five-by-five \
             square, one hole, and a coin on every tile. It was designed by " strong {
                "Mark A. Biggar" } " (2003), from an idea by Ron and Marty Hale-Evans."
        }
        h2 id="rule-goal" { "The goal" }
        p {
            "Bring the tiles home: Suns in the first row, Moons in the second, Crowns in the third and Arms \
             in the fourth, each in the order ace (a spiral), 2, 3, 4, 5 from the left. The four nulls \
             (empty circles) and the hole share the last row, in any order. Each tile must also carry a \
             coin of its own value. Only the coin’s value counts, so any of four will do."
        }
        (goal())
        h2 id="rule-move" { "A move" }
        p {
            "Slide a neighbouring tile into the hole. Its coin moves with it. Then, if you like, swap its \
                coin with the coin on a tile next to it. You get one swap per move, and only after the \
                slide."
        }
        div.figures {
            (figure(&before, "Before the move."))
            (figure(&slid, "A tile slid right, into the hole."))
            (figure(&swapped, "The same move with a swap: the tile swapped coins with the one below."))
        }
        h2 id="rule-deal" { "The deal" }
        p {
            "Choose where the hole goes before the tiles are turned up; tiles and coins are then dealt at \
             random. Every deal can be solved. Because the nulls may be in any order, the parity that makes \
             half of all 15-puzzles impossible doesn’t matter here."
        }
        p {
            "There are shorter deals, too, of 10, 25 or 50 moves. Each is made by random moves backwards \
                from the goal, and is proven to need exactly that many."
        }
        h2 id="rule-page" { "On this page" }
        ul {
            li { "To slide a tile, click or tap one next to the hole, swipe, or press an arrow key." }
            li { "To swap coins, click a neighbour of the tile that moved, or press Shift and the arrow key \
                towards it." }
            li { "You can undo and redo as far as you like (" kbd { "Z" } " and " kbd { "Y" } "). A swap \
                is undone before its slide." }
            li { "The clock starts with your first move. However long you pause, the clock counts at most \
                five minutes." }
        }
        h2 id="rule-silent" { "Where the rules are silent" }
        ul {
            li { "The orientation of tiles and coins doesn’t matter." }
            li { "You swap coins between tiles that share an edge, never across the hole the tile just \
                left." }
            li { "You may swap two coins of the same value." }
            li {
                "“A coin of the same value as the tile”: any of the four will do. With the option "
                em { "the same suit and value" } " (unofficial) each tile needs its own coin, and coins show \
                    their suits. Every deal can still be solved, but the solver doesn’t know this reading, \
                    so there are no hints, no par and no shorter deals."
            }
            li {
                "The rules are for one player. To race friends on one deal, send them a link: "
                em { "Challenge a friend" } " gives everyone the same deal and compares the results."
            }
            li { "The rules keep no score. Here your score is the number of moves; swaps are shown, but \
                don’t count." }
            li { "If a deal is already solved, a new deal is drawn. If you type in a solved position, it \
                counts as solved in 0 moves." }
        }
        h2 id="rule-writing" { "Notation" }
        p {
            code { "U" } ", " code { "D" } ", " code { "L" } ", " code { "R" } " say which way the tile \
                slides. A small letter after it says where the other coin is, seen from the tile that \
                moved. " code { "Rd" } ": the tile left of the hole slides right and "
            "swaps coins with the tile below it."
        }
    }
}

/// The goal, as a figure.
pub(crate) fn goal() -> Markup {
    figure(&solved(2), "The goal. The nulls and the hole may be anywhere in the last row.")
}

fn figure(state: &State, caption: &str) -> Markup {
    html! { figure { (PreEscaped(draw::figure(state))) figcaption { (caption) } } }
}

fn played(from: &State, texts: &[&str]) -> State {
    let rules = BrainBurn::new(&Options::default());
    let mut state = *from;
    for action in texts.iter().filter_map(|text| text.parse::<Action>().ok()) {
        if let Ok(rules) = &rules {
            rules.apply(&mut state, action);
        }
    }
    state
}
