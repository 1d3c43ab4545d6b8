//! The first page: which of the visitor's tables it lists.

use bagatelle_pages::today::Offer;
use bagatelle_table::{SeatSummary, Stage, Summary};

/// How many tables the first page and the pages of games list.
pub const LISTED: usize = 12;
/// Among how many of the newest tables they look for those.
pub const LOOKED_AT: u32 = 40;

/// Whether a table is worth a place in a list: a move was made at it, or `person` is not alone with programs.
#[must_use]
pub fn is_begun(person: &str, summary: &Summary) -> bool {
    let is_other = |seat: &SeatSummary| seat.person.as_deref().is_some_and(|other| other != person);
    summary.plies > 0 || summary.seats.iter().any(|seat| seat.is_open() || is_other(seat))
}

/// Whether the first page lists a table of `person`: the game is still going on with them, and it is
/// none of today's deals shown there.
#[must_use]
pub fn is_listed(id: &str, summary: &Summary, person: &str, offers: &[Offer<'_>]) -> bool {
    let is_shown = |offer: &Offer<'_>| offer.played.and_then(|own| own.table) == Some(id);
    let sits = summary.seats.iter().any(|seat| seat.person.as_deref() == Some(person));
    summary.stage != Stage::Over && sits && is_begun(person, summary) && !offers.iter().any(is_shown)
}
