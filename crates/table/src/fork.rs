//! Games that do not begin at the beginning: they continue from a ply of another game, or from an uploaded
//! record. The actions before that are their first events, written together with the table.

use crate::clock::Millis;
use crate::event::{Event, EventKind};
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

    /// The first events of the new table.
    #[must_use]
    pub fn events(&self, at: Millis) -> Vec<Event> {
        let inherited = |action: &String| Event::new(at, EventKind::Inherited { action: action.clone() });
        self.record.actions.iter().map(inherited).collect()
    }
}
