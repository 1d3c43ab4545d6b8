//! Games that do not begin at the beginning: they continue from a ply of another game, or from an uploaded
//! record. The actions before that are their first events, written together with the table.

use crate::clock::Millis;
use crate::event::{Event, EventKind};
use crate::seating::{Occupant, Person};
use crate::text::{LONGEST_NAME, plain_text};
use bagatelle_catalog::records::read_one;
use bagatelle_core::record::{Record, RecordError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The longest record that can be uploaded, in actions. Games that people play have a few hundred; all
/// positions of an open table are in memory.
pub const LONGEST_FORK: usize = 5000;

/// Where a table continues from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForkedFrom {
    /// The table that it continues; `None` for an uploaded record.
    pub table: Option<String>,
    /// How many actions were taken before it began.
    pub plies: usize,
}

impl ForkedFrom {
    /// In the form of a record.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match &self.table {
            Some(table) => json!({ "game": table, "ply": self.plies }),
            None => json!({ "ply": self.plies }),
        }
    }
}

/// Who had the seats of a game, as its record names them; empty where it names no players. The people all
/// have this id.
#[must_use]
pub fn seating_of(record: &Record, id: &str) -> Vec<Occupant> {
    let known = bagatelle_catalog::find(&record.game).map(|game| game.programs()).unwrap_or_default();
    let occupant = |player: &Value| {
        let label = player.as_str().unwrap_or_default();
        match Occupant::program_of(label) {
            Some(name) if known.iter().any(|program| program.name == name) => Occupant::program(name),
            _ => Occupant::Person(Person::new(
                id,
                plain_text(label).chars().take(LONGEST_NAME).collect::<String>(),
            )),
        }
    };
    let players = record.more.get("players").and_then(Value::as_array);
    players.map(|players| players.iter().map(occupant).collect()).unwrap_or_default()
}

/// The beginning of a table that continues another game.
#[derive(Clone, PartialEq, Debug)]
pub struct Fork {
    /// Options, set-up and actions.
    pub record: Record,
    /// The table they were taken from; `None` for an uploaded record.
    pub table: Option<String>,
}

impl Fork {
    /// Reads an uploaded record, in any of its forms.
    ///
    /// # Errors
    /// When it is not a record, or has more than [`LONGEST_FORK`] actions.
    pub fn read(text: &str) -> Result<Fork, RecordError> {
        let record = read_one(text)?;
        if record.actions.len() > LONGEST_FORK {
            let why = format!("it has {} actions; the limit is {LONGEST_FORK}", record.actions.len());
            return Err(RecordError::Format(why));
        }
        Ok(Fork { record, table: None })
    }

    /// Where the new table continues from.
    #[must_use]
    pub fn origin(&self) -> ForkedFrom {
        ForkedFrom { table: self.table.clone(), plies: self.record.actions.len() }
    }

    /// The programs that had the seats, by seat, as the record names them; nothing where it names no players.
    #[must_use]
    pub fn programs(&self) -> Vec<Option<String>> {
        let program = |occupant: &Occupant| occupant.program_name().map(str::to_owned);
        seating_of(&self.record, "").iter().map(program).collect()
    }

    /// The actions that were played for a person, as the record names them, by the number of actions before
    /// each.
    #[must_use]
    pub fn played_for(&self) -> Vec<usize> {
        let plies = self.record.more.get("played_for").and_then(Value::as_array);
        let plies = plies.into_iter().flatten().filter_map(|ply| usize::try_from(ply.as_u64()?).ok());
        plies.filter(|ply| *ply < self.record.actions.len()).collect()
    }

    /// The first events of the new table.
    #[must_use]
    pub fn events(&self, at: Millis) -> Vec<Event> {
        let inherited = |action: &String| Event::new(at, EventKind::Inherited { action: action.clone() });
        self.record.actions.iter().map(inherited).collect()
    }
}
