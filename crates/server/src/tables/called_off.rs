//! Players who call off a rated game before it counts: this is allowed a few times a day, so that no one
//! can look at hand after hand and play only the best.

use bagatelle_table::{Command, Table, Visitor};

/// The people who are charged if an ongoing rated game is called off now.
#[derive(Default)]
pub(crate) struct Responsible {
    /// If a command calls it off: the player who resigns, or the one whom the others have waited for.
    pub by_command: Option<String>,
    /// If the clock does.
    pub by_clock: Option<String>,
}

impl Responsible {
    /// Those who are charged for the end of a game by this command, or by its clock. No one is charged if an
    /// opponent has never come.
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
