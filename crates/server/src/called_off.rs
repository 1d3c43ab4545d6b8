//! Rated games that are called off before they count: a few a day, so that no one looks at hand after hand,
//! and plays the best of them.

use crate::error::AppError;
use crate::limits::CALLED_OFF_A_DAY;
use crate::live::table::TableState;
use crate::tables::Tables;
use bagatelle_table::{Command, Ending, Millis, Table, Visitor};
use std::time::Duration;

/// A day, in milliseconds. It begins at midnight UTC.
const DAY: Millis = 24 * 60 * 60 * 1000;

/// The people to whom it is put down if a rated game that goes on is called off now.
#[derive(Default)]
pub(crate) struct Responsible {
    /// If a command calls it off: the player who resigns, or the one whom the others have waited for.
    pub by_command: Option<String>,
    /// If the clock does.
    pub by_clock: Option<String>,
}

impl Responsible {
    /// Those for the end of a game by this command, or by its clock. No one is where an opponent has never
    /// come.
    pub fn for_the_end(table: &Table, visitor: Option<&Visitor>, command: &Command) -> Responsible {
        if !table.terms().rated || table.is_over() {
            return Responsible::default();
        }
        let absent = table.seats().find(|seat| table.is_expected(*seat));
        let waited_for = absent.or_else(|| table.to_act()).and_then(|seat| table.person(seat));
        let by_clock = waited_for.map(|person| person.id.clone());
        let by_command = match command {
            Command::Resign { .. } => visitor.filter(|_| absent.is_none()).map(|it| it.id().to_owned()),
            _ => by_clock.clone(),
        };
        Responsible { by_command, by_clock }
    }
}

impl Tables {
    /// Notes that a game was called off, if it was, and it is put down to somebody.
    pub(crate) async fn note_called_off(&self, state: &TableState, responsible: Option<String>) {
        let Some(person) = responsible.filter(|_| state.table().ending() == Some(Ending::Aborted)) else {
            return;
        };
        let (now, id) = (self.now(), state.table().id());
        // The game is over in any case.
        if let Err(error) = self.store().note_called_off(&person, id, now, now - now.rem_euclid(DAY)).await {
            tracing::error!(table = id, %error, "it cannot be noted who has called off a game");
        }
    }

    /// Whether a person may begin a rated game.
    ///
    /// # Errors
    /// When the person has called off too many today, or the store fails.
    pub(crate) async fn may_begin_rated(&self, person: &str) -> Result<(), AppError> {
        let begun = self.now().rem_euclid(DAY);
        if self.store().called_off(person, self.now() - begun).await? < CALLED_OFF_A_DAY {
            return Ok(());
        }
        Err(AppError::TooMany {
            why: "you have called off several rated games today: you can begin rated games again after \
                  midnight UTC",
            after: Duration::from_millis((DAY - begun).unsigned_abs()),
        })
    }
}
