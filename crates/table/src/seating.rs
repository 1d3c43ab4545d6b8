//! Who sits where.
//!
//! A table's row has its first seating, as JSON, a value per seat: `null` is the owner, a text is a program,
//! `{"open": true}` is an open seat, `{"person": ID, "name": NAME}` is another known player (the seats of a
//! rematch). Later changes are events.

use crate::rejection::Corrupt;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A person at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The id of a visitor or an account.
    pub id: String,
    /// The name at the time of sitting down; empty for the owner of a game without other players.
    pub name: String,
}

impl Person {
    /// A person with a name.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Person {
        Person { id: id.into(), name: name.into() }
    }

    /// The name that the person has given; empty for one without, whom a record calls by the `side` of the
    /// seat. The face follows from it.
    #[must_use]
    pub fn own_name(&self, side: &str) -> &str {
        if self.name == side { "" } else { &self.name }
    }
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// The seat is open.
    Open,
    /// A person.
    Person(Person),
    /// A program.
    Program {
        /// Its name in the catalog.
        name: String,
        /// The person whose seat it has taken over, who may return.
        instead_of: Option<Person>,
    },
}

impl Occupant {
    /// A program that has the seat from the start.
    #[must_use]
    pub fn program(name: impl Into<String>) -> Occupant {
        Occupant::Program { name: name.into(), instead_of: None }
    }

    /// The person on the seat.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match self {
            Occupant::Person(person) => Some(person),
            _ => None,
        }
    }

    /// The person whose seat a program has taken over.
    #[must_use]
    pub fn replaced(&self) -> Option<&Person> {
        match self {
            Occupant::Program { instead_of, .. } => instead_of.as_ref(),
            _ => None,
        }
    }

    /// The name of the program on the seat.
    #[must_use]
    pub fn program_name(&self) -> Option<&str> {
        match self {
            Occupant::Program { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The name that is stored, without knowing the viewer or the seat; see
    /// [`Table::label`](crate::Table::label).
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Occupant::Open => "an open seat".into(),
            Occupant::Person(person) => person.name.clone(),
            Occupant::Program { name, .. } => format!("“{name}”"),
        }
    }

    /// The name of the program that such a label stands for; `None` for one of a person.
    pub(crate) fn program_of(label: &str) -> Option<&str> {
        label.strip_prefix('“')?.strip_suffix('”')
    }
}

/// How many different people have a seat.
pub(crate) fn count_people(seating: &[Occupant]) -> usize {
    let ids: BTreeSet<&str> = seating.iter().filter_map(Occupant::person).map(|p| p.id.as_str()).collect();
    ids.len()
}

/// Reads the seating of a row.
///
/// # Errors
/// When [`to_stored`] does not write such a text.
pub fn from_stored(text: &str, owner: &str) -> Result<Vec<Occupant>, Corrupt> {
    let values: Vec<Value> = serde_json::from_str(text).map_err(|e| Corrupt::new("the seating", e))?;
    let occupant = |value: &Value| match value {
        Value::Null => Ok(Occupant::Person(Person::new(owner, ""))),
        Value::String(name) => Ok(Occupant::program(name.clone())),
        Value::Object(map) if map.contains_key("open") => Ok(Occupant::Open),
        Value::Object(map) => match (map.get("person").and_then(Value::as_str), map.get("name")) {
            (Some(id), Some(Value::String(name))) => Ok(Occupant::Person(Person::new(id, name))),
            _ => Err(Corrupt::new("a seat", value)),
        },
        _ => Err(Corrupt::new("a seat", value)),
    };
    values.iter().map(occupant).collect()
}

/// The seating in the form of a row. A program that took over stays a program.
#[must_use]
pub fn to_stored(seating: &[Occupant], owner: &str) -> String {
    let value = |occupant: &Occupant| match occupant {
        Occupant::Open => json!({ "open": true }),
        Occupant::Person(person) if person.id == owner && person.name.is_empty() => Value::Null,
        Occupant::Person(person) => json!({ "name": person.name, "person": person.id }),
        Occupant::Program { name, .. } => json!(name),
    };
    Value::from_iter(seating.iter().map(value)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seating_is_stored_and_read_back() {
        let ann = Occupant::Person(Person::new("a", "Ann"));
        let me = Occupant::Person(Person::new("me", ""));
        let all = vec![me, Occupant::program("6"), Occupant::Open, ann];
        let text = to_stored(&all, "me");
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value, json!([null, "6", { "open": true }, { "person": "a", "name": "Ann" }]));
        assert_eq!(from_stored(&text, "me").unwrap(), all);
        for bad in ["{}", "[1]", "[{}]", "[{\"person\":\"a\"}]", "nonsense"] {
            assert!(from_stored(bad, "me").is_err(), "{bad}");
        }
    }
}
