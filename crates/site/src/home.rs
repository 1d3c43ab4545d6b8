//! The first page: which of the visitor's tables it lists.

use bagatelle_pages::today::Offer;
use bagatelle_table::{Stage, Summary};

/// How many tables the first page and the pages of games list.
pub const LISTED: u32 = 12;

/// Whether a table is worth a place in a list: not if nothing has happened at it. `is_daily` if it has the
/// deal of a day.
#[must_use]
pub fn is_begun(is_daily: bool, summary: &Summary) -> bool {
    is_daily || summary.plies > 0 || summary.seats.len() > 1
}

/// Whether the first page lists a table: it goes on, and no tile of today's deals shows it.
#[must_use]
pub fn is_listed(id: &str, is_daily: bool, summary: &Summary, offers: &[Offer<'_>]) -> bool {
    let is_shown = |offer: &Offer<'_>| offer.played.and_then(|own| own.table) == Some(id);
    summary.stage != Stage::Over && is_begun(is_daily, summary) && !offers.iter().any(is_shown)
}
