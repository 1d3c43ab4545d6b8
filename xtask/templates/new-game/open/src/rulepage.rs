//! The rules in plain words, with a figure drawn by the game itself, and how to play well.

use crate::draw;
use crate::state::State;
use bagatelle_core::Seat;
use maud::{Markup, PreEscaped, html};

/// The rule page as an HTML fragment.
#[must_use]
pub fn html() -> Markup {
    let heap = State { stones: 12, to_move: Seat(0) };
    html! {
        p.lead { "Toy game is a game for two with a heap of stones." }
        h2 { "A move" }
        p { "In your turn take one, two or three stones from the heap." }
        figure {
            (PreEscaped(draw::picture(&heap, false)))
            figcaption { "A heap of twelve stones." }
        }
        h2 { "The end" }
        p { "The player who takes the last stone wins. You can also agree before the game that this player \
            loses." }
        h2 { "How to play well" }
        p { "Leave four stones, or eight, or twelve: whatever the other player takes, you take the rest of \
            four. Where the last stone loses, leave one stone more." }
        h2 { "On this page" }
        p { "Pick one of the last three stones: it is taken with all stones after it. Or press 1, 2 or 3." }
    }
}
