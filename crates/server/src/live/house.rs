//! House bots at tables: which of them has the move, and that they are always present.

use super::registry::Registry;
use super::table::{LiveTable, TableState};
use bagatelle_core::Seat;
use bagatelle_table::{Actor, Command, Occupant, Table, Visitor};

/// Who moves at a table without a request.
pub struct Mover {
    /// The name of the program that thinks.
    pub program: String,
    /// The account for which it plays: that of a house bot. `None` where the program itself has the seat.
    pub account: Option<Visitor>,
}

impl Registry {
    /// Who has the move at a table, if the mover needs no request: a program or a house bot.
    #[must_use]
    pub fn mover(&self, table: &Table) -> Option<Mover> {
        if let Some(program) = table.program_to_act() {
            return Some(Mover { program: program.to_owned(), account: None });
        }
        let person = table.person_to_act()?;
        let bot = self.house().bot(&person.id).filter(|bot| bot.game.id() == table.game().id())?;
        Some(Mover {
            program: bot.program.to_owned(),
            account: Some(Visitor::with_account(person.id.clone())),
        })
    }

    /// How many seats belong to people who are not house bots.
    #[must_use]
    pub fn guests(&self, table: &Table) -> usize {
        let people = table.seating().iter().filter_map(Occupant::person);
        people.filter(|person| self.house().bot(&person.id).is_none()).count()
    }

    /// Lets house bots be present at a table where they have seats; one that was expected has arrived.
    pub async fn attend(&self, live: &LiveTable, state: &mut TableState) {
        let seats: Vec<(Seat, String)> = state
            .table()
            .seats()
            .filter_map(|seat| Some((seat, state.table().person(seat)?.id.clone())))
            .filter(|(_, person)| self.house().bot(person).is_some())
            .collect();
        for (seat, person) in seats {
            if state.presence.stay(&person) {
                live.revise();
            }
            if state.table().is_expected(seat) {
                self.arrive(live, state, seat).await;
            }
        }
    }

    /// Notes that an expected player has arrived. If that fails, the request is carried out anyway, and the
    /// next one tries again.
    pub async fn arrive(&self, live: &LiveTable, state: &mut TableState, seat: Seat) {
        let context = state.context(self.clock().now(), None);
        let arrive = Command::Arrive { seat };
        if let Err(error) = self.commit(live, state, Actor::Server, arrive, &context).await {
            tracing::error!(table = live.id(), %error, "the arrival of a player cannot be noted");
        }
    }
}
