//! A table as JSON: what a browser keeps of a table that is played there, and what it exchanges with a
//! server.
//!
//! The player is written as [`ME`], so that the same text is right in the browser, which knows no ids, and at
//! the server.

use crate::clock::Millis;
use crate::event::{Event, StoredEvent};
use crate::fork::ForkedFrom;
use crate::rejection::Corrupt;
use crate::seating::Occupant;
use crate::spec::TableSpec;
use crate::terms::Terms;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The id of the player, in a saved table.
pub const ME: &str = "me";

/// A table as JSON: what was decided before its first event, and all its events. It holds the deal. It is no
/// round of a match, and no server is committed to its deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedTable {
    /// See [`TableSpec::id`].
    pub id: String,
    /// See [`TableSpec::game`].
    pub game: String,
    /// See [`TableSpec::options`].
    pub options: Value,
    /// See [`TableSpec::setup`].
    pub setup: Option<Value>,
    /// See [`TableSpec::seed`].
    pub seed: String,
    /// See [`TableSpec::dealt`].
    pub dealt: bool,
    /// See [`TableSpec::daily`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<String>,
    /// Who has which seat, in the form of a row.
    pub seats: Vec<Value>,
    /// See [`TableSpec::terms`].
    pub terms: Terms,
    /// See [`TableSpec::created`].
    pub created: Millis,
    /// See [`TableSpec::forked_from`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<ForkedFrom>,
    /// What has happened.
    pub events: Vec<StoredEvent>,
}

impl SavedTable {
    /// A table of a person, as JSON.
    #[must_use]
    pub fn new(spec: &TableSpec, events: &[Event], person: &str) -> SavedTable {
        let is_me = |id: &str| id == person;
        let owner = if is_me(&spec.owner) { ME } else { &spec.owner };
        let seating: Vec<Occupant> = spec.seating.iter().map(|seat| renamed(seat, person, ME)).collect();
        let seats = serde_json::from_str(&TableSpec::write_seating(&seating, owner));
        let stored = |event: &Event| {
            let stored = event.to_stored();
            if is_me(&stored.who) { StoredEvent { who: ME.to_owned(), ..stored } } else { stored }
        };
        SavedTable {
            id: spec.id.clone(),
            game: spec.game.clone(),
            options: spec.options.clone(),
            setup: spec.setup.clone(),
            seed: spec.seed.clone(),
            dealt: spec.dealt,
            daily: spec.daily.clone(),
            seats: seats.unwrap_or_default(),
            terms: spec.terms.clone(),
            created: spec.created,
            forked_from: spec.forked_from.clone(),
            events: events.iter().map(stored).collect(),
        }
    }

    /// Reads the table as one of a person. Whether the events fit the table is seen when they are applied.
    ///
    /// # Errors
    /// When a seat or an event is damaged.
    pub fn read(&self, person: &str) -> Result<(TableSpec, Vec<Event>), Corrupt> {
        let seating = TableSpec::read_seating(&Value::from(self.seats.clone()).to_string(), ME)?;
        let event = |stored: &StoredEvent| {
            let who = if stored.who == ME { person.to_owned() } else { stored.who.clone() };
            Event::from_stored(StoredEvent { who, ..stored.clone() })
        };
        let spec = TableSpec {
            id: self.id.clone(),
            game: self.game.clone(),
            options: self.options.clone(),
            setup: self.setup.clone(),
            seed: self.seed.clone(),
            dealt: self.dealt,
            daily: self.daily.clone(),
            owner: person.to_owned(),
            seating: seating.iter().map(|seat| renamed(seat, ME, person)).collect(),
            terms: self.terms.clone(),
            created: self.created,
            round: None,
            forked_from: self.forked_from.clone(),
            fairness: None,
        };
        Ok((spec, self.events.iter().map(event).collect::<Result<_, _>>()?))
    }
}

/// A seat in which one person is called by another id.
fn renamed(seat: &Occupant, from: &str, to: &str) -> Occupant {
    match seat {
        Occupant::Person(person) if person.id == from => {
            Occupant::Person(crate::seating::Person { id: to.to_owned(), ..person.clone() })
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::EventKind;
    use crate::new_game::{DealSource, NewGame, SeatRequest};
    use crate::visitor::Visitor;
    use bagatelle_core::program::Allowance;

    #[test]
    fn a_table_is_saved_and_read_back_for_another_id() {
        let new = NewGame {
            others: vec![SeatRequest::Program("simple".into())],
            name: "Ann".into(),
            ..NewGame::new("bulbous", DealSource::Fresh)
        };
        let ann = Visitor::anonymous("ann");
        let spec = new.plan(&ann, "table".into(), &["seed".into()], 5, &Allowance::default()).unwrap();
        let acted = Event { person: Some("ann".into()), ..Event::new(7, EventKind::TookBack) };
        let saved = SavedTable::new(&spec, std::slice::from_ref(&acted), "ann");
        let text = serde_json::to_string(&saved).unwrap();
        assert!(!text.contains("\"ann\""), "{text}");
        let read: SavedTable = serde_json::from_str(&text).unwrap();
        assert_eq!(read, saved);
        assert_eq!(read.read("ann").unwrap(), (spec.clone(), vec![acted]));
        let (other, events) = read.read("bob").unwrap();
        assert_eq!((other.owner.as_str(), events[0].person.as_deref()), ("bob", Some("bob")));
        assert_eq!(SavedTable::new(&other, &events, "bob"), saved);
    }
}
