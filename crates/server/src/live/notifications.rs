//! What a change of a table tells its players: a pure function of the table before and after it.

use bagatelle_core::Seat;
use bagatelle_store::{Letter, News};
use bagatelle_table::{Millis, Table};
use std::collections::BTreeSet;

/// The people with seats at a table.
fn people(table: &Table) -> BTreeSet<&str> {
    table.seats().filter_map(|seat| table.person(seat)).map(|person| person.id.as_str()).collect()
}

/// What the players of a table are told when it changes from `before` (`None` for a new table) to `after`.
pub fn letters(before: Option<&Table>, after: &Table, at: Millis) -> Vec<Letter> {
    let (all, game) = (people(after), after.id());
    let mut letters = Vec::new();
    let mut tell = |person: &str, news: News| letters.push(Letter { person: person.to_owned(), at, news });
    let begun = |table: &Table| table.is_full() && !table.is_over();
    if let Some(before) = before {
        for seat in after.seats() {
            let Some(person) = after.person(seat) else { continue };
            if before.person(seat).is_some_and(|old| old.id == person.id) {
                continue;
            }
            for other in all.iter().filter(|other| **other != person.id) {
                tell(other, News::SeatTaken { game: game.to_owned(), seat: seat.0 });
            }
        }
    }
    if begun(after) && !before.is_some_and(Table::is_full) {
        all.iter().for_each(|person| tell(person, News::Start { game: game.to_owned() }));
    }
    let went_back = before.is_some_and(|before| after.play().ply() < before.play().ply());
    // A seat that could answer ahead of its turn was told then.
    let could_act = |seat: Seat| before.is_some_and(|before| before.may_act().any(|other| other == seat));
    for seat in after.may_act().filter(|seat| went_back || !could_act(*seat)) {
        if let Some(person) = after.person(seat) {
            tell(&person.id, News::Turn { game: game.to_owned(), version: after.version() });
        }
    }
    let asked = |table: &Table| table.question().map(|open| (open.question.to_string(), open.by));
    if let Some((question, by)) = asked(after)
        && before.and_then(asked).is_none()
    {
        let asker = after.person(by).map(|person| person.id.as_str());
        for other in all.iter().filter(|other| Some(**other) != asker) {
            tell(other, News::Question { game: game.to_owned(), question: question.clone(), seat: by.0 });
        }
    }
    if after.is_over() && before.is_some_and(|before| !before.is_over()) {
        all.iter().for_each(|person| tell(person, News::End { game: game.to_owned() }));
    }
    if let Some(next) = after.next()
        && before.is_some_and(|before| before.next().is_none())
    {
        all.iter().for_each(|person| {
            tell(person, News::Next { game: game.to_owned(), next: next.to_owned() });
        });
    }
    letters
}
