//! The finished games that have the same deal.

use super::database::{Small, query_as, query_scalar};
use crate::{Result, Store};
use bagatelle_table::{Millis, SameDeal};

/// The most games of a deal that are compared.
const COMPARED: u32 = 50;

row! {
    struct SameDealRow {
        id: String,
        person: String,
        name: Option<String>,
        solved: bool,
        moves: Option<Small<u32>>,
        played: Option<Millis>,
        helped: bool,
    }
}

impl Store {
    /// The finished games of a deal, the best first: that of the table `first`, and those of the tables that
    /// have the deal from it.
    pub async fn same_deals(&self, first: &str) -> Result<Vec<SameDeal>> {
        let rows: Vec<SameDealRow> = query_as(
            "SELECT t.id, t.owner AS person, p.name, m.result = 'won' AS solved, s.moves, s.played, s.helped
             FROM tables t JOIN summaries s ON s.table_id = t.id JOIN seat_summaries m ON m.table_id = t.id
                 LEFT JOIN people p ON p.id = t.owner
             WHERE t.id IN (SELECT id FROM tables WHERE id = $1
                     UNION SELECT table_id FROM forks WHERE source = $1)
                 AND t.dealt AND s.stage = 'over' AND m.result IS NOT NULL
             ORDER BY solved DESC, s.helped, s.moves NULLS LAST, s.played NULLS LAST, s.changed, t.id
             LIMIT $2",
        )
        .bind(first)
        .bind(COMPARED)
        .fetch_all(&self.read)
        .await?;
        let same = |row: SameDealRow| SameDeal {
            table: row.id,
            person: row.person,
            name: row.name,
            solved: row.solved,
            moves: row.moves.map(|Small(moves)| moves),
            took: row.played,
            helped: row.helped,
        };
        Ok(rows.into_iter().map(same).collect())
    }

    /// The table at which a person has the deal of the table `first`, finished or not: the newest.
    pub async fn same_deal_of(&self, first: &str, person: &str) -> Result<Option<String>> {
        query_scalar(
            "SELECT t.id FROM tables t
             WHERE t.id IN (SELECT id FROM tables WHERE id = $1
                     UNION SELECT table_id FROM forks WHERE source = $1)
                 AND t.owner = $2 AND t.dealt ORDER BY t.created DESC, t.id LIMIT 1",
        )
        .bind(first)
        .bind(person)
        .fetch_optional(&self.read)
        .await
    }
}
