//! Games that do not begin at the beginning: they go on from some ply of another game, or from a record that somebody brought.
//! The actions before that are their first events, written together with the game itself.

use crate::line::{Event, Kind};
use crate::live::GameError;
use crate::store::{Store, StoreError};
use bagatelle_core::record::{Record, RecordError};
use serde_json::{Value, json};

/// The longest game that can be brought, in actions. Games that people play have a few hundred; all positions of a game that
/// somebody looks at are in memory.
pub const LONGEST: usize = 5000;

/// Where a game comes from that does not begin at the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The game that it goes on from; none for a record from elsewhere.
    pub game: Option<String>,
    /// How many actions were taken before it began.
    pub plies: usize,
}

impl Origin {
    /// As it stands in a record.
    #[must_use]
    pub fn json(&self) -> Value {
        match &self.game {
            Some(game) => json!({ "game": game, "ply": self.plies }),
            None => json!({ "ply": self.plies }),
        }
    }
}

/// What a game begins with that goes on from another one.
#[derive(Clone, PartialEq, Debug)]
pub struct Begun {
    /// Options, set-up and actions.
    pub record: Record,
    /// The game they were taken from; none for a record from elsewhere.
    pub game: Option<String>,
}

impl Begun {
    /// The record of a game that somebody brings, as JSON text.
    ///
    /// # Errors
    /// When it is no record, or one of a game that is longer than [`LONGEST`].
    pub fn read(text: &str) -> Result<Begun, GameError> {
        let record = Record::from_json(text)?;
        if record.actions.len() > LONGEST {
            let why = format!("it has {} actions, and {LONGEST} are the most", record.actions.len());
            return Err(RecordError::Format(why).into());
        }
        Ok(Begun { record, game: None })
    }

    /// The first events of the new game.
    #[must_use]
    pub fn events(&self, at: i64) -> Vec<Event> {
        self.record.actions.iter().map(|text| Event::new(at, Kind::Given, text)).collect()
    }
}

impl Store {
    /// Where a game comes from, if it goes on from another one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn origin(&self, game: &str) -> Result<Option<Origin>, StoreError> {
        let row: Option<(Option<String>, i64)> = sqlx::query_as(
            "SELECT begun, (SELECT count(*) FROM events e WHERE e.game = o.game AND e.kind = 'given')
             FROM origins o WHERE o.game = $1",
        )
        .bind(game)
        .fetch_optional(self.reader())
        .await?;
        Ok(row.map(|(game, plies)| Origin { game, plies: usize::try_from(plies).unwrap_or(0) }))
    }
}
