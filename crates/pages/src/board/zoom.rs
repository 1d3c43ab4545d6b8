//! The buttons for a drawing that can be zoomed, and for a piece that a finger has put somewhere. The style
//! sheet and the script show them when there is such a drawing.

use maud::{Markup, html};
use std::sync::LazyLock;

/// What a button shows: path data, in a box of 20 by 20.
fn icon(path: &str) -> Markup {
    html! {
        svg.icon viewBox="0 0 20 20" aria-hidden="true" {
            path d=(path) fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"
                stroke-linejoin="round" {}
        }
    }
}

/// The buttons on the board.
pub(crate) static BUTTONS: LazyLock<Markup> = LazyLock::new(|| {
    html! {
        div.zoom role="group" aria-label="Zoom" {
            button type="button" data-zoom-by="out" data-key="-" aria-label="Zoom out" title="Zoom out (-)" {
                (icon("M4 10H16")) }
            button type="button" data-zoom-by="whole" data-key="0" aria-label="Zoom to fit"
                title="Zoom to fit (0)" {
                (icon("M3 7.500V3H7.500M12.500 3H17V7.500M17 12.500V17H12.500M7.500 17H3V12.500"))
            }
            button type="button" data-zoom-by="in" data-key="+" aria-label="Zoom in" title="Zoom in (+)" {
                (icon("M4 10H16M10 4V16"))
            }
        }
    }
});

/// The buttons that move a piece, and put it down.
pub(crate) static NUDGES: LazyLock<Markup> = LazyLock::new(|| {
    html! {
        div.nudges role="group" aria-label="Move it" {
            @for (key, label, path) in [
                ("ArrowLeft", "Left", "M12 5L7 10L12 15"),
                ("ArrowUp", "Up", "M5 12L10 7L15 12"),
                ("ArrowDown", "Down", "M5 8L10 13L15 8"),
                ("ArrowRight", "Right", "M8 5L13 10L8 15"),
            ] {
                button type="button" data-nudge=(key) aria-label=(label) disabled { (icon(path)) }
            }
            button.primary #put type="button" disabled { "Place" }
        }
    }
});
