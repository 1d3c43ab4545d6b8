//! A table: its page, and why something on its board cannot be picked.

use crate::{Extent, Reply};
use bagatelle_core::present::Fixed;
use bagatelle_pages::table::TablePage;
use bagatelle_table::{Table, Viewpoint};

/// The page of a table, or the part that changes.
#[must_use]
pub fn show(page: &TablePage<'_>, extent: Extent) -> Reply {
    Reply::Html(match extent {
        Extent::Page => page.page(),
        Extent::Part(shown) => page.part(Fixed::Drawn, shown),
        Extent::Changes(shown) => page.part(Fixed::LeftOut, shown),
    })
}

/// Why picks, separated by spaces, make no legal action, in a sentence of the rules. Empty if they do make
/// one or mean nothing, and for a visitor without a seat.
#[must_use]
pub fn why(table: &Table, viewpoint: &Viewpoint, picks: &str) -> Reply {
    Reply::Sentence(table.why_not(viewpoint, picks))
}
