//! What clients were told, against what is there.

use crate::database::Database;
use anyhow::{Result, ensure};
use bagatelle_store::ChatMessage;
use bagatelle_table::{Event, EventKind};
use std::collections::{BTreeMap, BTreeSet};

/// Something that a client has asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A move for a version of a game, as it is stored.
    Move { version: u64, kind: String, text: String },
    /// A seat was taken.
    Seat(u8),
    /// Something was said; no two texts are the same.
    Said(String),
    /// The game was made.
    Made,
}

/// A deed, by whom, and whether the answer said that it is done. The game is not known if making it was not
/// answered.
#[derive(Clone, Debug)]
pub struct Entry {
    pub person: String,
    pub game: String,
    pub deed: Deed,
    pub confirmed: bool,
}

/// What was asked for in one game.
#[derive(Default)]
struct Book {
    entries: Vec<Entry>,
    /// How many of the entries have been compared with the log.
    checked: usize,
}

impl Book {
    /// Whether a person has asked for this.
    fn has(&self, person: &str, deed: &Deed) -> bool {
        self.entries.iter().any(|entry| entry.deed == *deed && entry.person == person)
    }
}

/// All that was asked for.
#[derive(Default)]
pub struct Ledger {
    books: BTreeMap<String, Book>,
    /// How many games each person has asked for without an answer.
    makings: BTreeMap<String, usize>,
}

/// How much was asked for, and what became of it.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Count {
    /// Moves that were confirmed.
    pub moves: u64,
    /// Other things that were: games, seats, messages.
    pub others: u64,
    /// Moves that were asked for and not answered.
    pub in_flight: u64,
    /// How many of these are there.
    pub arrived: u64,
    /// Confirmed things that are not there.
    pub lost: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.moves += other.moves;
        self.others += other.others;
        self.in_flight += other.in_flight;
        self.arrived += other.arrived;
        self.lost += other.lost;
    }
}

impl Ledger {
    /// Adds what a client has done.
    pub fn add(&mut self, entry: Entry) {
        if entry.deed == Deed::Made && !entry.confirmed {
            *self.makings.entry(entry.person).or_default() += 1;
            return;
        }
        self.books.entry(entry.game.clone()).or_default().entries.push(entry);
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.books.len()
    }

    /// Compares what was asked for since the last time with the database; `all` also what was compared
    /// before. Returns the new entries, counted.
    ///
    /// # Errors
    /// When something confirmed is not there, something is there twice or was never asked for, or anything is
    /// torn.
    pub async fn check(&mut self, database: &Database, all: bool) -> Result<Count> {
        database.check_whole().await?;
        let mut count = Count::default();
        for (game, book) in &mut self.books {
            if !all && book.checked == book.entries.len() {
                continue;
            }
            let (events, chat) = database.check_table(game).await?;
            count += compare(game, book, &events, &chat)?;
            book.checked = book.entries.len();
        }
        let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
        for (id, owner) in database.tables().await? {
            if !self.books.contains_key(&id) {
                *unknown.entry(owner).or_default() += 1;
            }
        }
        for (owner, number) in unknown {
            let asked = self.makings.get(&owner).copied().unwrap_or(0);
            ensure!(number <= asked, "{owner} has {number} games besides, and has asked for {asked}");
        }
        Ok(count)
    }
}

/// Compares a game's log and chat with what was asked for.
fn compare(game: &str, book: &Book, events: &[Event], chat: &[ChatMessage]) -> Result<Count> {
    let mut problems = Vec::new();
    let mut there: Vec<(String, Deed)> = Vec::new();
    let moves = events.iter().filter(|event| event.kind.is_move());
    for (event, version) in moves.zip(0u64..) {
        // What chance, the clock and programs do has no person.
        if let Some(person) = &event.person {
            let stored = event.to_stored();
            there.push((person.clone(), Deed::Move { version, kind: stored.kind, text: stored.text }));
        }
    }
    for event in events {
        if let (EventKind::Sat { seat, .. }, Some(person)) = (&event.kind, &event.person) {
            there.push((person.clone(), Deed::Seat(seat.0)));
        }
    }
    there.extend(chat.iter().map(|said| (said.person.clone(), Deed::Said(said.text.clone()))));
    let mut seen = BTreeSet::new();
    for (person, deed) in &there {
        let twice = !seen.insert(format!("{person} {deed:?}"));
        if twice || !book.has(person, deed) {
            problems
                .push(format!("{deed:?} of {person} is there {}", if twice { "twice" } else { "unasked" }));
        }
    }
    let mut count = Count::default();
    let is_there = |entry: &Entry| {
        entry.deed == Deed::Made
            || there.iter().any(|(person, deed)| *person == entry.person && *deed == entry.deed)
    };
    for (number, entry) in book.entries.iter().enumerate() {
        let (new, is_move) = (number >= book.checked, matches!(entry.deed, Deed::Move { .. }));
        match (entry.confirmed, is_there(entry)) {
            (true, false) => {
                count.lost += 1;
                problems.push(format!("{entry:?} is lost"));
            }
            (true, true) if new && is_move => count.moves += 1,
            (true, true) if new => count.others += 1,
            (false, arrived) if new && is_move => {
                count.in_flight += 1;
                count.arrived += u64::from(arrived);
            }
            _ => (),
        }
    }
    ensure!(problems.is_empty(), "game {game}: {problems:#?}\nThe log: {events:#?}");
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(version: u64, text: &str, confirmed: bool) -> Entry {
        let deed = Deed::Move { version, kind: "act".into(), text: text.into() };
        Entry { person: "ann".into(), game: "game".into(), deed, confirmed }
    }

    fn acted(text: &str) -> Event {
        Event {
            at: 0,
            person: Some("ann".into()),
            kind: EventKind::Acted { action: text.into() },
            randomness: None,
        }
    }

    #[test]
    fn what_is_lost_doubled_or_unasked_is_found() {
        let book = |entries: &[Entry]| Book { entries: entries.to_vec(), checked: 0 };
        let asked = book(&[entry(0, "R", true), entry(1, "U", false)]);
        let count = |log: &[&str]| {
            let events: Vec<Event> = log.iter().map(|text| acted(text)).collect();
            compare("game", &asked, &events, &[]).map_err(|error| error.to_string())
        };
        let with = |arrived| Ok(Count { moves: 1, in_flight: 1, arrived, ..Count::default() });
        assert_eq!(count(&["R"]), with(0));
        assert_eq!(count(&["R", "U"]), with(1));
        for (log, why) in [
            (&[][..], "is lost"),
            (&["U"][..], "is lost"),
            (&["R", "R"][..], "is there unasked"),
            (&["R", "U", "U"][..], "is there unasked"),
        ] {
            assert!(count(log).unwrap_err().contains(why), "{log:?}");
        }
        let sat = Event {
            at: 0,
            person: Some("ann".into()),
            kind: EventKind::Sat { seat: bagatelle_core::Seat(1), name: "Ann".into() },
            randomness: None,
        };
        let sits = book(&[Entry { deed: Deed::Seat(1), ..entry(0, "", true) }]);
        assert!(compare("game", &sits, std::slice::from_ref(&sat), &[]).is_ok());
        let twice = compare("game", &sits, &[sat.clone(), sat], &[]).unwrap_err().to_string();
        assert!(twice.contains("twice"), "{twice}");
    }
}
