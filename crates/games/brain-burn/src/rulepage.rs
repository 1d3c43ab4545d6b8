//! The rules in our own words, with figures drawn by the game itself.

use crate::action::Action;
use crate::draw;
use crate::rules::BrainBurn;
use crate::state::{State, solved};
use bagatelle_core::{Game, NoOptions};
use maud::{Markup, PreEscaped, html};

/// The rule page as an HTML fragment.
#[must_use]
pub fn html() -> Markup {
    let before = played(&solved(2), &["D"]);
    let slid = played(&before, &["R"]);
    let swapped = played(&before, &["Rd"]);
    html! {
        p.lead {
            "Brain Burn is a sliding puzzle for one, played with a piecepack: 24 tiles in a square of five \
             by five, one "
            "hole, and a coin on every tile. It was made by " strong { "Mark A. Biggar" } " (2003), after an \
                idea of Ron "
            "and Marty Hale-Evans."
        }
        h2 id="rule-goal" { "The goal" }
        p {
            "Bring the tiles home: Suns in the first row, Moons in the second, Crowns in the third, Arms in \
             the fourth, each "
            "row ace (a spiral), 2, 3, 4, 5 from the left. The four nulls (empty circles) and the hole share \
             the last row, in any order. And when "
            "the tiles are home, each must carry a coin of its own value. Only the value of a coin counts, \
             so there are "
            "four that will do."
        }
        (figure(&solved(2), "The goal. In the last row the order is free, and so is the place of the hole."))
        h2 id="rule-move" { "A move" }
        p {
            "Slide one tile that is next to the hole into it; its coin rides along. Then, if you like, swap \
             the coin on the "
            "tile that has just moved with the coin on one tile next to it. One swap for each slide, and no \
             swap "
            "without a slide."
        }
        div.figures {
            (figure(&before, "Before the move."))
            (figure(&slid, "A tile has slid right, into the hole."))
            (figure(&swapped, "The same move, with a swap: the coin was exchanged with the one below."))
        }
        h2 id="rule-deal" { "The deal" }
        p {
            "You choose where the hole is to be before the tiles are turned up; tiles and coins then fall as \
             they will. "
            "Every deal can be solved: because the order of the nulls is free, the parity that makes half of \
             all fifteen "
            "puzzles impossible cannot hurt here."
        }
        h2 id="rule-page" { "On this page" }
        ul {
            li { "Click or tap a tile next to the hole, swipe, or press an arrow key: the tile slides that \
                way." }
            li { "Then click a neighbour of the tile that moved to swap coins, or press Shift and an arrow \
                key towards it." }
            li { "Undo and redo go as far as you like (" kbd { "Z" } " and " kbd { "Y" } "). A swap is \
                undone before its slide." }
            li { "The clock starts with your first move. A pause counts for five minutes at most." }
        }
        h2 id="rule-silent" { "Where the document is silent" }
        ul {
            li { "Which way up a tile or a coin lies means nothing." }
            li { "Coins are swapped between tiles that share an edge, never across the cell that has just \
                become the hole." }
            li { "Swapping two coins of the same value is allowed." }
            li { "The document keeps no score. Here it is the number of slides; swaps are free, but \
                counted." }
            li { "A deal that is solved before the first move is dealt again; a position typed in like that \
                counts as solved in 0." }
        }
        h2 id="rule-writing" { "Moves in writing" }
        p {
            code { "U" } ", " code { "D" } ", " code { "L" } ", " code { "R" } " say which way the tile \
                slides; a small letter after it says where "
            "the other coin lies, seen from the tile that moved. " code { "Rd" } ": the tile left of the \
                hole slides right and "
            "swaps coins with the tile below it."
        }
    }
}

fn figure(state: &State, caption: &str) -> Markup {
    html! { figure { (PreEscaped(draw::figure(state))) figcaption { (caption) } } }
}

fn played(from: &State, texts: &[&str]) -> State {
    let rules = BrainBurn::new(&NoOptions {});
    let mut state = *from;
    for action in texts.iter().filter_map(|text| text.parse::<Action>().ok()) {
        if let Ok(rules) = &rules {
            rules.apply(&mut state, action);
        }
    }
    state
}
