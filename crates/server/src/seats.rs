//! Who sits where.
//!
//! A game's row says who sat down first, as JSON, a value per seat: `null` is the owner, a text is a program,
//! `{"open": true}` waits for somebody, `{"person": ID, "name": NAME}` is somebody else who is known already (the seats of a
//! rematch). Whoever comes or goes later does so by events, see [`crate::line`].

use serde_json::{Value, json};

/// The name of whoever has deleted the account.
pub const SOMEBODY: &str = "Somebody";

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The id of a visitor or an account.
    pub id: String,
    /// The name at the time of sitting down; empty for the owner of a game without company.
    pub name: String,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// Nobody yet.
    Open,
    /// A person.
    Person(Person),
    /// A program, and the person whose seat it has taken over, who may come back.
    Program {
        /// Its name in the catalog.
        name: String,
        /// Who left.
        instead_of: Option<Person>,
    },
}

impl Sitter {
    /// A program that sits there from the start.
    #[must_use]
    pub fn program(name: impl Into<String>) -> Sitter {
        Sitter::Program { name: name.into(), instead_of: None }
    }

    /// The person who sits there.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match self {
            Sitter::Person(person) => Some(person),
            _ => None,
        }
    }

    /// The name of the program that sits there.
    #[must_use]
    pub fn program_name(&self) -> Option<&str> {
        match self {
            Sitter::Program { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The name to show, without knowing who reads or which seat it is; see [`Line::label`](crate::line::Line::label).
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Sitter::Open => "an open seat".into(),
            Sitter::Person(person) => person.name.clone(),
            Sitter::Program { name, .. } => format!("“{name}”"),
        }
    }
}

/// The seats as they stand in a row.
///
/// # Errors
/// When the text is none that [`write()`] makes.
pub fn read(text: &str, owner: &str) -> Result<Vec<Sitter>, String> {
    let values: Vec<Value> = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let sitter = |value: &Value| match value {
        Value::Null => Ok(Sitter::Person(Person { id: owner.to_owned(), name: String::new() })),
        Value::String(name) => Ok(Sitter::program(name.clone())),
        Value::Object(map) if map.contains_key("open") => Ok(Sitter::Open),
        Value::Object(map) => match (map.get("person").and_then(Value::as_str), map.get("name")) {
            (Some(id), Some(Value::String(name))) => {
                Ok(Sitter::Person(Person { id: id.to_owned(), name: name.clone() }))
            }
            _ => Err(format!("{value} is nobody")),
        },
        _ => Err(format!("{value} is nobody")),
    };
    values.iter().map(sitter).collect()
}

/// The seats as they stand in a row. A program that took over stays a program.
#[must_use]
pub fn write(sitters: &[Sitter], owner: &str) -> String {
    let value = |sitter: &Sitter| match sitter {
        Sitter::Open => json!({ "open": true }),
        Sitter::Person(person) if person.id == owner && person.name.is_empty() => Value::Null,
        Sitter::Person(person) => json!({ "person": person.id, "name": person.name }),
        Sitter::Program { name, .. } => json!(name),
    };
    Value::from_iter(sitters.iter().map(value)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_written_and_read_back() {
        let ann = Sitter::Person(Person { id: "a".into(), name: "Ann".into() });
        let me = Sitter::Person(Person { id: "me".into(), name: String::new() });
        let all = vec![me, Sitter::program("6"), Sitter::Open, ann];
        let text = write(&all, "me");
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value, json!([null, "6", { "open": true }, { "person": "a", "name": "Ann" }]));
        assert_eq!(read(&text, "me").unwrap(), all);
        for bad in ["{}", "[1]", "[{}]", "[{\"person\":\"a\"}]", "nonsense"] {
            assert!(read(bad, "me").is_err(), "{bad}");
        }
    }
}
