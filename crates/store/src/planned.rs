//! What players have planned to do: one plan for each seat, which only its owner is shown.

use super::database::{Connection, Small, query_as, statement};
use crate::{Result, Store};
use bagatelle_core::Seat;
use bagatelle_table::{Corrupt, Plan};

/// A plan of a person, with the table that it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The id of the table.
    pub table: String,
    /// Who has planned it.
    pub person: String,
    /// The plan.
    pub plan: Plan,
}

impl Planned {
    /// Whether it is that of a person for a seat.
    #[must_use]
    pub fn is_of(&self, seat: Seat, person: &str) -> bool {
        self.plan.seat == seat && self.person == person
    }
}

row! {
    struct PlanRow {
        table_id: String,
        person: String,
        seat: Small<u8>,
        version: Small<u64>,
        lines: String,
    }
}

impl TryFrom<PlanRow> for Planned {
    type Error = Corrupt;

    fn try_from(row: PlanRow) -> Result<Planned, Corrupt> {
        let PlanRow { table_id: table, person, seat: Small(seat), version: Small(version), lines } = row;
        let damaged = |what: &str| Corrupt::new("a plan", format!("{table}, seat {seat}: {what}"));
        let lines: Vec<Vec<String>> =
            serde_json::from_str(&lines).map_err(|error| damaged(&error.to_string()))?;
        if lines.iter().any(|line| line.len() < 2) {
            return Err(damaged("a line is too short"));
        }
        Ok(Planned { plan: Plan { seat: Seat(seat), version, lines }, table, person })
    }
}

/// Forgets the plans at tables where the game is over.
pub(super) async fn forget(connection: &mut Connection) -> Result<()> {
    let over = "DELETE FROM planned WHERE EXISTS
         (SELECT 1 FROM summaries WHERE summaries.table_id = planned.table_id AND stage = 'over')";
    statement(over).execute(connection).await?;
    Ok(())
}

impl Store {
    /// Keeps a person’s plan for a seat, in the place of an older one.
    pub async fn keep_plan(&self, table: &str, person: &str, plan: &Plan) -> Result<()> {
        let lines = serde_json::to_string(&plan.lines).map_err(|error| Corrupt::new("a plan", error))?;
        let query = statement(
            "INSERT INTO planned (table_id, seat, person, version, lines) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (table_id, seat) DO UPDATE
             SET person = excluded.person, version = excluded.version, lines = excluded.lines",
        );
        let version = i64::try_from(plan.version).unwrap_or(i64::MAX);
        let query = query.bind(table).bind(plan.seat.0).bind(person).bind(version).bind(lines);
        self.execute(query).await.map(drop)
    }

    /// Everything that is planned at a table; nothing of those who are banned.
    pub async fn plans_at(&self, table: &str) -> Result<Vec<Planned>> {
        let query = "SELECT table_id, person, seat, version, lines FROM planned WHERE table_id = $1
             AND NOT EXISTS (SELECT 1 FROM restrictions
                 WHERE restrictions.person = planned.person AND banned)";
        let rows: Vec<PlanRow> = query_as(query).bind(table).fetch_all(&self.read).await?;
        rows.into_iter().map(|row| Ok(Planned::try_from(row)?)).collect()
    }

    /// What a person has planned for a seat; nothing of one who is banned.
    pub async fn plan(&self, table: &str, seat: Seat, person: &str) -> Result<Option<Plan>> {
        let mut plans = self.plans_at(table).await?.into_iter();
        Ok(plans.find(|planned| planned.is_of(seat, person)).map(|planned| planned.plan))
    }

    /// Everything that a person has planned.
    pub async fn plans_of(&self, person: &str) -> Result<Vec<Planned>> {
        let query = "SELECT table_id, person, seat, version, lines FROM planned WHERE person = $1
             ORDER BY table_id, seat";
        let rows: Vec<PlanRow> = query_as(query).bind(person).fetch_all(&self.read).await?;
        rows.into_iter().map(|row| Ok(Planned::try_from(row)?)).collect()
    }

    /// Drops what a person has planned for a seat; returns whether there was anything.
    pub async fn drop_plan(&self, table: &str, seat: Seat, person: &str) -> Result<bool> {
        let query = "DELETE FROM planned WHERE table_id = $1 AND seat = $2 AND person = $3";
        Ok(self.execute(statement(query).bind(table).bind(seat.0).bind(person)).await? > 0)
    }
}
