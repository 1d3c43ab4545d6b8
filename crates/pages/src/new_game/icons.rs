//! The icons for the ways to begin.

use super::choice::Way;
use maud::{Markup, html};

/// The sign of a way, drawn in lines.
pub(super) fn icon(way: Way) -> Markup {
    let lines: &[&str] = match way {
        Way::Computer => &["M7 11h18v13H7zM16 11V6M12.5 16v3M19.5 16v3M4 15v5M28 15v5", "M13 6h6"],
        Way::Friend => &[
            "M11.5 14.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 25c0-4.5 3-7 7-7s7 2.5 7 7",
            "M21 14a3.5 3.5 0 1 0-1-6.8M22 18.2c3.3.5 5.5 3 5.5 6.8",
        ],
        Way::Screen => &["M5 7h22v15H5zM12 27h8M16 22v5"],
        Way::Daily => &["M6 8h20v18H6zM6 13.5h20M11 5v5M21 5v5", "M12.5 20l2.5 2.5 4.5-5"],
        Way::Fresh => &["M16 6v20M6 16h20M9.5 9.5l13 13M22.5 9.5l-13 13"],
        Way::Seed => &["M12 6l-3 20M23 6l-3 20M6 12.5h21M5 19.5h21"],
    };
    html! {
        svg.sign viewBox="0 0 32 32" aria-hidden="true" focusable="false" fill="none" stroke="currentColor"
            stroke-width="2"
            stroke-linecap="round" stroke-linejoin="round" {
            @for line in lines { path d=(line) {} }
        }
    }
}
