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

/// Whether the first page lists a table of `person`: the game is still going on with them, and it is
/// none of today's deals shown there.
#[must_use]
pub fn is_listed(id: &str, is_daily: bool, summary: &Summary, person: &str, offers: &[Offer<'_>]) -> bool {
    let is_shown = |offer: &Offer<'_>| offer.played.and_then(|own| own.table) == Some(id);
    let sits = summary.seats.iter().any(|seat| seat.person.as_deref() == Some(person));
    summary.stage != Stage::Over && sits && is_begun(is_daily, summary) && !offers.iter().any(is_shown)
}
