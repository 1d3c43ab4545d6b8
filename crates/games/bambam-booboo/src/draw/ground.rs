//! What a picture lies on that stands alone.

use maud::{Markup, html};

/// A piece of felt, with a seam along its edge.
pub(super) fn felt(left: i32, top: i32, width: i32, height: i32) -> Markup {
    let round = height / 24;
    let seam = round / 2;
    html! {
        rect x=(left) y=(top) width=(width) height=(height) rx=(round) fill="#47705f" {}
        rect x=(left + seam) y=(top + seam) width=(width - 2 * seam) height=(height - 2 * seam)
            rx=(round - seam) fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.6" {}
    }
}
