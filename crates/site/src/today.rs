//! The deals of a day: the offers, and the month that the calendar shows.

use bagatelle_catalog::AnyGame;
use bagatelle_pages::today::{Offer, Played, is_open};
use bagatelle_table::WorldDate;

/// The deal of a game as offered to a visitor who has played `played` so far.
#[must_use]
pub fn offer<'a>(game: &'a dyn AnyGame, date: WorldDate, played: &[Played<'a>]) -> Offer<'a> {
    let own = played.iter().copied().find(|own| own.date == date && own.game == game.id());
    Offer { game, date, position: false, level: game.manifest().name_of_day(date), par: None, played: own }
}

/// The month that the calendar shows: the one in the address, if it has deals, else that of the page's date.
#[must_use]
pub fn month(asked: &str, date: WorldDate, today: WorldDate) -> WorldDate {
    asked.parse().ok().filter(|&month| is_open(month, today)).unwrap_or(date)
}
