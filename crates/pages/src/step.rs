//! A step back or forward in a line of moves.

use maud::{Markup, html};

/// A link to the board after a step, `turn` being the turning point whose line it is; a button that is off
/// where the line ends. The page's script follows it without leaving the page.
pub(crate) fn step(to: Option<String>, turn: usize, name: &str) -> Markup {
    html! {
        @match to {
            Some(to) => a.button href=(to) data-turn=(turn) { (name) },
            None => button type="button" disabled { (name) },
        }
    }
}
